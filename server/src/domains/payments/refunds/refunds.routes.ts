import { id } from '@passeio/contract/fields';
import {
  refund,
  refundChange,
  refundFilters,
  refundKey,
  refundList,
  refundPayment,
  refundToPay,
} from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { runIdempotent, sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { payRefundByHand } from './pay-by-hand.ts';
import { changeOwnRefundKey, listRefunds, readRefund, rewriteRefund } from './refunds.ts';
import { requireProvider, sendRefund, settleOrLeave } from './send-refund.ts';

const tags = ['payments'];
const HOUR_MS = 3_600_000;
const params = z.object({ refundId: id });

/** Money that must go back. */
export async function refundsRoutes(app: App): Promise<void> {
  const { db, payments, jobs, config } = app.deps;
  const by = { hasProvider: payments !== undefined };
  const telling = { jobs, publicUrl: config.publicUrl };

  app.get(
    '/payments/refunds',
    {
      schema: {
        tags,
        summary: 'What must go back, the earliest promise first; or what has gone back, the last first',
        querystring: refundFilters,
        response: { 200: refundList, ...errorResponses() },
      },
    },
    (request) => listRefunds(db, by, request.query),
  );

  app.put(
    '/payments/refunds/:refundId',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Change the promised day of a refund that is due, and the Pix key to which it goes',
        params,
        headers: writeHeaders,
        body: refundChange,
        response: { 200: refundToPay, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        rewriteRefund(trx, actorOf(request), { ...request.params, ...by, ...telling }, request.body),
      ),
  );

  app.put(
    '/reservations/:reservationId/refund/pix-key',
    {
      config: { changes: 'reservations' },
      preHandler: limited(app, {
        name: 'refund-key',
        max: 10,
        windowMs: HOUR_MS,
        by: (request) => callerOf(request).id,
      }),
      schema: {
        tags,
        summary: 'The Pix key to which the refund of an own reservation goes, while it is due',
        params: z.object({ reservationId: id }),
        headers: writeHeaders,
        body: refundKey,
        response: { 200: refund, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        changeOwnRefundKey(trx, actorOf(request), { ...request.params, ...by, ...telling }, request.body),
      ),
  );

  await app.register(refundPaymentRoute);
}

async function refundPaymentRoute(app: App): Promise<void> {
  const { db, payments, jobs, changes, logger, config } = app.deps;
  const by = { hasProvider: payments !== undefined };
  const telling = { jobs, publicUrl: config.publicUrl };

  app.post(
    '/payments/refunds/:refundId/payment',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Return a refund through the payment provider, or record that it was paid by hand',
        params,
        headers: writeHeaders,
        body: refundPayment,
        response: { 200: refundToPay, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { refundId } = request.params;
      const payment = request.body;
      if (payment.via === 'hand') {
        return sendIdempotent(db, request, reply, 200, async (trx) => {
          await payRefundByHand(trx, actorOf(request), telling, refundId, payment);
          return readRefund(trx, by, refundId);
        });
      }
      const { statusCode, body } = await send(request, refundId);
      if (statusCode !== 200) return reply.status(statusCode).send(body as never);
      const settling = { ...telling, db, payments: required(payments), changes, logger };
      for (const sentId of (body as { sent: string[] }).sent) await settleOrLeave(settling, sentId);
      const settled = await readRefund(db, by, refundId);
      if (settled.state === 'due') throw new AppError('REFUND_REFUSED');
      return settled;
    },
  );

  // Stored under the key: whoever repeats the request goes on with the same refunds.
  async function send(request: FastifyRequest, refundId: string) {
    await requireProvider({ ...telling, db, payments: required(payments), changes, logger }, refundId);
    return runIdempotent(db, request, 200, async (trx) => ({
      sent: await sendRefund(trx, actorOf(request), refundId),
    }));
  }
}

function required<Provider>(payments: Provider | undefined): Provider {
  if (!payments) throw new AppError('REFUND_NOT_THROUGH_PROVIDER');
  return payments;
}
