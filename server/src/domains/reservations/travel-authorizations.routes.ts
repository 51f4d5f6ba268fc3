import { MAX_RECEIPT_MB } from '@passeio/contract/payments/payments';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { removeDocument, storeDocument } from '../../platform/http/document-files.ts';
import { type Call, handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { acceptUploads, uploadedFiles } from '../../platform/http/uploads.ts';
import { startedAuthorizations } from './authorization/authorization-files.ts';
import { formAsPdf, readForm } from './authorization/authorization-form.ts';
import { changeAuthorization, requireOpenable, sendAuthorization } from './authorization/change-authorization.ts';

/** Authorisations of people under 16 who travel without a parent: said, printed and sent by payer and staff. */
export async function travelAuthorizationsRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  await app.register(uploadRoute);
  handleWrite(
    app,
    reservationRoutes.changeAuthorization,
    ({ trx, actor, params, body }) => changeAuthorization(trx, actor, params, body),
    { examples: { body: [{ withoutParents: true, validUntil: '2027-03-31' }] } },
  );
  handle(app, reservationRoutes.printAuthorization, async ({ caller, params, reply }) => {
    const form = await readForm(db, caller, params);
    const name = `autorizacao-de-viagem-${form.code}.pdf`;
    return sendFile(reply, { name, mediaType: 'application/pdf', content: await formAsPdf(form) });
  });
}

// A plugin context of its own: only this route parses multipart.
async function uploadRoute(app: App): Promise<void> {
  await acceptUploads(app, { files: 1, megabytes: MAX_RECEIPT_MB, fields: 2 });
  handle(app, reservationRoutes.sendAuthorization, (call) => takeAuthorization(app, call));
}

async function takeAuthorization(
  { deps: { db, storage, jobs } }: App,
  { request, caller, actor, params }: Call<typeof reservationRoutes.sendAuthorization>,
): Promise<ReservationDetails> {
  // Checked before the upload is read.
  await requireOpenable(db, caller, params.reservationId);
  const file = await storeDocument(storage, 'authorizations', uploadedFiles(request), (id) =>
    jobs.enqueue(startedAuthorizations, { id }),
  );
  let mayBeReferenced = false;
  try {
    return await inTransaction(db, async (trx) => {
      mayBeReferenced = false;
      const details = await sendAuthorization(trx, actor, params, file);
      mayBeReferenced = true;
      return details;
    });
  } catch (error) {
    // A transaction that failed at its end may have committed: the clean-up job checks later.
    if (!mayBeReferenced) await removeDocument(storage, 'authorizations', file.id);
    throw error;
  }
}
