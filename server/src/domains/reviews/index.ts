export { makeReviewLink } from './reviews.ts';
