import { moneyText } from '@passeio/contract/money';
import { type Selectable, sql } from 'kysely';
import { bankOf, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { Payment, PaymentRefund } from '../../../ports/payments/port.ts';
import { accountOfMeans, balanceOf, kept, storedValueOf, takeValue, writeTransfer } from '../../book/index.ts';
import { idOfReturn } from './ledger.present.ts';

type Transfer = Selectable<Schema['transfers']>;

/** The sale of a gift card, and what has gone back of it: to the buyer, by staff, or to the bank. */
interface Sold {
  card: Selectable<Schema['gift_cards']>;
  chargeId: string;
  soldCents: number;
  back: Pick<Transfer, 'kind' | 'method' | 'amount_cents' | 'provider' | 'reference'>[];
}

/**
 * Blocks the gift card of a payment of which money went back without our asking, for all that the card has, and has
 * staff see to it; nothing happens if staff was notified of as much. What the bank has taken is written once for each
 * return: from what the operator keeps, to which the block took what the card had. What staff gave back by hand stands
 * for a return of its amount.
 */
export async function blockGiftCard(
  trx: DatabaseTransaction,
  payment: Payment,
  returned: readonly PaymentRefund[],
): Promise<void> {
  // Without a dispute it may be a second payment, which staff returned.
  const isDisputed = returned.some(({ dispute }) => dispute);
  const sold = await findSold(trx, payment, isDisputed);
  if (!sold) return;
  const taken = takenOf(sold, payment, returned);
  const returnedCents = taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (returnedCents > sold.card.returned_cents) await block(trx, sold, payment, returnedCents);
  await writeTaken(trx, sold, payment, taken);
}

async function block(trx: DatabaseTransaction, { card }: Sold, payment: Payment, returnedCents: number): Promise<void> {
  const returned = {
    returned_cents: returnedCents,
    returned_at: new Date(),
    return_checked_at: null,
    return_checked_by: null,
  };
  await trx
    .updateTable('gift_cards')
    .set({ ...returned, ...(card.state === 'active' && { state: 'revoked' as const }) })
    .where('id', '=', card.id)
    .execute();
  const leftCents = await balanceOf(trx, card.id);
  if (card.state === 'active' && leftCents > 0) {
    const note = `O banco devolveu ${moneyText(returnedCents)} do pagamento`;
    await takeValue(trx, storedValueOf(card.id), leftCents, note);
  }
  await audit(trx, card, payment, { action: 'gift_card.blocked', cents: returnedCents });
}

/** The returns but for those that staff recorded: under their ids, or by hand, with their amounts and without ids. */
function takenOf({ back }: Sold, payment: Payment, returned: readonly PaymentRefund[]): PaymentRefund[] {
  const refunds = back.filter(({ kind }) => kind === 'sale_refund');
  const byHand = refunds.filter(({ reference, method }) => reference === null && method === payment.method);
  return returned.filter((one) => {
    if (refunds.some((refund) => isOfReturn(refund, payment, one))) return false;
    if (one.dispute || back.some((entry) => isOfReturn(entry, payment, one))) return true;
    const index = byHand.findIndex(({ amount_cents }) => amount_cents === one.amountCents);
    if (index === -1) return true;
    byHand.splice(index, 1);
    return false;
  });
}

// What banks had taken before such transfers were written is in none, and a bank takes no more than there was.
async function writeTaken(
  trx: DatabaseTransaction,
  { card, chargeId, soldCents, back }: Sold,
  payment: Payment,
  taken: PaymentRefund[],
): Promise<void> {
  const written = back.filter(({ kind }) => kind === 'sale_chargeback');
  let unbookedCents = card.unbooked_return_cents;
  let leftCents = soldCents - unbookedCents - written.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  for (const one of taken) {
    if (one.state !== 'paid' || written.some((entry) => isOfReturn(entry, payment, one))) continue;
    const skippedCents = Math.min(unbookedCents, one.amountCents);
    unbookedCents -= skippedCents;
    const cents = Math.min(one.amountCents - skippedCents, leftCents);
    if (cents <= 0) continue;
    const { issuer: provider, reference } = idOfReturn(payment, one);
    const id = await writeTransfer(trx, {
      from: kept,
      to: accountOfMeans(payment.method, { provider }),
      kind: 'sale_chargeback',
      method: payment.method,
      amount_cents: cents,
      charge_id: chargeId,
      provider,
      reference,
      recorded_via: 'provider',
      recorded_at: new Date(),
    });
    if (!id) continue;
    leftCents -= cents;
    await audit(trx, card, payment, { action: 'gift_card.charged_back', cents });
  }
}

function isOfReturn({ provider, reference }: Sold['back'][number], payment: Payment, one: PaymentRefund): boolean {
  const id = idOfReturn(payment, one);
  return provider === id.issuer && reference?.toUpperCase() === id.reference.toUpperCase();
}

function audit(
  trx: DatabaseTransaction,
  card: Sold['card'],
  { method }: Payment,
  { action, cents }: { action: 'gift_card.blocked' | 'gift_card.charged_back'; cents: number },
): Promise<void> {
  return recordAudit(trx, bankOf(method), {
    action,
    subject: { type: 'gift_card', id: card.id, label: `${card.last4}, ${card.buyer_name}` },
    changes: { amountCents: [null, cents] },
  });
}

/** The gift card of a payment: by its id, or, of a dispute, of what staff recorded without one for the same charge. */
async function findSold(trx: DatabaseTransaction, payment: Payment, byCharge: boolean): Promise<Sold | undefined> {
  const sale = await findSale(trx, payment, byCharge);
  if (!sale) return undefined;
  const card = await trx
    .selectFrom('gift_cards')
    .selectAll()
    .where('id', '=', sale.card_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const back = await trx
    .selectFrom('transfers')
    .select(['kind', 'method', 'amount_cents', 'provider', 'reference'])
    .where('charge_id', '=', sale.charge_id)
    .where(sql<boolean>`kind in ('sale_refund', 'sale_chargeback')`)
    .orderBy('recorded_at')
    .execute();
  return { card, chargeId: sale.charge_id, soldCents: sale.amount_cents, back };
}

async function findSale(
  trx: DatabaseTransaction,
  { issuer, reference, chargeReference }: Payment,
  byCharge: boolean,
): Promise<{ card_id: string; charge_id: string; amount_cents: number } | undefined> {
  const sales = trx
    .selectFrom('transfers as sale')
    .innerJoin('charges', 'charges.gift_card_id', 'sale.to_account')
    .select(['sale.to_account as card_id', 'charges.id as charge_id', 'sale.amount_cents'])
    .where('sale.kind', '=', 'sale');
  const isNamed = (table: 'sale' | 'claim') =>
    sql<boolean>`${sql.table(table)}.provider = ${issuer} and upper(${sql.ref(`${table}.reference`)}) = ${reference.toUpperCase()}`;
  const claimed = sales
    .innerJoin('unmatched_payments as claim', 'claim.transfer_id', 'sale.id')
    .where(isNamed('claim'));
  const byId = await sales.where(isNamed('sale')).union(claimed).executeTakeFirst();
  if (byId || !byCharge || !chargeReference) return byId;
  return sales.where('charges.reference', '=', chargeReference).where('sale.reference', 'is', null).executeTakeFirst();
}
