import { randomUUIDv7 } from 'node:crypto';
import { totalOf } from '@passeio/contract/lines';
import { roomLines } from '@passeio/contract/room-rules';
import { system } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { lockParty } from '../participants/open-party.ts';
import { readOwnRooms } from '../participants/party-rooms.ts';
import { saveParty } from '../participants/save-party.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { insertRooms, readRoomOffer } from '../reservation/rooms.ts';

/**
 * Makes a room that nobody shares with its people theirs alone, with the supplement. Returns by how much the
 * reservation costs more, in centavos; undefined where the room is not shared, or not offered, any more.
 */
export async function makeSingle(
  trx: DatabaseTransaction,
  reservationId: string,
  roomId: string,
): Promise<number | undefined> {
  const party = await lockParty(trx, reservationId, 'staff');
  const room = (await readOwnRooms(trx, party)).find(({ id, share }) => id === roomId && share !== null);
  const { types, nights } = await readRoomOffer(trx, party.trip, party.departure.timeZone);
  const type = types.find(({ id }) => id === room?.roomTypeId);
  if (!room || !type) return undefined;
  const id = randomUUIDv7();
  const row = { id, reservation_id: reservationId, room_type_id: type.id, position: 0, single_at: party.now };
  await insertRooms(trx, [row]);
  const change = {
    ended: party.lines.filter(({ kind, sourceId }) => kind === 'room' && sourceId === room.id),
    added: roomLines(type, { id, participantIds: room.participantIds }, nights),
  };
  const people = party.people.map((one) => ({ ...one }));
  const partyChanges = await saveParty(trx, party, people, change);
  await recordReservationAudit(trx, system, party, {
    action: 'reservation.changed',
    changes: { rooms: [room.label, `${type.label} (single)`], ...partyChanges },
  });
  return totalOf(change.added) - totalOf(change.ended);
}
