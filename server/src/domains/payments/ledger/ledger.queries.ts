import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { handRecorded, type PaymentId } from '../../../ports/payments/port.ts';

// Staff records a payment some days late, seldom more.
const DAY_MS = 24 * 3_600_000;
const BY_HAND_WITHIN_MS = 5 * DAY_MS;

// Staff mistypes an amount by so much, seldom by more.
const slipOf = (cents: number) => Math.max(100, Math.round(cents / 20));

const upperCase = (reference: string) => reference.toUpperCase();

/** A transfer to a reservation, or from it. */
export type Entry = Selectable<Schema['entries']>;
/** `recorded_by_name`: null if no person recorded it. `reversed_by`: the entry that puts this one right. */
export type EntryRow = Entry & { recorded_by_name: string | null; reversed_by: string | null };

/** The ledger of a reservation, oldest first. */
export function entriesOf(db: Database, reservationId: string): Promise<EntryRow[]> {
  return db
    .selectFrom('entries as entry')
    .leftJoin('users', 'users.id', 'entry.recorded_by')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .selectAll('entry')
    .select(['users.name as recorded_by_name', 'reversal.id as reversed_by'])
    .where('entry.reservation_id', '=', reservationId)
    .orderBy('entry.recorded_at')
    .orderBy('entry.id')
    .execute();
}

/** An entry of a reservation, and the one that reversed it. */
export function findEntry(
  db: Database,
  reservationId: string,
  entryId: string,
): Promise<(Entry & { reversed_by: string | null }) | undefined> {
  return db
    .selectFrom('entries as entry')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .selectAll('entry')
    .select('reversal.id as reversed_by')
    .where('entry.id', '=', entryId)
    .where('entry.reservation_id', '=', reservationId)
    .executeTakeFirst();
}

/** Whether a payment counts, or is among those that belong to nobody. */
export async function isKnown(db: Database, { issuer, reference }: PaymentId): Promise<boolean> {
  const isNamed = sql<boolean>`provider = ${issuer} and upper(reference) = ${upperCase(reference)}`;
  const found = await db
    .selectFrom('transfers as entry')
    .where(isCounting(issuer, [reference]))
    .select('entry.id')
    .unionAll(db.selectFrom('unmatched_payments').select('id').where(isNamed))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * The entries of payments that count, in whatever case their references are written: of each payment the one that was
 * not reversed.
 */
export function countingEntries(db: Database, issuer: string, references: string[]) {
  return db.selectFrom('entries as entry').where(isCounting(issuer, references));
}

// A subquery and no join, for which a plan might read the whole book.
const isCounting = (issuer: string, references: string[]) => sql<boolean>`(entry.provider = ${issuer}
  and upper(entry.reference) = ${sqlAny(references.map(upperCase), 'text')}
  and entry.kind not in ('arrival', 'arrival_end')
  and (select r.id from transfers r where r.reverses = entry.id) is null)`;

/**
 * What staff recorded by hand in a reservation that may be this payment: money of its charge, whatever else differs;
 * without an id, money of no charge and about the same amount that was recorded while that of the payment was there, on
 * whatever day, or money of the same amount around the same day.
 */
export async function recordedByHand(
  db: Database,
  {
    reservationId,
    chargeReference,
    reference,
    amountCents,
    occurredAt,
  }: { reservationId: string; chargeReference: string; reference: string; amountCents: number; occurredAt: Date },
): Promise<{ code: string; amount_cents: number } | undefined> {
  const around = (ms: number) => new Date(occurredAt.getTime() + ms);
  // That of a share is paid beside those of others.
  const isOfTime = sql<boolean>`entry.charge_id is null and charge.participant_id is null
    and charge.created_at <= entry.recorded_at and abs(entry.amount_cents - ${amountCents}) <= ${slipOf(amountCents)}`;
  return db
    .selectFrom('entries as entry')
    .innerJoin('reservations', 'reservations.id', 'entry.reservation_id')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .leftJoin('charges as charge', (join) =>
      join.on('charge.reference', '=', chargeReference).onRef('charge.reservation_id', '=', 'entry.reservation_id'),
    )
    .select(['reservations.code', 'entry.amount_cents'])
    .where('entry.reservation_id', '=', reservationId)
    .where('entry.recorded_via', '=', 'person')
    .where('entry.direction', '=', 'in')
    .where('entry.method', '=', handRecorded.method)
    .where('reversal.id', 'is', null)
    .where(sql<boolean>`upper(entry.reference) is distinct from ${upperCase(reference)}`)
    .where(({ or, and, eb }) =>
      or([
        eb('entry.charge_id', '=', eb.ref('charge.id')),
        and([eb('entry.reference', 'is', null), isOfTime]),
        and([
          eb('entry.reference', 'is', null),
          eb('entry.amount_cents', '=', amountCents),
          eb('entry.occurred_at', '>=', around(-BY_HAND_WITHIN_MS)),
          eb('entry.occurred_at', '<=', around(BY_HAND_WITHIN_MS)),
        ]),
      ]),
    )
    .orderBy(sql`abs(entry.amount_cents - ${amountCents})`, 'asc')
    .executeTakeFirst();
}

/**
 * What staff recorded from a statement in any reservation, of the same amount and day and without an id, after this
 * payment: a notice that comes so late may report the same money, even if one person paid for another.
 */
export async function recordedFromStatement(
  db: Database,
  { amountCents, occurredAt }: { amountCents: number; occurredAt: Date },
): Promise<{ code: string; amount_cents: number } | undefined> {
  return db
    .selectFrom('entries as entry')
    .innerJoin('statement_lines as line', 'line.transfer_id', 'entry.id')
    .innerJoin('reservations', 'reservations.id', 'entry.reservation_id')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .select(['reservations.code', 'entry.amount_cents'])
    .where('line.state', '=', sql.lit('confirmed'))
    .where('entry.reference', 'is', null)
    .where('entry.amount_cents', '=', amountCents)
    .where('reversal.id', 'is', null)
    .where('entry.recorded_at', '>', occurredAt)
    .where('entry.occurred_at', '>=', new Date(occurredAt.getTime() - DAY_MS))
    .where('entry.occurred_at', '<=', new Date(occurredAt.getTime() + DAY_MS))
    .executeTakeFirst();
}

/** A payment that counts: its amount in centavos and the code of its reservation; null: it bought a gift card. */
export function findCounted(
  db: Database,
  { issuer, reference }: PaymentId,
): Promise<{ amount_cents: number; code: string | null } | undefined> {
  return db
    .selectFrom('transfers as entry')
    .where(isCounting(issuer, [reference]))
    .leftJoin('reservations', 'reservations.id', 'entry.reservation_id')
    .select(['entry.amount_cents', 'reservations.code'])
    .executeTakeFirst();
}

/** The code of the reservation in which an entry of a payment was reversed, if one was. */
export async function codeOfReversed(db: Database, { issuer, reference }: PaymentId): Promise<string | undefined> {
  const found = await db
    .selectFrom('entries as entry')
    .innerJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .innerJoin('reservations', 'reservations.id', 'entry.reservation_id')
    .select('reservations.code')
    .where('entry.provider', '=', issuer)
    .where(sql`upper(entry.reference)`, '=', reference.toUpperCase())
    .orderBy('reversal.recorded_at', 'desc')
    .executeTakeFirst();
  return found?.code;
}

/** The calendar date of an instant, by the operator's time zone. */
export async function dayAtOperator(db: Database, at: Date): Promise<string> {
  const day = sql<string>`(select (${at}::timestamptz at time zone time_zone)::date from operator)`;
  return (await db.selectNoFrom(day.as('day')).executeTakeFirstOrThrow()).day;
}

/** Marks a charge paid, also one that has ended: money came for it. */
export async function markChargePaid(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ state: 'paid', updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '<>', 'paid')
    .execute();
}
