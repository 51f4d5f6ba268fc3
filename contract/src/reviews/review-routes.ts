import { everyRole, route, staff } from '../route.ts';
import {
  ownReview,
  reviewDraft,
  reviewFilters,
  reviewLinkDraft,
  reviewLinkRead,
  reviewList,
  reviewPublication,
  staffReview,
  tripReviews,
} from './reviews.ts';

export const reviewRoutes = {
  list: route('GET', '/reviews', {
    access: staff,
    summary: 'What people said of trips, the newest first, with the average',
    query: reviewFilters,
    answer: reviewList,
  }),
  listOfTrip: route('GET', '/trips/:id/reviews', {
    access: 'anyone',
    summary: 'The published reviews of a trip, also of its other dates',
    answer: tripReviews,
  }),
  publish: route('PUT', '/reviews/:reviewId/publication', {
    access: staff,
    summary: 'Put a review on the portal, or take it off',
    body: reviewPublication,
    answer: staffReview,
  }),
  readOwn: route('GET', '/reservations/:reservationId/review', {
    access: everyRole,
    summary: 'The review of a reservation, for its payer',
    answer: ownReview,
    byLink: { name: 'review' },
  }),
  writeOwn: route('PUT', '/reservations/:reservationId/review', {
    access: everyRole,
    summary: 'Review a trip after its return, or change the review until it is published',
    body: reviewDraft,
    answer: ownReview,
    byLink: { name: 'write-review' },
  }),
  readByLink: route('POST', '/reviews/link/read', {
    access: 'anyone',
    summary: 'The review of a reservation, by the link of its e-mail',
    body: reviewLinkRead,
    answer: ownReview,
  }),
  writeByLink: route('PUT', '/reviews/link', {
    access: 'anyone',
    summary: 'Review a trip by the link of its e-mail',
    body: reviewLinkDraft,
    answer: ownReview,
  }),
};
