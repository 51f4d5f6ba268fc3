import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { Candidate } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { answered, apiInPlace } from '../../session/api';
import type { CounterBody } from './parse-counter';

/** Known people who could travel or pay, by name, CPF, e-mail or telephone. Failures are thrown without a toast. */
export async function findCandidates(tripId: string, q: string, signal: AbortSignal): Promise<Candidate[]> {
  const input = { params: { tripId }, query: { q }, signal };
  return (await answered(apiInPlace.call(passengerRoutes.listCandidates, input))).data;
}

/** Reserves for a party. Failures are thrown without a toast. */
export function reserveAtCounter(tripId: string, body: CounterBody): Promise<ReservationDetails> {
  return answered(apiInPlace.call(passengerRoutes.reserve, { params: { tripId }, body }));
}
