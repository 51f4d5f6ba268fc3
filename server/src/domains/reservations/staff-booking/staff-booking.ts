import { randomUUIDv7 } from 'node:crypto';
import { type ErrorCode, errorCatalogue } from '@passeio/contract/api/errors';
import type { Candidate, StaffBooking, StaffBookingParticipant } from '@passeio/contract/boarding/passengers';
import { type Line, totalOf } from '@passeio/contract/lines';
import { adjustmentLines } from '@passeio/contract/proportion';
import { couponUse, discountLines, shareExtras } from '@passeio/contract/reservations/quote';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type ExtraTaker, takersIn } from '@passeio/contract/trips/extra-rules';
import { fareForAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare, partyFault } from '@passeio/contract/trips/pricing';
import type { PersonCompletion } from '@passeio/contract/users/users';
import { type Actor, auditEntry, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors } from '../../../platform/database/constraints.ts';
import { type Caller, hasPermission, requirePermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findCoupon, requireCoupon } from '../../discounts/index.ts';
import { requireExtras, requirePlaces } from '../../inventory/index.ts';
import { findTrip, lockTrip } from '../../trips/index.ts';
import { correctGuest, createGuestPerson, findPeople, findPerson, findTravellers, maskCpf } from '../../users/index.ts';
import { leaveList } from '../../waiting-list/index.ts';
import { noFareText, otherFareText } from '../participants/fare-by-age.ts';
import { saveAnswers } from '../reservation/answers.ts';
import { chosenDeadline } from '../reservation/deadlines.ts';
import { fareOfPerson, lineRow } from '../reservation/lines.ts';
import { openDetails, readDetails } from '../reservation/load-reservations.ts';
import { travellersAmong } from '../reservation/participants.queries.ts';
import {
  accompany,
  ageOf,
  blankParticipant,
  type Departure,
  isAdult,
  type NewParticipant,
  type Traveller,
  travellerColumns,
} from '../reservation/party.ts';
import { dataColumns } from '../reservation/person.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { requireGivenFares, requireTripAhead } from '../reservation/reservations.policy.ts';
import { findReservation, type ReservationRow } from '../reservation/reservations.queries.ts';
import { staffRefusals } from '../reservation/respond-to-staff.ts';
import { takeRooms } from '../reservation/rooms.ts';
import { agreeInstalments, recalculateTotal, stateOfNew } from '../reservation/state-by-money.ts';
import {
  type Attribution,
  attributionChanges,
  attributionColumns,
  attributionOf,
  ownOf,
} from '../reserve/attribution.ts';
import {
  insertWithFreeCode,
  type NewReservation,
  newReservationCode,
  type Offer,
  policySnapshot,
  readOffer,
} from '../reserve/reserve.queries.ts';
import { extraLines, pricedTrip, roomOfferOf, sleepingIn } from '../reserve/reserve.ts';

interface StaffBookingRequest {
  actor: Actor;
  offer: Offer;
  payer: Traveller;
  request: StaffBooking;
  attribution: Attribution;
  code: string | undefined;
}

/**
 * Staff's reservation for a party, whose people may be known or new. The payer may be a new guest person. One
 * transaction. Throws FORBIDDEN for a discount, a fare for staff, or no deposit, by staff who may not confirm money.
 */
export async function reserveAsStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  request: StaffBooking,
): Promise<ReservationDetails> {
  const { id } = await bookAsStaff(trx, actor, tripId, request);
  return readDetails(trx, id, callerOfActor(actor));
}

/** {@link reserveAsStaff}, of which the id is known. `code`: a free one that the reservation had elsewhere. */
export async function bookAsStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  request: StaffBooking,
  code?: string,
): Promise<ReservationRow> {
  if (request.adjustment || request.confirmWithoutDeposit) requirePermission(actor.caller, 'confirm_money');
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  requireTripAhead(trip, new Date());
  const payer = request.person
    ? await createGuestPerson(trx, actor, request.person)
    : await findPerson(trx, request.personId ?? '');
  if (!payer || payer.is_disabled) throw new AppError('PERSON_NOT_FOUND');
  const offer = await readOffer(trx, tripId, payer.id, null);
  if (!offer) throw new AppError('TRIP_NOT_FOUND');
  const coupon = request.coupon ? await findCoupon(trx, request.coupon, { tripId, clientId: payer.id }) : undefined;
  const attribution = await attributionOf(trx, { tripId, booking: request, coupon });
  return write(trx, { actor, offer, payer, request, attribution, code });
}

async function write(trx: DatabaseTransaction, booking: StaffBookingRequest): Promise<ReservationRow> {
  const { actor, offer, payer, request } = booking;
  const id = randomUUIDv7();
  const { time_zone: timeZone, departs_at: departsAt, fares } = offer;
  const party = { reservationId: id, tripId: offer.id, fares, payer, request, departsAt, timeZone };
  const participants = await bookingParticipants(trx, party);
  const given = participants.map(({ fare_id }) => fare_id);
  requireGivenFares(actor.caller, fares, given);
  const places = participants.filter((one) => one.takes_place).length;
  requirePlaces(offer, places, 'staff', ownOf(booking.attribution));
  const takers = takersOf(booking, participants);
  // Without a choice their rooms are to be agreed.
  const sleeping = sleepingIn(takers, participants);
  const rooms = request.rooms && takeRooms(roomOfferOf(offer), id, request.rooms, sleeping);
  const more = [...(rooms?.lines ?? []), ...extraLines(sharesOf(booking, takers), participants)];
  const lines = linesOf(participants, booking, more);
  const reservation = await mapDeferredErrors(trx, staffRefusals, () =>
    insertWithFreeCode(trx, () => newReservation(booking, { id, participants, lines, rooms: rooms?.rows ?? [] })),
  );
  await writeAnswers(trx, booking, { reservationId: id, participants });
  if (offer.smallest_waiting !== null || offer.has_rooms) await leaveList(trx, offer.id, payer.id);
  if (request.confirmWithoutDeposit) {
    await recordAudit(trx, actor, {
      action: 'reservation.confirmed',
      subject: reservationSubject(reservation, payer, offer),
    });
  }
  return reservation;
}

// What staff was not given stays open, required or not: it counts as missing, as of clients who answer later.
async function writeAnswers(
  trx: DatabaseTransaction,
  { offer, request }: StaffBookingRequest,
  { reservationId, participants }: { reservationId: string; participants: readonly NewParticipant[] },
): Promise<void> {
  const ofReservation = { tripId: offer.id, reservationId, participantId: null };
  await saveAnswers(trx, ofReservation, request.answers ?? []);
  for (const [index, { answers = [] }] of (request.participants ?? []).entries()) {
    const participantId = participants[index]?.id ?? null;
    const answering = { ...ofReservation, participantId };
    await saveAnswers(trx, answering, answers, { path: `participants.${index}.answers` });
  }
}

function takersOf({ offer }: StaffBookingRequest, people: readonly NewParticipant[]): ExtraTaker[] {
  const { fares, departs_at: departsAt, time_zone: timeZone } = offer;
  const party = people.map(({ fare_id: fareId }) => ({ fareId, count: 1 }));
  const ages = people.map(({ birthdate }) => (birthdate ? ageOf(birthdate, { departsAt, timeZone }) : null));
  return takersIn(fares, party, ages);
}

// The trip is locked: what is left of its extras stays so.
function sharesOf({ offer, request: { extras: chosen = [] } }: StaffBookingRequest, takers: readonly ExtraTaker[]) {
  const { extras, departs_at: departsAt, time_zone: timeZone, now } = offer;
  const shares = shareExtras(extras, chosen, takers);
  requireExtras({ extras, people: takers, departsAt, timeZone, now, isStaff: true }, chosen, shares);
  return shares;
}

function linesOf(
  participants: readonly NewParticipant[],
  { offer, attribution: { coupon }, request: { adjustment } }: StaffBookingRequest,
  more: Line[],
): Line[] {
  const fares = participants.map(fareOfPerson);
  const discounts = discountLines(pricedTrip(offer), fares, coupon?.rule);
  const lines = [...fares, ...more, ...discounts];
  if (coupon) {
    const use = couponUse(coupon.rule, { people: participants.length, lines, totalCents: totalOf(lines) });
    requireCoupon(coupon, { ...use, tripId: offer.id, now: offer.now });
  }
  if (!adjustment) return lines;
  const { amountCents, reason } = adjustment;
  return [...lines, ...adjustmentLines({ sourceId: randomUUIDv7(), amountCents, label: reason }, fares)];
}

function newReservation(
  { actor, offer, payer, request, attribution, code: given }: StaffBookingRequest,
  {
    id,
    participants,
    lines,
    rooms,
  }: Pick<NewReservation, 'participants' | 'rooms'> & { id: string; lines: readonly Line[] },
): NewReservation {
  const code = given ?? newReservationCode();
  const { adjustment, holdExpiresAt, confirmWithoutDeposit } = request;
  const money = recalculateTotal(totalOf(lines), offer.deposit_percent, 'adjustment.amountCents');
  const state = confirmWithoutDeposit ? 'booked' : stateOfNew(money);
  const deadline =
    state === 'held' ? chosenDeadline(offer, holdExpiresAt, { now: offer.now, departsAt: offer.departs_at }) : null;
  return {
    trip: offer,
    own: ownOf(attribution),
    timeZone: offer.time_zone,
    reservation: {
      id,
      code,
      trip_id: offer.id,
      user_id: payer.id,
      state,
      places: participants.filter((one) => one.takes_place).length,
      ...money,
      instalments: agreeInstalments(offer, money, { now: offer.now, timeZone: offer.time_zone }),
      channel: 'operator',
      hold_expires_at: deadline?.toISOString() ?? null,
      policy: policySnapshot(offer),
      ...attributionColumns(attribution),
      ...(rooms.length > 0 && { has_rooms: true }),
    },
    participants,
    rooms,
    extras: [],
    lines: lines.map((line) => lineRow(id, line, callerOfActor(actor).id)),
    entry: auditEntry(actor, {
      action: 'reservation.created',
      subject: reservationSubject({ id, code }, payer, offer),
      changes: {
        state: [null, state],
        people: [null, participants.length],
        totalCents: [null, money.total_cents],
        ...(deadline && { holdExpiresAt: [null, deadline.toISOString()] }),
        ...(attribution.coupon && { coupon: [null, attribution.coupon.code] }),
        ...attributionChanges(attribution),
        ...(adjustment && { adjustmentCents: [null, adjustment.amountCents], reason: [null, adjustment.reason] }),
      },
    }),
  };
}

/** What the party of a staff booking is made of. */
interface BookingParty extends Departure {
  reservationId: string;
  tripId: string;
  fares: readonly Fare[];
  payer: Traveller;
  request: StaffBooking;
}

/**
 * The participants of a staff booking, in the order of its rows; the data of known people is filled in, and each lap
 * child has the lap of an adult. What it throws about one person names their row.
 */
async function bookingParticipants(trx: DatabaseTransaction, party: BookingParty): Promise<NewParticipant[]> {
  const { fares, request } = party;
  const rows = request.participants ?? [{ fareId: usualFareOf(party).id }];
  const known = await knownPeople(trx, party, rows);
  const people = rows.map((row, index) => participantOf(party, row, { index, person: known[index] }));
  const fault = partyFault(
    fares,
    people.map(({ fare_id }) => ({ fareId: fare_id, count: 1 })),
  );
  if (fault) throw new AppError(fault);
  await refuseTravelling(trx, party, people);
  accompany(people, (one) => isAdult(one, fares, party));
  return people.map((one, position) => ({ ...one, position }));
}

// The payer travels alone: the fare of an adult, or the one of their age.
function usualFareOf(party: BookingParty): Fare {
  const usual = defaultFare(party.fares);
  const fare =
    usual && party.payer.birthdate ? fareForAge(party.fares, usual, ageOf(party.payer.birthdate, party)) : usual;
  if (!fare) throw new AppError('NO_FARE_FOR_AGE');
  return fare;
}

// Who each row is, where it is somebody known.
async function knownPeople(
  trx: DatabaseTransaction,
  { payer, request }: BookingParty,
  rows: readonly StaffBookingParticipant[],
): Promise<(Traveller | undefined)[]> {
  const found = await findPeople(
    trx,
    rows.flatMap(({ personId }) => personId ?? []),
  );
  return rows.map(({ personId }, index) => {
    if (index === 0 && request.payerTravels) return payer;
    if (!personId) return undefined;
    const person = found.find(({ id }) => id === personId.toLowerCase());
    if (!person || person.is_disabled) throw rowError('PERSON_NOT_FOUND', index, 'personId');
    return person;
  });
}

function participantOf(
  party: BookingParty,
  row: StaffBookingParticipant,
  { index, person }: { index: number; person: Traveller | undefined },
): NewParticipant {
  const { reservationId, tripId, request } = party;
  const fare = party.fares.find(({ id }) => id === row.fareId.toLowerCase());
  if (!fare) throw rowError('FARE_UNKNOWN', index, 'fareId');
  const boardingPointId = row.boardingPointId === undefined ? (request.boardingPointId ?? null) : row.boardingPointId;
  const isPayer = index === 0 && request.payerTravels;
  const participant = {
    ...blankParticipant({ reservationId, tripId, boardingPointId }, fare),
    ...(person ? travellerColumns(person) : {}),
    // What was entered takes precedence over what is known.
    ...(isPayer ? {} : dataColumns(row)),
  };
  if (participant.birthdate) requireFareOfAge(party, fare, ageOf(participant.birthdate, party), index);
  return participant;
}

function requireFareOfAge({ fares }: BookingParty, chosen: Fare, age: number, index: number): void {
  if (fitsAge(chosen, age)) return;
  const fitting = fareForAge(fares, chosen, age);
  if (!fitting) throw rowError('NO_FARE_FOR_AGE', index, 'fareId', noFareText(age));
  throw rowError('FARE_BY_AGE', index, 'fareId', otherFareText(fitting, age));
}

// Before the database does, to say who it is.
async function refuseTravelling(
  trx: DatabaseTransaction,
  { tripId, request }: BookingParty,
  people: readonly NewParticipant[],
): Promise<void> {
  const ids = people.flatMap(({ user_id }) => user_id ?? []);
  const travelling = await travellersAmong(trx, tripId, ids);
  people.forEach(({ user_id, name }, index) => {
    if (!user_id || !(travelling.has(user_id) || ids.indexOf(user_id) < ids.lastIndexOf(user_id))) return;
    const sentence = `${name} já está na lista deste passeio.`;
    const isPayer = index === 0 && request.payerTravels;
    throw isPayer
      ? new AppError('ALREADY_PASSENGER', { personId: sentence })
      : rowError('ALREADY_PASSENGER', index, 'personId', sentence);
  });
}

function rowError(
  code: ErrorCode,
  index: number,
  field: string,
  sentence: string = errorCatalogue[code].message,
): AppError {
  return new AppError(code, { [`participants.${index}.${field}`]: sentence });
}

const MAX_CANDIDATES = 10;

/** Up to ten people who could be added to a trip, by name. Throws TRIP_NOT_FOUND. */
export async function findCandidates(db: Database, caller: Caller, tripId: string, q: string): Promise<Candidate[]> {
  if (!(await findTrip(db, 'id', tripId))) throw new AppError('TRIP_NOT_FOUND');
  const people = await findTravellers(db, { q, seesDocuments: hasPermission(caller, 'see_documents') }, MAX_CANDIDATES);
  const ids = people.map(({ id }) => id);
  const travelling = await travellersAmong(db, tripId, ids);
  return people.map(({ id, name, cpf, contact, email }) => ({
    id,
    name,
    maskedCpf: maskCpf(cpf),
    contact,
    email,
    isPassenger: travelling.has(id),
  }));
}

/**
 * Corrects the data of a reservation's payer; participants with the former values follow. The entry of that is the
 * person's: that the reservation is shown has its own.
 * Throws RESERVATION_NOT_FOUND and what `correctGuest` throws.
 */
export async function correctPayer(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  change: PersonCompletion,
): Promise<ReservationDetails> {
  const reservation = await findReservation(trx, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  await correctGuest(trx, actor, reservation.user_id, change);
  return openDetails(trx, actor, reservationId);
}
