import {
  CANCELLATION_UNDO_SECONDS,
  type CancellationPreview,
  type CancellationProgress,
  type CancelledReservation,
  CHOICE_DAYS,
  type DepartureCancellationDraft,
} from '@passeio/contract/departures/departure-cancellations';
import { formatDay } from '@passeio/contract/format-moments';
import type { Deps } from '../../deps.ts';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { failuresOf } from '../messages/index.ts';
import { chatFactsOf } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip, labelOf, lockTrip, type TripRow, updateTrip } from '../trips/index.ts';
import {
  countUnnotified,
  countWaiting,
  deleteCancellation,
  findCancellation,
  insertCancellation,
  reservationsToNotify,
} from './cancellations.queries.ts';
import { type NotifiedReservation, notifiedReservations } from './choices.queries.ts';
import { lockComing, requireComing } from './guarantee.ts';

/** So long a cancellation can be undone before anybody has read of it. */
export const UNDO_MS = CANCELLATION_UNDO_SECONDS * 1_000;

/** What cancelling a departure would do. */
export async function previewCancellation(db: Database, tripId: string): Promise<CancellationPreview> {
  const trip = requireComing(await findTrip(db, 'id', tripId));
  const [rows, waiting, days] = await Promise.all([
    reservationsToNotify(db, tripId),
    countWaiting(db, tripId),
    daysOfChoosing(db),
  ]);
  const paid = rows.filter((row) => row.received_cents > 0);
  return {
    trip: { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
    isGuaranteed: trip.guaranteed_at !== null,
    reservations: rows.length,
    people: rows.reduce((sum, { people }) => sum + people, 0),
    unpaid: rows.length - paid.length,
    money: { reservations: paid.length, cents: paid.reduce((sum, row) => sum + row.received_cents, 0) },
    waiting,
    unreachable: rows
      .filter(({ email }) => !email)
      .map(({ id, code, name, contact }) => ({ id, code, name, contact: contact ?? '' })),
    days,
  };
}

/**
 * Cancels a departure for everybody: it is off sale at once, and its people are notified by {@link notifyCancelled}.
 * Throws INVALID_INPUT for a day too early or too late.
 */
export async function cancelDeparture(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { reason, chooseUntil }: DepartureCancellationDraft,
): Promise<void> {
  const trip = await lockComing(trx, tripId);
  await requireDayOfChoosing(trx, chooseUntil);
  const now = new Date();
  await insertCancellation(trx, {
    trip_id: trip.id,
    reason,
    choose_until: chooseUntil,
    cancelled_by: callerOfActor(actor).id,
    cancelled_at: now,
  });
  await updateTrip(trx, trip.id, { is_active: false, cancelled_at: now });
  await recordAudit(trx, actor, {
    action: 'trip.departure_cancelled',
    subject: await subjectOf(trx, trip),
    changes: { cancellationReason: [null, reason], chooseUntil: [null, chooseUntil] },
  });
}

/** Takes a cancellation back before anybody was notified: the departure is on sale again. */
export async function undoCancellation(trx: DatabaseTransaction, actor: Actor, tripId: string): Promise<void> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const found = await findCancellation(trx, tripId);
  // A late request must not win against a sweep that is about to begin.
  if (found && found.cancelled_at.getTime() + UNDO_MS <= Date.now()) throw new AppError('CANCELLATION_TOLD');
  const wasCancelled = await mapConstraintErrors({ trip_cancellations_notified_stay: 'CANCELLATION_TOLD' }, () =>
    deleteCancellation(trx, tripId),
  );
  if (!wasCancelled) throw new AppError('TRIP_NOT_CANCELLED');
  await updateTrip(trx, tripId, { cancelled_at: null, is_active: true });
  await recordAudit(trx, actor, { action: 'trip.cancellation_undone', subject: await subjectOf(trx, trip) });
}

async function daysOfChoosing(db: Database): Promise<CancellationPreview['days']> {
  const today = Temporal.Now.plainDateISO(await readTimeZone(db));
  const after = (days: number) => today.add({ days }).toString();
  return {
    earliest: after(CHOICE_DAYS.fewest),
    proposed: after(CHOICE_DAYS.proposed),
    latest: after(CHOICE_DAYS.most),
  };
}

async function requireDayOfChoosing(db: Database, day: string): Promise<void> {
  const { earliest, latest } = await daysOfChoosing(db);
  if (day >= earliest && day <= latest) return;
  throw new AppError('INVALID_INPUT', {
    chooseUntil: `Escolha um dia de ${formatDay(earliest)} a ${formatDay(latest)}: as pessoas precisam de tempo para ler e responder.`,
  });
}

async function subjectOf(trx: DatabaseTransaction, trip: TripRow) {
  return { type: 'trip' as const, id: trip.id, label: labelOf(trip, await readTimeZone(trx)) };
}

/** How far the cancellation of a departure is. Throws TRIP_NOT_FOUND or TRIP_NOT_CANCELLED. */
export async function readProgress(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  tripId: string,
): Promise<CancellationProgress> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const cancellation = await findCancellation(db, tripId);
  if (!cancellation) throw new AppError('TRIP_NOT_CANCELLED');
  const [notified, toTell] = await Promise.all([notifiedReservations(db, tripId), countUnnotified(db, tripId)]);
  const ids = notified.map(({ reservation_id }) => reservation_id);
  const chatOf = await chatFactsOf(db, ids);
  const reasons = await failuresOf(
    { jobs },
    notified.flatMap((row) => (row.email_state === 'failed' && row.email_id ? row.email_id : [])),
  );
  const undoUntil = new Date(cancellation.cancelled_at.getTime() + UNDO_MS);
  return {
    trip: { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
    reason: cancellation.reason,
    chooseUntil: cancellation.choose_until,
    cancelledAt: cancellation.cancelled_at.toISOString(),
    cancelledBy: cancellation.cancelled_by_name,
    undoUntil: cancellation.notified_at || undoUntil <= new Date() ? null : undoUntil.toISOString(),
    isDone: cancellation.done_at !== null,
    toTell,
    reservations: notified.map((row) => present(row, { chat: chatOf(row.reservation_id), reasons })),
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
