import type { PersonReservationList } from '@passeio/contract/reservations';
import type { Database } from '../../platform/database/connect.ts';
import { requirePerson } from '../users/index.ts';
import { presentForStaff } from './reservations.present.ts';
import { pageOfReservations } from './reservations.queries.ts';

/** A page of a person's reservations, newest first. Throws PERSON_NOT_FOUND. */
export async function findPersonReservations(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<PersonReservationList> {
  await requirePerson(db, userId);
  const { rows, ...count } = await pageOfReservations(db, userId, { page, size });
  return { data: rows.map(presentForStaff), page: { number: page, size, ...count } };
}
