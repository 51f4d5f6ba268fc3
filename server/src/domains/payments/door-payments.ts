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
import { handOf, handOfPerson } from '../book/index.ts';
import type { NotifyDeps } from '../messages/index.ts';
import {
  chatFactsOf,
  findReservation,
  type LockedForMoney,
  lockForMoney,
  type ReservationWithTrip,
  recordReservationAudit,
} from '../reservations/index.ts';
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
const PER_PAGE = 50;

/** Where money is taken: a trip that boards, by a person unless there is a guide's link. */
export interface Door {
  tripId: string;
  guideLinkId?: string;
}

/**
 * Records cash, once however often it is sent and whatever is due by then: it is in the hand of whoever took it until
 * staff decides about it, at once if that person may confirm money; that of a request waits for its answer. Throws
 * RESERVATION_NOT_FOUND, or DOOR_PAYMENT_ID_USED for another amount.
 */
export async function recordAtDoor(
  trx: DatabaseTransaction,
  actor: Actor,
  parts: NotifyDeps,
  { tripId, guideLinkId }: Door,
  { id, code, amountCents, ...tapped }: DoorPayment,
): Promise<DoorDue> {
  const sent = await findReport(trx, id);
  const reservationId = sent?.reservation_id ?? (await requireOfTrip(trx, tripId, code)).id;
  const personId = guideLinkId ? null : callerOfActor(actor).id;
  const mayConfirm = personId !== null && hasPermission(callerOfActor(actor), 'confirm_money');
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: mayConfirm, ofRequest: true });
  const { reservation, trip } = locked;
  const hand = guideLinkId ? handOf(guideLinkId) : handOfPerson(callerOfActor(actor).id);
  const takenAt = momentOf(tapped, trip.departs_at);
  const report = { id, reservation_id: reservationId, amount_cents: amountCents, taken_at: takenAt };
  if (!(await writeReport(trx, report, { hand, by: personId }))) {
    const known = await findReport(trx, id);
    const isSame = reservation.code === code && known?.amount_cents === amountCents && known.hand === hand.id;
    if (!isSame) throw new AppError('DOOR_PAYMENT_ID_USED');
  } else if (mayConfirm && reservation.state !== 'requested') {
    await countReport(trx, actor, parts, locked, { ...report, hand: hand.id, note: 'Recebido no embarque' });
  } else {
    const changes = { amountCents: [null, amountCents] } satisfies Record<string, [unknown, unknown]>;
    await recordReservationAudit(trx, actor, locked, { action: 'reservation.cash_taken', changes });
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
  const found = await requireOfTrip(trx, tripId, code);
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
 * refunded. Throws DOOR_PAYMENT_NOT_FOUND, DOOR_PAYMENT_DECIDED or REQUEST_TO_ANSWER.
 */
export async function confirmDoorPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  parts: NotifyDeps,
  id: string,
): Promise<DoorPaymentToReview> {
  const { report, locked } = await lockWaiting(trx, id, { mayReinstate: true });
  await countReport(trx, actor, parts, locked, { ...report, note: `Recebido por ${report.guide} no embarque` });
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
  const { report, locked } = await lockWaiting(trx, id, { mayReinstate: false, ofRequest: true });
  await endReport(trx, report, { kind: 'report_refusal', note: reason, by: callerOfActor(actor).id });
  await recordReservationAudit(trx, actor, locked, {
    action: 'reservation.cash_refused',
    changes: { amountCents: [null, report.amount_cents], reason: [null, reason] },
  });
  return readDoorPayment(trx, id);
}

const notOnList = () =>
  new AppError('RESERVATION_NOT_FOUND', { code: 'Esta reserva não está mais na lista desta saída.' });

async function requireOfTrip(db: Database, tripId: string, code: string): Promise<ReservationWithTrip> {
  const found = await findReservation(db, code, 'code');
  if (found?.trip_id !== tripId) throw notOnList();
  return found;
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
  parts: NotifyDeps,
  locked: LockedForMoney,
  { note, ...report }: Report & { note: string },
): Promise<void> {
  const { id, amount_cents: amountCents, taken_at: occurredAt } = report;
  const kind = purposeByMoney(locked.reservation, amountCents);
  const movement = { kind, method: 'cash', amountCents, note, occurredAt, reportId: id, via: 'person' } as const;
  // First: reinstating checks what is deferred, by then in one place.
  await endReport(trx, report, { kind: 'hand_in', by: callerOfActor(actor).id });
  await receiveByHand(trx, actor, parts, locked, movement, 'stay');
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
