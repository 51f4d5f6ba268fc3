import { randomUUIDv7 } from 'node:crypto';
import { EMAILS_LISTED, type EmailState } from '@passeio/contract/messages/messages';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { QueuedEmail } from './queued-email.ts';
import { subjectOf } from './queued-email.ts';
import type { EmailKind } from './templates/emails.ts';
import { wordingsOf } from './wordings.queries.ts';

/** Writes e-mails about reservations, which name their code, into the log. Returns all with their entries' ids. */
export async function logEmails<Kind extends EmailKind>(
  trx: DatabaseTransaction,
  emails: QueuedEmail<Kind>[],
): Promise<QueuedEmail<Kind>[]> {
  const logged = emails.map((email) => ('code' in email.data ? { logId: randomUUIDv7(), ...email } : email));
  if (logged.every(({ logId }) => !logId)) return logged;
  const own = await wordingsOf(trx, [...new Set(logged.map(({ kind }) => kind))]);
  const entries = logged
    .filter(({ logId }) => logId)
    .map((email) => {
      const { code } = email.data as { code?: string };
      return {
        id: email.logId,
        code,
        kind: email.kind,
        recipient: email.to,
        subject: subjectOf(email, own.get(email.kind)),
      };
    });
  await sql`
    insert into reservation_emails (id, reservation_id, kind, recipient, subject)
    select e.id, r.id, e.kind, e.recipient, e.subject
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e (id uuid, code text, kind text, recipient text, subject text)
    join reservations r on r.code = e.code`.execute(trx);
  return logged;
}

/** Notes what became of an e-mail that has an entry, and with which subject it was sent. */
export async function logOutcome(
  db: Database,
  logId: string | undefined,
  state: EmailState,
  subject?: string,
): Promise<void> {
  if (!logId) return;
  await db
    .updateTable('reservation_emails')
    .set({ state, settled_at: state === 'queued' ? null : new Date(), ...(subject ? { subject } : {}) })
    .where('id', '=', logId)
    .execute();
}

/** Whether a reservation exists. */
export async function reservationExists(db: Database, reservationId: string): Promise<boolean> {
  const found = db.selectFrom('reservations').select('id').where('id', '=', reservationId);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The latest e-mails about a reservation. */
export function emailsOfReservation(db: Database, reservationId: string) {
  return db
    .selectFrom('reservation_emails')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('id', 'desc')
    .limit(EMAILS_LISTED)
    .execute();
}

/** A page of e-mails about all reservations, the latest first, with the first of the next page. */
export function latestEmails(db: Database, from: string | undefined) {
  return db
    .selectFrom('reservation_emails as e')
    .innerJoin('reservations as r', 'r.id', 'e.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .selectAll('e')
    .select(['r.code', 'r.trip_id', 'trips.title as trip_title'])
    .$if(from !== undefined, (page) => page.where('e.id', '<=', from ?? ''))
    .orderBy('e.id', 'desc')
    .limit(EMAILS_LISTED + 1)
    .execute();
}

const UUID_TIME_DIGITS = 12;

/** Deletes entries from before an instant about trips that were back by then, `limit` at most; returns how many. */
export async function deleteEntriesBefore(db: Database, before: Date, limit: number): Promise<number> {
  // Ids begin with their millisecond: the primary key finds what is old enough.
  const hex = before.getTime().toString(16).padStart(UUID_TIME_DIGITS, '0');
  const firstId = `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
  const deleted = await db
    .deleteFrom('reservation_emails')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('reservation_emails as e')
        .innerJoin('reservations as r', 'r.id', 'e.reservation_id')
        .innerJoin('trips', 'trips.id', 'r.trip_id')
        .where('e.id', '<', firstId)
        .where('trips.returns_at', '<', before)
        .select('e.id')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
