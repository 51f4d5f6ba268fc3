import { BOARDING_OPENS_HOURS, decidedAt } from '@passeio/contract/boarding/boarding';
import type { DoorDue, DoorPayment } from '@passeio/contract/boarding/door-money';
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
import type { Providers } from '../../ports/payments/port.ts';
import type { NotifyDeps } from '../messages/index.ts';
import {
  chatFactsOf,
  findReservation,
  lockForMoney,
  type ReservationWithTrip,
  recordReservationAudit,
} from '../reservations/index.ts';
import {
  decideDoorPayment,
  doorPaymentForReview,
  findDoorPayment,
  insertDoorPayment,
  lockDoorPayment,
  pageOfWaiting,
  type ReviewRow,
  waitingOf,
} from './door-payments.queries.ts';
import { purposeByMoney } from './ledger/receive-money.ts';
import type { ChargeRow } from './provider/charges.queries.ts';
import { chargeUntil } from './provider/charges.ts';
import { receiveByHand, requireDue } from './record-payment.ts';

const HOUR_MS = 3_600_000;
const PER_PAGE = 50;

/** Where money is taken: a trip that boards, by a person unless there is a guide's link. */
export interface Door {
  tripId: string;
  guideLinkId?: string;
}

/**
 * Records cash, once however often it is sent: in the ledger if the person may confirm money, else until staff decides
 * about it. Throws
 * RESERVATION_NOT_FOUND, REQUEST_TO_ANSWER, RESERVATION_OVER, PAYMENT_ABOVE_DUE, or DOOR_PAYMENT_ID_USED for another
 * amount.
 */
export async function recordAtDoor(
  trx: DatabaseTransaction,
  actor: Actor,
  parts: NotifyDeps,
  { tripId, guideLinkId }: Door,
  { id, code, amountCents, ...tapped }: DoorPayment,
): Promise<DoorDue> {
  const sent = await findDoorPayment(trx, id);
  const reservationId = sent?.reservation_id ?? (await requireBoarding(trx, tripId, code)).id;
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const { reservation, trip } = locked;
  const waiting = await waitingOf(trx, reservationId);
  const known = sent ?? (await findDoorPayment(trx, id));
  if (known) {
    const isSame =
      reservation.code === code &&
      known.amount_cents === amountCents &&
      known.guide_link_id === (guideLinkId ?? null) &&
      (guideLinkId !== undefined || known.recorded_by === callerOfActor(actor).id);
    if (!isSame) throw new AppError('DOOR_PAYMENT_ID_USED');
    return dueAtDoor(trx, reservationId);
  }
  requireDue(reservation, amountCents, waiting.guideCents);
  const takenAt = momentOf(tapped, trip.departs_at);
  const payment = { id, reservation_id: reservationId, amount_cents: amountCents, taken_at: takenAt };
  const taker = guideLinkId
    ? { recorded_by: null, guide_link_id: guideLinkId }
    : { recorded_by: callerOfActor(actor).id, guide_link_id: null };
  if (guideLinkId || !hasPermission(callerOfActor(actor), 'confirm_money')) {
    await insertDoorPayment(trx, { ...payment, ...taker, state: 'waiting' });
    const changes = { amountCents: [null, amountCents] } satisfies Record<string, [unknown, unknown]>;
    await recordReservationAudit(trx, actor, locked, { action: 'reservation.cash_taken', changes });
  } else {
    const movement = cashOf(reservation, { amountCents, takenAt, note: 'Recebido no embarque' });
    const transfer_id = await receiveByHand(trx, actor, parts, locked, movement);
    const decided = { state: 'confirmed' as const, decided_by: taker.recorded_by, decided_at: new Date() };
    await insertDoorPayment(trx, { ...payment, ...taker, ...decided, transfer_id });
  }
  return dueAtDoor(trx, reservationId);
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
  const found = await requireBoarding(trx, tripId, code);
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
 * Records cash that a guide took as a payment. Throws DOOR_PAYMENT_NOT_FOUND, DOOR_PAYMENT_DECIDED, RESERVATION_OVER,
 * or PAYMENT_ABOVE_DUE where it was paid otherwise meanwhile.
 */
export async function confirmDoorPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  parts: NotifyDeps,
  id: string,
): Promise<DoorPaymentToReview> {
  const { payment, locked } = await lockWaiting(trx, id, { mayReinstate: true });
  const { amount_cents: amountCents, taken_at: takenAt } = payment;
  requireDue(locked.reservation, amountCents);
  const note = `Recebido por ${payment.guide} no embarque`;
  const movement = cashOf(locked.reservation, { amountCents, takenAt, note });
  const entryId = await receiveByHand(trx, actor, parts, locked, movement);
  await decideDoorPayment(trx, id, { state: 'confirmed', by: callerOfActor(actor).id, entryId });
  return readDoorPayment(trx, id);
}

/**
 * Says that cash which a guide recorded does not count, and why. Throws DOOR_PAYMENT_NOT_FOUND or DOOR_PAYMENT_DECIDED.
 */
export async function refuseDoorPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { reason }: DoorPaymentRefusal,
): Promise<DoorPaymentToReview> {
  const { payment, locked } = await lockWaiting(trx, id, { mayReinstate: false });
  await decideDoorPayment(trx, id, { state: 'refused', by: callerOfActor(actor).id });
  await recordReservationAudit(trx, actor, locked, {
    action: 'reservation.cash_refused',
    changes: { amountCents: [null, payment.amount_cents], reason: [null, reason] },
  });
  return readDoorPayment(trx, id);
}

/** The trip of a payment to a guide; undefined if there is none. */
export async function findTripOfDoorPayment(db: Database, id: string): Promise<string | undefined> {
  const found = await findDoorPayment(db, id);
  return found && (await findReservation(db, found.reservation_id))?.trip_id;
}

async function requireBoarding(db: Database, tripId: string, code: string): Promise<ReservationWithTrip> {
  const found = await findReservation(db, code, 'code');
  if (found?.is_active && found.trip_id === tripId) return found;
  throw new AppError('RESERVATION_NOT_FOUND', { code: 'Esta reserva não está mais na lista desta saída.' });
}

async function lockWaiting(trx: DatabaseTransaction, id: string, options: { mayReinstate: boolean }) {
  const found = await findDoorPayment(trx, id);
  if (!found) throw new AppError('DOOR_PAYMENT_NOT_FOUND');
  const locked = await lockForMoney(trx, found.reservation_id, options);
  const payment = await lockDoorPayment(trx, id);
  if (payment?.state !== 'waiting') throw new AppError('DOOR_PAYMENT_DECIDED');
  return { payment, locked };
}

/** When it was taken; not before boarding opened, whatever the phone's clock says. */
function momentOf(tapped: Pick<DoorPayment, 'tappedAt' | 'clockOffsetMs'>, departsAt: Date): Date {
  const now = new Date();
  const opened = Math.min(departsAt.getTime() - BOARDING_OPENS_HOURS * HOUR_MS, now.getTime());
  return new Date(Math.max(decidedAt(tapped, now).getTime(), opened));
}

function cashOf(
  reservation: Parameters<typeof purposeByMoney>[0],
  { amountCents, takenAt, note }: { amountCents: number; takenAt: Date; note: string },
) {
  const kind = purposeByMoney(reservation, amountCents);
  return { kind, method: 'cash' as const, amountCents, note, occurredAt: takenAt, via: 'person' as const };
}

async function dueAtDoor(trx: DatabaseTransaction, reservationId: string): Promise<DoorDue> {
  const [reservation, waiting] = [await findReservation(trx, reservationId), await waitingOf(trx, reservationId)];
  return { dueCents: reservation ? dueOf(reservation) : 0, ...waiting };
}

const dueOf = ({ state, total_cents: totalCents, received_cents: receivedCents }: MoneyRow) =>
  dueCentsOf({ state, totalCents, receivedCents });
type MoneyRow = Pick<ReservationWithTrip, 'state' | 'total_cents' | 'received_cents'>;

async function readDoorPayment(db: Database, id: string): Promise<DoorPaymentToReview> {
  const [payment] = await present(db, [await doorPaymentForReview(db, id)]);
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
