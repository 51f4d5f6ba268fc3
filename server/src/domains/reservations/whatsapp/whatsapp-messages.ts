import { randomUUIDv7 } from 'node:crypto';
import type {
  TripWhatsAppMessages,
  WhatsAppMessage,
  WhatsAppMessageDraft,
} from '@passeio/contract/messages/whatsapp-messages';
import { ANNOUNCEMENT } from '@passeio/contract/messages/whatsapp-templates';
import { topicOfKey } from '@passeio/contract/reservations/whatsapp-moments';
import type { Insertable } from 'kysely';
import { type Actor, callerOfActor, recordView } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { chatsOfTrip, findChat } from '../../messages/index.ts';
import { findTrip } from '../../trips/index.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { findReservation, type ReservationRow } from '../reservation/reservations.queries.ts';
import { chatFactsOfTrip } from './chat-facts.ts';

/** Who of a trip could be written to, and who was. Audited. Throws TRIP_NOT_FOUND. */
export async function openTripMessages(db: Database, actor: Actor, tripId: string): Promise<TripWhatsAppMessages> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const subject = { type: 'trip', id: trip.id, label: trip.title } as const;
  await recordView(db, actor, { action: 'trip.passengers_opened', subject });
  const [reservations, messages] = await Promise.all([chatFactsOfTrip(db, tripId), chatsOfTrip(db, tripId)]);
  return { trip: { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() }, reservations, messages };
}

/**
 * Records that staff opened a chat with a text about a reservation. Throws RESERVATION_NOT_FOUND also if it is not of
 * the trip that the text names.
 */
export async function recordChat(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { templateKey, tripId, participantId: given, announcementId }: WhatsAppMessageDraft,
): Promise<WhatsAppMessage> {
  const caller = callerOfActor(actor);
  const participantId = given ?? null;
  const reservation = await findReservation(trx, reservationId);
  if (!reservation || reservation.trip_id !== tripId) throw new AppError('RESERVATION_NOT_FOUND');
  if (templateKey === ANNOUNCEMENT || announcementId) await requireAnnouncement(trx, tripId, announcementId);
  const to = await phoneOf(trx, reservation, participantId);
  if (!to) throw new AppError('PARTICIPANT_NOT_FOUND');
  if (!to.contact) throw new AppError('WITHOUT_PHONE');
  const id = randomUUIDv7();
  const about = {
    trip_id: tripId,
    reservation_id: reservationId,
    participant_id: participantId,
    announcement_id: announcementId,
  };
  await insertChat(trx, { ...about, id, template_key: templateKey, phone: to.contact, opened_by: caller.id });
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip: reservation },
    {
      action: 'reservation.message_opened',
      changes: { message: [null, topicOfKey(templateKey)], recipient: [null, to.name] },
    },
  );
  return requireChat(trx, reservationId, id);
}

/** Takes back the record of a chat whose text was not sent; again, nothing changes. Throws CHAT_NOT_FOUND. */
export async function undoChat(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  messageId: string,
): Promise<WhatsAppMessage> {
  const message = await requireChat(trx, reservationId, messageId);
  const reservation = await findReservation(trx, reservationId);
  if (!reservation || !(await markUndone(trx, messageId))) return message;
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip: reservation },
    {
      action: 'reservation.message_undone',
      changes: { message: [topicOfKey(message.templateKey), null] },
    },
  );
  return message;
}

async function requireChat(db: Database, reservationId: string, id: string) {
  const found = await findChat(db, reservationId, id);
  if (!found) throw new AppError('CHAT_NOT_FOUND');
  return found;
}

/** Name and telephone of a reservation's payer, or of one of its active participants. */
function phoneOf(
  db: Database,
  { id, user_id }: Pick<ReservationRow, 'id' | 'user_id'>,
  participantId: string | null,
): Promise<{ name: string; contact: string | null } | undefined> {
  if (participantId === null) {
    return db.selectFrom('users').select(['name', 'contact']).where('id', '=', user_id).executeTakeFirst();
  }
  return db
    .selectFrom('participants')
    .select(['name', 'contact'])
    .where('id', '=', participantId)
    .where('reservation_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

async function requireAnnouncement(db: Database, tripId: string, id: string | undefined): Promise<void> {
  const found =
    id && db.selectFrom('trip_announcements').select('id').where('id', '=', id).where('trip_id', '=', tripId);
  if (!found || !(await found.executeTakeFirst())) throw new AppError('ANNOUNCEMENT_NOT_FOUND');
}

async function insertChat(
  trx: DatabaseTransaction,
  chat: Omit<Insertable<Schema['whatsapp_messages']>, 'undone_at'>,
): Promise<void> {
  await trx.insertInto('whatsapp_messages').values(chat).execute();
}

/** Whether it was not undone before. */
async function markUndone(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('whatsapp_messages')
    .set({ undone_at: new Date() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
