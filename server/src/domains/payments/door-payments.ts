import { BOARDING_OPENS_HOURS, decidedAt } from '@passeio/contract/boarding/boarding';
import { type DoorDue, type DoorPayment, type KeptCash, LATE_CASH_DAYS } from '@passeio/contract/boarding/door-money';
import { dayAndTime } from '@passeio/contract/format-moments';
import type {
  DoorPaymentList,
  DoorPaymentRefusal,
  DoorPaymentToReview,
} from '@passeio/contract/payments/door-payment-routes';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { hasPermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countAttempt } from '../../platform/http/rate-limits.ts';
import type { Providers } from '../../ports/payments/port.ts';
import { handOf, handOfPerson } from '../book/index.ts';
import type { NotifyDeps } from '../messages/index.ts';
import {
  chatFactsOf,
  findReservation,
  type LockedForMoney,
  lockForMoney,
  prolongHold,
  type ReservationWithTrip,
  recordReservationAudit,
} from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip, type TripRow } from '../trips/index.ts';
import {
  endReport,
  findReport,
  pageOfWaiting,
  type Report,
  type ReviewRow,
  reportForReview,
  waitingOf,
  writeReport,
} from './door-payments.queries.ts';
import { purposeByMoney } from './ledger/receive-money.ts';
import type { ChargeRow } from './provider/charges.queries.ts';
import { chargeUntil } from './provider/charges.ts';
import { receiveByHand } from './record-payment.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A day's reports that come late of one hand: more than a bus pays in cash. */
const LATE_PER_DAY = 100;
const PER_PAGE = 50;

/** Where money is taken: a trip that boards, by a person unless there is a guide's link. */
export interface Door {
  tripId: string;
  guideLinkId?: string;
}

/** `ended`: when a guide lost access to it, and what staff reads about that. */
export interface CashDoor extends Door {
  ended?: { at: Date; why: string } | undefined;
}

/**
 * Records cash, once however often it is sent and whatever is due by then: it is in the hand of the guide who took it
 * until staff decides about it, at once if that person may confirm money; that of a request waits for its answer, and
 * so does what comes late: of a guide whose access has ended, or of a reservation that has left this trip. Nothing of
 * it is answered then. Throws RESERVATION_NOT_FOUND, DOOR_PAYMENT_ID_USED for another amount, and what {@link
 * requireInTime} throws.
 */
export async function recordAtDoor(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  { tripId, guideLinkId, ended }: CashDoor,
  { id, code, amountCents, ...tapped }: DoorPayment,
): Promise<KeptCash> {
  // First: nothing is said about codes to a guide who may not send any more.
  if (ended) requireInTime(ended.at, tapped);
  const sent = await findReport(trx, id);
  const reservationId = sent?.reservation_id ?? (await requireOfTrip(trx, tripId, code, 'now or before')).id;
  const personId = guideLinkId ? null : callerOfActor(actor).id;
  const mayConfirm = personId !== null && hasPermission(callerOfActor(actor), 'confirm_money');
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: mayConfirm, ofRequest: true });
  const { reservation } = locked;
  const isHere = reservation.trip_id === tripId;
  const trip = isHere ? locked.trip : await requireTrip(trx, tripId);
  const hand = guideLinkId ? handOf(guideLinkId) : handOfPerson(callerOfActor(actor).id);
  const takenAt = momentOf(tapped, trip.departs_at);
  const note = [ended?.why, !isHere && (await movedText(trx, trip))].filter(Boolean).join(' ');
  const report = { id, reservation_id: reservationId, amount_cents: amountCents, taken_at: takenAt, note };
  if (!(await writeReport(trx, report, { hand, by: personId }))) {
    const known = await findReport(trx, id);
    const isSame = reservation.code === code && known?.amount_cents === amountCents && known.hand === hand.id;
    if (!isSame) throw new AppError('DOOR_PAYMENT_ID_USED');
  } else if (mayConfirm && isHere && reservation.state !== 'requested') {
    await countReport(trx, actor, deps, locked, { ...report, hand: hand.id, note: 'Recebido no embarque' });
  } else {
    if (ended) await limitLate(trx, hand.id);
    const changes = { amountCents: [null, amountCents] } satisfies Record<string, [unknown, unknown]>;
    await recordReservationAudit(trx, actor, locked, { action: 'reservation.cash_taken', changes });
  }
  return isHere && !ended ? dueAtDoor(trx, reservationId) : {};
}

/**
 * Throws DOOR_PAYMENT_AFTER_END for cash that was taken after a guide lost access, and DOOR_PAYMENT_TOO_LATE some days
 * after that, however early the phone says that it was taken.
 */
function requireInTime(endedAt: Date, tapped: Pick<DoorPayment, 'tappedAt' | 'clockOffsetMs'>): void {
  const now = new Date();
  if (now.getTime() > endedAt.getTime() + LATE_CASH_DAYS * DAY_MS) throw new AppError('DOOR_PAYMENT_TOO_LATE');
  if (decidedAt(tapped, now) > endedAt) throw new AppError('DOOR_PAYMENT_AFTER_END');
}

async function limitLate(trx: DatabaseTransaction, hand: string): Promise<void> {
  const sent = await countAttempt(trx, { key: `late-cash:${hand}`, windowMs: DAY_MS });
  if (sent > LATE_PER_DAY) throw new AppError('TOO_MANY_REQUESTS');
}

async function movedText(db: Database, { title, departs_at }: Pick<TripRow, 'title' | 'departs_at'>): Promise<string> {
  const day = dayAndTime(departs_at, await readTimeZone(db));
  return `A reserva mudou de saída antes do envio; o guia embarcava ${title}, ${day}.`;
}

/**
 * The charge of everything that a reservation still has to pay, until the trip is back: stops come after the departure.
 * Throws RESERVATION_NOT_FOUND and what `chargeUntil` throws.
 */
export async function openDoorCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  providers: Providers,
  { tripId }: Door,
  code: string,
): Promise<ChargeRow> {
  const found = await requireOfTrip(trx, tripId, code, 'now');
  if (!found.is_active) throw notOnList();
  const { guideCents } = await waitingOf(trx, found.id);
  return chargeUntil(trx, actor, providers, found, {
    // As its payer would choose: a code that they have in their bank already stays.
    purpose: found.state === 'booked' ? 'balance' : 'full',
    until: found.returns_at,
    paidCents: guideCents,
  });
}

/** What guides took and waits for staff, the oldest first. */
export async function listDoorPayments(db: Database, page: number): Promise<DoorPaymentList> {
  const { rows, ...count } = await pageOfWaiting(db, { page, size: PER_PAGE });
  return { data: await present(db, rows), page: { number: page, size: PER_PAGE, ...count } };
}

/**
 * Records cash that a guide took as a payment; what is too much, or came for a reservation that is over, is to be
 * refunded.
 */
export async function confirmDoorPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  id: string,
): Promise<DoorPaymentToReview> {
  const { report, locked } = await lockWaiting(trx, id, { mayReinstate: true });
  await countReport(trx, actor, deps, locked, { ...report, note: `Recebido por ${report.guide} no embarque` });
  return readDoorPayment(trx, id);
}

/**
 * Says that cash which a guide recorded does not count, and why; a hold whose clock it stopped gets at least two hours
 * more. Throws DOOR_PAYMENT_NOT_FOUND or DOOR_PAYMENT_DECIDED.
 */
export async function refuseDoorPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { reason }: DoorPaymentRefusal,
): Promise<DoorPaymentToReview> {
  const { report, locked } = await lockWaiting(trx, id, { mayReinstate: false, ofRequest: true });
  await endReport(trx, report, { kind: 'report_refusal', note: reason, by: callerOfActor(actor).id });
  const holdExpiresAt = await prolongHold(trx, locked.reservation, locked.trip, { now: new Date(), isNotified: false });
  await recordReservationAudit(trx, actor, locked, {
    action: 'reservation.cash_refused',
    changes: {
      ...{ amountCents: [null, report.amount_cents], reason: [null, reason] },
      ...(holdExpiresAt && { holdExpiresAt }),
    },
  });
  return readDoorPayment(trx, id);
}

const notOnList = () =>
  new AppError('RESERVATION_NOT_FOUND', { code: 'Esta reserva não está mais na lista desta saída.' });

/** A code of no reservation is answered as one that never was on this trip. */
async function requireOfTrip(
  db: Database,
  tripId: string,
  code: string,
  when: 'now' | 'now or before',
): Promise<ReservationWithTrip> {
  const found = await findReservation(db, code, 'code');
  const isOfTrip = found?.trip_id === tripId || (when === 'now or before' && found?.left_trips.includes(tripId));
  if (!(found && isOfTrip)) throw notOnList();
  return found;
}

async function requireTrip(db: Database, tripId: string): Promise<TripRow> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw notOnList();
  return trip;
}

async function lockWaiting(trx: DatabaseTransaction, id: string, options: Parameters<typeof lockForMoney>[2]) {
  const found = await findReport(trx, id);
  if (!found) throw new AppError('DOOR_PAYMENT_NOT_FOUND');
  const locked = await lockForMoney(trx, found.reservation_id, options);
  // Read anew: who had the lock before may have decided.
  const report = await findReport(trx, id);
  if (report?.state !== 'waiting') throw new AppError('DOOR_PAYMENT_DECIDED');
  return { report, locked };
}

/** Records reported cash as a payment of its locked reservation, whatever is due: it has arrived. */
async function countReport(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  locked: LockedForMoney,
  { note, ...report }: Report & { note: string },
): Promise<void> {
  const { id, amount_cents: amountCents, taken_at: occurredAt } = report;
  const kind = purposeByMoney(locked.reservation, amountCents);
  const movement = { kind, method: 'cash', amountCents, note, occurredAt, reportId: id, via: 'person' } as const;
  // First: reinstating checks what is deferred, by then in one place.
  await endReport(trx, report, { kind: 'hand_in', by: callerOfActor(actor).id });
  await receiveByHand(trx, actor, deps, locked, movement, 'stay');
}

/** When it was taken; not before boarding opened, whatever the phone's clock says. */
function momentOf(tapped: Pick<DoorPayment, 'tappedAt' | 'clockOffsetMs'>, departsAt: Date): Date {
  const now = new Date();
  const opened = Math.min(departsAt.getTime() - BOARDING_OPENS_HOURS * HOUR_MS, now.getTime());
  return new Date(Math.max(decidedAt(tapped, now).getTime(), opened));
}

async function dueAtDoor(trx: DatabaseTransaction, reservationId: string): Promise<DoorDue> {
  const [reservation, waiting] = [await findReservation(trx, reservationId), await waitingOf(trx, reservationId)];
  return { dueCents: reservation ? dueOf(reservation) : 0, ...waiting };
}

const dueOf = ({ state, total_cents: totalCents, received_cents: receivedCents }: MoneyRow) =>
  dueCentsOf({ state, totalCents, receivedCents });
type MoneyRow = Pick<ReservationWithTrip, 'state' | 'total_cents' | 'received_cents'>;

async function readDoorPayment(db: Database, id: string): Promise<DoorPaymentToReview> {
  const [payment] = await present(db, [await reportForReview(db, id)]);
  if (!payment) throw new AppError('DOOR_PAYMENT_NOT_FOUND');
  return payment;
}

async function present(db: Database, rows: ReviewRow[]): Promise<DoorPaymentToReview[]> {
  const chatOf = await chatFactsOf(
    db,
    rows.map((row) => row.reservation_id),
  );
  return rows.map((row) => ({
    id: row.id,
    amountCents: row.amount_cents,
    guide: row.guide,
    takenAt: row.taken_at.toISOString(),
    state: row.state,
    note: row.note,
    reservation: {
      id: row.reservation_id,
      code: row.code,
      payer: row.payer_name,
      chat: chatOf(row.reservation_id),
      dueCents: dueOf({ ...row, state: row.reservation_state }),
    },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  }));
}
