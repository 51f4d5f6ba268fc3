import type {
  GiftCardDecision,
  GiftCardEntryKind,
  GiftCardFilters,
  GiftCardList,
  GiftCardPayment,
  StaffGiftCard,
} from '@passeio/contract/payments/gift-cards';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import { closeStoredValue, kept, storedValueOf, writeTransfer } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { giveBackWhatIsDue, lockReservation } from '../../reservations/index.ts';
import { readTyped } from '../ledger/ledger.present.ts';
import { findChargeOfCard, receiveForGiftCard } from '../provider/gift-card-charges.ts';
import { hashesOf } from './codes.ts';
import {
  changeCard,
  entriesOfCards,
  findCard,
  type GiftCardRow,
  lockCard,
  pageOfCards,
  revokedCentsOf,
} from './gift-cards.queries.ts';

/** Gift cards with their entries, for staff. */
export async function listGiftCards(db: Database, filters: GiftCardFilters): Promise<GiftCardList> {
  const { rows, ...count } = await pageOfCards(db, filters);
  return { data: await presentAll(db, rows), page: { number: filters.page, size: filters.size, ...count } };
}

/** Records that the value of a gift card came in, as staff read in the bank's statement; its card is active then. */
export async function recordCardPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  giftCardId: string,
  body: GiftCardPayment,
): Promise<StaffGiftCard> {
  await requireCard(trx, giftCardId);
  const { payment } = readTyped(body);
  const chargeId = (await findChargeOfCard(trx, giftCardId))?.id ?? null;
  const paid = {
    giftCardId,
    chargeId,
    method: handRecorded.method,
    payment,
    occurredAt: new Date(),
    via: 'person' as const,
  };
  if (!(await receiveForGiftCard(trx, actor, deps, paid))) throw new AppError('GIFT_CARD_PAID');
  return readStaffCard(trx, giftCardId);
}

/** Takes all that a gift card has. Throws GIFT_CARD_NOT_FOUND or GIFT_CARD_NOT_ACTIVE. */
export async function revokeGiftCard(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { reason }: GiftCardDecision,
): Promise<StaffGiftCard> {
  const card = await requireCard(trx, id);
  if (card.state !== 'active') throw new AppError('GIFT_CARD_NOT_ACTIVE');
  await changeCard(trx, id, { state: 'revoked' });
  await writeDecision(trx, actor, card, { kind: 'revocation', amountCents: card.balance_cents, reason });
  await closeStoredValue(trx, id, true);
  await audit(trx, actor, card, { action: 'gift_card.revoked', reason });
  return readStaffCard(trx, id);
}

/**
 * Gives a gift card that is active or was revoked another code and link, with what the former code had; the former ones
 * end. It is sent again. Throws GIFT_CARD_NOT_FOUND, or GIFT_CARD_NOT_ACTIVE for one that was not paid.
 */
export async function reissueGiftCard(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, key }: { id: string; key: Uint8Array },
  { reason }: GiftCardDecision,
): Promise<StaffGiftCard> {
  // What they owe to the card waited for it to be open again.
  const owing = await lockOwing(trx, id);
  const card = await requireCard(trx, id);
  if (card.state !== 'active' && card.state !== 'revoked') throw new AppError('GIFT_CARD_NOT_ACTIVE');
  if (card.state === 'active') {
    await writeDecision(trx, actor, card, { kind: 'revocation', amountCents: card.balance_cents, reason });
  }
  await closeStoredValue(trx, id, false);
  await writeDecision(trx, actor, card, { kind: 'reissue', amountCents: await revokedCentsOf(trx, id), reason });
  const generation = card.generation + 1;
  await changeCard(trx, id, { state: 'active', generation, sent_at: null, ...hashesOf(key, { id, generation }) });
  await audit(trx, actor, card, { action: 'gift_card.reissued', reason });
  for (const reservationId of owing) await giveBackWhatIsDue(trx, reservationId);
  return readStaffCard(trx, id);
}

/** Locks the reservations of which something is due, and which a gift card paid for, before the card is locked. */
async function lockOwing(trx: DatabaseTransaction, id: string): Promise<string[]> {
  const paid = trx.selectFrom('entries').select('reservation_id').where('from_account', '=', id);
  const due = trx.selectFrom('refunds').select('reservation_id').where('state', '=', sql.lit('due'));
  const owing = await due.where('reservation_id', 'in', paid).orderBy('reservation_id').execute();
  for (const { reservation_id } of owing) await lockReservation(trx, reservation_id);
  return owing.map(({ reservation_id }) => reservation_id);
}

/** Locks a gift card. Throws GIFT_CARD_NOT_FOUND. */
export async function requireCard(trx: DatabaseTransaction, id: string): Promise<GiftCardRow> {
  const card = await lockCard(trx, id);
  if (!card) throw new AppError('GIFT_CARD_NOT_FOUND');
  return card;
}

async function writeDecision(
  trx: DatabaseTransaction,
  actor: Actor,
  { id }: GiftCardRow,
  { kind, amountCents, reason }: { kind: 'revocation' | 'reissue'; amountCents: number; reason: string },
): Promise<void> {
  if (amountCents === 0) return;
  const card = storedValueOf(id);
  await writeTransfer(trx, {
    ...(kind === 'revocation' ? { from: card, to: kept } : { from: kept, to: card }),
    kind,
    method: 'gift_card',
    amount_cents: amountCents,
    note: reason,
    recorded_via: 'person',
    recorded_by: callerOfActor(actor).id,
    // Not the transaction's, which is the same for all of it: they are listed in their order.
    recorded_at: new Date(),
  });
}

function audit(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, last4, buyer_name, balance_cents }: GiftCardRow,
  { action, reason }: { action: 'gift_card.revoked' | 'gift_card.reissued'; reason: string },
): Promise<void> {
  return recordAudit(trx, actor, {
    action,
    subject: { type: 'gift_card', id, label: `${last4}, ${buyer_name}` },
    changes: { reason: [null, reason], amountCents: [null, balance_cents] },
  });
}

/** A gift card as staff sees it. Throws GIFT_CARD_NOT_FOUND. */
export async function readStaffCard(db: Database, id: string): Promise<StaffGiftCard> {
  const card = await findCard(db, 'id', id);
  const [shown] = card ? await presentAll(db, [card]) : [];
  if (!shown) throw new AppError('GIFT_CARD_NOT_FOUND');
  return shown;
}

async function presentAll(db: Database, cards: GiftCardRow[]): Promise<StaffGiftCard[]> {
  const ids = cards.map(({ id }) => id);
  const entries = Map.groupBy(await entriesOfCards(db, ids), ({ gift_card_id }) => gift_card_id);
  return cards.map((card) => ({
    id: card.id,
    state: card.state,
    last4: card.last4,
    valueCents: card.value_cents,
    balanceCents: card.balance_cents,
    buyer: { name: card.buyer_name, email: card.buyer_email },
    recipient: { name: card.recipient_name, email: card.recipient_email },
    sendOn: card.send_on,
    sentAt: card.sent_at?.toISOString() ?? null,
    createdAt: card.created_at.toISOString(),
    entries: (entries.get(card.id) ?? []).map(({ id, kind, cents, recorded_at, note, code }) => ({
      id,
      kind: names[kind] ?? (cents < 0 ? 'used' : 'returned'),
      amountCents: cents,
      at: recorded_at.toISOString(),
      reason: code ? '' : note,
      reservationCode: code,
    })),
  }));
}

const names: Record<string, GiftCardEntryKind | undefined> = {
  sale: 'issued',
  sale_refund: 'refunded',
  sale_chargeback: 'charged_back',
  revocation: 'revoked',
  reissue: 'reissued',
};
