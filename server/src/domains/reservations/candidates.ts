import type { Candidate } from '@passeio/contract/passengers';
import type { Database } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findTrip } from '../trips/index.ts';
import { findTravellers, maskCpf } from '../users/index.ts';

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

// Those who are going on the trip.
async function travellersAmong(db: Database, tripId: string, userIds: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('participants')
    .select('user_id')
    .where('user_id', '=', sqlAny(userIds, 'uuid'))
    .where('trip_id', '=', tripId)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
