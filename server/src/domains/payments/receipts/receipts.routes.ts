import { MAX_RECEIPT_MB } from '@passeio/contract/payments/payments';
import { toDoRoutes } from '@passeio/contract/payments/to-do-routes';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import type { FastifyReply } from 'fastify';
import type { App } from '../../../deps.ts';
import { removeDocument, sendDocument, storeDocument } from '../../../platform/http/document-files.ts';
import { type Call, handle, handleWrite } from '../../../platform/http/handle.ts';
import { runIdempotent } from '../../../platform/http/idempotency.ts';
import { acceptUploads, uploadedFiles } from '../../../platform/http/uploads.ts';
import { readTyped } from '../ledger/ledger.present.ts';
import { scheduleReceiptCleanup } from './clean-up-receipts.ts';
import { countToDo } from './receipts.queries.ts';
import { openReceipt, requireOwnReservation, submitReceipt } from './receipts.ts';
import { approveReceipt, listReceipts, rejectReceipt } from './review-receipts.ts';

/** Receipts: sent by payers, reviewed by staff. */
export async function receiptsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  await app.register(uploadRoute);

  handle(app, paymentRoutes.readReceiptFile, async ({ actor, params, reply }) => {
    return sendDocument(reply, await openReceipt(app.deps, actor, params.receiptId));
  });
  handle(app, paymentRoutes.listReceipts, ({ query }) => listReceipts(db, query));
  handle(app, toDoRoutes.count, () => countToDo(db));
  handleWrite(app, paymentRoutes.approveReceipt, ({ trx, actor, params, body }) =>
    approveReceipt(trx, notifyDeps, actor, params.receiptId, readTyped(body)),
  );
  handleWrite(app, paymentRoutes.rejectReceipt, ({ trx, actor, params, body }) =>
    rejectReceipt(trx, notifyDeps, actor, params.receiptId, body),
  );
}

// A plugin context of its own: only this route parses multipart.
async function uploadRoute(app: App): Promise<void> {
  await acceptUploads(app, { files: 1, megabytes: MAX_RECEIPT_MB });
  handle(app, paymentRoutes.sendReceipt, (call) => takeReceipt(app, call), { runsOnce: true });
}

async function takeReceipt(
  { deps }: App,
  { request, reply, caller, actor, params: { reservationId } }: Call<typeof paymentRoutes.sendReceipt>,
): Promise<FastifyReply> {
  const { db, storage, jobs, config } = deps;
  // Checked before the upload is read.
  await requireOwnReservation(db, caller, reservationId);
  const file = await storeDocument(storage, 'receipts', uploadedFiles(request), (fileId) =>
    scheduleReceiptCleanup(jobs, fileId),
  );
  // The file's hash stands for the body, also in the fingerprint of an Idempotency-Key.
  request.body = { sha256: file.sha256 };
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  let mayBeReferenced = false;
  try {
    const { statusCode, body } = await runIdempotent(db, request, 201, async (trx) => {
      mayBeReferenced = false;
      const submitted = await submitReceipt(trx, notifyDeps, actor, reservationId, file);
      mayBeReferenced = true;
      return submitted;
    });
    // Otherwise it was refused, or it is the answer to an earlier request with the same key.
    const isReferenced = 'id' in body && body.id === file.id;
    if (!isReferenced) await removeDocument(storage, 'receipts', file.id);
    return reply.status(statusCode).send(body);
  } catch (error) {
    // A transaction that failed at its end may have committed: the clean-up job checks later.
    if (!mayBeReferenced) await removeDocument(storage, 'receipts', file.id);
    throw error;
  }
}
