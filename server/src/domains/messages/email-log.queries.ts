import { randomUUIDv7 } from 'node:crypto';
import { EMAILS_LISTED, type EmailState, type NotByChat } from '@passeio/contract/messages/messages';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { QueuedEmail } from './queued-email.ts';

/** Writes e-mails about reservations into the log. Returns all with their entries' ids. */
export async function logEmails(trx: DatabaseTransaction, emails: QueuedEmail[]): Promise<QueuedEmail[]> {
  const logged = emails.map((email) => (isLogged(email) ? { logId: randomUUIDv7(), ...email } : email));
  const entries = logged.filter(isLogged);
  if (entries.length === 0) return logged;
  await sql`
    insert into reservation_emails (id, reservation_id, kind, recipient, subject, about, others)
    select e."logId", (e.about->>'reservationId')::uuid, e.kind, e."to", '', e.about, array(
      select (other->>'reservationId')::uuid from jsonb_array_elements(coalesce(e.about->'others', '[]')) other
    )
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      as e ("logId" uuid, kind text, "to" text, about jsonb)`.execute(trx);
  return logged;
}

function isLogged({ to, about }: QueuedEmail): boolean {
  return to !== null && 'reservationId' in about;
}

/**
 * What became of an e-mail; with its subject where it could be read, and why it did not go by WhatsApp where that was
 * wished.
 */
export interface Outcome {
  state: EmailState;
  subject?: string;
  notByChat?: NotByChat | undefined;
}

/** Notes what became of an e-mail that has an entry. What it is about is only kept until its subject is known. */
export async function logOutcome(
  db: Database,
  logId: string | undefined,
  { state, subject, notByChat }: Outcome,
): Promise<void> {
  if (!logId) return;
  await db
    .updateTable('reservation_emails')
    .set({
      ...{ state, settled_at: state === 'queued' ? null : new Date() },
      ...(subject && { subject, about: null }),
      ...(notByChat && { not_by_chat: notByChat }),
    })
    .where('id', '=', logId)
    .execute();
}

/** Whether a reservation exists. */
export async function reservationExists(db: Database, reservationId: string): Promise<boolean> {
  const found = db.selectFrom('reservations').select('id').where('id', '=', reservationId);
  return (await found.executeTakeFirst()) !== undefined;
}

/** The latest e-mails about a reservation, alone or among others. */
export function emailsOfReservation(db: Database, reservationId: string) {
  return db
    .selectFrom('reservation_emails')
    .selectAll()
    .where(({ eb, or }) =>
      or([
        eb('reservation_id', '=', reservationId),
        // As the index of others is.
        sql<boolean>`others <> '{}' and others @> array[${reservationId}::uuid]`,
      ]),
    )
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
