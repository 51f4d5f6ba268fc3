import { type Candidate, candidateList } from '@passeio/contract/boarding/passengers';
import { apiPaths } from '@passeio/contract/paths';
import { type ReservationDetails, reservationDetails } from '@passeio/contract/reservations/reservations';
import { answered, apiInPlace } from '../../session/api';
import type { CounterBody } from './parse-counter';

/** Known people who could travel or pay, by name, CPF, e-mail or telephone. Failures are thrown without a toast. */
export async function findCandidates(tripId: string, q: string, signal: AbortSignal): Promise<Candidate[]> {
  const path = apiPaths.passengerCandidates(tripId);
  return (await answered(apiInPlace.get(path, candidateList, { query: { q }, signal }))).data;
}

/** Reserves for a party, once per `idempotencyKey`. Failures are thrown without a toast. */
export function reserveAtCounter(
  tripId: string,
  body: CounterBody,
  idempotencyKey: string,
): Promise<ReservationDetails> {
  return answered(apiInPlace.post(apiPaths.passengers(tripId), reservationDetails, { body, idempotencyKey }));
}
