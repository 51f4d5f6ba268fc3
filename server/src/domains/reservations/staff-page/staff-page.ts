import { shareOf } from '@passeio/contract/lines';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { presentRefund, refundsOf } from '../../book/index.ts';
import { openReservation } from '../reservation/load-reservations.ts';
import { mayCancel, mayReinstate } from '../reservation/reservations.policy.ts';
import { statusOfRow } from '../reservation/reservations.present.ts';
import { chatFactsOf } from '../whatsapp/chat-facts.ts';
import { listNotes } from './notes.ts';
import { listTags } from './tags.ts';

/** Opens one reservation by id or code for staff's page. Audited. Throws RESERVATION_NOT_FOUND. */
export function openForStaff(db: Database, actor: Actor, idOrCode: string): Promise<ReservationForStaff> {
  const caller = callerOfActor(actor);
  return openReservation(db, actor, idOrCode, async (snapshot, { row, trip, payer, lines, details }) => {
    const { id } = row;
    const [refunds, chatOf, notes, tags] = await Promise.all([
      refundsOf(snapshot, id),
      chatFactsOf(snapshot, [id]),
      listNotes(snapshot, caller, id),
      listTags(snapshot, id),
    ]);
    const now = new Date();
    return {
      ...details,
      // Also of an own reservation in staff's words.
      status: statusOfRow(row, { ...row, people: details.participants, now, reader: 'staff' }),
      participants: details.participants.map((one) => ({ ...one, shareCents: shareOf(lines, one.id) })),
      payer: { ...details.payer, hasAccount: payer.subject !== null },
      trip: {
        ...details.trip,
        vehicle: trip.vehicle,
        isArchived: trip.archived_at !== null,
        isCancelled: trip.cancelled_at !== null,
        hasDeparted: trip.departs_at <= now,
      },
      cancellable: mayCancel(row, trip.departs_at, now),
      reinstatable: mayReinstate(row, trip, now),
      cancellationReason: row.cancellation_reason,
      refunds: refunds.map(presentRefund),
      chat: chatOf(id),
      notes,
      tags,
      touches: row.first_touch && row.last_touch && { first: row.first_touch, last: row.last_touch },
    };
  });
}
