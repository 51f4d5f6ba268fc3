import type { WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import type { Database } from '../../platform/database/connect.ts';

/** At most so many of a reservation are shown. */
const CHATS_LISTED = 50;

/** The chats that staff opened about a reservation, the latest first, without those that were not sent. */
export async function chatsOfReservation(db: Database, reservationId: string): Promise<WhatsAppMessage[]> {
  const rows = await chats(db).where('m.reservation_id', '=', reservationId).limit(CHATS_LISTED).execute();
  return rows.map(present);
}

/** The same of all reservations of a trip. */
export async function chatsOfTrip(db: Database, tripId: string): Promise<WhatsAppMessage[]> {
  return (await chats(db).where('m.trip_id', '=', tripId).execute()).map(present);
}

/** One of them, undone or not. */
export async function findChat(db: Database, reservationId: string, id: string): Promise<WhatsAppMessage | undefined> {
  const row = await all(db).where('m.reservation_id', '=', reservationId).where('m.id', '=', id).executeTakeFirst();
  return row && present(row);
}

/** Deletes chats from before an instant about trips that were back by then, `limit` at most; returns how many. */
export async function deleteChatsBefore(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('whatsapp_messages')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('trips')
        .innerJoin('whatsapp_messages as m', 'm.trip_id', 'trips.id')
        .where('trips.returns_at', '<', before)
        .where('m.opened_at', '<', before)
        .select('m.id')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

function chats(db: Database) {
  return all(db).where('m.undone_at', 'is', null).orderBy('m.id', 'desc');
}

function all(db: Database) {
  return db
    .selectFrom('whatsapp_messages as m')
    .innerJoin('users', 'users.id', 'm.opened_by')
    .selectAll('m')
    .select('users.name as by');
}

function present(row: Awaited<ReturnType<ReturnType<typeof all>['executeTakeFirstOrThrow']>>): WhatsAppMessage {
  return {
    id: row.id,
    reservationId: row.reservation_id,
    templateKey: row.template_key,
    participantId: row.participant_id,
    announcementId: row.announcement_id,
    phone: row.phone,
    by: row.by,
    openedAt: row.opened_at.toISOString(),
  };
}
