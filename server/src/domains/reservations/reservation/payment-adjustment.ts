import { randomUUIDv7 } from 'node:crypto';
import { aboveZero, type LineChange, linesAfter, totalOf, wholeLine } from '@passeio/contract/lines';
import { adjustmentLabel } from '@passeio/contract/payments/payment-adjustments';
import { instalmentsOf } from '@passeio/contract/reservations/instalments';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { listLines, type StoredLine } from './lines.ts';
import type { ReservationRow } from './reservations.queries.ts';

/** What a movement is, as far as the price depends on it. */
export interface PricedMoney {
  amountCents: number;
  chargeId?: string;
  /** The centavos that earlier payments have paid of a charge that several pay. */
  paidBeforeCents?: number;
  /** The payment of which nothing counts any more, so that it changes the price no longer. */
  takesBack?: string;
}

/** What a movement changes of its reservation's price: lines, and the sums that follow. */
interface PaymentAdjustment {
  /** Lines of the entry that is written. */
  linesOf: (entryId: string) => LineChange<StoredLine>;
  totalCents: number;
  depositCents: number;
  sums: Updateable<Schema['reservations']>;
}

/**
 * How money that comes by a charge with a price of its own, or goes back, changes the price of a locked reservation;
 * its line ends with the payment. Of several payments of one charge (`paidBeforeCents`) each changes it by its share.
 * Undefined where nothing changes: an amount that was not asked for, a charge that was paid before, nothing due, or a
 * reservation that was cancelled.
 */
export async function adjustmentBy(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  { chargeId, amountCents, paidBeforeCents, takesBack }: PricedMoney,
): Promise<PaymentAdjustment | undefined> {
  if (takesBack) return takeBack(trx, reservation, { entryId: takesBack, amountCents });
  if (!chargeId || reservation.state === 'cancelled') return undefined;
  const { total_cents: total, received_cents: received } = reservation;
  const isPart = paidBeforeCents !== undefined;
  const charge = await (isPart ? chargeWithPrice(trx, chargeId) : unadjustedCharge(trx, chargeId, amountCents));
  if (!charge || charge.adjustment_cents === 0) return undefined;
  const adjustmentCents = isPart ? adjustmentOfPart(charge, paidBeforeCents, amountCents) : charge.adjustment_cents;
  const asked = amountCents - adjustmentCents;
  // Less may be due by now: what is paid above it is given back at the price that was paid.
  const settled = Math.min(asked, total - received);
  const cents = settled > 0 ? Math.trunc((adjustmentCents * settled) / asked) : 0;
  if (cents === 0) return undefined;
  const label = adjustmentLabel(charge.kind, cents);
  const linesOf = (sourceId: string) => ({
    ended: [],
    added: [wholeLine('payment_adjustment', { sourceId, amountCents: cents, label })],
  });
  return { linesOf, ...moneyAfter(reservation, { from: received, until: received + settled, cents }) };
}

async function takeBack(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  { entryId, amountCents }: { entryId: string; amountCents: number },
): Promise<PaymentAdjustment | undefined> {
  const lines = await listLines(trx, [reservation.id]);
  const line = lines.find(({ kind, sourceId }) => kind === 'payment_adjustment' && sourceId === entryId);
  if (!line) return undefined;
  const rest = { sourceId: randomUUIDv7(), label: 'Desconto limitado ao valor da reserva' };
  const change = aboveZero(lines, { ended: [line], added: [] }, rest);
  const cents = totalOf(linesAfter(lines, change)) - reservation.total_cents;
  const until = reservation.received_cents;
  return { linesOf: () => change, ...moneyAfter(reservation, { from: until - amountCents, until, cents }) };
}

type ChargePrice = Pick<Selectable<Schema['charges']>, 'amount_cents' | 'adjustment_cents' | 'kind'>;

// The shares of all parts are the whole, whatever was rounded.
function adjustmentOfPart({ amount_cents, adjustment_cents }: ChargePrice, before: number, cents: number): number {
  const until = (paid: number) => Math.round((adjustment_cents * Math.min(paid, amount_cents)) / amount_cents);
  return until(before + cents) - until(before);
}

const priceOf = (db: Database) => db.selectFrom('charges as c').select(['amount_cents', 'adjustment_cents', 'kind']);

function chargeWithPrice(db: Database, id: string): Promise<ChargePrice | undefined> {
  return priceOf(db).where('id', '=', id).executeTakeFirst();
}

function unadjustedCharge(db: Database, id: string, amountCents: number): Promise<ChargePrice | undefined> {
  return priceOf(db)
    .where('id', '=', id)
    .where('amount_cents', '=', amountCents)
    .where(
      sql<boolean>`not exists (
        select from entries e
        join reservation_lines l on l.source_id = e.id and l.kind = 'payment_adjustment' and l.ended_at is null
        where e.reservation_id = c.reservation_id and e.charge_id = c.id)`,
    )
    .executeTakeFirst();
}

interface Covered {
  /** The centavos of the total that are paid, or are no longer, as they stand. */
  from: number;
  until: number;
  /** What they cost more, or less if below zero. */
  cents: number;
}

/** The sums of a reservation of which a stretch costs more or less: deposit and instalments that it pays follow. */
function moneyAfter(reservation: ReservationRow, covered: Covered) {
  const { total_cents, deposit_cents, received_cents, retained_cents, instalments } = reservation;
  const money = { totalCents: total_cents, depositCents: deposit_cents, receivedCents: received_cents };
  const standing = instalmentsOf(instalments ?? [], money, new Date());
  const balance = standing.length > 0 ? standing.map(({ amountCents }) => amountCents) : [total_cents - deposit_cents];
  const [depositCents = 0, ...after] = adjustParts([deposit_cents, ...balance], covered);
  const totalCents = total_cents + covered.cents;
  const agreed = standing.flatMap(({ dueDate: dueOn, dueAt }, index) => {
    const cents = after[index] ?? 0;
    return cents > 0 ? [{ dueOn, dueAt, cents }] : [];
  });
  return {
    totalCents,
    depositCents,
    sums: {
      total_cents: totalCents,
      deposit_cents: depositCents,
      retained_cents: Math.min(retained_cents, totalCents),
      ...(standing.length > 0 && { instalments: agreed.length > 0 ? JSON.stringify(agreed) : null }),
    },
  };
}

/**
 * The parts of a total after `cents` more, or less, for the stretch of it that is paid: each part of it in proportion.
 * No part is below zero; their sum has changed by `cents`.
 */
export function adjustParts(parts: readonly number[], { from, until, cents }: Covered): number[] {
  let start = 0;
  const overlaps = parts.map((part) => {
    const overlap = Math.min(start + part, until) - Math.max(start, from);
    start += part;
    return Math.max(overlap, 0);
  });
  const paid = overlaps.reduce((sum, one) => sum + one, 0);
  let [before, given] = [0, 0];
  const after = parts.map((part, index) => {
    before += overlaps[index] ?? 0;
    // All of it to the last part where nothing of the total is paid.
    const until = paid > 0 ? Math.round((cents * before) / paid) : index === parts.length - 1 ? cents : 0;
    const more = until - given;
    given = until;
    return part + more;
  });
  for (let index = after.length - 1; index > 0; index -= 1) {
    const missing = Math.min(after[index] ?? 0, 0);
    after[index] = (after[index] ?? 0) - missing;
    after[index - 1] = (after[index - 1] ?? 0) + missing;
  }
  const [first = 0] = after;
  return first < 0 ? adjustFirst(after) : after;
}

// What the first parts cannot give, the later ones do.
function adjustFirst(parts: readonly number[]): number[] {
  let missing = 0;
  return parts.map((part) => {
    const rest = part + missing;
    missing = Math.min(rest, 0);
    return Math.max(rest, 0);
  });
}
