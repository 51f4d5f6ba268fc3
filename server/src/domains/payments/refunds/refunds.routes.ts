import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import type { App } from '../../../deps.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type Call, handle, handleWrite } from '../../../platform/http/handle.ts';
import { runIdempotent, sendIdempotent } from '../../../platform/http/idempotency.ts';
import { readTyped } from '../ledger/ledger.present.ts';
import { changeOwnRefundKey, listRefunds, payRefundByHand, readRefund, rewriteRefund } from './refunds.ts';
import { requireProvider, sendRefund, tryUpdateSentRefund } from './send-refund.ts';

type PaymentCall = Call<typeof paymentRoutes.payRefund>;

/** Money that must go back. */
export async function refundsRoutes(app: App): Promise<void> {
  const { db, providers, jobs, changes, logger, config } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  const deps = { ...notifyDeps, providers, db, changes, logger };

  handle(app, paymentRoutes.listRefunds, ({ query }) => listRefunds(db, providers, query));
  handleWrite(app, paymentRoutes.changeRefund, ({ trx, actor, params, body }) =>
    rewriteRefund(trx, actor, { ...params, providers, ...notifyDeps }, body),
  );
  handleWrite(app, paymentRoutes.changeRefundKey, ({ trx, actor, params, body }) =>
    changeOwnRefundKey(trx, actor, { ...params, ...notifyDeps }, body),
  );

  handle(
    app,
    paymentRoutes.payRefund,
    async (call) => {
      const { actor, params, body: payment, request, reply } = call;
      const { refundId } = params;
      if (payment.via === 'hand') {
        return sendIdempotent(db, request, reply, 200, async (trx) => {
          await payRefundByHand(trx, actor, notifyDeps, refundId, readTyped(payment));
          return readRefund(trx, providers, refundId);
        });
      }
      const { statusCode, body } = await send(call);
      if (statusCode !== 200) return reply.status(statusCode).send(body);
      for (const sentId of (body as { sent: string[] }).sent) await tryUpdateSentRefund(deps, sentId);
      const refund = await readRefund(db, providers, refundId);
      if (refund.state === 'due') throw new AppError('REFUND_REFUSED');
      return refund;
    },
    { runsOnce: true },
  );

  // Stored under the key: a caller who repeats the request goes on with the same refunds.
  async function send({ request, actor, params: { refundId }, body: { amountCents } }: PaymentCall) {
    await requireProvider(deps, refundId);
    return runIdempotent(db, request, 200, async (trx) => ({
      sent: await sendRefund(trx, actor, refundId, amountCents),
    }));
  }
}
