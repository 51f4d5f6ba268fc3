import { calendarDate, calendarMonth, cents, id, instant, queryFlag } from '../fields.ts';
import { pageNumber, pageSize } from '../pages.ts';
import { tripCosts } from '../trips/trip-costs.ts';
import { z } from '../zod.ts';
import { openCancellation } from './departure-cancellations.ts';

/** Days before its decision date at which a departure below its minimum asks for the decision. */
export const DECISION_DAYS = 14;

/**
 * Query of GET departures: all coming ones, or those of a month. `folded` lists of the departures of a series that do
 * not ask for a decision only the next, with what they are together; `seriesId` keeps these of one series.
 */
export const departureFilters = z.strictObject({
  month: calendarMonth.optional(),
  seriesId: id.optional(),
  folded: queryFlag.default(false),
  page: pageNumber.default(1),
  size: pageSize.default(100),
});
export type DepartureFilters = z.output<typeof departureFilters>;

/**
 * A coming departure and what its decision follows from, in centavos. `booked`: people with a place in booked
 * reservations, and what they pay; `heldPlaces`: places held for a deposit or an answer; `receivedCents`: what is there
 * of its reservations; `expectedCents`: what active ones pay in all. `asks`: it is below its minimum, and the decision
 * is due within {@link DECISION_DAYS} days. `guarantee.told`: the e-mails have left. `series`: the departures of a
 * series that it stands for in a folded list, two at least, until the last.
 */
export const departure = z.object({
  id,
  title: z.string(),
  date: instant,
  capacity: z.int(),
  minParticipants: z.int(),
  decisionDate: calendarDate.nullable(),
  priceCents: cents,
  booked: z.object({ places: z.int(), totalCents: cents }),
  heldPlaces: z.int(),
  receivedCents: cents,
  expectedCents: cents,
  costs: tripCosts,
  guarantee: z.object({ at: instant, by: z.string(), told: z.boolean() }).nullable(),
  asks: z.boolean(),
  series: z.object({ id, dates: z.int(), to: instant, capacity: z.int(), placesTaken: z.int() }).optional(),
});
export type Departure = z.infer<typeof departure>;

/**
 * A page: those that ask for a decision first, by its date; then the others, by departure. `total`: on all pages.
 * `months`: how many depart in each month, and how many of them ask, whatever month is listed. `boarding`: trips whose
 * boarding is open, until they are back; those that have departed are in no other list of coming trips. `cancelled`: of
 * which a payer remains to be notified or to choose, or which would still depart.
 */
export const departureList = z.object({
  today: calendarDate,
  data: z.array(departure),
  total: z.int(),
  months: z.array(z.object({ month: calendarMonth, departures: z.int(), asking: z.int() })).default([]),
  boarding: z.array(z.object({ id, title: z.string(), date: instant })),
  cancelled: z.array(openCancellation),
});
export type DepartureList = z.infer<typeof departureList>;

/** Query of DELETE trips/{id}/guarantee; without `told` only until the e-mails have left. */
export const guaranteeUndoing = z.strictObject({ told: queryFlag.default(false) });
