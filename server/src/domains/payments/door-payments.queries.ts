import { type Selectable, sql } from 'kysely';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { type Account, accountOfReservation, handOf, writeTransfer } from '../book/index.ts';
import { addGuideCash } from '../reservations/index.ts';
import type { Entry } from './ledger/ledger.queries.ts';

type CashReport = Selectable<Schema['cash_reports']>;
/** Cash that a guide reported. `hand`: the id of the account in which it is. */
export type Report = Pick<CashReport, 'id' | 'reservation_id' | 'amount_cents' | 'taken_at' | 'hand'>;
/** One to be written. `note`: why it comes late. */
type NewReport = Omit<Report, 'hand' | 'id'> & Pick<CashReport, 'note'> & { id?: string };

/** Cash that a guide reported, and what became of it. */
export function findReport(db: Database, id: string): Promise<CashReport | undefined> {
  return db.selectFrom('cash_reports').selectAll().where('id', '=', id).executeTakeFirst();
}

/**
 * Writes that cash is in a guide's hand; `by`: the person who says so, none with a guide's link; `again`: the payment
 * that it was until that was reversed. Its reservation is locked. False, with nothing written, if its id is there.
 */
export async function writeReport(
  trx: DatabaseTransaction,
  { id, ...report }: NewReport,
  { hand, by, again = null }: { hand: Account; by: string | null; again?: string | null },
): Promise<boolean> {
  const written = await writeTransfer(trx, {
    ...(id && { id }),
    ...{ from: accountOfReservation(report.reservation_id), to: hand, kind: 'cash_report', method: 'cash' },
    ...{ amount_cents: report.amount_cents, occurred_at: report.taken_at, records_again: again, note: report.note },
    ...recordedBy(by),
  });
  if (written) await addGuideCash(trx, report.reservation_id, report.amount_cents);
  return written !== undefined;
}

/** Takes reported cash out of the guide's hand: it was handed in, or does not count, for the reason in `note`. */
export async function endReport(
  trx: DatabaseTransaction,
  report: Report,
  { kind, note = '', by }: { kind: 'hand_in' | 'report_refusal'; note?: string; by: string },
): Promise<void> {
  const [from, to] = [handOf(report.hand), accountOfReservation(report.reservation_id)];
  const { id: reverses, amount_cents } = report;
  await writeTransfer(trx, { from, to, kind, method: 'cash', amount_cents, note, reverses, ...recordedBy(by) });
  await addGuideCash(trx, report.reservation_id, -amount_cents);
}

/** Puts a guide's cash into their hand again, once its payment was reversed. What the recording person took stays out. */
export async function reportAgain(trx: DatabaseTransaction, actor: Actor, payment: Entry): Promise<void> {
  const report = payment.method === 'cash' && payment.records_again && (await findReport(trx, payment.records_again));
  if (!report || report.person_id === payment.recorded_by) return;
  const { id: _, ...again } = report;
  await writeReport(trx, again, { hand: handOf(report.hand), by: callerOfActor(actor).id, again: payment.id });
}

const recordedBy = (by: string | null) => ({ recorded_by: by, recorded_via: by ? 'person' : 'system' }) as const;

/** What guides took for a reservation and waits for staff, with their names. */
export async function waitingOf(db: Database, reservationId: string): Promise<{ guideCents: number; guides: string }> {
  return db
    .selectFrom('cash_with_guides')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('guideCents'))
    .select(sql<string>`coalesce(string_agg(distinct guide, ' e '), '')`.as('guides'))
    .where('reservation_id', '=', reservationId)
    .executeTakeFirstOrThrow();
}

export type ReviewRow = Awaited<ReturnType<typeof reportForReview>>;

/** One report as staff decides about it. */
export function reportForReview(db: Database, id: string) {
  return forReview(db, 'cash_reports').where('report.id', '=', id).executeTakeFirstOrThrow();
}

/** A page of what waits for staff, the oldest first. */
export async function pageOfWaiting(db: Database, { page, size }: { page: number; size: number }) {
  const [rows, count] = await Promise.all([
    forReview(db, 'cash_with_guides')
      .orderBy('report.taken_at')
      .orderBy('report.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, db.selectFrom('cash_with_guides')),
  ]);
  return { rows, ...count };
}

function forReview(db: Database, reports: 'cash_reports' | 'cash_with_guides') {
  return db
    .selectFrom(`${reports} as report` as 'cash_reports as report')
    .innerJoin('reservations as r', 'r.id', 'report.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['report.id', 'report.amount_cents', 'report.taken_at', 'report.state', 'report.guide', 'report.note'])
    .select(['r.id as reservation_id', 'r.code', 'r.state as reservation_state'])
    .select(['r.total_cents', 'r.received_cents', 'payer.name as payer_name'])
    .select(['r.trip_id', 'trips.title', 'trips.departs_at']);
}
