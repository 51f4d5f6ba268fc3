import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';

/**
 * Ends open charges of reservations with what they were made for: those of `repriced` ones, and those with a due date.
 * Nothing is paid for a departure that does not take place. To be called after the reservations' rows are written.
 */
export async function endCharges(trx: DatabaseTransaction, ids: string[], repriced: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update charges c set updated_at = now(), state = case
      when r.state = 'cancelled' or r.choose_until is not null then 'cancelled'
      when r.state = 'expired' then 'expired' else 'replaced' end
    from reservations r
    where r.id = ${sqlAny(ids, 'uuid')} and c.reservation_id = r.id and c.state = 'open'
      and (r.state in ('cancelled', 'expired') or r.choose_until is not null or r.id = ${sqlAny(repriced, 'uuid')}
        or c.due_on is not null or c.amount_cents - c.adjustment_cents > r.total_cents - r.received_cents
        or (c.purpose = 'deposit' and r.received_cents >= r.deposit_cents))`.execute(trx);
}

/**
 * Has open charges at a provider end no later than the places are kept; the provider is notified. Whole milliseconds:
 * JavaScript, which compares this end with the one that the provider knows, knows no less.
 */
export async function shortenCharges(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  await sql`
    update charges c set updated_at = now(), provider_state = 'wanted',
      expires_at = date_trunc('milliseconds', r.hold_expires_at)
    from reservations r
    where r.id = ${sqlAny(ids, 'uuid')} and r.state = 'held' and c.reservation_id = r.id and c.state = 'open'
      and c.provider_state is not null and c.expires_at > r.hold_expires_at`.execute(trx);
}

/** Ends charges that ask for more than is due by now. */
export async function replaceCharges(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  await sql`update charges set state = 'replaced', updated_at = now() where id = ${sqlAny(ids, 'uuid')}`.execute(trx);
}

/** Ends the open charges of a participant's share. */
export async function replaceChargesOfShare(trx: DatabaseTransaction, participantId: string): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ state: 'replaced', updated_at: new Date() })
    .where('participant_id', '=', participantId)
    .where('state', '=', 'open')
    .execute();
}

/** Ends all open charges of a provider that is not asked about them any more. */
export async function endChargesOf(trx: DatabaseTransaction, provider: string): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ provider_state: 'withdrawn', updated_at: new Date() })
    .set({ state: sql`case state when 'open' then 'replaced' else state end` })
    .where('provider', '=', provider)
    .where('state', '<>', 'paid')
    .where('provider_state', '<>', 'withdrawn')
    .execute();
}
