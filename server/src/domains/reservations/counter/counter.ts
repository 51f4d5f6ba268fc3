import { randomUUIDv7 } from 'node:crypto';
import type { CounterReservation } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, auditEntry, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requirePlaces } from '../../inventory/index.ts';
import { lockTrip } from '../../trips/index.ts';
import { createGuestPerson, findPerson } from '../../users/index.ts';
import { chosenDeadline } from '../holds/hold.ts';
import { settleTotal, stateOfNew } from '../holds/state-by-money.ts';
import { readDetails } from '../load-reservations.ts';
import type { NewParticipant, Traveller } from '../participants/party.ts';
import { reservationSubject } from '../reservation-audit.ts';
import { requireTripAhead } from '../reservations.policy.ts';
import { insertAdjustment } from '../reservations.queries.ts';
import { newReservationCode } from '../reserve/code.ts';
import {
  insertWithFreeCode,
  type NewReservation,
  type Offer,
  policySnapshot,
  readOffer,
} from '../reserve/reserve.queries.ts';
import { staffRefusals } from '../staff-refusals.ts';
import { counterParticipants } from './counter-party.ts';

interface CounterRequest {
  actor: Actor;
  offer: Offer;
  payer: Traveller;
  request: CounterReservation;
}

/**
 * Staff's reservation for a party, whoever of it is known. The payer may be a new guest person. One transaction.
 * Throws TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, NO_PLACES_LEFT, PLACES_SHORT, PERSON_NOT_FOUND, PERSON_KNOWN,
 * TOTAL_BELOW_ZERO, HOLD_IN_PAST, BOARDING_POINT_UNKNOWN, PARTICIPANT_ALREADY_LISTED and what `counterParticipants`
 * throws.
 */
export async function reserveAtCounter(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  request: CounterReservation,
): Promise<ReservationDetails> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  requireTripAhead(trip, new Date());
  const payer = request.person
    ? await createGuestPerson(trx, actor, request.person)
    : await findPerson(trx, request.personId ?? '');
  if (!payer || payer.is_disabled) throw new AppError('PERSON_NOT_FOUND');
  const offer = await readOffer(trx, tripId, payer.id, null);
  if (!offer) throw new AppError('TRIP_NOT_FOUND');
  const id = await write(trx, { actor, offer, payer, request });
  return readDetails(trx, id, callerOfActor(actor));
}

async function write(trx: DatabaseTransaction, counter: CounterRequest): Promise<string> {
  const { actor, offer, payer, request } = counter;
  const id = randomUUIDv7();
  const { time_zone: timeZone, departs_at: departsAt, fares } = offer;
  const party = { reservationId: id, tripId: offer.id, fares, payer, request, departsAt, timeZone };
  const participants = await counterParticipants(trx, party);
  const places = participants.filter((one) => one.takes_place).length;
  requirePlaces(offer, places, 'staff');
  const { code } = await mapDeferredErrors(trx, staffRefusals, async () => {
    const written = await insertWithFreeCode(trx, () => newReservation(counter, id, participants));
    const by = callerOfActor(actor).id;
    if (request.adjustment) await insertAdjustment(trx, request.adjustment, { reservationId: id, by });
    return written;
  });
  if (request.confirmWithoutDeposit) {
    await recordAudit(trx, actor, {
      action: 'reservation.confirmed',
      subject: reservationSubject({ id, code }, payer, offer),
    });
  }
  return id;
}

function newReservation(
  { actor, offer, payer, request }: CounterRequest,
  id: string,
  participants: NewParticipant[],
): NewReservation {
  const code = newReservationCode();
  const { adjustment, holdExpiresAt, confirmWithoutDeposit } = request;
  const total = participants.reduce((sum, one) => sum + one.price_cents, 0) + (adjustment?.amountCents ?? 0);
  const money = settleTotal(total, offer.deposit_percent, 'adjustment.amountCents');
  const state = confirmWithoutDeposit ? 'booked' : stateOfNew(money);
  const deadline =
    state === 'held' ? chosenDeadline(offer, holdExpiresAt, { now: offer.now, departsAt: offer.departs_at }) : null;
  return {
    version: offer.version,
    timeZone: offer.time_zone,
    reservation: {
      id,
      code,
      trip_id: offer.id,
      user_id: payer.id,
      state,
      places: participants.filter((one) => one.takes_place).length,
      ...money,
      channel: 'operator',
      hold_expires_at: deadline?.toISOString() ?? null,
      policy: policySnapshot(offer),
    },
    participants,
    entry: auditEntry(actor, {
      action: 'reservation.created',
      subject: reservationSubject({ id, code }, payer, offer),
      changes: {
        state: [null, state],
        people: [null, participants.length],
        totalCents: [null, money.total_cents],
        ...(deadline && { holdExpiresAt: [null, deadline.toISOString()] }),
        ...(adjustment && { adjustmentCents: [null, adjustment.amountCents], reason: [null, adjustment.reason] }),
      },
    }),
  };
}
