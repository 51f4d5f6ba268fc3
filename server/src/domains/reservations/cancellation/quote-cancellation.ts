import { type LineChange, nonRefundableOf, shareOf, totalOf } from '@passeio/contract/lines';
import {
  type CancellationFacts,
  type CancellationQuery,
  type CancellationQuote,
  type CancellingParty,
  quoteCancellation,
  quotePartialCancellation,
} from '@passeio/contract/reservations/cancellation';
import type { Database } from '../../../platform/database/connect.ts';
import { type Caller, hasPermission, isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { quotedPartsOf } from '../../book/index.ts';
import { findTrip, listFares, presentFare, type TripRow } from '../../trips/index.ts';
import { readHeldPeople } from '../participants/held-people.ts';
import type { Editor } from '../participants/open-party.ts';
import { occupancyAfter } from '../participants/party-rooms.ts';
import { travelTogether } from '../participants/save-party.ts';
import { listLines, type StoredLine } from '../reservation/lines.ts';
import { listParticipants, type ParticipantRow } from '../reservation/participants.queries.ts';
import { mayCancel, mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation, type ReservationRow } from '../reservation/reservations.queries.ts';
import { listReleased } from '../reservation/rooms.ts';
import { readCancellationTerms } from './cancellation.queries.ts';

/** A reservation with what its cancellation depends on. */
export interface Cancelling {
  reservation: ReservationRow;
  trip: Pick<TripRow, 'id' | 'departs_at' | 'returns_at' | 'has_rooms' | 'cancellation_tiers' | 'cancelled_at'>;
}

type Leaving = Pick<ParticipantRow, 'id' | 'held_until'>;

/** `leaving`: whose cancellation it is, of several; everybody without it. `extra`: only this line is. */
interface Question {
  by: CancellingParty;
  now: Date;
  leaving?: readonly Leaving[] | undefined;
  extra?: StoredLine;
}

/** The quote with the percentage of its rule. */
export interface Quoted {
  quote: CancellationQuote;
  penaltyPercent: number;
  /** How the rooms of those who stay follow, if the payer accepts it. */
  occupancy?: LineChange<StoredLine> | undefined;
}

/**
 * What cancelling costs the caller now, for payer and staff. Throws RESERVATION_NOT_FOUND for anybody else, and
 * FORBIDDEN if a client asks for the operator's.
 */
export async function readCancellation(
  db: Database,
  caller: Caller,
  reservationId: string,
  { by, participants, extra: lineId }: CancellationQuery,
): Promise<CancellationQuote> {
  const reservation = await findReservation(db, reservationId);
  const trip = reservation && (await findTrip(db, 'id', reservation.trip_id));
  if (!trip || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
  if (by === 'operator' && !isStaff(caller)) throw new AppError('FORBIDDEN');
  const now = new Date();
  requireCancellable({ reservation, trip }, now);
  const leaving = participants && (await leavingOf(db, reservation, participants));
  if (leaving) await requireTravelling(db, reservation, { editor: isStaff(caller) ? 'staff' : 'payer', trip, leaving });
  const extra = lineId && (await extraOf(db, reservation, lineId));
  return (await quoteOf(db, { reservation, trip }, { by, now, ...(extra ? { extra } : { leaving }) })).quote;
}

async function extraOf(db: Database, { id }: Pick<ReservationRow, 'id'>, lineId: string): Promise<StoredLine> {
  const found = (await listLines(db, [id])).find((line) => line.id === lineId.toLowerCase() && line.isTripExtra);
  if (!found) throw new AppError('EXTRA_NOT_FOUND');
  return found;
}

async function requireTravelling(
  db: Database,
  { id }: ReservationRow,
  { editor, trip, leaving }: { editor: Editor; trip: TripRow; leaving: readonly ParticipantRow[] },
): Promise<void> {
  const { time_zone } = await readCancellationTerms(db, id);
  const people = await listParticipants(db, [id], time_zone);
  const fares = (await listFares(db, [trip.id])).map(presentFare);
  const staying = people.filter((one) => !leaving.some((gone) => gone.id === one.id));
  const departure = { departsAt: trip.departs_at, timeZone: time_zone };
  travelTogether(
    { editor, fares, departure, people },
    staying.map((one) => ({ ...one })),
  );
}

/** Throws RESERVATION_NOT_CANCELLABLE if it has ended or its trip has departed. */
export function requireCancellable({ reservation, trip }: Cancelling, now: Date): void {
  if (!mayCancel(reservation, trip.departs_at, now)) throw new AppError('RESERVATION_NOT_CANCELLABLE');
}

/**
 * The active participants with these ids, who leave; undefined if they are everybody. Throws PARTICIPANT_NOT_FOUND.
 */
export async function leavingOf(
  db: Database,
  reservation: ReservationRow,
  ids: readonly string[],
): Promise<ParticipantRow[] | undefined> {
  const { time_zone } = await readCancellationTerms(db, reservation.id);
  const people = await listParticipants(db, [reservation.id], time_zone);
  const asked = new Set(ids.map((one) => one.toLowerCase()));
  const leaving = people.filter((one) => asked.has(one.id));
  if (leaving.length < asked.size) throw new AppError('PARTICIPANT_NOT_FOUND');
  return leaving.length < people.length ? leaving : undefined;
}

/**
 * Quotes by the rules that the client accepted; by the trip's of now for a reservation without any. Leaving a departure
 * that the operator cancelled is the operator's doing. People who were added and are not paid for leave for nothing.
 */
export async function quoteOf(
  db: Database,
  cancelling: Cancelling,
  { by, now, leaving, extra }: Question,
): Promise<Quoted> {
  const { reservation, trip } = cancelling;
  const { policy } = reservation;
  const terms = await readCancellationTerms(db, reservation.id);
  const unpaid = leaving?.filter((one) => one.held_until) ?? (await readHeldPeople(db, reservation.id));
  const firm = leaving?.filter((one) => !one.held_until);
  const lines = await listLines(db, [reservation.id]);
  const contractedSum = (people: readonly Leaving[]) => people.reduce((sum, { id }) => sum + shareOf(lines, id), 0);
  const isOfLeaving = ({ id, participantId }: StoredLine) => {
    if (extra) return id === extra.id && !unpaid.some((one) => one.id === participantId);
    const isOf = (one: Leaving) => one.id === participantId;
    return firm ? firm.some(isOf) : !unpaid.some(isOf);
  };
  const ending = lines.filter(isOfLeaving);
  const facts: CancellationFacts = {
    policy: {
      tiers: policy?.tiers ?? trip.cancellation_tiers,
      withdrawalDays: policy?.withdrawalDays === undefined ? terms.withdrawal_days : policy.withdrawalDays,
    },
    contractedAt: reservation.accepted_at ?? reservation.created_at,
    departsAt: trip.departs_at,
    now,
    isRequest: reservation.state === 'requested',
    isReleased: !extra && reservation.has_rooms && (await isReleased(db, reservation.id, { lines, firm })),
    timeZone: terms.time_zone,
    contractedCents: Math.max(reservation.total_cents - contractedSum(unpaid), 0),
    receivedCents: reservation.received_cents,
    earlierPenaltyCents: terms.earlier_penalty_cents,
    nonRefundableCents: nonRefundableOf(ending),
    by: trip.cancelled_at ? 'operator' : by,
  };
  const quoted =
    firm || extra
      ? quotePartialCancellation({ ...facts, leavingCents: firm ? contractedSum(firm) : totalOf(ending) })
      : { ...quoteCancellation(facts), newTotalCents: 0 };
  const { contractedCents, receivedCents, penaltyCents, refundCents, rule, penaltyPercent } = quoted;
  const departure = { departsAt: trip.departs_at, timeZone: terms.time_zone };
  const occupancy =
    leaving && reservation.has_rooms ? await occupancyAfter(db, { trip, lines, departure }, leaving) : undefined;
  const promisedFor = refundCents > 0 ? terms.promised_for : null;
  const parts = await quotedPartsOf(db, {
    ...{ reservationId: reservation.id, amountCents: refundCents },
    isWhole: !firm && !extra,
  });
  return {
    quote: {
      ...{ contractedCents, receivedCents, penaltyCents, refundCents, rule, promisedFor, parts },
      occupancy: occupancy?.added.length
        ? occupancyOf(occupancy, reservation.received_cents - quoted.newTotalCents)
        : null,
    },
    penaltyPercent,
    occupancy,
  };
}

// Everybody who leaves shares a room with nobody.
async function isReleased(
  db: Database,
  reservationId: string,
  { lines, firm }: { lines: readonly StoredLine[]; firm: readonly Leaving[] | undefined },
): Promise<boolean> {
  const released = new Set(await listReleased(db, reservationId));
  const beds = lines.filter(({ kind }) => kind === 'room').map(({ participantId }) => participantId);
  const leaving = firm?.map(({ id }) => id) ?? beds;
  return leaving.length > 0 && leaving.every((id) => id !== null && released.has(id));
}

function occupancyOf(
  { ended, added }: LineChange<StoredLine>,
  aboveTotalCents: number,
): NonNullable<CancellationQuote['occupancy']> {
  const differenceCents = totalOf(added) - totalOf(ended);
  return {
    rooms: [...new Set(added.map(({ label }) => label))].join(', '),
    differenceCents,
    refundCents: Math.max(aboveTotalCents - differenceCents, 0),
  };
}

/** Throws PENALTY_KEPT where leaving would cost a client something, and the caller may not give a discount. */
export async function requireWaiver(
  db: Database,
  caller: Caller | null,
  cancelling: Cancelling,
  { now, leaving, extra }: Omit<Question, 'by'>,
): Promise<void> {
  const { quote } = await quoteOf(db, cancelling, { by: 'client', now, ...(extra ? { extra } : { leaving }) });
  const { receivedCents, refundCents, penaltyCents } = quote;
  // A penalty for one who leaves others behind is kept also before its money is received.
  const isKept = leaving || extra ? penaltyCents > 0 : refundCents < receivedCents;
  if (isKept && caller && !hasPermission(caller, 'confirm_money')) throw new AppError('PENALTY_KEPT');
}

/** Throws QUOTE_CHANGED, with the new quote, unless the refund is the one that was confirmed. */
export function requireConfirmed(
  quote: CancellationQuote,
  { refundCents, acceptsOccupancy }: { refundCents?: number | undefined; acceptsOccupancy?: boolean | undefined } = {},
): void {
  const accepted = acceptsOccupancy && quote.occupancy ? quote.occupancy : quote;
  if (refundCents !== accepted.refundCents) throw new AppError('QUOTE_CHANGED', undefined, { quote });
}
