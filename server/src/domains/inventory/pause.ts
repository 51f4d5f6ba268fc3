import { dayAndTime } from '@passeio/contract/format-moments';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';

const MINUTE_MS = 60_000;

/** The operator's settings of the pause after somebody let go of unpaid places. */
interface PauseSettings {
  pause_minutes: number;
  time_zone: string;
}

/**
 * When a payer last let go of unpaid places of a trip that they held themselves or were offered: by cancelling, or at
 * the deadline. A request that the operator has not answered is not the payer's fault.
 */
export function letGoAt(
  tripId: Expression<string> | string,
  payerId: Expression<string> | string,
): RawBuilder<Date | null> {
  return sql`(
    select max(coalesce(r.cancelled_at, r.hold_expires_at)) from reservations r
    where r.user_id = ${payerId} and r.trip_id = ${tripId} and r.channel <> 'operator'
      and r.hold_expires_at is not null and r.received_cents = 0 and r.refunded_cents = 0
      and case r.state when 'cancelled' then r.cancelled_by = r.user_id
        when 'expired' then r.requested_at is null or r.answered_at is not null else false end)`;
}

/** When a payer who let go of unpaid places of a trip may hold some of it again; null if they did not. */
export function pauseOver({
  let_go_at,
  pause_minutes,
}: {
  let_go_at: Date | null;
  pause_minutes: number;
}): Date | null {
  return let_go_at && new Date(let_go_at.getTime() + pause_minutes * MINUTE_MS);
}

/** Throws HOLD_PAUSED, with a sentence that says until when, unless a payer may hold places again that they let go. */
export function requirePauseOver(letGoAt: Date | null, { pause_minutes, time_zone }: PauseSettings, now: Date): void {
  const over = pauseOver({ let_go_at: letGoAt, pause_minutes });
  if (!over || over <= now) return;
  const from = dayAndTime(over, time_zone);
  throw new AppError('HOLD_PAUSED', {
    party: `Você deixou vagas deste passeio há pouco. Reserve de novo a partir de ${from}, ou fale com a gente.`,
  });
}

/** {@link requirePauseOver} of a payer and a trip. Throws HOLD_PAUSED. */
export async function requireNoPause(
  db: Database,
  { tripId, payerId }: { tripId: string; payerId: string },
  rules: PauseSettings & { now: Date },
): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`select ${letGoAt(tripId, payerId)} as at`.execute(db);
  requirePauseOver(rows[0]?.at ?? null, rules, rules.now);
}

/**
 * Refuses guests places of a trip that were let go by their telephone, which the caller has locked, before `madeAt`:
 * each name is a person of its own. Throws HOLD_PAUSED.
 */
export async function requireNoPauseOfGuests(
  trx: DatabaseTransaction,
  { tripId, contact, madeAt }: { tripId: string; contact: string; madeAt: Date },
  rules: PauseSettings & { now: Date },
): Promise<void> {
  const guests = sql<string>`any(array(select id from users where subject is null and contact = ${contact}))`;
  const { rows } = await sql<{ at: Date | null }>`select ${letGoAt(tripId, guests)} as at`.execute(trx);
  const at = rows[0]?.at ?? null;
  requirePauseOver(at && at < madeAt ? at : null, rules, rules.now);
}
