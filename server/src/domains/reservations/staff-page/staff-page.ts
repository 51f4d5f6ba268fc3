import { shareOf } from '@passeio/contract/reservations/lines';
import type { ReservationForStaff } from '@passeio/contract/reservations/staff-reservation';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { presentRefund, refundsOf } from '../../book/index.ts';
import { findTrip } from '../../trips/index.ts';
import { findPerson } from '../../users/index.ts';
import { listLines } from '../reservation/lines.ts';
import { openDetails } from '../reservation/load-reservations.ts';
import { mayCancel, mayReinstate } from '../reservation/reservations.policy.ts';
import { statusOfRow } from '../reservation/reservations.present.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import { chatFactsOf } from '../whatsapp/chat-facts.ts';
import { listNotes } from './notes.ts';
import { listTags } from './tags.ts';

/** Opens one reservation by id or code for staff's page. Audited. Throws RESERVATION_NOT_FOUND. */
export async function openForStaff(db: Database, actor: Actor, idOrCode: string): Promise<ReservationForStaff> {
  const details = await openDetails(db, actor, idOrCode);
  const caller = callerOfActor(actor);
  const { id } = details;
  return inSnapshot(db, async (snapshot) => {
    const [row, trip, payer, lines, refunds, chatOf, notes, tags] = await Promise.all([
      findReservation(snapshot, id),
      findTrip(snapshot, 'id', details.trip.id),
      findPerson(snapshot, details.payer.id),
      listLines(snapshot, [id]),
      refundsOf(snapshot, id),
      chatFactsOf(snapshot, [id]),
      listNotes(snapshot, caller, id),
      listTags(snapshot, id),
    ]);
    if (!row || !trip || !payer) throw new AppError('RESERVATION_NOT_FOUND');
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
    };
  });
}
