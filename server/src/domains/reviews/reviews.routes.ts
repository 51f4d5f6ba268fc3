import { reviewRoutes } from '@passeio/contract/reviews/review-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import {
  publishReview,
  readOwnReview,
  readReviewByLink,
  readReviews,
  readTripReviews,
  writeOwnReview,
  writeReviewByLink,
} from './reviews.ts';

const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const exampleReview = { stars: 5, sentence: 'A guia foi ótima e o almoço também.', mayPublish: true };

/** Reviews by payers: signed in, or with the link of an e-mail. Staff reads all, and publishes. */
export async function reviewsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, reviewRoutes.readOwn, ({ caller, params }) => readOwnReview(db, caller, params.reservationId));
  handleWrite(
    app,
    reviewRoutes.writeOwn,
    ({ trx, actor, params, body }) => writeOwnReview(trx, actor, params.reservationId, body),
    { examples: { body: [exampleReview] } },
  );
  handle(app, reviewRoutes.readByLink, ({ body }) => readReviewByLink(db, body.token), {
    examples: { body: [{ token: exampleToken }] },
  });
  handleWrite(app, reviewRoutes.writeByLink, ({ trx, body }) => writeReviewByLink(trx, body.token, body.review), {
    examples: { body: [{ token: exampleToken, review: exampleReview }] },
  });

  handle(app, reviewRoutes.list, ({ query }) => readReviews(db, query));
  // The trip's page shows it.
  handleWrite(app, reviewRoutes.publish, ({ trx, actor, params, body }) =>
    publishReview(trx, actor, params.reviewId, body.isPublished),
  );
  handle(app, reviewRoutes.listOfTrip, ({ params }) => readTripReviews(db, params.id), {
    public: { dependsOn: () => ['trips'] },
  });
}
