import { nextInstalment } from '@passeio/contract/reservations/instalments';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { ChargeStarter, ChargeToStart } from '../../../ports/payments/port.ts';
import type { ReservationRow } from '../../reservations/index.ts';
import type { ChargeRow } from './charges.queries.ts';

/** The day by which a charge is to be paid, and until when it can be. */
interface Due {
  dueOn: string;
  expiresAt: Date;
}

/**
 * When a charge of the next instalment is due: on its day or, as long as the operator waits and before the departure,
 * after it. Null for other amounts, for an instalment that is late, a payer without a CPF, and a provider without due
 * dates: those charges live for a day.
 */
export async function dueOfInstalment(
  trx: DatabaseTransaction,
  starter: ChargeStarter,
  reservation: ReservationRow,
  { amountCents, departsAt, now }: { amountCents?: number; departsAt: Date; now: Date },
): Promise<(Due & { amountCents: number }) | null> {
  const { state, total_cents: totalCents, deposit_cents: depositCents, received_cents: receivedCents } = reservation;
  if (!starter.hasDueDates || state !== 'booked') return null;
  const next = nextInstalment(reservation.instalments ?? [], { totalCents, depositCents, receivedCents }, now);
  if (!next || next.isOverdue || (amountCents ?? next.amountCents) !== next.amountCents) return null;
  const rules = await trx
    .selectFrom('users')
    .innerJoin('operator', (join) => join.onTrue())
    .select(['instalment_grace_days', 'time_zone'])
    .where('users.id', '=', reservation.user_id)
    .where('users.cpf', 'is not', null)
    .executeTakeFirst();
  if (!rules) return null;
  const dueAt = zoned(next.dueAt, rules.time_zone);
  const daysLeft = dueAt.until(zoned(departsAt, rules.time_zone), { largestUnit: 'day' });
  if (daysLeft.sign < 0) return null;
  const ends = dueAt.add({ days: Math.min(rules.instalment_grace_days, daysLeft.days) });
  return { dueOn: next.dueOn, expiresAt: new Date(ends.epochMilliseconds), amountCents: next.amountCents };
}

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

/** What a provider needs for the due date of a charge; undefined if its payer has no CPF any more. */
export async function readDue(
  db: Database,
  { id }: Pick<ChargeRow, 'id'>,
): Promise<Pick<ChargeToStart, 'payer' | 'due'> | undefined> {
  const { rows } = await sql<{ on: string; validDays: number; cpf: string; name: string }>`
    select c.due_on::text as "on", (c.expires_at at time zone operator.time_zone)::date - c.due_on as "validDays",
      payer.cpf, payer.name
    from charges c join reservations r on r.id = c.reservation_id join users as payer on payer.id = r.user_id
    cross join operator
    where c.id = ${id} and payer.cpf is not null`.execute(db);
  const [row] = rows;
  return row && { payer: { cpf: row.cpf, name: row.name }, due: { on: row.on, validDays: row.validDays } };
}

/** Has a charge that the provider will not start go on as one without a due date, which lives for a day. */
export async function dropDueDate(db: Database, id: string): Promise<void> {
  await sql`
    update charges set due_on = null, updated_at = now(),
      expires_at = date_trunc('milliseconds', least(expires_at, now() + interval '1 day'))
    where id = ${id} and state = 'open' and provider_state = 'wanted' and payload is null`.execute(db);
}
