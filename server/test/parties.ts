import { randomUUIDv7 } from 'node:crypto';
import type { Participant } from '@passeio/contract/reservations/participants';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call, createPerson, createTrip, type Person } from './factories.ts';

type FareName = 'adult' | 'child' | 'lapChild' | 'courtesy';

export interface FamilyTrip {
  id: string;
  departsAt: Date;
  fares: Record<FareName, string>;
  boardingPointId: string;
}

/** An active trip in a month with fares for adults from 13 on, children of 6 to 12, lap children, and one for staff. */
export async function createFamilyTrip(
  app: TestApp,
  overrides: Parameters<typeof createTrip>[1] = {},
): Promise<FamilyTrip> {
  const { id } = await createTrip(app, { price_cents: 18_900, deposit_percent: 30, ...overrides });
  const { db } = app;
  const [adult] = await db
    .updateTable('trip_fares')
    .set({ min_age: 13 })
    .where('trip_id', '=', id)
    .returning('id')
    .execute();
  const fares = { adult: adult?.id ?? '', child: randomUUIDv7(), lapChild: randomUUIDv7(), courtesy: randomUUIDv7() };
  const of = { trip_id: id, min_age: null, max_age: null };
  await db
    .insertInto('trip_fares')
    .values([
      { ...of, id: fares.child, position: 1, label: 'Criança', min_age: 6, max_age: 12, price_cents: 9_900 },
      {
        ...of,
        id: fares.lapChild,
        position: 2,
        label: 'Criança de colo',
        min_age: 0,
        max_age: 5,
        price_cents: 0,
        takes_place: false,
      },
      { ...of, id: fares.courtesy, position: 3, label: 'Cortesia', price_cents: 0, audience: 'staff' },
    ])
    .execute();
  const trip = await db
    .selectFrom('trips')
    .select(['departs_at', 'boarding_points'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, departsAt: trip.departs_at, fares, boardingPointId: trip.boarding_points[0]?.id ?? '' };
}

export interface Family {
  trip: FamilyTrip;
  payer: Person;
  id: string;
  reservation: Reservation;
  /** Participants by fare, in order; the payer is the first adult. */
  adults: Participant[];
  children: Participant[];
  lapChildren: Participant[];
}

/** Reserves a party on the site. */
export async function createFamily(
  app: TestApp,
  counts: Partial<Record<Exclude<FareName, 'courtesy'>, number>>,
  { trip: given, payer: known }: { trip?: FamilyTrip; payer?: Person } = {},
): Promise<Family> {
  const trip = given ?? (await createFamilyTrip(app));
  const payer = known ?? (await createPerson(app));
  const party = Object.entries(counts).map(([fare, count]) => ({ fareId: trip.fares[fare as FareName], count }));
  const { status, body } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
    token: payer.token,
    body: { party },
  });
  expect(status).toBe(201);
  const reservation: Reservation = body;
  const of = (fare: FareName) => reservation.participants.filter(({ fareId }) => fareId === trip.fares[fare]);
  return {
    trip,
    payer,
    id: reservation.id,
    reservation,
    adults: of('adult'),
    children: of('child'),
    lapChildren: of('lapChild'),
  };
}

/** The birth date of somebody who is `age` years old on the day of a departure; the birthday is on that day. */
export function bornFor({ departsAt }: Pick<FamilyTrip, 'departsAt'>, age: number): string {
  const day = departsAt.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
  const birthdate = `${Number(day.slice(0, 4)) - age}${day.slice(4)}`;
  return birthdate.endsWith('-02-29') ? birthdate.replace('-29', '-28') : birthdate;
}

/** How many places of a trip are taken. */
export async function placesTaken({ db }: TestApp, tripId: string): Promise<number> {
  const trip = db.selectFrom('trips').select('places_taken').where('id', '=', tripId);
  return (await trip.executeTakeFirstOrThrow()).places_taken;
}

/** Lets a trip depart in so many hours; negative: it has departed. */
export async function departIn({ db }: TestApp, tripId: string, hours: number): Promise<void> {
  const departs_at = new Date(Date.now() + hours * 3_600_000);
  await db
    .updateTable('trips')
    .set({ departs_at, returns_at: new Date(departs_at.getTime() + 10 * 3_600_000) })
    .where('id', '=', tripId)
    .execute();
}

/** The audit entries about a reservation, the oldest first. */
export function entriesOf({ db }: TestApp, reservationId: string) {
  return db.selectFrom('audit_entries').selectAll().where('subject_id', '=', reservationId).orderBy('id').execute();
}

type Someone = { id: string } | undefined;

/** Changes a participant of a family, as its payer unless a token is given. */
export function changeParticipant(app: TestApp, family: Family, who: Someone, body: object, token?: string) {
  const path = `/api/reservations/${family.id}/participants/${who?.id}`;
  return call(app, 'PUT', path, { token: token ?? family.payer.token, body });
}

/** A participant in a response. */
// biome-ignore lint/suspicious/noExplicitAny: a response body
export function participantIn(body: any, who: Someone) {
  return body.participants.find(({ id }: { id: string }) => id === who?.id);
}

/** Data of an adult. */
export const ana = {
  name: 'Ana Lima de Souza',
  birthdate: '1988-07-21',
  documentType: 'cnh',
  documentNumber: '01234567890',
  documentIssuer: 'DETRAN/MG',
  cpf: '529.982.247-25',
  contact: '35 98888-7777',
};
