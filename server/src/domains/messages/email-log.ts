import {
  EMAILS_LISTED,
  type EmailLog,
  type ReservationEmail,
  type ReservationEmailList,
} from '@passeio/contract/messages/messages';
import type { Selectable } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { eraseInBatches } from '../../platform/database/erased-counts.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readBrand, readTimeZone } from '../settings/index.ts';
import { deleteEntriesBefore, emailsOfReservation, latestEmails, reservationExists } from './email-log.queries.ts';
import { type QueuedEmail, type ReadEmail, subjectOf } from './queued-email.ts';
import { chatsOfReservation, deleteChatsBefore } from './whatsapp-log.queries.ts';
import { listWordings } from './wordings.queries.ts';

interface LogDeps {
  db: Database;
  readEmail: ReadEmail;
}

/** The e-mails and WhatsApp chats about a reservation, the latest first. Throws RESERVATION_NOT_FOUND. */
export async function listReservationEmails(
  { db, readEmail }: LogDeps,
  reservationId: string,
): Promise<ReservationEmailList> {
  if (!(await reservationExists(db, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const [emails, whatsApp, subjectNow] = await Promise.all([
    emailsOfReservation(db, reservationId),
    chatsOfReservation(db, reservationId),
    subjectReader(db, readEmail),
  ]);
  return { data: await Promise.all(emails.map((row) => present(row, subjectNow))), whatsApp };
}

/** A page of the e-mails about all reservations, the latest first, from the one with this id on. */
export async function readEmailLog({ db, readEmail }: LogDeps, from?: string): Promise<EmailLog> {
  const [rows, subjectNow] = await Promise.all([latestEmails(db, from), subjectReader(db, readEmail)]);
  const data = rows.slice(0, EMAILS_LISTED).map(async (row) => ({
    ...(await present(row, subjectNow)),
    reservation: { id: row.reservation_id, code: row.code, tripId: row.trip_id, tripTitle: row.trip_title },
  }));
  return { data: await Promise.all(data), next: rows[EMAILS_LISTED]?.id ?? null };
}

async function present(
  row: Selectable<Schema['reservation_emails']>,
  subjectNow: SubjectReader,
): Promise<ReservationEmail> {
  return {
    id: row.id,
    to: row.recipient,
    subject: row.about ? await subjectNow({ kind: row.kind, about: row.about } as QueuedEmail) : row.subject,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    notByChat: row.not_by_chat,
  };
}

type SubjectReader = (email: Pick<QueuedEmail, 'kind' | 'about'>) => Promise<string>;

/** Reads the subjects of e-mails as they would be sent now; empty if what one is about no longer exists. */
export async function subjectReader(db: Database, readEmail: ReadEmail): Promise<SubjectReader> {
  const [timeZone, brand, all] = await Promise.all([readTimeZone(db), readBrand(db), listWordings(db)]);
  const own = new Map(all.map((wording) => [wording.key, wording]));
  return async (email) => {
    const facts = await readEmail(email, { now: new Date(), timeZone, brand });
    return facts ? subjectOf(email.kind, facts, own.get(email.kind)) : '';
  };
}

/** Years after the trip for which it is known which e-mails and WhatsApp chats were addressed to whom. */
const RETENTION_YEARS = 2;
const BATCH = 1_000;

/** Deletes what the logs of e-mails and chats say of trips that were back two years before `now`. */
export async function deleteOldEmails(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(now.getUTCFullYear() - RETENTION_YEARS);
  await eraseInBatches(db, 'emails', BATCH, (trx, limit) => deleteEntriesBefore(trx, before, limit));
  await eraseInBatches(db, 'chats', BATCH, (trx, limit) => deleteChatsBefore(trx, before, limit));
}
