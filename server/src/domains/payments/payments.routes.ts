import type { Charge } from '@passeio/contract/payments/payments';
import { participantLinkRoutes } from '@passeio/contract/reservations/participant-link-routes';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { presentCharge } from '../book/index.ts';
import { readCredit, takeRefundAsCredit, useCredit } from './credits/credits.ts';
import { readTyped } from './ledger/ledger.present.ts';
import type { ChargeRow } from './provider/charges.queries.ts';
import { openCharge } from './provider/charges.ts';
import { chargeShare } from './provider/share-charges.ts';
import { startedCharge } from './provider/synchronize-charge.ts';
import { readLedger, recordPayment, reverseEntry } from './record-payment.ts';
import { exportSlips } from './slips/slips.ts';

/** The ledger of a reservation, what it is asked to pay, and a client's credit. */
export async function paymentsRoutes(app: App): Promise<void> {
  const { db, providers, jobs, config, logger } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  async function startToPay(open: ChargeRow): Promise<Charge> {
    const charge = await startedCharge({ db, logger, providers }, open);
    // The provider refused it; a Pix becomes one to the operator's own key instead.
    if (charge.kind === 'card' && charge.state === 'replaced') throw new AppError('CARD_UNAVAILABLE');
    return presentCharge(charge);
  }

  handle(app, paymentRoutes.readLedger, ({ params }) => readLedger(db, params.reservationId));
  handle(app, paymentRoutes.exportSlips, async ({ caller, params, query, reply }) => {
    const file = await exportSlips(db, caller, { ...params, ...query });
    return sendFile(reply, { ...file, mediaType: 'application/pdf' });
  });
  handleWrite(app, paymentRoutes.record, ({ trx, actor, params, body }) =>
    recordPayment(trx, actor, notifyDeps, params.reservationId, readTyped(body)),
  );
  handleWrite(app, paymentRoutes.reverse, ({ trx, actor, params, body }) => reverseEntry(trx, actor, params, body));

  handle(app, paymentRoutes.requestCharge, async ({ actor, params, body }) =>
    startToPay(await inTransaction(db, (trx) => openCharge(trx, actor, providers, params.reservationId, body))),
  );
  handle(
    app,
    participantLinkRoutes.chargeShare,
    async ({ actor, body }) => startToPay(await inTransaction(db, (trx) => chargeShare(trx, actor, providers, body))),
    { examples: { body: [{ token: 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA', purpose: 'deposit' }] } },
  );

  const examples = { body: [{ amountCents: 12_000 }] };
  handle(app, paymentRoutes.readCredit, ({ caller }) => readCredit(db, caller.id));
  handleWrite(
    app,
    paymentRoutes.payWithCredit,
    ({ trx, actor, params, body }) => useCredit(trx, actor, { ...params, ...notifyDeps }, body),
    { examples },
  );
  handleWrite(
    app,
    paymentRoutes.takeRefundAsCredit,
    ({ trx, actor, params, body }) => takeRefundAsCredit(trx, actor, { ...params, ...notifyDeps }, body),
    { examples },
  );
}
