import { growing, id, instant } from '../fields.ts';
import { z } from '../zod.ts';

/** At most so many entries are shown: the latest. */
export const TIMELINE_LIMIT = 200;

/** For whom a timeline is written: the payer in friendly words, staff in full. */
export const timelineAudiences = ['payer', 'staff'] as const;
export type TimelineAudience = (typeof timelineAudiences)[number];

/** Query of GET reservations/{id}/timeline. */
export const timelineQuery = z.strictObject({ audience: z.enum(timelineAudiences).default('payer') });
export type TimelineQuery = z.output<typeof timelineQuery>;

/** On whose side of the conversation an item stands. */
export const timelineSides = ['payer', 'operator', 'system', 'bank'] as const;
export type TimelineSide = (typeof timelineSides)[number];

/**
 * Something that happened to a reservation. `name`: who did it; the payer reads "Você" and the operator's brand, staff
 * the person's name. `details`: more lines, for the payer only. `changes`: field -> value before and after, documents
 * masked, for staff only; null for the payer.
 */
export const timelineItem = z.object({
  id,
  at: instant,
  who: growing(timelineSides),
  name: z.string(),
  sentence: z.string(),
  details: z.array(z.string()),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])).nullable(),
});
export type TimelineItem = z.infer<typeof timelineItem>;

/** The oldest first. `hasEarlier`: there is more than {@link TIMELINE_LIMIT}, before these. */
export const timeline = z.object({ data: z.array(timelineItem), hasEarlier: z.boolean() });
export type Timeline = z.infer<typeof timeline>;
