import { apiPaths } from '@passeio/contract/paths';
import {
  type OwnReview,
  ownReview,
  type ReviewDraft,
  type ReviewFilters,
  type ReviewList,
  reviewList,
  staffReview,
} from '@passeio/contract/reviews/reviews';
import { createApi } from '~/lib/api';
import { answered, api, apiInPlace } from '../session/api';

/** For people without an account: no token is sent, and failures are shown by the page. */
const publicApi = createApi({ fetch: (path, init) => fetch(path, init) });

/** Rejects with an ApiError, REVIEW_LINK_OVER for a link that is not valid any more. */
export function readReviewByLink(token: string): Promise<OwnReview> {
  return answered(publicApi.post(apiPaths.readReviewLink, ownReview, { body: { token } }));
}

export function sendReviewByLink(token: string, review: ReviewDraft): Promise<OwnReview> {
  return answered(publicApi.put(apiPaths.reviewLink, ownReview, { body: { token, review } }));
}

/** The review of the user's own reservation; its failure is for the caller to show. */
export function loadReview(reservationId: string, signal: AbortSignal): Promise<OwnReview> {
  return answered(apiInPlace.get(apiPaths.review(reservationId), ownReview, { signal }));
}

export function sendReview(reservationId: string, body: ReviewDraft): Promise<OwnReview> {
  return answered(apiInPlace.put(apiPaths.review(reservationId), ownReview, { body }));
}

/** For staff. */
export function loadReviews(filters: ReviewFilters, signal: AbortSignal): Promise<ReviewList> {
  return answered(api.get(apiPaths.reviews, reviewList, { query: { ...filters }, signal }));
}

export async function publishReview(reviewId: string, isPublished: boolean): Promise<void> {
  await answered(api.put(apiPaths.reviewPublication(reviewId), staffReview, { body: { isPublished } }));
}
