import { randomUUIDv7 } from 'node:crypto';
import { wholeLine } from '@passeio/contract/lines';
import type { CancellationDraft, CancellingParty } from '@passeio/contract/reservations/cancellation';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { StaffCancellation } from '@passeio/contract/reservations/staff-reservation';
import { type Actor, type Changes, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { type Editor, lockParty } from '../participants/open-party.ts';
import { endLink } from '../participants/participant-links.queries.ts';
import { saveParty } from '../participants/save-party.ts';
import { markCancelled } from '../reservation/change-reservation.ts';
import { readDetails, readReservation } from '../reservation/load-reservations.ts';
import { lockOwn, lockWithTrip } from '../reservation/lock-reservation.ts';
import type { ParticipantRow } from '../reservation/participants.queries.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { mayCancel } from '../reservation/reservations.policy.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';
import { notifyPayerOfCancellation } from './notify-payer-of-cancellation.ts';
import {
  leavingOf,
  type Quoted,
  quoteOf,
  requireCancellable,
  requireConfirmed,
  requireWaiver,
} from './quote-cancellation.ts';

/**
 * Cancels the caller's reservation, or takes some of its people out, at the price of the quote that they confirm; with
 * nothing received there is nothing to confirm. Throws RESERVATION_NOT_FOUND for someone else's too.
 */
export async function cancelReservation(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps,
  { id, draft }: { id: string; draft: CancellationDraft },
): Promise<Reservation> {
  const now = new Date();
  const caller = callerOfActor(actor);
  const locked = await lockOwn(trx, caller, id);
  requireCancellable(locked, now);
  const leaving = draft?.participants && (await leavingOf(trx, locked.reservation, draft.participants));
  const by = locked.trip.cancelled_at ? 'operator' : 'client';
  const quoted = await quoteOf(trx, locked, { by, now, leaving });
  if (locked.reservation.received_cents > 0 || draft?.refundCents !== undefined) {
    requireConfirmed(quoted.quote, draft ?? undefined);
  }
  await cancelAsQuoted(trx, actor, notifyDeps, {
    ...{ locked, leaving, quoted, by, now },
    editor: 'payer',
    acceptsOccupancy: draft?.acceptsOccupancy,
  });
  return readReservation(trx, id, caller);
}

/** A cancellation that was quoted with the reservation locked. `leaving`: whose, of several; everybody without it. */
interface QuotedCancellation {
  locked: Awaited<ReturnType<typeof lockWithTrip>>;
  leaving: ParticipantRow[] | undefined;
  quoted: Quoted;
  by: CancellingParty;
  editor: Exclude<Editor, 'participant'>;
  now: Date;
  /** Staff's. */
  reason?: string;
  /** Whether the rooms of those who stay follow the quote. */
  acceptsOccupancy?: boolean | undefined;
}

/**
 * Cancels a locked reservation, or takes some of its people out, for the quote, and notifies the payer, unless
 * `notifyDeps` is null. Throws what {@link saveParty} throws.
 */
export async function cancelAsQuoted(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps | null,
  cancellation: QuotedCancellation,
): Promise<void> {
  const { locked, leaving, quoted, by, now, reason } = cancellation;
  const { reservation, trip } = locked;
  if (leaving) {
    await takeOut(trx, actor, { ...cancellation, leaving });
  } else {
    const cancelled = { now, by: actor.caller?.id ?? null, retainedCents: retainedCentsOf(reservation, quoted) };
    await markCancelled(trx, reservation.id, { ...cancelled, ...(reason ? { reason } : {}) });
    await serveWaitingList(trx, trip.id);
    const changes = { ...changesOf(reservation, quoted, by), ...reasonOf(reason) };
    await recordReservationAudit(trx, actor, locked, { action: 'reservation.cancelled', changes });
  }
  const people = leaving?.map(({ name, fare_label }) => name || fare_label);
  if (notifyDeps)
    await notifyPayerOfCancellation(trx, notifyDeps, {
      reservationId: reservation.id,
      quote: quoted.quote,
      by,
      people,
    });
}

function reasonOf(reason: string | undefined): Changes {
  return reason ? { cancellationReason: [null, reason] } : {};
}

/** What the operator keeps, in centavos. */
export function retainedCentsOf({ received_cents }: ReservationRow, { quote }: Quoted): number {
  return received_cents - quote.refundCents;
}

/** What a cancellation changes, for its audit entry. */
function changesOf({ state, received_cents }: ReservationRow, { quote }: Quoted, by: CancellingParty): Changes {
  return {
    state: [state, 'cancelled'],
    cancelledFor: [null, by],
    ...(received_cents > 0
      ? {
          penaltyCents: [null, quote.penaltyCents],
          refundCents: [null, quote.refundCents],
          cancellationRule: [null, quote.rule],
        }
      : {}),
  };
}

// Their places are free, and what the penalty keeps becomes part of the reservation's total.
async function takeOut(
  trx: DatabaseTransaction,
  actor: Actor,
  { locked, leaving, quoted, by, editor, reason, acceptsOccupancy }: QuotedCancellation & { leaving: ParticipantRow[] },
): Promise<void> {
  const { id } = locked.reservation;
  const party = await lockParty(trx, id, editor, callerOfActor(actor).id);
  const { penaltyCents, refundCents, rule } = quoted.quote;
  const gone = new Set(leaving.map((one) => one.id));
  const people = party.people.map((one) => (gone.has(one.id) ? { ...one, removed_at: party.now } : { ...one }));
  const names = leaving.map((one) => nameAmong(one, party.people)).join(' e ');
  const who = leaving.length > 2 ? `${leaving.length} pessoas` : names;
  const penalty = wholeLine('penalty', {
    sourceId: randomUUIDv7(),
    amountCents: penaltyCents,
    label: `Multa pelo cancelamento de ${who} (${quoted.penaltyPercent}%)`,
  });
  const rooms = acceptsOccupancy ? quoted.occupancy : undefined;
  const partyChanges = await saveParty(trx, party, people, {
    // The party was read again.
    ended: party.lines.filter(({ id: line }) => rooms?.ended.some((one) => one.id === line)),
    added: [...(rooms?.added ?? []), ...(penaltyCents > 0 ? [penalty] : [])],
  });
  for (const one of leaving) await endLink(trx, one.id);
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.participant_removed',
    changes: {
      participant: [names, null],
      cancelledFor: [null, by],
      penaltyCents: [null, penaltyCents],
      refundCents: [null, refundCents],
      cancellationRule: [null, rule],
      ...partyChanges,
      ...reasonOf(reason),
    },
  });
}

/**
 * Cancels a reservation, or takes some of its people out, and releases the places; what the rules give back becomes due
 * for refund. Throws QUOTE_CHANGED if `refundCents` is another.
 */
export async function cancelForPassenger(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps | null,
  {
    reservationId,
    reason,
    by,
    refundCents,
    participants,
    acceptsOccupancy,
  }: StaffCancellation & { reservationId: string },
): Promise<ReservationDetails> {
  const now = new Date();
  const locked = await lockWithTrip(trx, reservationId);
  const { trip, reservation } = locked;
  if (!mayCancel(reservation, trip.departs_at, now)) {
    throw new AppError(reservation.is_active ? 'TRIP_DEPARTED' : 'RESERVATION_OVER');
  }
  const leaving = participants && (await leavingOf(trx, reservation, participants));
  const quoted = await quoteOf(trx, locked, { by, now, leaving });
  if (by === 'operator') await requireWaiver(trx, actor.caller, locked, { now, leaving });
  if (refundCents !== undefined) requireConfirmed(quoted.quote, { refundCents, acceptsOccupancy });
  await cancelAsQuoted(trx, actor, notifyDeps, {
    ...{ locked, leaving, quoted, by, now, reason, acceptsOccupancy },
    editor: 'staff',
  });
  return readDetails(trx, reservationId, callerOfActor(actor));
}
