import type { CancellationProgress, CancelledReservation } from '@passeio/contract/departures/departure-cancellations';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/http/errors.ts';
import { failuresOf } from '../messages/index.ts';
import { chatFactsOf, factsFor } from '../reservations/index.ts';
import { findTrip } from '../trips/index.ts';
import { UNDO_MS } from './cancel-departure.ts';
import { countUnnotified, findCancellation } from './cancellations.queries.ts';
import { type NotifiedReservation, notifiedReservations } from './choices.queries.ts';

/** How far the cancellation of a departure is. Throws TRIP_NOT_FOUND or TRIP_NOT_CANCELLED. */
export async function readProgress(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  tripId: string,
): Promise<CancellationProgress> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const cancellation = await findCancellation(db, tripId);
  if (!cancellation) throw new AppError('TRIP_NOT_CANCELLED');
  const [told, toTell] = await Promise.all([notifiedReservations(db, tripId), countUnnotified(db, tripId)]);
  const ids = told.map(({ reservation_id }) => reservation_id);
  const chats = await chatFactsOf(db, ids);
  const reasons = await failuresOf(
    jobs,
    told.flatMap((row) => (row.email_state === 'failed' && row.email_id ? row.email_id : [])),
  );
  const undoUntil = new Date(cancellation.cancelled_at.getTime() + UNDO_MS);
  return {
    trip: { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
    reason: cancellation.reason,
    chooseUntil: cancellation.choose_until,
    cancelledAt: cancellation.cancelled_at.toISOString(),
    cancelledBy: cancellation.cancelled_by_name,
    undoUntil: cancellation.told_at || undoUntil <= new Date() ? null : undoUntil.toISOString(),
    isDone: cancellation.done_at !== null,
    toTell,
    reservations: told.map((row) => present(row, { chat: factsFor(chats, row.reservation_id), reasons })),
  };
}

function present(
  row: NotifiedReservation,
  { chat, reasons }: { chat: CancelledReservation['chat']; reasons: ReadonlyMap<string, string> },
): CancelledReservation {
  const { other_id, other_title, other_departs_at } = row;
  return {
    id: row.reservation_id,
    code: row.code,
    payer: { name: row.name, contact: row.contact ?? '', hasAccount: row.has_account },
    people: row.people,
    receivedCents: row.received_cents,
    outcome: row.outcome,
    isDefault: row.is_default,
    settledAt: row.settled_at?.toISOString() ?? null,
    movedTo:
      other_id && other_title !== null && other_departs_at
        ? { id: other_id, title: other_title, date: other_departs_at.toISOString() }
        : null,
    refund: row.refund,
    email: row.email_state && { state: row.email_state, reason: reasons.get(row.email_id ?? '') ?? null },
    chatAt: row.chat_at?.toISOString() ?? null,
    chat,
  };
}
