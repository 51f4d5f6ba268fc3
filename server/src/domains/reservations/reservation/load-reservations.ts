import type { ContractState } from '@passeio/contract/contracts/accepted-contract';
import type { Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { maskEmail } from '@passeio/contract/words';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordView } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { type Caller, isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { shownMoneyOf } from '../../book/index.ts';
import { isOnSale } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import {
  contractText,
  findTrip,
  listAskedQuestions,
  listExtras,
  listFares,
  listImages,
  presentExtra,
  presentFare,
  type TripRow,
} from '../../trips/index.ts';
import { findPerson, type UserRow } from '../../users/index.ts';
import { listAnswers } from './answers.ts';
import { findEmailToConfirm } from './email-codes.queries.ts';
import { listLines } from './lines.ts';
import { listOwnRequests, presentOwnRequest } from './link-requests.queries.ts';
import { readMinorStatement } from './minor-statement.ts';
import { listParticipants } from './participants.queries.ts';
import { reservationSubject } from './reservation-audit.ts';
import { mayChangeExtras, mayOpen, ownsReservation } from './reservations.policy.ts';
import { presentDetails, presentReservation, type ReservationParts } from './reservations.present.ts';
import { againFrom, findReservation, type ReservationWithTrip } from './reservations.queries.ts';
import { listRooms, presentRooms, readRoomOffer } from './rooms.ts';
import { receivedByShare } from './shares.ts';

/** Responses for reservations, in order. */
export async function loadReservations(
  db: Database,
  rows: ReservationWithTrip[],
  caller: Caller,
): Promise<Reservation[]> {
  const partsOf = await loadParts(db, rows, caller);
  return rows.map((row) => presentReservation(row, partsOf(row)));
}

/** The response for one reservation by id, as `caller` sees it. Throws RESERVATION_NOT_FOUND. */
export async function readReservation(db: Database, id: string, caller: Caller): Promise<Reservation> {
  const row = await findReservation(db, id);
  const [reservation] = await loadReservations(db, row ? [row] : [], caller);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  return reservation;
}

/** One reservation by id with what its page needs, as `caller` sees it. Throws RESERVATION_NOT_FOUND. */
export async function readDetails(db: Database, id: string, caller: Caller): Promise<ReservationDetails> {
  const row = await findReservation(db, id);
  if (!row) throw new AppError('RESERVATION_NOT_FOUND');
  return (await loadDetails(db, row, caller)).details;
}

/** One reservation as `caller` sees it, and what that was made of. */
interface Opened {
  row: ReservationWithTrip;
  trip: TripRow;
  payer: UserRow;
  lines: ReservationParts['lines'];
  details: ReservationDetails;
}

/** The response for one reservation with what its page needs, as `caller` sees it. */
async function loadDetails(db: Database, row: ReservationWithTrip, caller: Caller): Promise<Opened> {
  const [partsOf, trip, fares, extras, questions, payer, minorStatement, ...more] = await Promise.all([
    loadParts(db, [row], caller),
    findTrip(db, 'id', row.trip_id),
    listFares(db, [row.trip_id]),
    listExtras(db, [row.trip_id]),
    listAskedQuestions(db, row.trip_id, row.id),
    findPerson(db, row.user_id),
    readMinorStatement(db, row.id, { isMasked: caller.byLink === true }),
    caller.byLink ? findEmailToConfirm(db, row.id) : undefined,
    listOwnRequests(db, row.id),
    readContractState(db, row.id),
  ]);
  const [emailToConfirm, linkRequests, contract] = more;
  if (!trip || !payer) throw new AppError('RESERVATION_NOT_FOUND');
  const now = new Date();
  const offered = fares.filter((fare) => isStaff(caller) || fare.audience === 'public');
  const parts = partsOf(row);
  const { time_zone } = parts.offer;
  const own = presentRooms(parts.rooms ?? [], parts.lines);
  const roomOffer = await readRoomOffer(db, trip, time_zone, own);
  const details = presentDetails(row, parts, {
    fares: offered.map(presentFare),
    extras: mayChangeExtras(row, trip, { caller, now })
      ? extras.map(presentExtra).filter((extra) => isStaff(caller) || isOnSale(extra, trip.departs_at, now))
      : [],
    questions,
    roomTypes: roomOffer.types,
    shareDecisionDays: trip.share_decision_days,
    placesLeft: trip.places_left,
    depositPercent: trip.deposit_percent,
    seatChoice: trip.seat_choice,
    payer: presentPayer(payer, caller),
    minorStatement,
    emailToConfirm: emailToConfirm ? maskEmail(emailToConfirm) : null,
    linkRequests: linkRequests.map(presentOwnRequest),
    contract,
  });
  return { row, trip, payer, lines: parts.lines, details };
}

/** A link shows neither the phone, whose last digits are asked for, nor whether there is an address. */
function presentPayer({ id, name, contact, email }: UserRow, { byLink }: Caller): ReservationDetails['payer'] {
  return byLink ? { id, name, contact: '', email: null } : { id, name, contact, email };
}

// A few queries for all rows, so that their number does not grow with the list.
async function loadParts(
  db: Database,
  rows: ReservationWithTrip[],
  caller: Caller,
): Promise<(row: ReservationWithTrip) => ReservationParts> {
  const ids = rows.map((row) => row.id);
  const rules = await readReservationRules(db);
  const expired = rows.filter(({ state }) => state === 'expired').map(({ id }) => id);
  const split = rows.filter((row) => row.splits_payment).map(({ id }) => id);
  const [participants, lines, answers, money, images, again, received] = await Promise.all([
    listParticipants(db, ids, rules.time_zone),
    listLines(db, ids),
    listAnswers(db, ids),
    shownMoneyOf(db, ids),
    listImages(db, [...new Set(rows.map((row) => row.trip_id))]),
    againFrom(db, expired),
    receivedByShare(db, split),
  ]);
  const participantsOf = Map.groupBy(participants, (one) => one.reservation_id);
  const roomsOf = Map.groupBy(await listRooms(db, lines), (room) => room.reservation_id);
  const linesOf = Map.groupBy(lines, (line) => line.reservationId);
  const answersOf = Map.groupBy(answers, (one) => one.reservation_id);
  const imagesOf = Map.groupBy(images, (image) => image.trip_id);
  const now = new Date();
  return (row) => ({
    participants: participantsOf.get(row.id) ?? [],
    lines: linesOf.get(row.id) ?? [],
    rooms: roomsOf.get(row.id) ?? [],
    answers: answersOf.get(row.id) ?? [],
    money: money.get(row.id),
    receivedOf: received.get(row.id),
    againFrom: again.get(row.id),
    offer: { ...rules, ...row, images: imagesOf.get(row.trip_id) ?? [] },
    now,
    reader: ownsReservation(caller, row) ? 'client' : 'staff',
    isMasked: caller.byLink,
  });
}

/**
 * One reservation by id or code, for its payer or staff. Throws RESERVATION_NOT_FOUND, also for anybody else.
 */
export function findDetails(db: Database, caller: Caller, idOrCode: string): Promise<ReservationDetails> {
  return inSnapshot(db, async (snapshot) => (await findOpened(snapshot, caller, idOrCode)).details);
}

async function findOpened(db: Database, caller: Caller, idOrCode: string): Promise<Opened> {
  const row = await findReservation(db, idOrCode, idOrCode.length === 36 ? 'id' : 'code');
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  return loadDetails(db, row, caller);
}

/**
 * Opens one reservation by id or code for its payer, or for staff, which is audited: it shows people with their
 * documents. Also what a change answers that changed nothing. Throws RESERVATION_NOT_FOUND, also for anybody else.
 */
export function openDetails(db: Database, actor: Actor, idOrCode: string): Promise<ReservationDetails> {
  return openReservation(db, actor, idOrCode, async (_, { details }) => details);
}

/** As {@link openDetails}; answers what `present` makes of it, with what that reads besides in the same snapshot. */
export async function openReservation<Page>(
  db: Database,
  actor: Actor,
  idOrCode: string,
  present: (snapshot: Database, opened: Opened) => Promise<Page>,
): Promise<Page> {
  const caller = callerOfActor(actor);
  const { details, page } = await inSnapshot(db, async (snapshot) => {
    const opened = await findOpened(snapshot, caller, idOrCode);
    return { details: opened.details, page: await present(snapshot, opened) };
  });
  const { payer, trip } = details;
  if (payer.id !== caller.id) {
    await recordView(db, actor, { action: 'reservation.opened', subject: reservationSubject(details, payer, trip) });
  }
  return page;
}

/** Whether a reservation has a contract, and whether it was accepted. */
async function readContractState(db: Database, reservationId: string): Promise<ContractState> {
  const { state } = await db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('operator', (join) => join.onTrue())
    .leftJoin('contract_acceptances as a', 'a.reservation_id', 'reservations.id')
    .select(
      sql<ContractState>`case when a.reservation_id is not null then 'accepted'
        when reservations.is_active and trips.cancelled_at is null and ${contractText} <> '' then 'pending'
        else 'none' end`.as('state'),
    )
    .where('reservations.id', '=', reservationId)
    .executeTakeFirstOrThrow();
  return state;
}
