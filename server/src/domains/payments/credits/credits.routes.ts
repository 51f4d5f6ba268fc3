import { id } from '@passeio/contract/fields';
import { credit, creditUse, refundAsCredit } from '@passeio/contract/payments/credits';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { readCredit, takeRefundAsCredit, useCredit } from './credits.ts';

const tags = ['payments'];
const MINUTE_MS = 60_000;
const params = z.object({ reservationId: id });

/** A client's credit: what is there, paying with it, and taking a refund as credit. */
export async function creditsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };
  const limit = limited(app, {
    name: 'credit',
    max: 30,
    windowMs: MINUTE_MS,
    by: (request) => callerOf(request).id,
  });

  app.get(
    '/users/me/credit',
    { schema: { tags, summary: "The caller's credit", response: { 200: credit, ...errorResponses() } } },
    (request) => readCredit(db, callerOf(request).id),
  );

  app.post(
    '/reservations/:reservationId/credit',
    {
      config: { changes: 'reservations' },
      preHandler: limit,
      schema: {
        tags,
        summary: "Pay for an own reservation with the caller's credit",
        params,
        headers: writeHeaders,
        body: creditUse.meta({ examples: [{ amountCents: 12_000 }] }),
        response: { 200: credit, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        useCredit(trx, actorOf(request), { ...request.params, ...telling }, request.body),
      ),
  );

  app.post(
    '/reservations/:reservationId/refund/credit',
    {
      config: { changes: 'reservations' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Take the refund of an own reservation as credit, while it is due',
        params,
        headers: writeHeaders,
        body: refundAsCredit.meta({ examples: [{ amountCents: 12_000 }] }),
        response: { 200: credit, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        takeRefundAsCredit(trx, actorOf(request), { ...request.params, ...telling }, request.body),
      ),
  );
}
