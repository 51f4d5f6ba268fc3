import type { PersonReservationList, ReservationList } from '@passeio/contract/reservations/reservations';
import type { Database } from '../../platform/database/connect.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Caller } from '../../platform/http/access.ts';
import { requirePerson } from '../users/index.ts';
import { loadReservations } from './reservation/load-reservations.ts';
import { presentForStaff } from './reservation/reservations.present.ts';
import { pageOfReservations, reservationsOf } from './reservation/reservations.queries.ts';
import { chatFactsOf } from './whatsapp/chat-facts.ts';

/** All reservations of a person, newest first. */
export async function findOwnReservations(db: Database, caller: Caller): Promise<ReservationList> {
  const data = await inSnapshot(db, async (snapshot) =>
    loadReservations(snapshot, await reservationsOf(snapshot, caller.id), caller),
  );
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

/** A page of a person's reservations, newest first. Throws PERSON_NOT_FOUND. */
export async function findPersonReservations(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<PersonReservationList> {
  await requirePerson(db, userId);
  const { rows, ...count } = await pageOfReservations(db, userId, { page, size });
  const now = new Date();
  const chatOf = await chatFactsOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => presentForStaff(row, { chat: chatOf(row.id), now })),
    page: { number: page, size, ...count },
  };
}
