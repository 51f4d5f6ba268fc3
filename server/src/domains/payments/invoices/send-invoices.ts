import { sql, type Updateable } from 'kysely';
import type { Logger } from 'pino';
import { system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import {
  type AuthorisedNote,
  type FiscalService,
  GovernmentUnavailable,
  type Refusal,
} from '../../../ports/fiscal/port.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { findReservation, lockReservation, recordReservationAudit } from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { type IssuedInvoiceRow, numberText } from './issued-invoices.queries.ts';

export interface SendingInvoices {
  db: Database;
  fiscal: FiscalService;
  logger: Pick<Logger, 'warn'>;
  jobs: NotifyDeps['jobs'];
}

const BATCH = 10;
// Longer than the calls of one attempt take with their time-outs.
const LEASE_S = 120;
const FIRST_PAUSE_S = 15;
const LONGEST_PAUSE_S = 3_600;

/** Another note has this number already, by the government's rules. */
const DOUBLED = 'E0014';

/**
 * Sends notes and cancellations that wait for the government, and asks what became of those that it did not answer.
 * Every process may, at the same time. What was sent once is sent again only with the same bytes, after the government
 * said that it has no note of them.
 */
export async function sendInvoices(
  deps: SendingInvoices,
  signal?: AbortSignal,
  { leaseS = LEASE_S, pauseS = FIRST_PAUSE_S }: { leaseS?: number; pauseS?: number } = {},
): Promise<void> {
  let leased = BATCH;
  while (leased === BATCH && !signal?.aborted) {
    const rows = await lease(deps, leaseS);
    await Promise.all(rows.map((row) => sendOne(deps, row, pauseS)));
    leased = rows.length;
  }
}

async function sendOne(deps: SendingInvoices, row: IssuedInvoiceRow, pauseS: number): Promise<void> {
  try {
    if (row.cancellation === null) await sendNote(deps, row);
    else await sendCancellation(deps, row, row.cancellation);
  } catch (error) {
    const { message, said = [] } = error as Partial<GovernmentUnavailable>;
    deps.logger.warn({ invoiceId: row.id, reason: message }, 'the government has not answered about a note yet');
    const pause = Math.min(pauseS * 2 ** Math.min(row.tries - 1, 20), LONGEST_PAUSE_S);
    await deps.db
      .updateTable('issued_invoices')
      .set({ messages: JSON.stringify(said), next_try_at: sql`now() + ${pause} * interval '1 second'` })
      .where('id', '=', row.id)
      .where('tries', '=', row.tries)
      .where('next_try_at', 'is not', null)
      .execute();
  }
}

async function sendNote(deps: SendingInvoices, row: IssuedInvoiceRow): Promise<void> {
  const { db, fiscal } = deps;
  const document = { id: row.declaration_id, xml: row.declaration };
  const isRepeated = row.tries > 1;
  let note = isRepeated ? await fiscal.find(document) : undefined;
  let refusals: Refusal[] = [{ code: DOUBLED, text: 'O número desta nota é de outra nota no governo.' }];
  if (!note) {
    const answer = await fiscal.issue(document);
    if ('accessKey' in answer) note = answer;
    else {
      refusals = answer.refusals;
      // The note may be there by another attempt of these bytes.
      const isDoubled = refusals.some(({ code }) => code === DOUBLED);
      note = isDoubled ? await fiscal.find(document) : 'another';
      if (!note) throw new GovernmentUnavailable('the government knows the note, and does not', { said: refusals });
    }
  }
  const outcome = note;
  await inTransaction(db, (trx) =>
    outcome === 'another' ? reject(trx, row, refusals) : authorise(trx, deps, row, outcome),
  );
}

async function sendCancellation(
  { db, fiscal }: SendingInvoices,
  row: IssuedInvoiceRow,
  cancellation: string,
): Promise<void> {
  const accessKey = row.access_key ?? '';
  let event = row.tries > 1 ? await fiscal.findCancellation(accessKey) : undefined;
  let refusals: Refusal[] = [];
  if (!event) {
    const answer = await fiscal.cancel(accessKey, { id: '', xml: cancellation });
    if ('xml' in answer) event = answer;
    else {
      refusals = answer.refusals;
      // Cancelled before: by another attempt, or elsewhere.
      event = await fiscal.findCancellation(accessKey);
    }
  }
  const registered = event;
  await inTransaction(db, (trx) =>
    registered ? endCancelled(trx, row, registered.xml) : keepAuthorised(trx, row, refusals),
  );
}

async function authorise(
  trx: DatabaseTransaction,
  { fiscal, jobs }: SendingInvoices,
  row: IssuedInvoiceRow,
  { accessKey, number, authorisedAt, xml }: AuthorisedNote,
): Promise<void> {
  await lockReservation(trx, row.reservation_id);
  const { numUpdatedRows } = await trx
    .updateTable('issued_invoices')
    .set({
      ...{ state: 'authorised' as const, messages: '[]', next_try_at: null },
      ...{ access_key: accessKey, note_number: number, note: xml, authorised_at: authorisedAt },
      look_up_url: fiscal.lookUpUrl(accessKey),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const timeZone = await readTimeZone(trx);
  const day = Temporal.Instant.fromEpochMilliseconds(authorisedAt.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  await trx
    .insertInto('invoices')
    .values({
      ...{ id: row.id, reservation_id: row.reservation_id, number, issued_on: day.toString() },
      recorded_by: row.requested_by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await audit(trx, row, 'reservation.invoice_authorised', { invoice: [numberText(row), number] });
  if (row.replaces) await endReplaced(trx, row.replaces);
  const { email: to } = await trx
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select('users.email')
    .where('reservations.id', '=', row.reservation_id)
    .executeTakeFirstOrThrow();
  const about = { reservationId: row.reservation_id, invoiceId: row.id };
  if (to) await enqueueEmail(jobs, { kind: 'invoiceIssued', to, about }, trx);
}

async function reject(trx: DatabaseTransaction, row: IssuedInvoiceRow, refusals: Refusal[]): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('issued_invoices')
    .set({ state: 'rejected', messages: JSON.stringify(refusals), next_try_at: null })
    .where('id', '=', row.id)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const codes = refusals.map(({ code }) => code).join(', ');
  await audit(trx, row, 'reservation.invoice_rejected', {
    invoice: [null, numberText(row)],
    refusedWith: [null, codes],
  });
}

/** A note is cancelled at the government, by us or elsewhere. */
export async function endCancelled(trx: DatabaseTransaction, row: EndedInvoice, event: string): Promise<void> {
  await endNote(trx, row, { state: 'cancelled', cancellation_event: event, cancelled_at: new Date() });
}

/** A note is replaced at the government; `event`: which says so, of one that was replaced elsewhere. */
export async function endReplaced(trx: DatabaseTransaction, invoiceId: string, event?: string): Promise<void> {
  const row = await trx
    .selectFrom('issued_invoices')
    .select(['id', 'reservation_id', 'note_number'])
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  await endNote(trx, row, { state: 'replaced', replaced_at: new Date(), ...(event && { cancellation_event: event }) });
}

type EndedInvoice = Pick<IssuedInvoiceRow, 'id' | 'reservation_id' | 'note_number'>;

async function endNote(
  trx: DatabaseTransaction,
  row: EndedInvoice,
  change: Updateable<Schema['issued_invoices']> & { state: 'cancelled' | 'replaced' },
): Promise<void> {
  await lockReservation(trx, row.reservation_id);
  const { numUpdatedRows } = await trx
    .updateTable('issued_invoices')
    .set({ ...change, messages: '[]', next_try_at: null })
    .where('id', '=', row.id)
    .where('state', '=', 'authorised')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx
    .deleteFrom('invoices')
    .where('reservation_id', '=', row.reservation_id)
    .where((eb) => eb.or([eb('id', '=', row.id), eb('number', '=', row.note_number ?? '')]))
    .execute();
  await audit(trx, row, `reservation.invoice_${change.state}`, { invoice: [row.note_number, null] });
}

async function keepAuthorised(trx: DatabaseTransaction, row: IssuedInvoiceRow, refusals: Refusal[]): Promise<void> {
  await trx
    .updateTable('issued_invoices')
    .set({
      ...{ cancellation: null, cancellation_requested_at: null, next_try_at: null },
      messages: JSON.stringify(refusals),
    })
    .where('id', '=', row.id)
    .where('state', '=', 'authorised')
    .execute();
}

async function audit(
  trx: DatabaseTransaction,
  row: Pick<IssuedInvoiceRow, 'reservation_id'>,
  action: `reservation.invoice_${'authorised' | 'rejected' | 'cancelled' | 'replaced'}`,
  changes: Record<string, [unknown, unknown]>,
): Promise<void> {
  const reservation = await findReservation(trx, row.reservation_id);
  if (!reservation) throw new Error('a note without its reservation');
  await recordReservationAudit(trx, system, { reservation, trip: reservation }, { action, changes });
}

/** When notes and cancellations are sent. */
export const sendingMoments = sql`select next_try_at as at from issued_invoices where next_try_at is not null`;

/** What is due, the longest waiting first; no other process gets it for the next `leaseS` seconds. */
async function lease({ db, fiscal }: SendingInvoices, leaseS: number): Promise<IssuedInvoiceRow[]> {
  return (await db
    .updateTable('issued_invoices')
    .set({ next_try_at: sql`now() + ${leaseS} * interval '1 second'`, tries: sql`tries + 1` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('issued_invoices')
        .select('id')
        .where('next_try_at', '<=', sql<Date>`now()`)
        .where('environment', '=', fiscal.environment)
        .orderBy('next_try_at')
        .limit(BATCH)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()) as IssuedInvoiceRow[];
}
