import { id } from '@passeio/contract/fields';
import {
  MAX_RECEIPT_MB,
  paymentsToDo,
  receipt,
  receiptApproval,
  receiptFilters,
  receiptList,
  receiptRejection,
  receiptToReview,
} from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import type { FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import type { Change } from '../../../platform/changes/change-notifier.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { extendBodyDeadline } from '../../../platform/http/body-deadline.ts';
import { runIdempotent, sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { acceptUploads, uploadedFiles } from '../../../platform/http/uploads.ts';
import { findTripOf, isStaff } from '../../reservations/index.ts';
import { scheduleReceiptCleanup } from './clean-up-receipts.ts';
import { openReceipt } from './open-receipt.ts';
import { removeReceipt, storeReceipt } from './receipt-files.ts';
import { countToDo, findReceipt } from './receipts.queries.ts';
import { requireOwnReservation, submitReceipt } from './receipts.ts';
import { approveReceipt, listReceipts, rejectReceipt } from './review-receipts.ts';

const tags = ['payments'];
const params = z.object({ receiptId: id });
const HOUR_MS = 3_600_000;

/** Receipts: sent by payers, judged by staff. */
export async function receiptsRoutes(app: App): Promise<void> {
  await app.register(uploadRoute);
  await app.register(fileRoute);
  await app.register(reviewRoutes);
}

// A plugin context of its own: only these routes parse multipart.
async function uploadRoute(app: App): Promise<void> {
  await acceptUploads(app, { files: 1, megabytes: MAX_RECEIPT_MB });

  app.post(
    '/reservations/:reservationId/receipts',
    {
      config: { changes: 'reservations' },
      preParsing: extendBodyDeadline,
      preHandler: limitReceipts(app),
      // Documented only; the file is streamed.
      validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : validatorCompiler(route as never)),
      schema: {
        tags,
        summary: 'Send the receipt of a payment: JPEG, PNG, WebP or PDF of up to 10 MB. The clock of the hold stops',
        consumes: ['multipart/form-data'],
        params: z.object({ reservationId: id }),
        headers: writeHeaders,
        body: z.object({ file: z.file() }),
        response: { 201: receipt, ...errorResponses() },
      },
    },
    (request, reply) => takeReceipt(app, request, reply, request.params.reservationId),
  );
}

async function takeReceipt(
  { deps }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  reservationId: string,
): Promise<never> {
  const { db, storage, jobs, config } = deps;
  // Checked before the upload is read.
  await requireOwnReservation(db, callerOf(request), reservationId);
  const file = await storeReceipt(storage, uploadedFiles(request), (fileId) => scheduleReceiptCleanup(jobs, fileId));
  // The file's hash stands for the body, also in the fingerprint of an Idempotency-Key.
  request.body = { sha256: file.sha256 };
  const parts = { jobs, publicUrl: config.publicUrl };
  let mayBeReferenced = false;
  try {
    const { statusCode, body } = await runIdempotent(db, request, 201, async (trx) => {
      mayBeReferenced = false;
      const submitted = await submitReceipt(trx, parts, actorOf(request), reservationId, file);
      mayBeReferenced = true;
      return submitted;
    });
    // Otherwise it was refused, or it is the answer to an earlier request with the same key.
    const isReferenced = 'id' in body && body.id === file.id;
    if (!isReferenced) await removeReceipt(storage, file.id);
    return reply.status(statusCode).send(body) as never;
  } catch (error) {
    // A transaction that failed at its end may have committed: the clean-up job checks later.
    if (!mayBeReferenced) await removeReceipt(storage, file.id);
    throw error;
  }
}

function limitReceipts(app: App): preHandlerAsyncHookHandler {
  const by = (request: FastifyRequest) => callerOf(request).id;
  const ofClient = limited(app, { name: 'receipt', max: 10, windowMs: HOUR_MS, by });
  const ofStaff = limited(app, { name: 'receipt-staff', max: 120, windowMs: HOUR_MS, by });
  return async function limitByRole(request, reply) {
    await (isStaff(callerOf(request)) ? ofStaff : ofClient).call(this, request, reply);
  };
}

async function fileRoute(app: App): Promise<void> {
  app.get(
    '/payments/receipts/:receiptId/file',
    {
      schema: {
        tags,
        summary: 'The file of a receipt, for the payer of its reservation and for staff, whose opening is audited',
        params,
      },
    },
    async (request, reply) => {
      const file = await openReceipt(app.deps, actorOf(request), request.params.receiptId);
      // A PDF may hold scripts: no browser shows it within our origin.
      const disposition = file.contentType === 'application/pdf' ? 'attachment' : 'inline';
      return reply
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('content-disposition', `${disposition}; filename="${file.name}"`)
        .type(file.contentType)
        .send(file.content);
    },
  );
}

async function reviewRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const parts = { jobs, publicUrl: config.publicUrl };

  app.get(
    '/payments/receipts',
    {
      schema: {
        tags,
        summary: 'Receipts in a state; those that wait by urgency: departures of the next three days, then the oldest',
        querystring: receiptFilters,
        response: { 200: receiptList, ...errorResponses() },
      },
    },
    (request) => listReceipts(db, request.query),
  );

  app.get(
    '/payments/to-do',
    {
      schema: {
        tags,
        summary: 'How many receipts, refunds and payments without a reservation wait for staff',
        response: { 200: paymentsToDo, ...errorResponses() },
      },
    },
    () => countToDo(db),
  );

  const judged = {
    tags,
    params,
    headers: writeHeaders,
    response: { 201: receiptToReview, ...errorResponses() },
  };
  app.post(
    '/payments/receipts/:receiptId/approval',
    {
      // It may reinstate an expired reservation.
      config: { changes: placesOfReceipt(db) },
      schema: { ...judged, summary: 'Accept a receipt: records what came in by the statement', body: receiptApproval },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        approveReceipt(trx, parts, actorOf(request), request.params.receiptId, request.body),
      ),
  );

  app.post(
    '/payments/receipts/:receiptId/rejection',
    {
      config: { changes: 'reservations' },
      schema: { ...judged, summary: 'Reject a receipt; the client reads the reason', body: receiptRejection },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        rejectReceipt(trx, parts, actorOf(request), request.params.receiptId, request.body),
      ),
  );
}

function placesOfReceipt(db: Database): (request: FastifyRequest) => Promise<Change> {
  return async ({ params }) => {
    const found = await findReceipt(db, (params as { receiptId: string }).receiptId);
    return found ? `places:${await findTripOf(db, found.reservation_id)}` : 'everything';
  };
}
