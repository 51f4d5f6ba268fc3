import { id, instant, line } from '../fields.ts';
import { reservationStatus } from '../reservations/reservation-status.ts';
import { route, staff } from '../route.ts';
import { trip } from '../trips/trips.ts';
import { maskedCpf } from '../users/users.ts';
import { z } from '../zod.ts';

/** Characters from which a search begins. */
export const MIN_SEARCH = 2;
export const MAX_SEARCH = 80;

/** Digits from which a number is searched for in CPFs and telephones. */
export const MIN_SEARCH_DIGITS = 4;

/** At most so many results of each kind. */
export const SEARCH_SHOWN = 6;

/** `passenger` is whom the search found, where it is not the payer. */
const foundReservation = z.object({
  id,
  code: z.string(),
  payer: z.string(),
  passenger: z.string().nullable(),
  trip: z.object({ title: z.string(), date: instant }),
  status: reservationStatus.pick({ key: true, label: true, tone: true }),
});
export type FoundReservation = z.infer<typeof foundReservation>;

/** `reservationId`: their next trip, else their last; null without any. */
const foundPerson = z.object({
  id,
  name: z.string(),
  contact: z.string(),
  email: z.string().nullable(),
  maskedCpf: maskedCpf.nullable(),
  reservationId: id.nullable(),
});
export type FoundPerson = z.infer<typeof foundPerson>;

const foundTrip = z.object({
  id,
  title: z.string(),
  date: instant,
  capacity: z.int(),
  placesTaken: z.int(),
  situation: trip.shape.situation,
});
export type FoundTrip = z.infer<typeof foundTrip>;

/** The best {@link SEARCH_SHOWN} of a kind, the best one first; `more`: there are others. */
function found<Schema extends z.ZodType>(one: Schema) {
  return z.object({ data: z.array(one), more: z.boolean() });
}

export const searchResults = z.object({
  reservations: found(foundReservation),
  people: found(foundPerson),
  trips: found(foundTrip),
});
export type SearchResults = z.infer<typeof searchResults>;

/**
 * `q` is a reservation's code, or all of its words are in a payer's or passenger's name, e-mail, CPF or telephone, or
 * in a trip's title or summary; case, accents and punctuation do not count.
 */
const searchFilters = z.strictObject({ q: line('Busca', { min: MIN_SEARCH, max: MAX_SEARCH }) });

export const searchRoutes = {
  search: route('GET', '/search', {
    access: staff,
    summary: 'Reservations, people and trips by one text; of people, operators find those with a reservation',
    query: searchFilters,
    answer: searchResults,
  }),
};
