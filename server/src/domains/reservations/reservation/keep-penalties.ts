import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { keepPenalty } from '../../book/index.ts';

/**
 * Has the book say what the operator keeps of locked reservations, as far as it was received: of a cancelled one what
 * it retains, of one that goes on the penalties of people who left.
 */
export async function keepPenalties(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  const { rows } = await sql<{ id: string; kept_cents: number }>`
    select id, kept_cents from (
      select r.id, least(r.received_cents, case
        when r.state = 'cancelled' then r.retained_cents
        when r.state in ('held', 'booked') then (
          select coalesce(sum(quantity * unit_cents), 0)::integer from reservation_lines line
          where line.reservation_id = r.id and line.kind = 'penalty' and line.ended_at is null)
        else 0 end) as kept_cents
      from reservations r where r.id = ${sqlAny(ids, 'uuid')}
    ) kept
    where kept_cents <> (
      select coalesce(sum(penalty.amount_cents), 0) from transfers penalty
      where penalty.from_account = kept.id and penalty.kind = 'penalty'
        and (select reversal.id from transfers reversal where reversal.reverses = penalty.id) is null)`.execute(trx);
  for (const { id, kept_cents } of rows) await keepPenalty(trx, { reservationId: id, keptCents: kept_cents });
}
