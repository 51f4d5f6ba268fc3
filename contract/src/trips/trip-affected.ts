import { id } from '../fields.ts';
import { z } from '../zod.ts';
import { tripChangeFields } from './trip-notice.ts';

/** At most so many reservations are listed with a refused change of a trip. */
export const AFFECTED_LISTED = 50;

/** A reservation that a change of its trip concerns. `people`: how many of it. */
const affectedReservation = z.object({
  id,
  code: z.string(),
  payer: z.string(),
  people: z.int(),
  /** Without an e-mail address its payer cannot be notified. */
  hasEmail: z.boolean(),
});

/**
 * What would change, in words, and for whom, with TRIP_CHANGE_AFFECTS_PEOPLE. `people` and `waiting` (parties of the
 * waiting list) are counts; `reservations` lists the first {@link AFFECTED_LISTED} of `total`, of which `unreachable`
 * have no e-mail address.
 */
export const affectedByChange = z.object({
  changes: z.array(
    z.object({
      field: z.enum(tripChangeFields),
      boardingPointId: id.nullable(),
      label: z.string(),
      old: z.string(),
      new: z.string(),
    }),
  ),
  people: z.int(),
  waiting: z.int(),
  reservations: z.array(affectedReservation),
  total: z.int(),
  unreachable: z.int(),
});
export type AffectedByChange = z.infer<typeof affectedByChange>;

/** Who takes the places, with CAPACITY_TAKEN; the first {@link AFFECTED_LISTED} of `total` reservations. */
export const tripOccupants = z.object({
  placesTaken: z.int(),
  reservations: z.array(z.object({ id, code: z.string(), payer: z.string(), places: z.int(), status: z.string() })),
  total: z.int(),
});
export type TripOccupants = z.infer<typeof tripOccupants>;
