import { crewRoleKeys } from '../crew/crew.ts';
import { crewConflict } from '../crew/crew-conflicts.ts';
import { calendarDate, id, instant } from '../fields.ts';
import { z } from '../zod.ts';

/** A month with the days of other months in its weeks. */
const MAX_DAYS = 42;
const DAY_MS = 86_400_000;

/** Query of GET departures/calendar: the first and the last day. */
export const calendarPeriod = z
  .strictObject({ from: calendarDate, to: calendarDate })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS, {
    path: ['to'],
    error: `Escolha até ${MAX_DAYS} dias.`,
  });
export type CalendarPeriod = z.output<typeof calendarPeriod>;

/**
 * A departure of the calendar, also a draft. `firstDay` and `lastDay`: under way, on the operator's calendar.
 * `vehicles`, and `guides` with a link: their names; `conflicts`: which of them are on another departure on one of
 * these days. `crew`: who of the team works on it, by name.
 */
const calendarDeparture = z.object({
  id,
  title: z.string(),
  date: instant,
  firstDay: calendarDate,
  lastDay: calendarDate,
  isActive: z.boolean(),
  placesTaken: z.int(),
  capacity: z.int(),
  vehicles: z.array(z.string()),
  guides: z.array(z.string()),
  conflicts: z.array(z.object({ name: z.string(), otherId: id, otherTitle: z.string() })),
  crew: z.array(
    z.object({ id, name: z.string(), roles: z.array(z.enum(crewRoleKeys)), conflicts: z.array(crewConflict) }),
  ),
});
export type CalendarDeparture = z.infer<typeof calendarDeparture>;

/**
 * Departures under way in the period, by departure, without cancelled and archived ones, and the team by name with the
 * days of the period on which each does not work.
 */
export const departureCalendar = z.object({
  today: calendarDate,
  data: z.array(calendarDeparture),
  team: z.array(z.object({ id, name: z.string(), freeDays: z.array(calendarDate) })),
});
export type DepartureCalendar = z.infer<typeof departureCalendar>;
