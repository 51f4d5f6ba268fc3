import type { ChargeDraft, ChargeMethod, ChargePurpose } from '@passeio/contract/payments/payments';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { type Actor, callerOfActor, system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  findReservation,
  isPastDeadline,
  lockReservation,
  mayOpen,
  type ReservationRow,
  readHeldPeople,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { readPixReceiver } from '../../settings/index.ts';
import { type ChargeRow, endCharge, findCharge, findOpenCharge, insertCharge } from './charges.queries.ts';
import { newTxid, type PixReceiver, staticCode } from './static-code.ts';

const DAY_MS = 24 * 3_600_000;

interface Chargeable {
  /** Locked. */
  reservation: ReservationRow;
  trip: { title: string; departs_at: Date };
}

/**
 * The open charge of a reservation for `purpose`: the one that there is if it asks for the same, else a new one in its
 * place. Of a provider's charge the code is null until the provider has created it. Throws RESERVATION_NOT_FOUND (also
 * for someone else's), RESERVATION_OVER, TRIP_CANCELLED, REQUEST_UNANSWERED, HOLD_ENDED, NOTHING_DUE or PIX_UNAVAILABLE.
 */
export async function openCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { purpose }: ChargeDraft,
): Promise<ChargeRow> {
  const now = new Date();
  const trip = await findReservation(trx, reservationId);
  if (!trip || !mayOpen(callerOfActor(actor), trip)) throw new AppError('RESERVATION_NOT_FOUND');
  const reservation = await lockReservation(trx, reservationId);
  if (!reservation?.is_active || trip.departs_at <= now) throw new AppError('RESERVATION_OVER');
  if (trip.trip_cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (reservation.state === 'requested') throw new AppError('REQUEST_UNANSWERED');
  if (isPastDeadline(reservation, now)) throw new AppError('HOLD_ENDED');
  const amountCents = amountFor(purpose, reservation);
  if (amountCents <= 0) throw new AppError('NOTHING_DUE');
  const { hasProvider, ...receiver } = await readPixReceiver(trx);
  if (!hasProvider && !receiver.key) throw new AppError('PIX_UNAVAILABLE');
  const open = await findOpenCharge(trx, reservationId);
  if (open) {
    const { purpose: its, amount_cents } = open;
    if (its === purpose && amount_cents === amountCents && isPayable(open, { hasProvider, receiver, now })) return open;
    await endCharge(trx, open.id, 'replaced');
  }
  const method = hasProvider ? 'provider_pix' : 'static_pix';
  const until = purpose === 'deposit' ? ((await readHeldPeople(trx, reservationId))[0]?.held_until ?? null) : null;
  return writeCharge(trx, actor, { reservation, trip }, { purpose, amountCents, method, receiver, until });
}

/**
 * Replaces a charge that the provider has not created by one to the operator's own key. False if there is no key, or
 * the charge was created, so that only its end is to be sent to the provider, or has ended meanwhile.
 */
export async function fallBackToStatic(trx: DatabaseTransaction, chargeId: string): Promise<boolean> {
  const { reservation_id: reservationId } = (await findCharge(trx, chargeId)) ?? {};
  const trip = reservationId && (await findReservation(trx, reservationId));
  const reservation = reservationId && (await lockReservation(trx, reservationId));
  const charge = await findCharge(trx, chargeId);
  if (!trip || !reservation || charge?.state !== 'open' || charge.provider_state !== 'wanted') return false;
  if (charge.payload !== null) return false;
  const { hasProvider: _, ...receiver } = await readPixReceiver(trx);
  if (!receiver.key) return false;
  await endCharge(trx, chargeId, 'replaced');
  const { purpose, amount_cents: amountCents } = charge;
  await writeCharge(trx, system, { reservation, trip }, { purpose, amountCents, method: 'static_pix', receiver });
  return true;
}

/** The reservation's open charge, which may have replaced this one; else this one as it is stored now. */
export async function chargeToPay(db: Database, charge: ChargeRow): Promise<ChargeRow> {
  return (await findOpenCharge(db, charge.reservation_id)) ?? (await findCharge(db, charge.id)) ?? charge;
}

function amountFor(purpose: ChargeDraft['purpose'], reservation: ReservationRow): number {
  const { state, total_cents: totalCents, deposit_cents, received_cents: receivedCents } = reservation;
  return purpose === 'deposit' ? deposit_cents - receivedCents : dueCentsOf({ state, totalCents, receivedCents });
}

// A static code stays also where a provider came back: the payer may have it in their bank already.
function isPayable(
  charge: ChargeRow,
  { hasProvider, receiver, now }: { hasProvider: boolean; receiver: PixReceiver; now: Date },
): boolean {
  if (charge.expires_at && charge.expires_at <= now) return false;
  if (charge.method === 'provider_pix') return hasProvider;
  return charge.payload === staticCode(receiver, { amountCents: charge.amount_cents, txid: charge.txid });
}

async function writeCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservation, trip }: Chargeable,
  asked: {
    purpose: ChargePurpose;
    amountCents: number;
    method: ChargeMethod;
    receiver: PixReceiver;
    until?: Date | null;
  },
): Promise<ChargeRow> {
  const { purpose, amountCents, method } = asked;
  const txid = newTxid(reservation.code, method);
  const isStatic = method === 'static_pix';
  const payload = isStatic ? staticCode(asked.receiver, { amountCents, txid }) : null;
  if (isStatic && !payload) throw new AppError('PIX_UNAVAILABLE');
  const charge = await insertCharge(trx, {
    reservation_id: reservation.id,
    purpose,
    amount_cents: amountCents,
    txid,
    method,
    payload,
    provider_state: isStatic ? null : 'wanted',
    expires_at: isStatic ? null : expiryOf(asked.until ?? heldUntil(reservation), trip, new Date()),
    created_by: actor.caller?.id ?? null,
  });
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip },
    {
      action: 'reservation.charge_created',
      changes: { purpose: [null, purpose], amountCents: [null, amountCents], txid: [null, txid] },
    },
  );
  return charge;
}

function heldUntil({ state, hold_expires_at }: ReservationRow): Date | null {
  return state === 'held' ? hold_expires_at : null;
}

// The receipt of a hold past its end is being reviewed.
function expiryOf(held: Date | null, trip: { departs_at: Date }, now: Date): Date {
  const usual = held && held > now ? held : new Date(now.getTime() + DAY_MS);
  return usual < trip.departs_at ? usual : trip.departs_at;
}
