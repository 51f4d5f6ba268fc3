import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { readIdempotency } from '../../platform/http/idempotency.ts';
import { buyGiftCard, readBoughtCard, readGiftCard } from './gift-cards/buy-gift-card.ts';
import { listGiftCards, recordCardPayment, reissueGiftCard, revokeGiftCard } from './gift-cards/manage-gift-cards.ts';
import { refundGiftCard } from './gift-cards/refund-gift-card.ts';
import { checkTakenBackCard } from './gift-cards/taken-back-cards.ts';
import { quoteGiftCard, useGiftCard } from './gift-cards/use-gift-card.ts';
import { findChargeOfCard } from './provider/gift-card-charges.ts';
import { startedCharge } from './provider/synchronize-charge.ts';

const exampleCode = 'Q7XA-4MKD-9TRC-HW3E';
const exampleBuyer = { name: 'Ana Prado', email: 'ana@exemplo.com.br' };

/** Gift cards, for anybody who buys or has one, and for staff. */
export async function giftCardsRoutes(app: App): Promise<void> {
  const { db, providers, jobs, config, logger, giftCardKey: key } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };

  handle(
    app,
    giftCardRoutes.buy,
    async ({ request, body }) => {
      const purchase = { key, providers, idempotency: readIdempotency(request) };
      const id = await inTransaction(db, (trx) => buyGiftCard(trx, purchase, body));
      const charge = await findChargeOfCard(db, id);
      if (charge) await startedCharge({ db, providers, logger }, charge);
      return readBoughtCard(db, key, id);
    },
    {
      runsOnce: true,
      examples: { body: [{ valueCents: 20_000, buyer: exampleBuyer, message: 'Feliz aniversário!' }] },
    },
  );
  handle(app, giftCardRoutes.read, ({ body }) => readGiftCard(db, key, body.token));

  handle(
    app,
    giftCardRoutes.quote,
    ({ actor, params, body }) => quoteGiftCard(db, actor, params.reservationId, body.code),
    { examples: { body: [{ code: exampleCode }] } },
  );
  handleWrite(
    app,
    giftCardRoutes.use,
    ({ trx, actor, params, body }) => useGiftCard(trx, actor, { ...params, ...notifyDeps }, body),
    { examples: { body: [{ code: exampleCode, amountCents: 12_000 }] } },
  );

  handle(app, giftCardRoutes.list, ({ query }) => listGiftCards(db, query));
  handleWrite(app, giftCardRoutes.recordPayment, ({ trx, actor, params, body }) =>
    recordCardPayment(trx, actor, notifyDeps, params.giftCardId, body),
  );
  handleWrite(app, giftCardRoutes.revoke, ({ trx, actor, params, body }) =>
    revokeGiftCard(trx, actor, params.giftCardId, body),
  );
  handleWrite(app, giftCardRoutes.refund, ({ trx, actor, params, body }) =>
    refundGiftCard(trx, actor, { id: params.giftCardId, ...notifyDeps }, body),
  );
  handleWrite(app, giftCardRoutes.checkReturn, ({ trx, actor, params, body }) =>
    checkTakenBackCard(trx, actor, params.giftCardId, body?.note),
  );
  handleWrite(app, giftCardRoutes.reissue, ({ trx, actor, params, body }) =>
    reissueGiftCard(trx, actor, { id: params.giftCardId, key }, body),
  );
}
