import {
  type Candidate,
  candidateList,
  type Passenger,
  type PassengerFilters,
  type PassengerList,
  passenger,
  passengerList,
} from '@passeio/contract/passengers';
import { apiPaths } from '@passeio/contract/paths';
import { type Payment, type PaymentDraft, paymentList } from '@passeio/contract/payments';
import type { GuestPerson, PersonCompletion } from '@passeio/contract/users';
import { answered, api, apiOrOffline } from '../../session/api';
import { withRetry } from '../../session/with-retry';

export function loadPassengers(tripId: string, filters: PassengerFilters, signal: AbortSignal): Promise<PassengerList> {
  return answered(apiOrOffline.get(apiPaths.passengers(tripId), passengerList, { query: { ...filters }, signal }));
}

/** People who could be added to a trip. */
export async function findCandidates(tripId: string, q: string, signal: AbortSignal): Promise<Candidate[]> {
  const { data } = await answered(
    api.get(apiPaths.passengerCandidates(tripId), candidateList, { query: { q }, signal }),
  );
  return data;
}

export type NewPassenger = ({ personId: string } | { person: GuestPerson }) & { boardingPointId: string | null };

export function addPassenger(tripId: string, body: NewPassenger, idempotencyKey: string): Promise<Passenger> {
  return answered(api.post(apiPaths.passengers(tripId), passenger, { body, idempotencyKey }));
}

export function recordPayment(reservationId: string, body: PaymentDraft, idempotencyKey: string): Promise<Passenger> {
  return answered(api.post(apiPaths.reservationPayments(reservationId), passenger, { body, idempotencyKey }));
}

/** A reservation's ledger, oldest first. */
export async function loadLedger(reservationId: string, signal: AbortSignal): Promise<Payment[]> {
  const { data } = await answered(api.get(apiPaths.reservationPayments(reservationId), paymentList, { signal }));
  return data;
}

export function cancelForPassenger(reservationId: string, reason: string, idempotencyKey: string): Promise<Passenger> {
  const path = apiPaths.reservationCancellation(reservationId);
  return answered(api.post(path, passenger, { body: { reason }, idempotencyKey }));
}

export function dismissCancellation(reservationId: string): Promise<Passenger> {
  return answered(api.delete(apiPaths.reservationCancellation(reservationId), passenger));
}

export function changeBoarding(reservationId: string, boardingPointId: string | null): Promise<Passenger> {
  const body = { boardingPointId };
  return withRetry(() => answered(api.put(apiPaths.reservation(reservationId), passenger, { body })));
}

export function completePassenger(reservationId: string, body: PersonCompletion): Promise<Passenger> {
  return answered(api.put(apiPaths.reservationPerson(reservationId), passenger, { body }));
}
