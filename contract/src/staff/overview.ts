import { chatFacts } from '../chat-facts.ts';
import { openCancellation } from '../departures/departure-cancellations.ts';
import { calendarDate, calendarMonth, cents, growing, id, instant, line, queryFlag } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { methodSums, moneySums } from '../payments/trip-money.ts';
import { reservationStateKeys } from '../reservation-states.ts';
import { tagDraft, tagsInUse } from '../reservations/notes-and-tags.ts';
import { reservationStatus } from '../reservations/reservation-status.ts';
import { admin, route, staff } from '../route.ts';
import { z } from '../zod.ts';

/** Deposits are overdue after this many hours. */
export const DEPOSIT_EXPECTED_HOURS = 48;

/** Days of reservations in the overview, today included. */
export const OVERVIEW_DAYS = 30;

/** A future active trip. `decisionDate` is when its minimum must be reached. */
const overviewTrip = z.object({
  id,
  title: z.string(),
  date: instant,
  capacity: z.int(),
  placesTaken: z.int(),
  minParticipants: z.int(),
  decisionDate: calendarDate.nullable(),
});
export type OverviewTrip = z.infer<typeof overviewTrip>;

/** How many trips of a kind the overview shows. */
export const TRIPS_SHOWN = 8;

/** Days of money in the overview, today included. */
export const MONEY_DAYS = 7;

/**
 * Today's work: what needs somebody within DECISION_DAYS of departures.ts, {@link TRIPS_SHOWN} of each kind, beside how
 * many there are. Days are in the operator's time zone, money in centavos. `departures`: active trips, by departure,
 * the dates of a series at its next with `others`; `total` counts all future ones, a series once. `belowMinimum`: those
 * below their minimum, by decision date or else departure; `total` counts all future ones, a series once, `toDecide`
 * those whose decision is near. `overdueDeposits`: held reservations without their deposit after {@link
 * DEPOSIT_EXPECTED_HOURS}; `cents` is the sum of missing deposits. `missingData`: passengers with missing data, and in
 * how many trips; of each trip how many of them lack data, how many there are, and until when clients may change who
 * travels. `requests`: those of trips on request that wait for an answer; `cents` is the sum of their totals.
 * `cancelledDepartures`: those whose payers are to be notified, or have not all chosen. `payments`: what waits in the
 * payments inbox; `late` refunds were promised for an earlier day; `bankChecks`: holds that ended while the bank did
 * not answer, for longer than the setting; `withGuides`: cash that guides took and staff has not confirmed;
 * `excessNotes`: reservations whose notes say more than what was kept of a refund; `waitingChats`: conversations by
 * WhatsApp in which nobody has answered.
 */
const overviewToday = z.object({
  today: calendarDate,
  departures: z.object({
    total: z.int(),
    data: z.array(overviewTrip.extend({ others: z.array(overviewTrip).optional() })),
  }),
  belowMinimum: z.object({ total: z.int(), data: z.array(overviewTrip) }),
  toDecide: z.int(),
  overdueDeposits: z.object({ cents, reservations: z.int() }),
  requests: z.object({ cents, reservations: z.int() }),
  waitingChats: z.int().default(0),
  payments: z.object({
    receipts: z.int(),
    refunds: z.object({ refunds: z.int(), late: z.int(), cents }),
    unmatched: z.object({ payments: z.int(), cents }),
    bankChecks: z.int(),
    withGuides: z.object({ payments: z.int(), cents }).default({ payments: 0, cents: 0 }),
    excessNotes: z.int().default(0),
  }),
  cancelledDepartures: z.array(openCancellation),
  missingData: z.object({
    people: z.int(),
    total: z.int().default(0),
    trips: z.array(
      z.object({ id, title: z.string(), date: instant, people: z.int(), passengers: z.int(), dueAt: instant }),
    ),
  }),
});
export type OverviewToday = z.infer<typeof overviewToday>;
export type TripReadiness = OverviewToday['missingData']['trips'][number];

/** What a new installation needs before it sells, in the order in which it is shown. */
export const firstSteps = ['operator', 'contact', 'paymentKey', 'policy', 'vehicle', 'trip', 'colleague'] as const;
export type FirstStep = (typeof firstSteps)[number];

/**
 * Today's work and the company's numbers. `firstSteps`: which of them are done; absent once all are, or once there is a
 * reservation. `operatorsWithAll`: how many operators of before still have every permission, or refund without a limit;
 * absent where an administrator has read so, or it never was. `reservationsPerDay`: reservations made on each of the
 * last {@link OVERVIEW_DAYS} days, oldest first, in any state. `due`: unpaid balances of active reservations in future
 * trips, by month of departure. `money`: what came in and went back in the last {@link MONEY_DAYS} days by each method,
 * and on each of these days, oldest first, without credits; what was recorded by mistake counts nowhere.
 */
const overview = overviewToday.extend({
  firstSteps: z.record(z.enum(firstSteps), z.boolean()).optional(),
  operatorsWithAll: z.int().optional(),
  money: z.object({
    ...moneySums.shape,
    methods: z.array(methodSums),
    days: z.array(z.object({ date: calendarDate, receivedCents: cents, refundedCents: cents })),
  }),
  reservationsPerDay: z.array(z.object({ date: calendarDate, reservations: z.int() })),
  due: z.object({
    cents,
    reservations: z.int(),
    months: z.array(z.object({ month: calendarMonth, cents, reservations: z.int() })),
  }),
});
export type Overview = z.infer<typeof overview>;

/**
 * Lists of reservations, most of them behind a number of the overview. `toReturn`: cancelled or expired with money to
 * be refunded. `excessNotes`: their notes of service say more than what was kept after a refund, so that one is to be
 * cancelled or replaced. `bankChecks`: held past their deadline, because the bank does not answer, the earliest deadline first.
 * `cancelled`: all cancelled ones. `requests`: of trips on request, without an answer, the first deadline
 * first. `found`: every reservation, in any state, the newest first.
 */
const overviewLists = [
  'taken',
  'due',
  'overdueDeposits',
  'bankChecks',
  'requests',
  'toReturn',
  'excessNotes',
  'cancelled',
  'found',
] as const;
export type OverviewList = (typeof overviewLists)[number];

/**
 * `date` is the day of the reservations made, today by default; `month` limits receivables, and `found`, to trips that
 * depart in it. `q` searches name, e-mail, CPF, telephone and code, ignoring case, accents and masks; `tag` is one of
 * staff's, of which case and accents do not count. Of `found` only: `state`; `unpaid` keeps those that owe money;
 * `after` is the last reservation of the page before, since long lists have no numbered pages.
 */
const overviewReservationFilters = z.strictObject({
  list: z.enum(overviewLists),
  date: calendarDate.optional(),
  month: calendarMonth.optional(),
  state: z.enum(reservationStateKeys).optional(),
  unpaid: queryFlag.optional(),
  q: line('Busca', { max: 100 }).optional(),
  tag: tagDraft.shape.label.optional(),
  after: id.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type OverviewReservationFilters = z.output<typeof overviewReservationFilters>;

/**
 * A reservation in a list. `amountCents` is its part of the list's sum: the balance (`due`, `found`, and `taken` while
 * open), the missing deposit (`overdueDeposits`, `bankChecks`), the total (`requests`), the amount to be refunded
 * (`toReturn`, `cancelled`), or by which notes are too high (`excessNotes`). `tags`: staff's. `chat`: what a WhatsApp message to its payer says.
 */
const overviewReservation = z.object({
  id,
  code: z.string(),
  state: growing(reservationStateKeys),
  status: reservationStatus,
  people: z.int(),
  person: z.object({ id, name: z.string() }),
  totalCents: cents,
  depositCents: cents,
  receivedCents: cents,
  amountCents: cents,
  createdAt: instant,
  /** Until when places are held without money, or a request is to be answered; null without a deadline. */
  holdExpiresAt: instant.nullable(),
  trip: z.object({ id, title: z.string(), date: instant }),
  tags: z.array(z.string()).default([]),
  chat: chatFacts,
});
export type OverviewReservation = z.infer<typeof overviewReservation>;

/**
 * A page of a list; `sumCents` is the sum of `amountCents` over all its pages, null of `found`: a search for everybody
 * would sum what the company is to receive, which is for administrators.
 */
export const overviewReservationList = z.object({
  data: z.array(overviewReservation),
  page: pageInfo,
  sumCents: cents.nullable(),
  /** What the next page of `found` is `after`; null on the last one. */
  next: id.nullable().default(null),
});
export type OverviewReservationList = z.infer<typeof overviewReservationList>;

export const overviewRoutes = {
  read: route('GET', '/overview', {
    access: admin,
    summary: "The day's work and the company's numbers",
    answer: overview,
  }),
  closePermissionsNotice: route('DELETE', '/overview/permissions-notice', {
    access: admin,
    summary: 'Read that operators of before still have every permission: the panel says it no more',
    answer: z.object({ closed: z.literal(true) }),
  }),
  readToday: route('GET', '/overview/today', {
    access: staff,
    summary: 'What staff works through today',
    answer: overviewToday,
  }),
  listReservations: route('GET', '/overview/reservations', {
    access: staff,
    summary: 'A list of reservations with its sum; what the company is to receive for administrators only',
    query: overviewReservationFilters,
    answer: overviewReservationList,
  }),
  listTags: route('GET', '/reservations/tags', {
    access: staff,
    summary: 'The tags in use, the most frequent first',
    answer: tagsInUse,
  }),
};
