import { id, instant, queryFlag, text } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { linkToken } from '../reservations/participants.ts';
import { z } from '../zod.ts';
import { MAX_REVIEW_SENTENCE, MAX_STARS } from './stars.ts';

/** Body of PUT reservations/{id}/review. `mayPublish`: the author agrees to first name and month on the portal. */
export const reviewDraft = z.strictObject({
  stars: z
    .int('Escolha de 1 a 5 estrelas.')
    .min(1, 'Escolha de 1 a 5 estrelas.')
    .max(MAX_STARS, 'Escolha de 1 a 5 estrelas.'),
  sentence: text('Comentário', { max: MAX_REVIEW_SENTENCE }),
  mayPublish: z.boolean(),
});
export type ReviewDraft = z.output<typeof reviewDraft>;

/** The review of a reservation by its payer; null before it is written. A published one is fixed. */
export const ownReview = z.object({
  trip: z.object({ title: z.string(), slug: z.string(), date: instant }),
  firstName: z.string(),
  review: z
    .object({ stars: z.int(), sentence: z.string(), mayPublish: z.boolean(), isPublished: z.boolean() })
    .nullable(),
});
export type OwnReview = z.infer<typeof ownReview>;

/** Body of POST reviews/link/read. */
export const reviewLinkRead = z.strictObject({ token: linkToken });
/** Body of PUT reviews/link. */
export const reviewLinkDraft = z.strictObject({ token: linkToken, review: reviewDraft });

/** Body of PUT reviews/{id}/publication. */
export const reviewPublication = z.strictObject({ isPublished: z.boolean() });

/** A review as staff sees it. */
export const staffReview = z.object({
  id,
  stars: z.int(),
  sentence: z.string(),
  mayPublish: z.boolean(),
  publishedAt: instant.nullable(),
  createdAt: instant,
  payer: z.string(),
  reservation: z.object({ id, code: z.string() }),
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type StaffReview = z.infer<typeof staffReview>;

export const reviewFilters = z.strictObject({
  tripId: id.optional(),
  published: queryFlag.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type ReviewFilters = z.output<typeof reviewFilters>;

/**
 * The newest first. `average` with one decimal, of all reviews or of the trip's; null without any. `trip`: the
 * filter's.
 */
export const reviewList = z.object({
  data: z.array(staffReview),
  page: pageInfo,
  count: z.int(),
  average: z.number().nullable(),
  trip: z.object({ id, title: z.string(), date: instant }).nullable(),
});
export type ReviewList = z.infer<typeof reviewList>;

/**
 * What the portal shows of a trip: published ones of its series, the newest first. `date`: of the reviewed departure.
 */
export const tripReviews = z.object({
  data: z.array(z.object({ stars: z.int(), sentence: z.string(), firstName: z.string(), date: instant })),
});
export type TripReviews = z.infer<typeof tripReviews>;
