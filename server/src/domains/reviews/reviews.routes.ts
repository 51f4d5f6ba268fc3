import { id } from '@passeio/contract/fields';
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
} from '@passeio/contract/reviews/reviews';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import {
  publishReview,
  readOwnReview,
  readReviewByLink,
  readReviews,
  readTripReviews,
  writeOwnReview,
  writeReviewByLink,
} from './reviews.ts';

const tags = ['reviews'];
const reservation = z.object({ reservationId: id });
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const exampleReview = { stars: 5, sentence: 'A guia foi ótima e o almoço também.', mayPublish: true };

/** How it was, by whoever reserved: signed in, or with the link of an e-mail. */
export async function reviewsRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const limit = limited(app, { name: 'review', max: 60, windowMs: 10 * 60_000 });
  await app.register(staffReviewsRoutes);

  app.get(
    '/reservations/:reservationId/review',
    {
      schema: {
        tags,
        summary: 'The review of a reservation, for its payer',
        params: reservation,
        response: { 200: ownReview, ...errorResponses() },
      },
    },
    (request) => readOwnReview(db, callerOf(request), request.params.reservationId),
  );

  app.put(
    '/reservations/:reservationId/review',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Review a trip after its return, or change the review until it is published',
        params: reservation,
        body: reviewDraft.meta({ examples: [exampleReview] }),
        response: { 200: ownReview, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) => writeOwnReview(trx, callerOf(request), request.params.reservationId, request.body)),
  );

  app.post(
    '/reviews/link/read',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'The review of a reservation, by the link of its e-mail',
        body: reviewLinkRead.meta({ examples: [{ token: exampleToken }] }),
        response: { 200: ownReview, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const found = await readReviewByLink(db, request.body.token);
      return reply.status(200).send(found);
    },
  );

  app.put(
    '/reviews/link',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Review a trip by the link of its e-mail',
        body: reviewLinkDraft.meta({ examples: [{ token: exampleToken, review: exampleReview }] }),
        response: { 200: ownReview, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { token, review } = request.body;
      const written = await inTransaction(db, (trx) => writeReviewByLink(trx, token, review));
      return reply.status(200).send(written);
    },
  );
}

async function staffReviewsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/reviews',
    {
      schema: {
        tags,
        summary: 'What people said of trips, the newest first, with the average',
        querystring: reviewFilters,
        response: { 200: reviewList, ...errorResponses() },
      },
    },
    (request) => readReviews(db, request.query),
  );

  app.put(
    '/reviews/:reviewId/publication',
    {
      // The trip's page shows it.
      config: { changes: 'everything' },
      schema: {
        tags,
        summary: 'Put a review on the portal, or take it off',
        params: z.object({ reviewId: id }),
        body: reviewPublication,
        response: { 200: staffReview, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) =>
        publishReview(trx, actorOf(request), request.params.reviewId, request.body.isPublished),
      ),
  );

  app.get(
    '/trips/:id/reviews',
    {
      config: { public: { dependsOn: () => ['trips'] } },
      schema: {
        tags,
        summary: 'The published reviews of a trip, also of its other dates',
        params: z.object({ id }),
        response: { 200: tripReviews, ...errorResponses() },
      },
    },
    (request) => readTripReviews(db, request.params.id),
  );
}
