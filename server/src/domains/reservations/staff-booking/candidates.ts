import type { Candidate } from '@passeio/contract/boarding/passengers';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findTrip } from '../../trips/index.ts';
import { findTravellers, maskCpf } from '../../users/index.ts';
import { travellersAmong } from '../reservation/participants.queries.ts';

const MAX_CANDIDATES = 10;

/** Up to ten people who could be added to a trip, by name. Throws TRIP_NOT_FOUND. */
export async function findCandidates(db: Database, tripId: string, q: string): Promise<Candidate[]> {
  if (!(await findTrip(db, 'id', tripId))) throw new AppError('TRIP_NOT_FOUND');
  const people = await findTravellers(db, q, MAX_CANDIDATES);
  const ids = people.map(({ id }) => id);
  const travelling = await travellersAmong(db, tripId, ids);
  return people.map(({ id, name, cpf, contact, email }) => ({
    id,
    name,
    maskedCpf: maskCpf(cpf),
    contact,
    email,
    isPassenger: travelling.has(id),
  }));
}
