import {
  type FoundPerson,
  type FoundReservation,
  type FoundTrip,
  MIN_SEARCH_DIGITS,
  SEARCH_SHOWN,
  type SearchResults,
} from '@passeio/contract/staff/search';
import type { Database } from '../../platform/database/connect.ts';
import { numbersIn, type PersonSearch } from '../../platform/database/search.ts';
import { type Caller, hasPermission } from '../../platform/http/access.ts';
import { statusOfRow } from '../reservations/index.ts';
import { situationOf, type TripRow } from '../trips/index.ts';
import { findPeople, maskCpf } from '../users/index.ts';
import {
  findEmailOwner,
  findPeopleIds,
  findReservations,
  findTrips,
  type Hit,
  readHits,
  reservationsOfPeople,
} from './search.queries.ts';

/** Reservations, people and trips that `q` finds. */
export async function searchAll(db: Database, caller: Caller, q: string): Promise<SearchResults> {
  const now = new Date();
  const owner = await findEmailOwner(db, q);
  const search = { q, seesDocuments: hasPermission(caller, 'see_documents') };
  const isShort = (numbersIn(q)[0]?.length ?? MIN_SEARCH_DIGITS) < MIN_SEARCH_DIGITS;
  const [reservations, people, trips] = await Promise.all([
    isShort ? NOTHING : searchReservations(db, search, owner, now),
    isShort ? NOTHING : searchPeople(db, caller, search, owner),
    findTrips(db, q),
  ]);
  return {
    reservations,
    people,
    trips: {
      data: trips.slice(0, SEARCH_SHOWN).map((row) => presentTrip(row, now)),
      more: trips.length > SEARCH_SHOWN,
    },
  };
}

const NOTHING = { data: [], more: false };

async function searchReservations(
  db: Database,
  search: PersonSearch,
  emailOwner: string | undefined,
  now: Date,
): Promise<SearchResults['reservations']> {
  const { hits, more } = await findReservations(db, search, emailOwner);
  const rows = new Map((await readHits(db, hits)).map((row) => [row.id, row]));
  const data = hits.flatMap((hit) => {
    const row = rows.get(hit.reservation_id);
    return row ? [presentReservation(row, hit, now)] : [];
  });
  return { data, more };
}

/** Administrators find everybody; operators, who have no page of a person, people who have a reservation. */
async function searchPeople(
  db: Database,
  { role }: Caller,
  search: PersonSearch,
  emailOwner: string | undefined,
): Promise<SearchResults['people']> {
  const ids = emailOwner ? [emailOwner] : await findPeopleIds(db, search);
  const shown = ids.slice(0, SEARCH_SHOWN);
  const [people, reservations] = await Promise.all([findPeople(db, shown), reservationsOfPeople(db, shown)]);
  const rows = shown.flatMap((id) => people.find((row) => row.id === id) ?? []);
  const data = rows.map(
    (row): FoundPerson => ({
      id: row.id,
      name: row.name,
      contact: row.contact,
      email: row.email,
      maskedCpf: maskCpf(row.cpf),
      reservationId: reservations.get(row.id) ?? null,
    }),
  );
  const reachable = data.filter(({ reservationId }) => role === 'ADMIN' || reservationId !== null);
  return { data: reachable, more: ids.length > SEARCH_SHOWN };
}

type HitRow = Awaited<ReturnType<typeof readHits>>[number];

function presentReservation(row: HitRow, { passenger_id }: Hit, now: Date): FoundReservation {
  // What is missing of participants has its own list.
  const people = row.people.map((one) => ({ ...one, missing: [] }));
  const { key, label, tone } = statusOfRow(row, { ...row, people, now, reader: 'staff' });
  return {
    id: row.id,
    code: row.code,
    payer: row.payer_name,
    passenger: row.people.find(({ id }) => id === passenger_id)?.name ?? null,
    trip: { title: row.title, date: row.departs_at.toISOString() },
    status: { key, label, tone },
  };
}

function presentTrip(row: TripRow, now: Date): FoundTrip {
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    capacity: row.capacity,
    placesTaken: row.places_taken,
    situation: situationOf(row, now),
  };
}
