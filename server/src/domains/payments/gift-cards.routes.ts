import { createHash } from 'node:crypto';
import { giftCardRoutes } from '@passeio/contract/payments/gift-card-routes';
import type { GiftCardDraft } from '@passeio/contract/payments/gift-cards';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { readIdempotency } from '../../platform/http/idempotency.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { buyGiftCard, readBoughtCard, readGiftCard } from './gift-cards/buy-gift-card.ts';
import { listGiftCards, recordCardPayment, reissueGiftCard, revokeGiftCard } from './gift-cards/manage-gift-cards.ts';
import { refundGiftCard } from './gift-cards/refund-gift-card.ts';
import { checkTakenBackCard } from './gift-cards/taken-back-cards.ts';
import { quoteGiftCard, useGiftCard } from './gift-cards/use-gift-card.ts';
import { findChargeOfCard } from './provider/gift-card-charges.ts';
import { startedCharge } from './provider/synchronize-charge.ts';

const MINUTE_MS = 60_000;
const exampleCode = 'Q7XA-4MKD-9TRC-HW3E';
const exampleBuyer = { name: 'Ana Prado', email: 'ana@exemplo.com.br' };

/** Gift cards, for anybody who buys or has one, and for staff. */
export async function giftCardsRoutes(app: App): Promise<void> {
  const { db, providers, jobs, config, logger, giftCardKey: key } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  const addressOf = ({ body }: FastifyRequest) =>
    createHash('sha256')
      .update((body as GiftCardDraft).buyer.email)
      .digest('base64url');

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
      changes: 'nothing',
      runsOnce: true,
      limit: [
        limited(app, { name: 'gift-cards', max: 20, windowMs: 60 * MINUTE_MS }),
        limited(app, { name: 'gift-cards-address', max: 10, windowMs: 60 * MINUTE_MS, by: addressOf }),
      ],
      examples: { body: [{ valueCents: 20_000, buyer: exampleBuyer, message: 'Feliz aniversário!' }] },
    },
  );
  handle(app, giftCardRoutes.read, ({ body }) => readGiftCard(db, key, body.token), {
    changes: 'nothing',
    limit: limited(app, { name: 'gift-card-link', max: 120, windowMs: 10 * MINUTE_MS }),
  });

  // Of codes, right or wrong: by person, and by address over all persons.
  const guesses = [
    limited(app, { name: 'gift-card-codes', max: 15, windowMs: 15 * MINUTE_MS, by: (one) => callerOf(one).id }),
    limited(app, { name: 'gift-card-codes-address', max: 40, windowMs: 15 * MINUTE_MS }),
  ];
  handle(
    app,
    giftCardRoutes.quote,
    ({ actor, params, body }) => quoteGiftCard(db, actor, params.reservationId, body.code),
    {
      changes: 'nothing',
      limit: guesses,
      examples: { body: [{ code: exampleCode }] },
    },
  );
  handleWrite(
    app,
    giftCardRoutes.use,
    ({ trx, actor, params, body }) => useGiftCard(trx, actor, { ...params, ...notifyDeps }, body),
    { changes: 'reservations', limit: guesses, examples: { body: [{ code: exampleCode, amountCents: 12_000 }] } },
  );

  handle(app, giftCardRoutes.list, ({ query }) => listGiftCards(db, query));
  handleWrite(
    app,
    giftCardRoutes.recordPayment,
    ({ trx, actor, params, body }) => recordCardPayment(trx, actor, notifyDeps, params.giftCardId, body),
    { changes: 'nothing' },
  );
  handleWrite(
    app,
    giftCardRoutes.revoke,
    ({ trx, actor, params, body }) => revokeGiftCard(trx, actor, params.giftCardId, body),
    { changes: 'nothing' },
  );
  handleWrite(
    app,
    giftCardRoutes.refund,
    ({ trx, actor, params, body }) => refundGiftCard(trx, actor, { id: params.giftCardId, ...notifyDeps }, body),
    { changes: 'nothing' },
  );
  handleWrite(
    app,
    giftCardRoutes.checkReturn,
    ({ trx, actor, params, body }) => checkTakenBackCard(trx, actor, params.giftCardId, body?.note),
    { changes: 'reservations' },
  );
  handleWrite(
    app,
    giftCardRoutes.reissue,
    ({ trx, actor, params, body }) => reissueGiftCard(trx, actor, { id: params.giftCardId, key }, body),
    { changes: 'nothing' },
  );
}
