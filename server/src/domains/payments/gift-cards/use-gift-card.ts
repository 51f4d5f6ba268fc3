import { moneyText } from '@passeio/contract/money';
import type { GiftCardQuote, GiftCardUse } from '@passeio/contract/payments/gift-cards';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { hashToken } from '../../../platform/http/link-token.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findReservation, lockForMoney, mayOpen, type ReservationRow } from '../../reservations/index.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { purposeByMoney } from '../ledger/receive-money.ts';
import { findCard, type GiftCardRow, lockCard } from './gift-cards.queries.ts';

/**
 * What a gift card would pay of a reservation. Throws RESERVATION_NOT_FOUND for someone else's too, and
 * GIFT_CARD_UNKNOWN for every code that opens nothing.
 */
export async function quoteGiftCard(
  db: Database,
  actor: Actor,
  reservationId: string,
  code: string,
): Promise<GiftCardQuote> {
  const trip = await requireOpen(db, actor, reservationId);
  return quoteOf(await requireActive(db, code), requirePayable(trip, trip));
}

/**
 * Pays for a reservation with a gift card, up to what is due and what the card has; the state follows, and the payer is
 * notified as of any payment. Throws as {@link quoteGiftCard}, PAYMENT_ABOVE_DUE for more than that, and
 * GIFT_CARD_SHORT where another use was quicker.
 */
export async function useGiftCard(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, ...deps }: NotifyDeps & { reservationId: string },
  { code, amountCents: chosenCents }: GiftCardUse,
): Promise<GiftCardQuote> {
  const trip = await requireOpen(trx, actor, reservationId);
  const card = await requireActive(trx, code);
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const quote = quoteOf(card, requirePayable(locked.reservation, trip));
  const amountCents = chosenCents ?? quote.amountCents;
  if (amountCents > quote.amountCents) {
    throw new AppError('PAYMENT_ABOVE_DUE', { amountCents: `O vale paga ${moneyText(quote.amountCents)}.` });
  }
  const kind = purposeByMoney(locked.reservation, amountCents);
  const movement = { kind, method: 'gift_card' as const, amountCents, storedValueId: card.id, via: 'person' as const };
  const action = 'reservation.payment_recorded';
  // Staff may have revoked it, or given it another code, before it was locked.
  const now = await lockCard(trx, card.id);
  if (now?.state !== 'active' || now.code_hash !== card.code_hash) throw new AppError('GIFT_CARD_UNKNOWN');
  const { entryId } = await moveMoney(trx, actor, locked, movement, { action, ifOver: 'refuse' });
  await notifyPayerOfPayment(trx, deps, { entryId });
  return { amountCents, leftCents: now.balance_cents - amountCents };
}

async function requireOpen(db: Database, actor: Actor, reservationId: string) {
  const found = await findReservation(db, reservationId);
  if (!found || !mayOpen(callerOfActor(actor), found)) throw new AppError('RESERVATION_NOT_FOUND');
  return found;
}

// Found by its hash, of which an attempt knows nothing: the time that it takes says nothing of a code.
async function requireActive(db: Database, code: string): Promise<GiftCardRow> {
  const card = await findCard(db, 'code_hash', hashToken(code));
  if (card?.state !== 'active') throw new AppError('GIFT_CARD_UNKNOWN');
  if (card.balance_cents === 0) throw new AppError('GIFT_CARD_EMPTY');
  return card;
}

/** What is due. */
function requirePayable(
  {
    is_active,
    state,
    total_cents,
    received_cents,
  }: Pick<ReservationRow, 'is_active' | 'state' | 'total_cents' | 'received_cents'>,
  { trip_cancelled_at }: { trip_cancelled_at: Date | null },
): number {
  if (trip_cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (!is_active) throw new AppError('RESERVATION_OVER');
  if (state === 'requested') throw new AppError('REQUEST_TO_ANSWER');
  const dueCents = total_cents - received_cents;
  if (dueCents <= 0) throw new AppError('NOTHING_DUE');
  return dueCents;
}

function quoteOf({ balance_cents }: GiftCardRow, dueCents: number): GiftCardQuote {
  const amountCents = Math.min(balance_cents, dueCents);
  return { amountCents, leftCents: balance_cents - amountCents };
}
