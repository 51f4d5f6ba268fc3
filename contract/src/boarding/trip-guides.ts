import { id, instant } from '../fields.ts';
import { z } from '../zod.ts';

const MAX_GUIDES = 50;

/** Everybody who is a guide with an account, by name, and whether they board the trip. */
export const tripGuides = z.object({ data: z.array(z.object({ id, name: z.string(), isAssigned: z.boolean() })) });
export type TripGuides = z.infer<typeof tripGuides>;

/** Body of PUT trips/{id}/guides: who boards the trip from now on. */
export const tripGuidesChange = z.strictObject({ userIds: z.array(id).max(MAX_GUIDES) });
export type TripGuidesChange = z.output<typeof tripGuidesChange>;

/**
 * The boardings of the guide who asks, until attendance closes, the earliest departure first. `opensAt`: of the list.
 */
export const guideBoardings = z.object({
  data: z.array(
    z.object({ id, title: z.string(), date: instant, returnDate: instant, opensAt: instant, people: z.int() }),
  ),
});
export type GuideBoardings = z.infer<typeof guideBoardings>;
