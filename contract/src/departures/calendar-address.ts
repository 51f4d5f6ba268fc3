import { instant } from '../fields.ts';
import { boarders, route } from '../route.ts';
import { z } from '../zod.ts';

/** `madeAt`: null without an address. */
const calendarAddress = z.object({ madeAt: instant.nullable() });
export type CalendarAddress = z.infer<typeof calendarAddress>;

/** `url` has the secret, which is shown once. */
const newCalendarAddress = z.object({ url: z.string(), madeAt: instant });
export type NewCalendarAddress = z.infer<typeof newCalendarAddress>;

/** What events lead to: a departure's passengers for staff, its boarding list for guides. */
export const calendarPages = {
  staff: (tripId: string) => `/admin/passeios/${tripId}/passageiros`,
  guide: (tripId: string) => `/admin/embarque/${tripId}`,
};

/** Departures in the calendar of a phone, for staff and guides. */
export const calendarAddressRoutes = {
  readCalendarAddress: route('GET', '/users/me/calendar', {
    access: boarders,
    summary: 'Whether the caller has an address at which a calendar reads departures',
    answer: calendarAddress,
  }),
  makeCalendarAddress: route('POST', '/users/me/calendar', {
    access: boarders,
    summary: 'Make the address at which a calendar reads departures; the former one ends',
    answer: newCalendarAddress,
    status: 201,
  }),
  endCalendarAddress: route('DELETE', '/users/me/calendar', {
    access: boarders,
    summary: 'End the address at which a calendar reads departures',
    answer: calendarAddress,
  }),
  readCalendarFile: route('GET', '/calendars/:secret/departures.ics', {
    access: 'anyone',
    summary: 'Departures as an iCalendar file: all for staff, for a guide those that they lead',
    params: { secret: z.string().max(200) },
  }),
};
