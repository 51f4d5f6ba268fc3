import { id, instant, line, text } from '../fields.ts';
import { z } from '../zod.ts';

/** The longest note that staff writes about a reservation. */
export const MAX_NOTE = 1_000;
/** The most tags of a reservation, and the longest one. */
export const MAX_TAGS = 10;
export const MAX_TAG = 30;

/**
 * What staff wrote about a reservation for one another. `changeable`: the caller wrote it, or is an administrator;
 * `editedAt`: null unless it was changed.
 */
export const reservationNote = z.object({
  id,
  text: z.string(),
  author: z.object({ id, name: z.string() }),
  createdAt: instant,
  editedAt: instant.nullable(),
  changeable: z.boolean(),
});
export type ReservationNote = z.infer<typeof reservationNote>;

/** Body of POST reservations/{id}/notes, and of PUT for one of them. */
export const noteDraft = z.strictObject({
  text: text('Nota', { max: MAX_NOTE }).min(1, 'Nota: preencha este campo.'),
});
export type NoteDraft = z.output<typeof noteDraft>;

/** A word or two with which staff marks reservations, and narrows lists. */
const reservationTag = z.object({ id, label: z.string() });
/** The tags of a reservation, in the order in which they were added. */
export const reservationTags = z.object({ data: z.array(reservationTag) });
export type ReservationTags = z.infer<typeof reservationTags>;

/** Body of POST reservations/{id}/tags. Of tags that differ in case or accents alone the first counts. */
export const tagDraft = z.strictObject({
  label: line('Etiqueta', { max: MAX_TAG }).transform((label) => label.replace(/\s+/g, ' ')),
});
export type TagDraft = z.output<typeof tagDraft>;

/** The tags in use, the most frequent first, with the number of their reservations. */
export const tagsInUse = z.object({ data: z.array(z.object({ label: z.string(), reservations: z.int() })) });
export type TagsInUse = z.infer<typeof tagsInUse>;
