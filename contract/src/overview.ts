import { calendarDate, cents, id, instant } from './fields.ts';
import { pageInfo, pageNumber, pageSize } from './pages.ts';
import { reservationStatuses } from './reservation-states.ts';
import { z } from './zod.ts';

/** A deposit that has not come this long after the reservation was taken is overdue. */
export const DEPOSIT_EXPECTED_HOURS = 48;

/** For how many days, today included, the overview counts reservations. */
export const OVERVIEW_DAYS = 30;

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use o mês no formato AAAA-MM.');

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

/**
 * The operator's day at a glance. Days and months are meant in the operator's time zone, money in centavos.
 * `departures`: the next active trips, and how many there are in all. `reservationsPerDay`: reservations taken on each
 * of the last {@link OVERVIEW_DAYS} days, the oldest first, whatever became of them. `due`: what is missing of
 * the price of reservations that are held or confirmed in trips to come, by month of departure. `overdueDeposits`: of
 * those, the held ones without their deposit after {@link DEPOSIT_EXPECTED_HOURS}; `cents` is the deposits' sum.
 * `belowMinimum`: active trips to come with fewer people than their minimum, the next decision first.
 */
export const overview = z.object({
  today: calendarDate,
  departures: z.object({ total: z.int(), data: z.array(overviewTrip) }),
  reservationsPerDay: z.array(z.object({ date: calendarDate, reservations: z.int() })),
  due: z.object({
    cents,
    reservations: z.int(),
    months: z.array(z.object({ month, cents, reservations: z.int() })),
  }),
  overdueDeposits: z.object({ cents, reservations: z.int() }),
  belowMinimum: z.object({ total: z.int(), data: z.array(overviewTrip) }),
});
export type Overview = z.infer<typeof overview>;

/** The lists behind the overview's numbers. */
export const overviewLists = ['taken', 'due', 'overdueDeposits'] as const;
export type OverviewList = (typeof overviewLists)[number];

/**
 * `list` says which number the list stands behind. `date` is the day of the reservations taken, today if it is left out;
 * `month` narrows what is to be received to trips that depart in it.
 */
export const overviewReservationFilters = z.strictObject({
  list: z.enum(overviewLists),
  date: calendarDate.optional(),
  month: month.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type OverviewReservationFilters = z.output<typeof overviewReservationFilters>;

/** A reservation behind a number of the overview; `dueCents` is what is missing of its price. */
const overviewReservation = z.object({
  id,
  code: z.string(),
  status: z.enum(reservationStatuses),
  personName: z.string(),
  priceCents: cents,
  depositCents: cents,
  receivedCents: cents,
  dueCents: cents,
  createdAt: instant,
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type OverviewReservation = z.infer<typeof overviewReservation>;

export const overviewReservationList = z.object({ data: z.array(overviewReservation), page: pageInfo });
