import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { App } from '../../deps.ts';
import type { Change } from '../../platform/changes/change-notifier.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { placesOfReservation, presentCharge } from '../reservations/index.ts';
import { readCredit, takeRefundAsCredit, useCredit } from './credits/credits.ts';
import { readTyped } from './ledger/ledger.present.ts';
import { openCharge } from './provider/charges.ts';
import { startedCharge } from './provider/synchronize-charge.ts';
import { readLedger, recordPayment, reverseEntry } from './record-payment.ts';

const MINUTE_MS = 60_000;

/** The ledger of a reservation, what it is asked to pay, and a client's credit. */
export async function paymentsRoutes(app: App): Promise<void> {
  const { db, payments, cards, ownKey, jobs, config, logger } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  const changes: Change = 'reservations';
  const limit = (name: string) =>
    limited(app, { name, max: 30, windowMs: MINUTE_MS, by: (request) => callerOf(request).id });

  handle(app, paymentRoutes.readLedger, ({ params }) => readLedger(db, params.reservationId));
  handleWrite(
    app,
    paymentRoutes.record,
    ({ trx, actor, params, body }) => recordPayment(trx, actor, notifyDeps, params.reservationId, readTyped(body)),
    // It may reinstate an expired reservation.
    { changes: placesOfReservation(db) },
  );
  handleWrite(app, paymentRoutes.reverse, ({ trx, actor, params, body }) => reverseEntry(trx, actor, params, body), {
    changes,
  });

  handle(
    app,
    paymentRoutes.requestCharge,
    async ({ actor, params, body }) => {
      const open = await inTransaction(db, (trx) =>
        openCharge(trx, actor, { payments, cards, ownKey }, params.reservationId, body),
      );
      const charge = await startedCharge({ db, payments, cards, ownKey, logger }, open);
      // The provider refused it; a Pix becomes one to the operator's own key instead.
      if (charge.kind === 'card' && charge.state === 'replaced') throw new AppError('CARD_UNAVAILABLE');
      return presentCharge(charge);
    },
    { changes: 'nothing', limit: limit('charges') },
  );

  const ofCredit = { changes, limit: limit('credit'), examples: { body: [{ amountCents: 12_000 }] } };
  handle(app, paymentRoutes.readCredit, ({ caller }) => readCredit(db, caller.id));
  handleWrite(
    app,
    paymentRoutes.payWithCredit,
    ({ trx, actor, params, body }) => useCredit(trx, actor, { ...params, ...notifyDeps }, body),
    ofCredit,
  );
  handleWrite(
    app,
    paymentRoutes.takeRefundAsCredit,
    ({ trx, actor, params, body }) => takeRefundAsCredit(trx, actor, { ...params, ...notifyDeps }, body),
    ofCredit,
  );
}
