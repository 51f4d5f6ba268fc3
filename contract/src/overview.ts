import { calendarDate, calendarMonth, cents, id, instant, line } from './fields.ts';
import { pageInfo, pageNumber, pageSize } from './pages.ts';
import { reservationStatuses } from './reservation-states.ts';
import { z } from './zod.ts';

/** A deposit that has not come this long after the reservation was taken is overdue. */
export const DEPOSIT_EXPECTED_HOURS = 48;

/** For how many days, today included, the overview counts reservations. */
export const OVERVIEW_DAYS = 30;

/** An active trip to come, as far as the overview shows it. `decisionDate` is when its minimum must be reached. */
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

/** How many days before its departure a trip's passengers are expected to have given all their data. */
export const DATA_EXPECTED_DAYS = 15;

/**
 * What staff works through in a day. Days are meant in the operator's time zone, money in centavos.
 * `departures`: the next active trips, and how many there are in all. `belowMinimum`: active trips to come with fewer
 * people than their minimum, the most urgent first: by the day of decision or, where that is not set, of departure.
 * `overdueDeposits`: held reservations in trips to come without their deposit after {@link DEPOSIT_EXPECTED_HOURS};
 * `cents` is what is missing of the deposits. `missingData`: people with a place in an active trip of the next
 * {@link DATA_EXPECTED_DAYS} days of whom the passenger list lacks something, by trip. `cancellationRequests`: reservations
 * that people asked staff to cancel; `cents` is what was received for them.
 */
export const overviewToday = z.object({
  today: calendarDate,
  departures: z.object({ total: z.int(), data: z.array(overviewTrip) }),
  belowMinimum: z.object({ total: z.int(), data: z.array(overviewTrip) }),
  overdueDeposits: z.object({ cents, reservations: z.int() }),
  cancellationRequests: z.object({ cents, reservations: z.int() }),
  missingData: z.object({
    people: z.int(),
    trips: z.array(z.object({ id, title: z.string(), date: instant, people: z.int() })),
  }),
});
export type OverviewToday = z.infer<typeof overviewToday>;

/**
 * The day's work and the company's numbers. `reservationsPerDay`: reservations taken on each of the last
 * {@link OVERVIEW_DAYS} days, the oldest first, whatever became of them. `due`: what is missing of the price of
 * reservations that are held or confirmed in trips to come, by month of departure.
 */
export const overview = overviewToday.extend({
  reservationsPerDay: z.array(z.object({ date: calendarDate, reservations: z.int() })),
  due: z.object({
    cents,
    reservations: z.int(),
    months: z.array(z.object({ month: calendarMonth, cents, reservations: z.int() })),
  }),
});
export type Overview = z.infer<typeof overview>;

/**
 * Lists of reservations, most of them behind a number of the overview. `toReturn`: cancelled or expired, with money
 * received and not paid back. `cancelled`: cancelled, with or without money. `cancellationRequests`: people asked staff to
 * cancel them, and have no answer yet.
 */
export const overviewLists = [
  'taken',
  'due',
  'overdueDeposits',
  'cancellationRequests',
  'toReturn',
  'cancelled',
] as const;
export type OverviewList = (typeof overviewLists)[number];

/**
 * `date` is the day of the reservations taken, today if it is left out; `month` narrows what is to be received to trips
 * that depart in it. `q` looks in name, e-mail, CPF, telephone and code, ignoring case, accents and masks.
 */
export const overviewReservationFilters = z.strictObject({
  list: z.enum(overviewLists),
  date: calendarDate.optional(),
  month: calendarMonth.optional(),
  q: line('Busca', { max: 100 }).optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type OverviewReservationFilters = z.output<typeof overviewReservationFilters>;

/**
 * A reservation in a list. `amountCents` is its part of the list's sum: the missing price (`due`, and in `taken` while
 * it is open), the missing deposit (`overdueDeposits`), or what was received and not paid back (`toReturn`,
 * `cancelled`, `cancellationRequests`).
 */
const overviewReservation = z.object({
  id,
  code: z.string(),
  status: z.enum(reservationStatuses),
  person: z.object({ id, name: z.string() }),
  priceCents: cents,
  depositCents: cents,
  receivedCents: cents,
  amountCents: cents,
  createdAt: instant,
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type OverviewReservation = z.infer<typeof overviewReservation>;

/** A page of a list; `sumCents` is the sum of `amountCents` over all its pages. */
export const overviewReservationList = z.object({
  data: z.array(overviewReservation),
  page: pageInfo,
  sumCents: cents,
});
export type OverviewReservationList = z.infer<typeof overviewReservationList>;
