import { linesAfter, totalOf } from '@passeio/contract/lines';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { RoomsChange } from '@passeio/contract/reservations/rooms';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { quoteOf, requireWaiver } from '../cancellation/quote-cancellation.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { openParty, requireChangeable } from '../participants/open-party.ts';
import { readOwnRooms, writeRoomsOf } from '../participants/party-rooms.ts';
import { saveParty } from '../participants/save-party.ts';
import { openDetails, readDetails } from '../reservation/load-reservations.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';

/**
 * Gives the people of a reservation other rooms, at today's prices; a room that stays keeps its price. Where the rules
 * keep a part of what it cost more before, clients call, and staff needs the permission for discounts.
 */
export async function changeRooms(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { rooms }: RoomsChange,
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  requireChangeable(party);
  const people = party.people.map((one) => ({ ...one }));
  const before = await readOwnRooms(trx, party);
  const change = await writeRoomsOf(trx, party, people, rooms);
  if (change.ended.length + change.added.length === 0) return openDetails(trx, actor, reservationId);
  if (totalOf(linesAfter(party.lines, change)) < totalOf(party.lines)) {
    for (const extra of change.ended) {
      if (party.editor === 'staff') await requireWaiver(trx, actor.caller, party, { now: party.now, extra });
      else if ((await quoteOf(trx, party, { by: 'client', now: party.now, extra })).quote.penaltyCents > 0)
        throw new AppError('ROOM_CHANGE_COSTS');
    }
  }
  const partyChanges = await saveParty(trx, party, people, change);
  await serveWaitingList(trx, party.trip.id);
  const details = await readDetails(trx, reservationId, callerOfActor(actor));
  const named = (some: ReservationDetails['rooms']) => some.map(({ label }) => label).join(', ') || null;
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.changed',
    changes: { rooms: [named(before), named(details.rooms)], ...partyChanges },
  });
  return details;
}
