import { randomUUIDv7 } from 'node:crypto';
import { pagePaths } from '@passeio/contract/paths';
import { GIFT_CARD_UNPAID_HOURS, type GiftCard, type GiftCardDraft } from '@passeio/contract/payments/gift-cards';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/http/link-token.ts';
import type { Providers } from '../../../ports/payments/port.ts';
import { presentCharge } from '../../book/index.ts';
import { chargeGiftCard, findChargeOfCard } from '../provider/gift-card-charges.ts';
import { hashesOf, linkTokenOf, shownCodeOf } from './codes.ts';
import { findCard, type GiftCardRow, insertCard } from './gift-cards.queries.ts';

const HOUR_MS = 3_600_000;

interface Purchase {
  key: Uint8Array;
  providers: Providers;
  idempotency: { key: string; fingerprint: string } | null;
}

/**
 * Stores a gift card with the charge of its value. Returns its id; that of the first one where the request is repeated.
 */
export async function buyGiftCard(
  trx: DatabaseTransaction,
  { key, providers, idempotency }: Purchase,
  { valueCents, buyer, recipient, message, sendOn }: GiftCardDraft,
): Promise<string> {
  const { sells_gift_cards } = await trx.selectFrom('operator').select('sells_gift_cards').executeTakeFirstOrThrow();
  if (!sells_gift_cards) throw new AppError('GIFT_CARDS_OFF');
  const id = randomUUIDv7();
  const card = await insertCard(trx, {
    id,
    ...hashesOf(key, { id, generation: 1 }),
    value_cents: valueCents,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    recipient_name: recipient?.name ?? '',
    recipient_email: recipient?.email ?? '',
    message,
    send_on: sendOn ?? null,
    request_key: idempotency?.key ?? null,
    request_fingerprint: idempotency?.fingerprint ?? null,
  });
  if (card) await chargeGiftCard(trx, providers, card, new Date(Date.now() + GIFT_CARD_UNPAID_HOURS * HOUR_MS));
  if (card || !idempotency) return id;
  const earlier = await findCard(trx, 'request_key', idempotency.key);
  if (earlier?.request_fingerprint !== idempotency.fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return earlier.id;
}

/** The gift card of a link. Throws GIFT_CARD_LINK_OVER. */
export async function readGiftCard(db: Database, key: Uint8Array, token: string): Promise<GiftCard> {
  const card = await findCard(db, 'link_hash', hashToken(token));
  if (!card) throw new AppError('GIFT_CARD_LINK_OVER');
  return presentCard(db, key, card);
}

/** A gift card as its buyer sees it, with the token of its link. */
export async function readBoughtCard(db: Database, key: Uint8Array, id: string) {
  const card = await findCard(db, 'id', id);
  if (!card) throw new AppError('GIFT_CARD_NOT_FOUND');
  return { ...(await presentCard(db, key, card)), token: linkTokenOf(key, card) };
}

/** The URL of a gift card's link; undefined where the server's key is another one than that of the card. */
export async function makeGiftCardLink(
  db: Database,
  key: Uint8Array,
  publicUrl: string,
  id: string,
): Promise<string | undefined> {
  const card = await findCard(db, 'id', id);
  const token = card && linkTokenOf(key, card);
  return token && hashToken(token) === card.link_hash ? publicUrl + pagePaths.giftCard(token) : undefined;
}

async function presentCard(db: Database, key: Uint8Array, card: GiftCardRow): Promise<GiftCard> {
  const charge = card.state === 'awaiting_payment' ? await findChargeOfCard(db, card.id) : undefined;
  return {
    state: card.state,
    valueCents: card.value_cents,
    balanceCents: card.balance_cents,
    code: card.state === 'active' ? shownCodeOf(key, card) : null,
    buyerName: card.buyer_name,
    recipientName: card.recipient_name,
    message: card.message,
    sendOn: card.send_on,
    charge: charge?.state === 'open' ? presentCharge(charge) : null,
  };
}
