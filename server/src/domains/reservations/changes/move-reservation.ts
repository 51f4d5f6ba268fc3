import { randomUUIDv7 } from 'node:crypto';
import { dayAndTime } from '@passeio/contract/format-moments';
import { aboveZero, followParty, type Line, type LineChange, linesAfter, totalOf } from '@passeio/contract/lines';
import { extraLine, shareExtras } from '@passeio/contract/reservations/quote';
import type { MoveQuote, ReservationDetails, ReservationMove } from '@passeio/contract/reservations/reservations';
import type { ReservationRoom } from '@passeio/contract/reservations/rooms';
import { type ChosenRoom, type RoomOffer, roomsAgain } from '@passeio/contract/room-rules';
import { type RequiredExtra, requiredOf } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import { sql, type Updateable } from 'kysely';
import { type Actor, callerOfActor, changesBetween, recordAudit } from '../../../platform/audit/audit.ts';
import type { Change } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors } from '../../../platform/database/constraints.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownPlaces, requirePlaces, requireStock } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import {
  findTrip,
  listExtras,
  listFares,
  lockTrip,
  presentExtra,
  presentFare,
  type TripRow,
} from '../../trips/index.ts';
import { findPerson } from '../../users/index.ts';
import { isOpenToChoice } from '../cancellation/cancelled-departure.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { bookHeldPeople } from '../participants/held-people.ts';
import { takerOf } from '../participants/required-extras.ts';
import { moveAnswers } from '../reservation/answers.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { holdDeadline } from '../reservation/deadlines.ts';
import { fareOfPerson, listLines, type StoredLine, writeLines } from '../reservation/lines.ts';
import { readDetails } from '../reservation/load-reservations.ts';
import { fareCents } from '../reservation/participants.queries.ts';
import { ageOf } from '../reservation/party.ts';
import { fareColumns } from '../reservation/person.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { requireGivenFares, requireTripAhead } from '../reservation/reservations.policy.ts';
import { findReservation, lockReservation, type ReservationRow } from '../reservation/reservations.queries.ts';
import { staffRefusals } from '../reservation/respond-to-staff.ts';
import {
  chosenAgain,
  insertRooms,
  listRooms,
  noRooms,
  presentRooms,
  readRoomOffer,
  type Sleeping,
  type TakenRooms,
  takeRooms,
} from '../reservation/rooms.ts';
import { endChargesAboveShares } from '../reservation/shares.ts';
import {
  agreeInstalments,
  depositPercentNow,
  recalculateTotal,
  stateAfterTotal,
} from '../reservation/state-by-money.ts';
import { clientRefusals, extraLines, sleepingIn } from '../reserve/reserve.ts';
import { type FaresOfMove, type MovedPerson, movedFare, moveFares, newlyGiven } from './move-fares.ts';

// A payer who chooses may have reserved there since.
const choiceRefusals = { ...clientRefusals, reservations_one_active_per_payer: 'ALREADY_ENROLLED' } as const;

type Rules = Awaited<ReturnType<typeof readReservationRules>>;

interface Move {
  from: TripRow;
  to: TripRow;
  reservation: ReservationRow;
  people: MovedPerson[];
  lines: StoredLine[];
  /** Extras of the other departure. */
  extras: TripExtra[];
  fares: FaresOfMove;
  rules: Rules;
  /** Rooms of the other departure, and those of this one. */
  roomOffer: RoomOffer;
  rooms: ReservationRoom[];
}

/** What a move to another departure would change; a participant without `newFare` needs one to be chosen. */
export async function quoteMove(db: Database, reservationId: string, tripId: string): Promise<MoveQuote> {
  const reservation = await findReservation(db, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  requireOtherTrip(reservation, tripId);
  const to = await findTrip(db, 'id', tripId);
  if (!to) throw new AppError('TRIP_NOT_FOUND');
  const { time_zone } = await readReservationRules(db);
  const fares = await faresOfMove(db, reservation.trip_id, to, time_zone);
  const people = (await peopleToMove(db, reservationId)).filter((one) => one.removed_at === null);
  const quoted = people.map((person) => ({ person, fare: movedFare(fares, person) }));
  const lines = await listLines(db, [reservationId]);
  const extras = Map.groupBy(
    lines.filter((line) => line.isTripExtra),
    ({ sourceId }) => sourceId,
  );
  const moved = quoted.map(({ person, fare }) => ({
    ...person,
    ...(fare ? fareColumns(fare) : { price_cents: 0 }),
  }));
  const offered = await extrasOf(db, to);
  const begun = requiredOf(offered, takersOf(fares, moved));
  const roomOffer = await readRoomOffer(db, to, time_zone);
  const own = presentRooms(await listRooms(db, lines), lines);
  const rooms = roomsAgain(roomOffer, namedRooms(own), sleepingAmong(fares, moved)) ?? [];
  const ofRooms = roomLinesOf(roomOffer, reservationId, rooms, sleepingAmong(fares, moved));
  return {
    totalCents: reservation.total_cents,
    newTotalCents: totalOf(linesAfter(lines, movedLines(lines, moved, [...requiredLines(begun), ...ofRooms.lines]))),
    begun: begun.map(({ extra, quantity }) => ({
      label: extra.label,
      quantity,
      totalCents: quantity * extra.priceCents,
    })),
    required: offered.filter(({ choice }) => choice === 'required'),
    extras: [...extras.values()].map((own) => ({
      label: own[0]?.label ?? '',
      quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      totalCents: totalOf(own),
    })),
    roomTypes: roomOffer.types,
    rooms,
    placesLeft: to.places_left,
    participants: quoted.map(({ person, fare }) => ({
      participantId: person.id,
      name: person.name,
      fareLabel: person.fare_label,
      newFare: fare ?? null,
      age: person.birthdate ? ageOf(person.birthdate, fares.departure) : null,
    })),
  };
}

// The trips that moves left, by the answers, which do not say them.
const leftTrips = new WeakMap<object, string>();

/** The changes that a move announces: the places of both trips. */
export function placesOfMove({ answer }: { answer: { trip: { id: string } } }): Change[] {
  const left = leftTrips.get(answer);
  return [answer.trip.id, ...(left ? [left] : [])].map((tripId): Change => `places:${tripId}`);
}

/**
 * Moves a reservation to another departure: places there are claimed and the others released; fares, total, deposit and
 * a deadline become those of the other departure, boarding points are to be agreed. Throws TRIP_DEPARTED for either
 * trip, and FORBIDDEN for a fare for staff.
 */
export async function moveReservation(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { tripId, fares: chosen, rooms }: ReservationMove,
): Promise<ReservationDetails> {
  const move = await lockMove(trx, reservationId, tripId);
  await writeLockedMove(trx, actor, move, { chosen, rooms, claimant: 'staff' });
  const details = await readDetails(trx, reservationId, callerOfActor(actor));
  leftTrips.set(details, move.from.id);
  return details;
}

/**
 * Moves a reservation of a cancelled departure to another one on sale, as its payer chose by its new total. Throws
 * CHOICE_MADE, CHOICE_CHANGED with another total or without a fare for somebody, and what {@link moveReservation}
 * throws. Returns how it stands.
 */
export async function moveByChoice(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { tripId, totalCents }: { tripId: string; totalCents: number },
): Promise<ChosenMove> {
  const move = await lockMove(trx, reservationId, tripId);
  const { reservation, to } = move;
  if (!isOpenToChoice(reservation, new Date())) throw new AppError('CHOICE_MADE');
  if (!to.is_active || to.on_request) throw new AppError('TRIP_INACTIVE');
  // Such departures are not offered; the refusal that staff reads names a person.
  if (move.people.some((one) => one.removed_at === null && !movedFare(move.fares, one))) {
    throw new AppError('CHOICE_CHANGED');
  }
  const after = await writeLockedMove(trx, actor, move, { chosen: undefined, claimant: 'client' });
  if (after.total_cents !== totalCents) throw new AppError('CHOICE_CHANGED');
  return { from: move.from, to, reservation, after };
}

async function writeLockedMove(
  trx: DatabaseTransaction,
  actor: Actor,
  move: Move,
  {
    chosen,
    rooms,
    claimant,
  }: Partial<Pick<ReservationMove, 'rooms'>> & {
    chosen: ReservationMove['fares'] | undefined;
    claimant: 'staff' | 'client';
  },
): Promise<ReservationChange> {
  const { from, to, reservation, people, fares } = move;
  const { now } = move.rules;
  if (!reservation.is_active) throw new AppError('RESERVATION_OVER');
  if (reservation.state === 'requested') throw new AppError('REQUEST_TO_ANSWER');
  if (from.departs_at <= now && !from.cancelled_at) throw new AppError('TRIP_DEPARTED');
  requireTripAhead(to, now);
  const moved = moveFares(fares, people, chosen);
  requireGivenFares(actor.caller, fares.to, newlyGiven(fares, people, moved));
  const sleepers = sleepingAmong(fares, moved);
  const asked = rooms ?? roomsAgain(move.roomOffer, namedRooms(move.rooms), sleepers);
  const taken = roomLinesOf(move.roomOffer, reservation.id, asked, sleepers);
  const lines = movedLines(move.lines, moved, [...requireRequired(move, moved), ...taken.lines]);
  const change = reservationAfter(move, moved, totalOf(linesAfter(move.lines, lines)));
  requirePlaces(to, change.places, claimant, await ownPlaces(trx, { ...reservation, trip_id: to.id }));
  const refusals = claimant === 'staff' ? staffRefusals : choiceRefusals;
  await mapDeferredErrors(trx, refusals, async () => {
    const booked = change.state === 'booked' ? await bookHeldPeople(trx, { ...reservation, ...change }) : undefined;
    const roomed = taken.rows.length > 0 && { has_rooms: true };
    await writeMove(trx, reservation.id, { ...change, ...roomed, ...booked?.change }, moved);
    await insertRooms(trx, taken.rows);
    await moveAnswers(trx, reservation.id, to.id);
    await writeLines(trx, reservation.id, lines, actor.caller?.id ?? reservation.user_id);
    if (reservation.splits_payment) await endChargesAboveShares(trx, [reservation.id]);
  });
  await serveWaitingList(trx, from.id);
  await recordMove(trx, actor, move, change);
  return change;
}

async function lockMove(trx: DatabaseTransaction, reservationId: string, tripId: string): Promise<Move> {
  const { from, to, reservation } = await lockWithTrips(trx, reservationId, tripId);
  const rules = await readReservationRules(trx);
  const lines = await listLines(trx, [reservationId]);
  return {
    from,
    to,
    reservation,
    rules,
    fares: await faresOfMove(trx, from.id, to, rules.time_zone),
    people: await peopleToMove(trx, reservationId),
    lines,
    extras: await extrasOf(trx, to),
    roomOffer: await readRoomOffer(trx, to, rules.time_zone),
    rooms: presentRooms(await listRooms(trx, lines), lines),
  };
}

// Both trips in the order of their ids, then the reservation: no two moves deadlock.
async function lockWithTrips(trx: DatabaseTransaction, reservationId: string, tripId: string) {
  for (;;) {
    const found = await findReservation(trx, reservationId);
    if (!found) throw new AppError('RESERVATION_NOT_FOUND');
    requireOtherTrip(found, tripId);
    const trips = new Map<string, TripRow>();
    for (const id of [found.trip_id, tripId.toLowerCase()].toSorted()) {
      const trip = await lockTrip(trx, id);
      if (!trip) throw new AppError('TRIP_NOT_FOUND');
      trips.set(id, trip);
    }
    const reservation = await lockReservation(trx, reservationId);
    const from = reservation && trips.get(reservation.trip_id);
    const to = trips.get(tripId.toLowerCase());
    // Otherwise it was moved elsewhere meanwhile; where it waits for that trip out of order, a deadlock is retried.
    if (reservation && from && to && from !== to) return { reservation, from, to };
  }
}

function requireOtherTrip({ trip_id }: Pick<ReservationRow, 'trip_id'>, tripId: string): void {
  if (trip_id === tripId.toLowerCase()) throw new AppError('MOVE_TO_SAME_TRIP');
}

async function faresOfMove(db: Database, fromId: string, to: TripRow, timeZone: string): Promise<FaresOfMove> {
  const rows = await listFares(db, [fromId, to.id]);
  const faresOf = (tripId: string): Fare[] => rows.filter(({ trip_id }) => trip_id === tripId).map(presentFare);
  return { from: faresOf(fromId), to: faresOf(to.id), departure: { departsAt: to.departs_at, timeZone } };
}

async function extrasOf(db: Database, { id }: TripRow): Promise<TripExtra[]> {
  return (await listExtras(db, [id])).map(presentExtra);
}

function takersOf(fares: FaresOfMove, people: readonly MovedPerson[]) {
  return people
    .filter((one) => one.removed_at === null)
    .map((one) => takerOf({ fares: fares.to, departure: fares.departure }, one));
}

// The lines of what the other departure requires. Throws EXTRA_SOLD_OUT.
function requireRequired({ extras, fares }: Move, moved: readonly MovedPerson[]): Line[] {
  const staying = moved.filter((one) => one.removed_at === null);
  const takers = takersOf(fares, moved);
  const begun = requiredOf(extras, takers);
  requireStock(begun);
  const chosen = begun.map(({ extra, quantity }) => ({ extraId: extra.id, count: quantity }));
  return extraLines(shareExtras(extras, chosen, takers), staying);
}

function sleepingAmong(fares: FaresOfMove, moved: readonly MovedPerson[]): Sleeping[] {
  const staying = moved.filter((one) => one.removed_at === null);
  return sleepingIn(takersOf(fares, moved), staying);
}

const namedRooms = (own: readonly ReservationRoom[]) =>
  chosenAgain(own).map((room, index) => ({ ...room, label: own[index]?.label ?? '', places: own[index]?.places ?? 0 }));

// Without rooms they are to be agreed.
function roomLinesOf(
  offer: RoomOffer,
  reservationId: string,
  rooms: readonly ChosenRoom[] | undefined,
  sleepers: readonly Sleeping[],
): TakenRooms {
  return rooms?.length === 0 ? noRooms : takeRooms(offer, reservationId, rooms, sleepers);
}

// A total needs not know whose they are.
const requiredLines = (begun: readonly RequiredExtra[]): Line[] =>
  begun.map(({ extra, quantity }) => extraLine(extra, null, quantity));

// What staff agreed stays, a discount up to what the other departure costs. Extras and rooms are sold by the departure
// that is left; what the other one requires begins.
function movedLines(
  lines: readonly StoredLine[],
  moved: readonly MovedPerson[],
  begun: readonly Line[],
): LineChange<StoredLine> {
  const staying = moved.filter((one) => one.removed_at === null);
  const { ended, added } = followParty(lines, staying.map(fareOfPerson), randomUUIDv7());
  const sold = lines.filter((line) => (line.isTripExtra || line.kind === 'room') && !ended.includes(line));
  const change = { ended: [...ended, ...sold], added: [...added, ...begun] };
  return aboveZero(lines, change, { sourceId: randomUUIDv7(), label: 'Desconto limitado ao valor da nova saída' });
}

function reservationAfter({ reservation, to, rules }: Move, moved: readonly MovedPerson[], total: number) {
  const { now } = rules;
  const money = recalculateTotal(total, depositPercentNow(to, rules));
  const instalments = agreeInstalments(to, money, { now, timeZone: rules.time_zone });
  const state = stateAfterTotal(reservation.state, { ...reservation, ...money });
  // Choosing has no deadline of a hold: one begins on the other departure.
  const hasDeadline = reservation.hold_expires_at !== null || reservation.choose_until !== null;
  const deadline = hasDeadline ? holdDeadline(rules, now, to.departs_at) : null;
  return {
    trip_id: to.id,
    moved_at: now,
    left_trips: [...reservation.left_trips, reservation.trip_id],
    ...money,
    instalments: instalments && JSON.stringify(instalments),
    state,
    places: moved.filter((one) => one.removed_at === null && one.takes_place).length,
    ...(state === 'held' ? { hold_expires_at: deadline, hold_warned_at: null } : {}),
  };
}

/** A move as its payer chose it: the reservation before, and what was written. */
interface ChosenMove extends Pick<Move, 'from' | 'to' | 'reservation'> {
  after: ReservationChange;
}

type ReservationChange = ReturnType<typeof reservationAfter>;

async function recordMove(
  trx: DatabaseTransaction,
  actor: Actor,
  { from, to, reservation, rules }: Move,
  { total_cents: totalCents, state }: ReservationChange,
): Promise<void> {
  const payer = (await findPerson(trx, reservation.user_id)) ?? { name: '' };
  const named = ({ title, departs_at }: TripRow) => `${title}, ${dayAndTime(departs_at, rules.time_zone)}`;
  await recordAudit(trx, actor, {
    action: 'reservation.moved',
    subject: reservationSubject(reservation, payer, to),
    changes: {
      trip: [named(from), named(to)],
      ...changesBetween({ totalCents: reservation.total_cents, state: reservation.state }, { totalCents, state }),
    },
  });
}

/** All participants of a reservation, the removed ones included, in order. */
function peopleToMove(db: Database, reservationId: string): Promise<MovedPerson[]> {
  return db
    .selectFrom('participants')
    .select(['id', 'position', 'name', 'birthdate', 'fare_id', 'fare_label', 'takes_place'])
    .select(fareCents.as('price_cents'))
    .select(['companion_id', 'removed_at'])
    .where('reservation_id', '=', reservationId)
    .orderBy('position')
    .execute();
}

/**
 * Writes a move. The participants change first: they have no boarding point when they follow their reservation to the
 * other trip, and the foreign key of their fares is checked at commit.
 */
async function writeMove(
  trx: DatabaseTransaction,
  reservationId: string,
  change: Updateable<Schema['reservations']>,
  people: readonly MovedPerson[],
): Promise<void> {
  const rows = people.map(({ id, fare_id, fare_label, takes_place, companion_id }) => ({
    id,
    fare_id,
    fare_label,
    takes_place,
    companion_id,
  }));
  await sql`
    update participants set fare_id = moved.fare_id, fare_label = moved.fare_label, takes_place = moved.takes_place, companion_id = moved.companion_id, boarding_point_id = null, boarded_at = null,
      missed_at = null, updated_at = now()
    from jsonb_populate_recordset(null::participants, ${JSON.stringify(rows)}::jsonb) moved
    where participants.id = moved.id`.execute(trx);
  await changeReservation(trx, reservationId, change);
}
