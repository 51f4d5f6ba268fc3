import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import type { Line } from '@passeio/contract/lines';
import {
  type ChosenExtra,
  couponUse,
  discountLines,
  type ExtraShare,
  extraLine,
  type KnownOfParty,
  type OfferedTrip,
  quoteReservation,
  sleepersOf,
} from '@passeio/contract/reservations/quote';
import type { Enrolment, Party, Reservation } from '@passeio/contract/reservations/reservations';
import { type ChosenRoom, nightsOf, type RoomOffer } from '@passeio/contract/room-rules';
import { type ExtraTaker, takersIn } from '@passeio/contract/trips/extra-rules';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare, type PartyEntry, partyFaultOfClient } from '@passeio/contract/trips/pricing';
import { type Actor, auditEntry, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { couponRefusals, offeredCoupon, requireCoupon } from '../../discounts/index.ts';
import {
  requiredExtras,
  requireExtras,
  requirePauseOver,
  requirePlaces,
  unpaidRefusals,
} from '../../inventory/index.ts';
import { leaveList } from '../../waiting-list/index.ts';
import { insertAcceptance, type Terms } from '../contract/accept-contract.ts';
import { contractValues, showContract } from '../contract/contract-text.ts';
import { type EarlierAnswer, insertAnswers, listEarlierAnswers } from '../reservation/answers.ts';
import { answerDeadline, holdDeadline } from '../reservation/deadlines.ts';
import { fareOfPerson, lineRow } from '../reservation/lines.ts';
import { readReservation } from '../reservation/load-reservations.ts';
import { ageOf, type EarlierPerson, type NewParticipant, participantsOf } from '../reservation/party.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { ownsReservation } from '../reservation/reservations.policy.ts';
import { presentReservation } from '../reservation/reservations.present.ts';
import { findReservation } from '../reservation/reservations.queries.ts';
import { type RoomRow, type Sleeping, takeRooms } from '../reservation/rooms.ts';
import { agreeInstalments, stateOfNew } from '../reservation/state-by-money.ts';
import { type Attribution, attributionChanges, attributionColumns, attributionOf, ownOf } from './attribution.ts';
import {
  insertParty,
  listEarlierPeople,
  type NewReservation,
  newReservationCode,
  type Offer,
  policySnapshot,
  readOffer,
} from './reserve.queries.ts';

// A code that exists or a trip that was edited meanwhile: the offer is read again.
const ATTEMPTS = 5;

/** A client's request to reserve. */
export interface ReserveRequest {
  actor: Actor;
  emailConfirmed: boolean;
  tripId: string;
  enrolment: Enrolment;
  /** The seller who reserves for the payer. */
  soldBy?: string | undefined;
  /** The Idempotency-Key and a hash of the request; null without a key. */
  idempotency: { key: string; fingerprint: string } | null;
}

/** Constraints that concurrent requests may violate, and what they mean for a client. */
export const clientRefusals: Record<string, ErrorCode> = {
  participants_one_person_per_trip: 'ALREADY_ENROLLED',
  participants_one_cpf_per_trip: 'PARTICIPANT_ALREADY_LISTED',
  participants_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  participants_companion_is_adult: 'COMPANION_NOT_ADULT',
  participants_one_child_per_lap: 'LAP_WITHOUT_ADULT',
  trips_places_within_capacity: 'TRIP_FULL',
  trips_cancelled_take_nobody: 'TRIP_CANCELLED',
  trips_places_for_waiting: 'PLACES_FOR_WAITING',
  trip_extras_taken_within_stock: 'EXTRA_SOLD_OUT',
  trip_room_types_within_count: 'ROOMS_TAKEN',
  ...couponRefusals,
  ...unpaidRefusals,
};

/**
 * Reserves places for the caller and their party, or asks for them in a trip on request; without a party one adult
 * place. The same request with the same key again returns the reservation that it made. Throws RESERVATION_NOT_FOUND
 * where someone else's or another trip's is made again.
 */
export async function reserve(db: Database, request: ReserveRequest): Promise<Reservation> {
  const payer = callerOfActor(request.actor);
  const key = request.idempotency?.key ?? null;
  const code = request.enrolment?.coupon ?? null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const offer = await readOffer(db, request.tripId, payer.id, key, code);
    if (!offer) throw new AppError('TRIP_NOT_FOUND');
    if (offer.earlier) return repeatOf(db, request, offer.earlier);
    const { now } = offer;
    requireOpen(offer, request.emailConfirmed, now);
    const earlier = await readEarlier(db, offer, request);
    const coupon = code === null ? undefined : offeredCoupon(offer.coupon);
    const { soldBy, enrolment: came } = request;
    const attribution = await attributionOf(db, { tripId: offer.id, coupon, soldBy, came, now });
    const made = newReservation(offer, request, { earlier, attribution });
    const terms = acceptedTerms(offer, made, request);
    const written = await tryInsert(db, request.actor, made, terms);
    if (written)
      return presentReservation(written.reservation, { ...written, rooms: roomRowsOf(made, offer), offer, now });
  }
  throw new AppError('UNAVAILABLE');
}

async function repeatOf(
  db: Database,
  { idempotency, actor }: ReserveRequest,
  earlier: NonNullable<Offer['earlier']>,
): Promise<Reservation> {
  if (earlier.request_fingerprint !== idempotency?.fingerprint) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return readReservation(db, earlier.id, callerOfActor(actor));
}

function requireOpen(offer: Offer, emailConfirmed: boolean, now: Date): void {
  if (!emailConfirmed && offer.require_confirmed_email) throw new AppError('EMAIL_UNCONFIRMED');
  if (offer.trip_cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (offer.departs_at <= now) throw new AppError('TRIP_DEPARTED');
  if (!offer.is_active) throw new AppError('TRIP_INACTIVE');
  if (offer.has_active) throw new AppError('ALREADY_ENROLLED');
  requirePauseOver(offer.let_go_at, offer, now);
}

// Undefined unless an expired reservation is made again, which nobody changes: no lock.
async function readEarlier(
  db: Database,
  offer: Offer,
  { actor, enrolment }: ReserveRequest,
): Promise<Earlier | undefined> {
  if (!enrolment?.again) return undefined;
  const caller = callerOfActor(actor);
  const found = await findReservation(db, enrolment.again);
  if (!found || !ownsReservation(caller, found) || found.trip_id !== offer.id) {
    throw new AppError('RESERVATION_NOT_FOUND');
  }
  if (found.state !== 'expired') throw new AppError('RESERVATION_NOT_EXPIRED');
  const people = await listEarlierPeople(db, found.id, caller.id);
  const isKnown = (point: string | null) => offer.boarding_points.some(({ id }) => id === point);
  return {
    people: people.map((one) => (isKnown(one.boarding_point_id) ? one : { ...one, boarding_point_id: null })),
    answers: await listEarlierAnswers(db, found.id),
  };
}

function newReservation(
  offer: Offer,
  { actor, enrolment, idempotency, soldBy }: ReserveRequest,
  { earlier, attribution }: Pick<ReservationTerms, 'earlier'> & { attribution: Attribution },
): NewReservation {
  const { now } = offer;
  const fares = publicFares(offer);
  const entries = entriesOf(fares, enrolment?.party);
  const extras = enrolment?.extras ?? [];
  const rooms = enrolment?.rooms;
  const { places, depositCents } = quoteOf(offer, entries, extras, { coupon: attribution.coupon?.rule, rooms });
  requirePlaces(offer, places, 'client', ownOf(attribution));
  const made = reservationFor(offer, {
    actor,
    entries,
    extras,
    rooms,
    boardingPointId: enrolment?.boardingPointId ?? null,
    channel: 'site',
    acceptedAt: enrolment?.acceptedPolicy ? now : null,
    deadline: deadlineOfNew(offer, depositCents, now),
    // What sellers keep without money is counted by seller.
    network: soldBy === undefined ? actor.network : null,
    idempotency,
    earlier,
    attribution,
  });
  const { total_cents: totalCents } = made.reservation;
  if ((enrolment?.totalCents ?? totalCents) !== totalCents)
    throw new AppError('PRICE_CHANGED', undefined, { totalCents });
  return made;
}

/**
 * The contract of a trip that has one; clients of a seller accept it later. Throws CONTRACT_TO_ACCEPT, with the text,
 * unless it was accepted as it is now.
 */
function acceptedTerms(
  offer: Offer,
  made: NewReservation,
  { actor, enrolment, soldBy }: ReserveRequest,
): Terms | undefined {
  if (offer.contract_text === '' || !offer.payer || soldBy !== undefined) return undefined;
  const values = contractValues({
    payer: offer.payer,
    trip: offer,
    people: made.participants,
    totalCents: made.reservation.total_cents,
    policy: made.reservation.policy,
    operator: { ...offer, name: offer.operator_name },
  });
  const contract = showContract(offer.contract_text, values, callerOfActor(actor));
  if (enrolment?.contract !== contract.shown) throw new AppError('CONTRACT_TO_ACCEPT', undefined, { contract });
  return { text: offer.contract_text, values };
}

function deadlineOfNew(offer: Offer, depositCents: number, now: Date): Date | null {
  if (!offer.on_request) return depositCents > 0 ? holdDeadline(offer, now, offer.departs_at) : null;
  const deadline = answerDeadline(offer, now, offer.departs_at);
  if (!deadline) throw new AppError('REQUEST_TOO_LATE');
  return deadline;
}

/** What an expired reservation gives to the one that is made again. */
interface Earlier {
  people: EarlierPerson[];
  answers: EarlierAnswer[];
}

/** What a client's reservation is made of, beside the offer. */
export interface ReservationTerms {
  actor: Actor;
  entries: readonly PartyEntry[];
  extras?: readonly ChosenExtra[];
  rooms?: readonly ChosenRoom[] | undefined;
  /** Nothing, by default. */
  attribution?: Attribution;
  boardingPointId: string | null;
  channel: 'site' | 'waiting_list';
  acceptedAt: Date | null;
  /** Deadline of the hold, or for the answer to a request. */
  deadline: Date | null;
  /** The client's address, by which unpaid places are counted. */
  network: string | null;
  idempotency: ReserveRequest['idempotency'];
  /** The reservation that is made again. */
  earlier?: Earlier | undefined;
}

/** A client's reservation with its people and audit entry. */
export function reservationFor(offer: Offer, terms: ReservationTerms): NewReservation {
  const {
    actor,
    entries,
    extras = [],
    rooms,
    attribution = {},
    boardingPointId,
    channel,
    acceptedAt,
    deadline,
    network,
    idempotency,
    earlier,
  } = terms;
  const { coupon } = attribution;
  const fares = publicFares(offer);
  const fault = partyFaultOfClient(fares, entries);
  if (fault) throw new AppError(fault);
  const payer = offer.payer;
  if (!payer) throw new AppError('PROFILE_MISSING');
  const id = randomUUIDv7();
  const code = newReservationCode();
  const tripId = offer.id;
  const departure = { departsAt: offer.departs_at, timeZone: offer.time_zone };
  const party = { reservationId: id, tripId, boardingPointId };
  const participants = participantsOf(party, fares, entries, payer, departure, earlier?.people);
  const inOrder = inPartyOrder(participants, entries);
  const ages = inOrder.map(({ birthdate }) => (birthdate ? ageOf(birthdate, departure) : null));
  const takers = takersIn(fares, entries, ages);
  // Nobody asks the waiting list for extras: its offer has the required ones, and shows what they cost.
  const isOffer = channel === 'waiting_list';
  const chosen = isOffer ? requiredExtras(offer.extras, takers) : extras;
  const taken = takeRooms(roomOfferOf(offer), id, rooms, sleepingIn(takers, inOrder));
  const quote = quoteOf(offer, entries, chosen, { coupon: coupon?.rule, ages, rooms: taken.rooms });
  if (coupon) requireCoupon(coupon, { ...couponUse(coupon.rule, quote), tripId, now: offer.now });
  if (!isOffer) requireExtras({ ...offer, ...departure, people: takers }, chosen, quote.shares);
  const money = { total_cents: quote.totalCents, deposit_cents: quote.depositCents };
  // An offer of the waiting list is the operator's yes already.
  const isRequest = offer.on_request && !isOffer;
  const state = isRequest ? 'requested' : stateOfNew({ deposit_cents: quote.depositCents });
  const holdExpiresAt = state === 'booked' ? null : (deadline?.toISOString() ?? null);
  const ofPeople = participants.map(fareOfPerson);
  return {
    trip: offer,
    own: ownOf(attribution),
    timeZone: offer.time_zone,
    reservation: {
      id,
      code,
      trip_id: tripId,
      user_id: payer.id,
      state,
      places: quote.places,
      ...money,
      instalments: agreeInstalments(offer, money, { now: offer.now, timeZone: offer.time_zone }),
      channel,
      hold_expires_at: holdExpiresAt,
      requested_at: isRequest ? new Date().toISOString() : null,
      policy: policySnapshot(offer),
      accepted_at: acceptedAt?.toISOString() ?? null,
      client_network: network,
      ...attributionColumns(attribution),
      ...(taken.rows.length > 0 && { has_rooms: true }),
      request_key: idempotency?.key ?? null,
      request_fingerprint: idempotency?.fingerprint ?? null,
    },
    participants,
    lines: [
      ...ofPeople,
      ...taken.lines,
      ...extraLines(quote.shares, inOrder),
      ...discountLines(pricedTrip(offer), ofPeople, coupon?.rule),
    ].map((line) => lineRow(id, line, payer.id)),
    answers: answersAgain(id, participants, earlier?.answers ?? []),
    rooms: taken.rows,
    extras: stockOf(quote.shares),
    entry: auditEntry(actor, {
      action: isRequest ? 'reservation.requested' : createdBy[channel],
      subject: reservationSubject({ id, code }, payer, offer),
      changes: {
        state: [null, state],
        people: [null, quote.people],
        totalCents: [null, quote.totalCents],
        ...(holdExpiresAt && { holdExpiresAt: [null, holdExpiresAt] }),
        ...attributionChanges(attribution),
      },
    }),
  };
}

const createdBy = { site: 'reservation.created', waiting_list: 'reservation.offered' } as const;

function quoteOf(offer: Offer, entries: readonly PartyEntry[], extras: readonly ChosenExtra[], known: KnownOfParty) {
  return quoteReservation({ ...pricedTrip(offer), fares: publicFares(offer) }, entries, extras, known);
}

/** A trip as its price follows from it. */
export function pricedTrip(offer: Offer): OfferedTrip {
  const { id, fares, extras, discounts, deposit_percent: depositPercent, departs_at: date, now } = offer;
  const when = { date, timeZone: offer.time_zone, now: now.getTime() };
  return { id, fares, extras, discounts, roomOffer: roomOfferOf(offer), depositPercent, ...when };
}

// New rooms as they are read later.
function roomRowsOf({ rooms }: NewReservation, { room_types, now }: Offer): RoomRow[] {
  return rooms.map(({ id, reservation_id, room_type_id, position, share = null, share_with = null }) => {
    const { label = '', places = 0 } = room_types.find((one) => one.id === room_type_id) ?? {};
    const stored = { id, reservation_id, room_type_id, position, share, share_with, label, places };
    return { ...stored, warned_at: null, single_at: null, created_at: now };
  });
}

/** The rooms to choose from. */
export function roomOfferOf({ room_types: types, departs_at, returns_at, time_zone }: Offer): RoomOffer {
  return { types, nights: nightsOf(departs_at, returns_at, time_zone) };
}

/** Who of these people takes a bed, as the party says. */
export function sleepingIn(takers: readonly ExtraTaker[], people: readonly { id: string }[]): Sleeping[] {
  return sleepersOf(takers).flatMap(({ index, isAdult }) => {
    const person = people[index];
    return person ? [{ id: person.id, isAdult }] : [];
  });
}

/** The people of a party as its entries name them, which say for whom extras are. */
function inPartyOrder(people: readonly NewParticipant[], entries: readonly PartyEntry[]): NewParticipant[] {
  return entries.flatMap(({ fareId }) => people.filter((one) => one.fare_id === fareId));
}

// Answers of people who go again, and of the whole.
function answersAgain(reservation_id: string, people: readonly NewParticipant[], answers: readonly EarlierAnswer[]) {
  return answers.flatMap(({ earlierId, ...answer }) => {
    const participant = people.find((one) => one.earlierId === earlierId);
    if (earlierId !== null && !participant) return [];
    return [{ ...answer, reservation_id, participant_id: participant?.id ?? null }];
  });
}

/** The chosen extras as lines of these people, and of the reservation as a whole. */
export function extraLines(shares: readonly ExtraShare[], people: readonly { id: string }[]): Line[] {
  return shares.map(({ extra, participantIndex, quantity }) =>
    extraLine(extra, participantIndex === null ? null : (people[participantIndex]?.id ?? null), quantity),
  );
}

function stockOf(shares: readonly ExtraShare[]): NewReservation['extras'] {
  const byExtra = Map.groupBy(shares, ({ extra }) => extra.id);
  return [...byExtra].map(([id, some]) => ({ id, quantity: some.reduce((sum, { quantity }) => sum + quantity, 0) }));
}

const publicFares = ({ fares }: Offer) => fares.filter(({ audience }) => audience === 'public');

// Without a party: one place of the default fare.
function entriesOf(fares: readonly Fare[], party: Party | undefined): PartyEntry[] {
  const usual = defaultFare(fares);
  const entries = party?.filter(({ count }) => count > 0) ?? (usual ? [{ fareId: usual.id, count: 1 }] : []);
  if (entries.some(({ fareId }) => !fares.some((fare) => fare.id === fareId))) throw new AppError('FARE_UNKNOWN');
  return entries;
}

// The payer has another active reservation, or the same request is being repeated: reading the offer again shows which.
const payerConstraints = new Set(['reservations_request_key', 'reservations_one_active_per_payer']);

// Undefined if the offer must be read again: it has changed, the code exists, or the payer reserved meanwhile.
async function tryInsert(db: Database, actor: Actor, made: NewReservation, terms: Terms | undefined) {
  try {
    return await mapConstraintErrors(clientRefusals, () =>
      !mayHaveWaited(made) && !made.answers?.length && !terms
        ? insertParty(db, made)
        : inTransaction(db, (trx) => insertWithMore(trx, actor, made, terms)),
    );
  } catch (error) {
    if (payerConstraints.has((error as { constraint?: string }).constraint ?? '')) return undefined;
    throw error;
  }
}

// Who waits for rooms that are taken is not among those of smallest_waiting.
const mayHaveWaited = ({ trip }: NewReservation) => trip.smallest_waiting !== null || trip.has_rooms;

async function insertWithMore(trx: DatabaseTransaction, actor: Actor, made: NewReservation, terms: Terms | undefined) {
  const written = await insertParty(trx, made);
  if (!written) return undefined;
  if (terms) await insertAcceptance(trx, actor, { ...terms, reservationId: made.reservation.id, isOwn: true });
  await insertAnswers(trx, made.answers ?? []);
  if (mayHaveWaited(made)) await leaveList(trx, made.reservation.trip_id, made.reservation.user_id);
  return written;
}
