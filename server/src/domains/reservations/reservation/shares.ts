import { type Share, sharesOf } from '@passeio/contract/reservations/shares';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { replaceCharges } from '../../book/index.ts';
import { listLines } from './lines.ts';
import type { ReservationRow } from './reservations.queries.ts';

/**
 * What came for the share of whom, of each reservation, at the price of no means, less what was put right, charged back
 * or returned of it.
 */
export async function receivedByShare(
  db: Database,
  reservationIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  if (reservationIds.length === 0) return new Map();
  const { rows } = await sql<{ reservation_id: string; participant_id: string; cents: number }>`
    select e.reservation_id, c.participant_id,
      sum(case e.direction when 'in' then e.amount_cents else -e.amount_cents end
        - coalesce(price.unit_cents, 0))::integer as cents
    from entries e
    left join reservation_lines price
      on price.source_id = e.id and price.kind = 'payment_adjustment' and price.ended_at is null
    left join chargebacks b on b.entry_id = e.id
    left join refunds f on f.id = e.refund_id
    join transfers payment on payment.id = coalesce(e.reverses, b.payment_entry, f.returned_entry, e.id)
    join charges c on c.id = payment.charge_id
    where e.reservation_id = ${sqlAny([...reservationIds], 'uuid')} and c.participant_id is not null
    group by e.reservation_id, c.participant_id`.execute(db);
  const byReservation = Map.groupBy(rows, ({ reservation_id }) => reservation_id);
  return new Map(
    [...byReservation].map(([id, some]) => [id, new Map(some.map((one) => [one.participant_id, one.cents]))]),
  );
}

/** The shares of a reservation's people as they are now, in order. */
export async function readShares(
  db: Database,
  { id, deposit_cents, received_cents }: Pick<ReservationRow, 'id' | 'deposit_cents' | 'received_cents'>,
): Promise<Share[]> {
  const [lines, received, people] = await Promise.all([
    listLines(db, [id]),
    receivedByShare(db, [id]),
    db
      .selectFrom('participants')
      .select('id')
      .where('reservation_id', '=', id)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .execute(),
  ]);
  return sharesOf({
    lines,
    people: people.map((one) => one.id),
    depositCents: deposit_cents,
    receivedCents: received_cents,
    receivedOf: received.get(id) ?? new Map(),
  });
}

/**
 * Ends the open charges of shares of which less is due than they ask for, or nothing any more: of those reservations
 * that are locked. To be called after every change of their lines, people or money.
 */
export async function endChargesAboveShares(trx: DatabaseTransaction, reservationIds: string[]): Promise<void> {
  const open = await trx
    .selectFrom('charges as c')
    .innerJoin('reservations as r', 'r.id', 'c.reservation_id')
    .select(['c.id', 'c.amount_cents', 'c.adjustment_cents', 'c.purpose', 'c.participant_id'])
    .select(['r.id as reservation_id', 'r.deposit_cents', 'r.received_cents', 'r.splits_payment'])
    .where('c.reservation_id', '=', sqlAny(reservationIds, 'uuid'))
    .where('c.participant_id', 'is not', null)
    .where('c.state', '=', sql.lit('open'))
    .execute();
  for (const [id, charges] of Map.groupBy(open, ({ reservation_id }) => reservation_id)) {
    const [row] = charges;
    const shares = row?.splits_payment ? await readShares(trx, { ...row, id }) : [];
    const above = charges.filter(({ participant_id, purpose, amount_cents, adjustment_cents }) => {
      const share = shares.find(({ participantId }) => participantId === participant_id);
      return (
        amount_cents - adjustment_cents > ((purpose === 'deposit' ? share?.depositDueCents : share?.dueCents) ?? 0)
      );
    });
    if (above.length === 0) continue;
    await replaceCharges(
      trx,
      above.map((one) => one.id),
    );
  }
}
