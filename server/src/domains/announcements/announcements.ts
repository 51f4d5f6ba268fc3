import { randomUUIDv7 } from 'node:crypto';
import {
  ANNOUNCED_AFTER_DAYS,
  ANNOUNCEMENTS_A_DAY,
  type AnnouncementDraft,
  type AnnouncementList,
  type AnnouncementOrder,
  type AnnouncementPreview,
  type AnnouncementRecipients,
} from '@passeio/contract/messages/announcements';
import { fillFields } from '@passeio/contract/messages/message-templates';
import { greetingText } from '@passeio/contract/reservations/whatsapp-moments';
import {
  type Actor,
  callerOfActor,
  recordAudit,
  recordAudits,
  recordView,
  system,
} from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueEmails, type QueuedEmail } from '../messages/index.ts';
import { reservationSubject } from '../reservations/index.ts';
import { readBrand, readTimeZone } from '../settings/index.ts';
import { findTrip, labelOf, lockTrip, type TripRow } from '../trips/index.ts';
import {
  type AnnouncementRow,
  announcementsOf,
  countSince,
  findAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  lockDue,
  updateAnnouncement,
} from './announcements.queries.ts';
import { type Narrowing, type Recipient, recipientsOf, textFor } from './recipients.ts';

const DAY_MS = 86_400_000;

interface NotifyDeps {
  jobs: Pick<Jobs, 'enqueueAll'>;
}

/** The announcements of a trip. Throws TRIP_NOT_FOUND. */
export async function listAnnouncements(db: Database, tripId: string): Promise<AnnouncementList> {
  const trip = await requireTrip(await findTrip(db, 'id', tripId));
  const rows = await announcementsOf(db, tripId);
  return {
    data: rows.map((row) => present(row, trip)),
    boardingPoints: trip.boarding_points.map(({ id, time, place }) => ({ id, label: `${time} – ${place}` })),
  };
}

/** Whom an announcement would reach, and how the first would read it. Throws TRIP_NOT_FOUND. */
export async function previewAnnouncement(
  db: Database,
  tripId: string,
  { subject, text, ...narrowing }: AnnouncementDraft,
): Promise<AnnouncementPreview> {
  requireTrip(await findTrip(db, 'id', tripId));
  const recipients = await recipientsOf(db, tripId, narrowing);
  const first = recipients.find(({ email }) => email) ?? recipients[0];
  return {
    people: recipients.length,
    emails: recipients.filter(({ email }) => email).length,
    example: first ? { name: first.name, subject: textFor(first, subject), text: textFor(first, text) } : null,
  };
}

/** Sends an announcement, or schedules it. Throws INVALID_INPUT for a time that has passed or comes too late. */
export async function announce(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  { tripId, order, now = new Date() }: { tripId: string; order: AnnouncementOrder; now?: Date },
): Promise<AnnouncementList> {
  const { id: personId } = callerOfActor(actor);
  // Locked, so that the limit holds.
  const trip = requireTrip(await lockTrip(trx, tripId));
  const sendAt = order.sendAt ? new Date(order.sendAt) : now;
  const latest = trip.returns_at.getTime() + ANNOUNCED_AFTER_DAYS * DAY_MS;
  if (order.sendAt && sendAt <= now)
    throw new AppError('INVALID_INPUT', { sendAt: 'Escolha um horário que ainda vem.' });
  if (sendAt.getTime() > latest) {
    throw new AppError('INVALID_INPUT', { sendAt: `Escolha um dia até ${ANNOUNCED_AFTER_DAYS} dias depois da volta.` });
  }
  const written = await countSince(trx, new Date(now.getTime() - DAY_MS), { tripId, personId });
  if (written.ofTrip >= ANNOUNCEMENTS_A_DAY.ofTrip || written.ofPerson >= ANNOUNCEMENTS_A_DAY.ofPerson) {
    throw new AppError('TOO_MANY_ANNOUNCEMENTS');
  }
  const recipients = await recipientsOf(trx, tripId, order);
  if (recipients.length !== order.people) throw new AppError('ANNOUNCEMENT_FOR_OTHERS');
  const row = await insertAnnouncement(trx, {
    id: randomUUIDv7(),
    trip_id: tripId,
    audience: order.audience,
    unpaid_only: order.unpaid,
    missing_data_only: order.missingData,
    boarding_point_id: order.boardingPointId,
    participant_ids: order.participantIds,
    subject: order.subject,
    text: order.text,
    send_at: sendAt,
    created_by: personId,
  });
  if (order.sendAt) {
    await auditTrip(trx, actor, trip, row, 'trip.announcement_scheduled', { sendAt: [null, order.sendAt] });
  } else await deliver(trx, actor, deps, { row, trip, recipients, now });
  return listAnnouncements(trx, tripId);
}

/** Cancels a scheduled announcement. Throws ANNOUNCEMENT_NOT_FOUND or ANNOUNCEMENT_OVER. */
export async function cancelAnnouncement(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, announcementId }: { tripId: string; announcementId: string },
): Promise<AnnouncementList> {
  const row = await lockAnnouncement(trx, tripId, announcementId);
  const trip = await findTrip(trx, 'id', tripId);
  if (!row || !trip) throw new AppError('ANNOUNCEMENT_NOT_FOUND');
  if (row.sent_at || row.cancelled_at) throw new AppError('ANNOUNCEMENT_OVER');
  await cancel(trx, actor, trip, row);
  return listAnnouncements(trx, tripId);
}

/** Sends what is due; what was scheduled before its departure was cancelled is cancelled too. */
export async function sendAnnouncements(
  deps: { db: Database } & NotifyDeps,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await inTransaction(deps.db, (trx) => sendNext(trx, deps, now));
}

async function sendNext(trx: DatabaseTransaction, deps: NotifyDeps, now: Date): Promise<boolean> {
  const row = await lockDue(trx, now);
  const trip = row && (await findTrip(trx, 'id', row.trip_id));
  if (!row || !trip) return false;
  if (trip.cancelled_at && trip.cancelled_at > row.created_at) await cancel(trx, system, trip, row);
  else {
    const recipients = await recipientsOf(trx, trip.id, narrowingOf(row));
    await deliver(trx, system, deps, { row, trip, recipients, now });
  }
  return true;
}

/**
 * Whom an announcement is for now, with the text of a chat. Audited. Throws TRIP_NOT_FOUND or ANNOUNCEMENT_NOT_FOUND.
 */
export async function listRecipients(
  db: Database,
  actor: Actor,
  { tripId, announcementId }: { tripId: string; announcementId: string },
): Promise<AnnouncementRecipients> {
  const trip = requireTrip(await findTrip(db, 'id', tripId));
  const row = await findAnnouncement(db, announcementId);
  if (!row || row.trip_id !== tripId) throw new AppError('ANNOUNCEMENT_NOT_FOUND');
  const subject = { type: 'trip', id: trip.id, label: trip.title } as const;
  await recordView(db, actor, { action: 'trip.passengers_opened', subject });
  const [recipients, { name: operator }] = await Promise.all([
    recipientsOf(db, tripId, narrowingOf(row)),
    readBrand(db),
  ]);
  return {
    announcement: present(row, trip),
    data: recipients.map((one) => ({
      reservationId: one.reservation.id,
      code: one.reservation.code,
      participantId: one.participantId,
      name: one.name,
      contact: one.contact,
      byEmail: one.email !== null,
      text: `${greetingText(one.name, { operator })}\n\n${textFor(one, row.text)}`,
    })),
  };
}

interface Delivery {
  row: AnnouncementRow;
  trip: TripRow;
  recipients: Recipient[];
  now: Date;
}

async function deliver(
  trx: DatabaseTransaction,
  actor: Actor,
  { jobs }: NotifyDeps,
  { row, trip, recipients, now }: Delivery,
): Promise<void> {
  const mailed = recipients.filter(({ email }) => email);
  const emails = mailed.map(({ email, reservation, participantId }): QueuedEmail => {
    return {
      kind: 'announcement',
      to: email ?? '',
      about: { reservationId: reservation.id, announcementId: row.id, participantId },
    };
  });
  await enqueueEmails(jobs, emails, trx);
  await updateAnnouncement(trx, row.id, { sent_at: now, people: recipients.length, emails: emails.length });
  const ofReservations = new Map(mailed.map((one) => [one.reservation.id, one]));
  await recordAudits(
    trx,
    actor,
    [...ofReservations.values()].map((one) => ({
      action: 'reservation.announced',
      subject: reservationSubject(one.reservation, { name: one.reservation.payer }, trip),
      changes: { subject: [null, textFor(one, row.subject)] },
    })),
  );
  await auditTrip(trx, actor, trip, row, 'trip.announced', { people: [null, recipients.length] });
}

async function cancel(trx: DatabaseTransaction, actor: Actor, trip: TripRow, row: AnnouncementRow): Promise<void> {
  await updateAnnouncement(trx, row.id, { cancelled_at: new Date() });
  await auditTrip(trx, actor, trip, row, 'trip.announcement_cancelled');
}

async function auditTrip(
  trx: DatabaseTransaction,
  actor: Actor,
  trip: TripRow,
  { subject }: AnnouncementRow,
  action: 'trip.announced' | 'trip.announcement_scheduled' | 'trip.announcement_cancelled',
  changes: Record<string, [unknown, unknown]> = {},
): Promise<void> {
  await recordAudit(trx, actor, {
    action,
    subject: { type: 'trip', id: trip.id, label: labelOf(trip, await readTimeZone(trx)) },
    changes: { subject: [null, subject], ...changes },
  });
}

function requireTrip(trip: TripRow | undefined): TripRow {
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  return trip;
}

function narrowingOf(row: AnnouncementRow): Narrowing {
  return {
    audience: row.audience,
    unpaid: row.unpaid_only,
    missingData: row.missing_data_only,
    boardingPointId: row.boarding_point_id,
    participantIds: row.participant_ids,
  };
}

function present(
  { by, ...row }: AnnouncementRow & { by: string },
  { title, boarding_points }: TripRow,
): AnnouncementList['data'][number] {
  const { audience, unpaid, missingData, boardingPointId } = narrowingOf(row);
  const point = boarding_points.find(({ id }) => id === boardingPointId);
  return {
    id: row.id,
    audience,
    unpaid,
    missingData,
    boardingPlace: boardingPointId && (point ? `${point.time} – ${point.place}` : 'um embarque que saiu do passeio'),
    chosen: row.participant_ids?.length ?? null,
    subject: fillFields(row.subject, { passeio: title }),
    text: row.text,
    sendAt: row.send_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    people: row.people,
    emails: row.emails,
    by,
  };
}
