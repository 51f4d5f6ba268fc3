import type { PaymentMeans } from '@passeio/contract/means';
import { moneyText } from '@passeio/contract/money';
import { adjustmentOf } from '@passeio/contract/payments/payment-adjustments';
import type { ChargeDraft, ChargePurpose } from '@passeio/contract/payments/payments';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { type Actor, callerOfActor, system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type ChargeStarter,
  handRecorded,
  ProviderRefused,
  type Providers,
  type Started,
} from '../../../ports/payments/port.ts';
import { isCardInReview } from '../../book/index.ts';
import {
  findReservation,
  isPastDeadline,
  lockReservation,
  mayOpen,
  type ReservationRow,
  type ReservationWithTrip,
  readHeldPeople,
  readParticipantName,
  readShares,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { readMeansPermille, readPixReceiver } from '../../settings/index.ts';
import { type ChargeRow, endCharge, findCharge, findOpenCharge, insertCharge, shownOf } from './charges.queries.ts';
import { dueOfInstalment } from './due-dates.ts';

const DAY_MS = 24 * 3_600_000;
const MIN_PART_CENTS = 100;

/** What is asked for; by a code unless the payer chose a card. */
type Asked = Pick<ChargeDraft, 'purpose'> &
  Partial<Pick<ChargeDraft, 'means' | 'amountCents'>> & { participantId?: string };

/** What is asked for; what its means adds, or takes off, is contained. */
interface Price {
  amountCents: number;
  adjustmentCents: number;
}

interface Chargeable {
  /** Locked. */
  reservation: ReservationRow;
  trip: { title: string; departs_at: Date };
}

/** {@link chargeUntil} the departure. Throws RESERVATION_NOT_FOUND also for someone else's, or CARD_IN_REVIEW. */
export async function openCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  providers: Providers,
  reservationId: string,
  draft: ChargeDraft,
): Promise<ChargeRow> {
  const trip = await findReservation(trx, reservationId);
  if (!trip || !mayOpen(callerOfActor(actor), trip)) throw new AppError('RESERVATION_NOT_FOUND');
  if (await isCardInReview(trx, reservationId)) throw new AppError('CARD_IN_REVIEW');
  return chargeUntil(trx, actor, providers, trip, { ...draft, until: trip.departs_at, mayBeDue: true });
}

/**
 * The open charge of a reservation for `purpose`, payable until then: the one that there is if it asks for the same,
 * else a new one in its place. `participantId`: of the share of one of its people. `paidCents`: what is not asked for,
 * because it was paid but does not count yet. `mayBeDue`: the charge of an instalment has its due date. How a
 * provider's charge is paid is null until the provider has started it.
 */
export async function chargeUntil(
  trx: DatabaseTransaction,
  actor: Actor,
  providers: Providers,
  trip: ReservationWithTrip,
  asked: Asked & { until: Date; paidCents?: number; mayBeDue?: boolean },
): Promise<ChargeRow> {
  const {
    purpose,
    means = handRecorded.method,
    participantId,
    amountCents: chosenCents,
    until,
    paidCents = 0,
    mayBeDue = false,
  } = asked;
  const now = new Date();
  const reservationId = trip.id;
  const reservation = await lockReservation(trx, reservationId);
  if (!reservation?.is_active || until <= now) throw new AppError('RESERVATION_OVER');
  if (trip.trip_cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (reservation.state === 'requested') throw new AppError('REQUEST_UNANSWERED');
  if (isPastDeadline(reservation, now)) throw new AppError('HOLD_ENDED');
  const dueCents = participantId
    ? await dueOfShare(trx, reservation, participantId, purpose)
    : amountFor(purpose, reservation);
  const wholeCents = dueCents - paidCents;
  if (wholeCents <= 0) throw new AppError('NOTHING_DUE');
  const settlesCents = chosenCents === undefined ? wholeCents : partOf(reservation, wholeCents, chosenCents);
  if (trip.payment_means !== 'both' && trip.payment_means !== means) throw new AppError('MEANS_NOT_OFFERED');
  const adjustmentCents = adjustmentOf(settlesCents, (await readMeansPermille(trx))[means]);
  const price = { amountCents: settlesCents + adjustmentCents, adjustmentCents };
  const starter = await starterOf(trx, providers, means);
  const open = await findOpenCharge(trx, reservationId, participantId);
  if (open) {
    const isSamePrice = open.amount_cents === price.amountCents && open.adjustment_cents === adjustmentCents;
    const isSame = open.purpose === purpose && isSamePrice && open.kind === starter.kind;
    if (isSame && (await isPayable(trx, open, starter, providers))) return open;
    await endCharge(trx, open.id, 'replaced');
  }
  const isDue = mayBeDue && purpose === 'balance';
  const part = { amountCents: settlesCents, departsAt: until, now };
  const due = isDue ? await dueOfInstalment(trx, starter, reservation, part) : null;
  const held = purpose === 'deposit' ? ((await readHeldPeople(trx, reservationId))[0]?.held_until ?? null) : null;
  const expiresAt = starter.isReported ? expiryOf(held ?? heldUntil(reservation), until, now) : null;
  const asks = {
    purpose,
    ...price,
    starter,
    expiresAt,
    participantId,
    ...(due && { dueOn: due.dueOn, expiresAt: due.expiresAt }),
  };
  return writeCharge(trx, actor, { reservation, trip }, asks);
}

/** What starts a new charge that is paid by these means; of codes without a provider the own key. */
export async function starterOf(
  trx: DatabaseTransaction,
  { starting, ownKey }: Providers,
  means: PaymentMeans,
): Promise<ChargeStarter> {
  const provider = starting(means);
  if (provider) return provider;
  if (means === 'card') throw new AppError('CARD_UNAVAILABLE');
  return ownKey(await readPixReceiver(trx));
}

/**
 * Replaces a charge that the provider has not started by one to the operator's own key. False if there is no key, the
 * payer chose a card, or the charge was started, so that only its end is to be sent to the provider, or has ended
 * meanwhile.
 */
export async function fallBackToOwnKey(
  trx: DatabaseTransaction,
  { ownKey }: Providers,
  chargeId: string,
): Promise<boolean> {
  const { reservation_id: reservationId } = (await findCharge(trx, chargeId)) ?? {};
  const trip = reservationId && (await findReservation(trx, reservationId));
  const reservation = reservationId && (await lockReservation(trx, reservationId));
  const charge = await findCharge(trx, chargeId);
  if (!trip || !reservation || charge?.state !== 'open' || charge.provider_state !== 'wanted') return false;
  if (isStarted(charge) || charge.kind === 'card') return false;
  const receiver = await readPixReceiver(trx);
  if (!receiver.key) return false;
  await endCharge(trx, chargeId, 'replaced');
  const { purpose, amount_cents: amountCents, adjustment_cents: adjustmentCents, participant_id } = charge;
  const participantId = participant_id ?? undefined;
  const asked = { purpose, amountCents, adjustmentCents, starter: ownKey(receiver), expiresAt: null, participantId };
  await writeCharge(trx, system, { reservation, trip }, asked);
  return true;
}

/** Whether the payer has a code or an address by which a charge is paid. */
export const isStarted = ({ payload, address }: Pick<ChargeRow, 'payload' | 'address'>) =>
  payload !== null || address !== null;

/**
 * The open charge of the same reservation or share, which may have replaced this one; else this one as it is stored
 * now.
 */
export async function chargeToPay(db: Database, charge: ChargeRow): Promise<ChargeRow> {
  const { reservation_id, participant_id } = charge;
  return (
    ((reservation_id && (await findOpenCharge(db, reservation_id, participant_id))) ||
      (await findCharge(db, charge.id))) ??
    charge
  );
}

function amountFor(purpose: ChargeDraft['purpose'], reservation: ReservationRow): number {
  const { state, total_cents: totalCents, deposit_cents, received_cents: receivedCents } = reservation;
  return purpose === 'deposit' ? deposit_cents - receivedCents : dueCentsOf({ state, totalCents, receivedCents });
}

// The deposit of a share, or all that is due of it.
async function dueOfShare(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  participantId: string,
  purpose: ChargeDraft['purpose'],
): Promise<number> {
  const shares = reservation.splits_payment ? await readShares(trx, reservation) : [];
  const share = shares.find((one) => one.participantId === participantId);
  if (!share) throw new AppError('PAYMENT_NOT_SPLIT');
  return purpose === 'deposit' ? share.depositDueCents : share.dueCents;
}

// Nothing is charged that would not confirm a held reservation.
function partOf(reservation: ReservationRow, askedCents: number, chosenCents: number): number {
  const { state, deposit_cents, received_cents } = reservation;
  if (chosenCents > askedCents) {
    throw new AppError('PAYMENT_ABOVE_DUE', { amountCents: `Falta pagar só ${moneyText(askedCents)}.` });
  }
  const least = Math.min(askedCents, state === 'held' ? deposit_cents - received_cents : MIN_PART_CENTS);
  if (chosenCents >= least) return chosenCents;
  throw new AppError('PAYMENT_TOO_SMALL', { amountCents: `Pague pelo menos ${moneyText(least)}.` });
}

// A charge to the own key stays also where a provider came back: the payer may have its code in their bank already.
async function isPayable(
  trx: DatabaseTransaction,
  charge: ChargeRow,
  starter: ChargeStarter,
  { ownKey }: Providers,
): Promise<boolean> {
  if (charge.expires_at && charge.expires_at <= new Date()) return false;
  if (charge.provider_state !== null) return charge.provider === starter.name;
  const started = await startNow(ownKey(await readPixReceiver(trx)), charge.reference, charge.amount_cents);
  return started !== undefined && charge.payload === shownOf(started).payload;
}

async function writeCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservation, trip }: Chargeable,
  asked: Price & {
    purpose: ChargePurpose;
    starter: ChargeStarter;
    expiresAt: Date | null;
    dueOn?: string;
    participantId: string | undefined;
  },
): Promise<ChargeRow> {
  const { purpose, amountCents, adjustmentCents, starter, expiresAt, dueOn = null, participantId } = asked;
  const reference = starter.newReference(reservation.code);
  const started = starter.isReported ? null : await startNow(starter, reference, amountCents);
  if (started === undefined) throw new AppError('PIX_UNAVAILABLE');
  const charge = await insertCharge(trx, {
    reservation_id: reservation.id,
    participant_id: participantId ?? null,
    purpose,
    amount_cents: amountCents,
    adjustment_cents: adjustmentCents,
    provider: starter.name,
    kind: starter.kind,
    reference,
    ...(started ? shownOf(started) : { payload: null }),
    provider_state: starter.isReported ? 'wanted' : null,
    expires_at: expiresAt,
    due_on: dueOn,
    created_by: actor.caller?.id ?? null,
  });
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip },
    {
      action: 'reservation.charge_created',
      changes: {
        purpose: [null, purpose],
        amountCents: [null, amountCents],
        chargeReference: [null, reference],
        ...(starter.kind === 'card' && { method: [null, starter.kind] }),
        ...(participantId && { participant: [null, await readParticipantName(trx, participantId)] }),
      },
    },
  );
  return charge;
}

/** Starts a charge of which nobody is asked, because nobody reports it. Undefined if it is refused. */
export function startNow(starter: ChargeStarter, reference: string, amountCents: number): Promise<Started | undefined> {
  return starter.start({ reference, amountCents, expiresAt: null, description: '' }).catch((error) => {
    if (error instanceof ProviderRefused) return undefined;
    throw error;
  });
}

function heldUntil({ state, hold_expires_at }: ReservationRow): Date | null {
  return state === 'held' ? hold_expires_at : null;
}

// The receipt of a hold past its end is being reviewed.
function expiryOf(held: Date | null, until: Date, now: Date): Date {
  const usual = held && held > now ? held : new Date(now.getTime() + DAY_MS);
  return usual < until ? usual : until;
}
