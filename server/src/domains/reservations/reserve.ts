import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/errors';
import { defaultFare, type PartyEntry, partyFault, quoteParty } from '@passeio/contract/pricing';
import type { Enrolment, Party, Reservation } from '@passeio/contract/reservations';
import { type Actor, auditEntry, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { requirePlaces } from '../inventory/index.ts';
import { newReservationCode } from './code.ts';
import { holdDeadline } from './hold.ts';
import { readReservation } from './load-reservations.ts';
import { participantsOf } from './party.ts';
import { reservationLabel } from './reservation-label.ts';
import { presentReservation } from './reservations.present.ts';
import { insertParty, type NewReservation, type Offer, policySnapshot, readOffer } from './reserve.queries.ts';
import { stateOfNew } from './state-by-money.ts';

// A code that exists or a trip that was edited meanwhile: the offer is read again.
const ATTEMPTS = 5;

/** A client's request to reserve. */
export interface ReserveRequest {
  actor: Actor;
  emailConfirmed: boolean;
  tripId: string;
  enrolment: Enrolment;
  /** The Idempotency-Key and a hash of the request; null without a key. */
  idempotency: { key: string; fingerprint: string } | null;
}

/** Constraints that concurrent requests may violate, and what they mean for a client. */
const clientRefusals: Record<string, ErrorCode> = {
  participants_one_person_per_trip: 'ALREADY_ENROLLED',
  participants_one_cpf_per_trip: 'PARTICIPANT_ALREADY_LISTED',
  participants_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  participants_companion_is_adult: 'COMPANION_NOT_ADULT',
  participants_one_child_per_lap: 'LAP_WITHOUT_ADULT',
  trips_places_within_capacity: 'TRIP_FULL',
};

/**
 * Reserves places for the caller and their party; without a party one adult place. The same request with the same key
 * again returns the reservation that it made.
 * Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, ALREADY_ENROLLED, TRIP_FULL, PLACES_SHORT,
 * FARE_UNKNOWN, EMPTY_PARTY, LAP_WITHOUT_ADULT, BOARDING_POINT_UNKNOWN, PARTICIPANT_ALREADY_LISTED,
 * COMPANION_NOT_ADULT or IDEMPOTENCY_KEY_REUSED.
 */
export async function reserve(db: Database, request: ReserveRequest): Promise<Reservation> {
  const payer = callerOfActor(request.actor);
  const key = request.idempotency?.key ?? null;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const offer = await readOffer(db, request.tripId, payer.id, key);
    if (!offer) throw new AppError('TRIP_NOT_FOUND');
    if (offer.earlier) return repeatOf(db, request, offer.earlier);
    const now = new Date();
    requireOpen(offer, request.emailConfirmed, now);
    const written = await insertUnlessKnown(db, newReservation(offer, request, now));
    if (written) return presentReservation(written.reservation, { ...written, offer, now });
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
  if (offer.departs_at <= now) throw new AppError('TRIP_DEPARTED');
  if (!offer.is_active) throw new AppError('TRIP_INACTIVE');
  if (offer.has_active) throw new AppError('ALREADY_ENROLLED');
}

function newReservation(offer: Offer, request: ReserveRequest, now: Date): NewReservation {
  const { actor, enrolment, idempotency, tripId } = request;
  const fares = offer.fares.filter((fare) => fare.audience === 'public');
  const entries = entriesOf(offer, enrolment?.party);
  const fault = partyFault(fares, entries);
  if (fault) throw new AppError(fault);
  const quote = quoteParty(fares, entries, offer.deposit_percent);
  requirePlaces(offer, quote.places, 'client');
  const payer = offer.payer;
  if (!payer) throw new AppError('PROFILE_MISSING');
  const id = randomUUIDv7();
  const code = newReservationCode();
  const state = stateOfNew({ deposit_cents: quote.depositCents });
  const boardingPointId = enrolment?.boardingPointId ?? null;
  return {
    version: offer.version,
    timeZone: offer.time_zone,
    reservation: {
      id,
      code,
      trip_id: tripId,
      user_id: payer.id,
      state,
      places: quote.places,
      total_cents: quote.totalCents,
      deposit_cents: quote.depositCents,
      channel: 'site',
      hold_expires_at: state === 'held' ? holdDeadline(offer, now, offer.departs_at).toISOString() : null,
      policy: policySnapshot(offer),
      accepted_at: enrolment?.acceptedPolicy ? now.toISOString() : null,
      request_key: idempotency?.key ?? null,
      request_fingerprint: idempotency?.fingerprint ?? null,
    },
    participants: participantsOf({ reservationId: id, tripId, boardingPointId }, fares, entries, payer, {
      departsAt: offer.departs_at,
      timeZone: offer.time_zone,
    }),
    entry: auditEntry(actor, {
      action: 'reservation.created',
      subject: { type: 'reservation', id, label: reservationLabel(code, payer, offer) },
      changes: { state: [null, state], people: [null, quote.people], totalCents: [null, quote.totalCents] },
    }),
  };
}

// Without a party: one place of the default fare.
function entriesOf(offer: Offer, party: Party | undefined): PartyEntry[] {
  const fares = offer.fares.filter((fare) => fare.audience === 'public');
  const usual = defaultFare(fares);
  const entries = party?.filter(({ count }) => count > 0) ?? (usual ? [{ fareId: usual.id, count: 1 }] : []);
  if (entries.some(({ fareId }) => !fares.some((fare) => fare.id === fareId))) throw new AppError('FARE_UNKNOWN');
  return entries;
}

// The payer has another active reservation, or the same request is being repeated: reading the offer again tells which.
const payerConstraints = new Set(['reservations_request_key', 'reservations_one_active_per_payer']);

// Undefined if the offer must be read again: it has changed, the code exists, or the payer reserved meanwhile.
async function insertUnlessKnown(db: Database, reservation: NewReservation) {
  try {
    return await mapConstraintErrors(clientRefusals, () => insertParty(db, reservation));
  } catch (error) {
    if (payerConstraints.has((error as { constraint?: string }).constraint ?? '')) return undefined;
    throw error;
  }
}
