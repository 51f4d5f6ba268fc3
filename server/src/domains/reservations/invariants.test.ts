import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { bornFor, createFamily, createFamilyTrip, type Family, placesTaken } from '../../../test/parties.ts';
import { createReservation } from '../../../test/reservations.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

// The rules of parties hold against anybody who writes SQL, not only against the application.

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** Runs statements in one transaction; the name of the constraint that refuses them, "nothing" if they commit. */
async function refusedBy(...statements: ReturnType<typeof sql>[]): Promise<string> {
  const run = async (trx: DatabaseTransaction) => {
    for (const statement of statements) await statement.execute(trx);
  };
  return inTransaction(app.db, run).then(
    () => 'nothing',
    ({ constraint, message }) => constraint ?? message,
  );
}

const reservationOf = ({ id }: Family) => sql`where id = ${id}`;
const idOf = (one: { id: string } | undefined) => one?.id ?? '';

describe('places', () => {
  it('are never more than the capacity', async () => {
    const trip = await createFamilyTrip(app, { capacity: 2 });
    await createFamily(app, { adult: 2 }, { trip });
    await expect(createReservation(app, staff, trip.id)).rejects.toThrow('trips_places_within_capacity');
    expect(await refusedBy(sql`update trips set capacity = 1 where id = ${trip.id}`)).toBe(
      'trips_places_within_capacity',
    );
  });

  it('of a trip are written by its reservations alone', async () => {
    const { id } = await createTrip(app);
    const direct = sql`update trips set places_taken = places_taken + 1 where id = ${id}`;
    expect(await refusedBy(direct)).toBe('trips_places_follow_reservations');
  });

  it('of a reservation are as many as its participants take', async () => {
    const family = await createFamily(app, { adult: 2, lapChild: 1 });
    const { trip, adults, lapChildren } = family;
    const places = 'reservations_places_of_party';
    expect(await refusedBy(sql`update reservations set places = 3 ${reservationOf(family)}`)).toBe(places);
    expect(await refusedBy(sql`update reservations set places = 1 ${reservationOf(family)}`)).toBe(places);
    const sitting = sql`update participants set takes_place = true where id = ${idOf(lapChildren[0])}`;
    expect(await refusedBy(sitting)).toBe(places);
    const removed = sql`update participants set removed_at = now() where id = ${idOf(adults[1])}`;
    expect(await refusedBy(removed)).toBe(places);
    expect(await placesTaken(app, trip.id)).toBe(2);
  });

  it('are free again, and taken again, by the state alone', async () => {
    const family = await createFamily(app, { adult: 2 });
    expect(await refusedBy(sql`update reservations set state = 'expired' ${reservationOf(family)}`)).toBe('nothing');
    expect(await placesTaken(app, family.trip.id)).toBe(0);
    expect(await refusedBy(sql`update reservations set state = 'held' ${reservationOf(family)}`)).toBe('nothing');
    expect(await placesTaken(app, family.trip.id)).toBe(2);
  });
});

describe('the total', () => {
  it('is that of its lines', async () => {
    const family = await createFamily(app, { adult: 1 });
    const total = 'reservations_total_of_party';
    expect(await refusedBy(sql`update reservations set total_cents = total_cents + 1 ${reservationOf(family)}`)).toBe(
      total,
    );
  });

  it('is checked of each reservation of a transaction, and again after a check in its middle', async () => {
    const [one, other] = [await createFamily(app, { adult: 1 }), await createFamily(app, { adult: 1 })];
    const add = (cents: number, family: Family) =>
      sql`update reservations set total_cents = total_cents + ${cents}::integer ${reservationOf(family)}`;
    const total = 'reservations_total_of_party';
    expect(await refusedBy(add(0, one), add(1, other))).toBe(total);
    const check = [sql`set constraints all immediate`, sql`set constraints all deferred`];
    expect(await refusedBy(add(0, one), ...check, add(1, one))).toBe(total);
    expect(await refusedBy(add(0, one), ...check, add(0, other))).toBe('nothing');
  });
});

describe('lines', () => {
  it('are what the total is made of, and only end', async () => {
    const family = await createFamily(app, { adult: 1 });
    const [ana] = family.adults;
    const total = 'reservations_total_of_party';
    const line = (kind: string, cents: number, person: string | null = null) => sql`
      insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
      values (${randomUUIDv7()}, ${family.id}, ${person}, ${kind}, 'Almoço', ${cents}, ${randomUUIDv7()})`;
    const set = (change: ReturnType<typeof sql>) =>
      refusedBy(sql`update reservation_lines set ${change} where reservation_id = ${family.id}`);
    expect(await refusedBy(line('extra', 500))).toBe(total);
    const higher = sql`update reservations set total_cents = total_cents + 500 ${reservationOf(family)}`;
    expect(await refusedBy(line('extra', 500), higher)).toBe('nothing');
    expect(await set(sql`ended_at = now()`)).toBe(total);
    expect(await set(sql`unit_cents = 1`)).toBe('reservation_lines_are_final');
    expect(await refusedBy(sql`delete from reservation_lines`)).toBe('reservation_lines_are_final');
    expect(await refusedBy(line('discount', 500))).toBe('reservation_lines_sign');
    expect(await refusedBy(line('fare', 500))).toBe('reservation_lines_fare_of_person');
    expect(await refusedBy(line('fare', 500, idOf(ana)))).toBe('reservation_lines_one_fare');
    const other = await createFamily(app, { adult: 1 });
    expect(await refusedBy(line('extra', 500, idOf(other.adults[0])))).toBe('reservation_lines_of_participant');
  });
});

describe('people', () => {
  it('have one active reservation each on the site', async () => {
    const family = await createFamily(app, { adult: 1 });
    const second = createReservation(app, staff, family.trip.id, { person: family.payer });
    await expect(second).rejects.toThrow('reservations_one_active_per_payer');
  });

  it('stand once on the list of a trip, by CPF and by person', async () => {
    const { trip, adults, payer } = await createFamily(app, { adult: 2 });
    const other = await createFamily(app, { adult: 2 }, { trip });
    const set = (column: string, value: string, who: { id: string } | undefined) =>
      refusedBy(sql`update participants set ${sql.ref(column)} = ${value} where id = ${idOf(who)}`);
    expect(await set('cpf', payer.cpf, adults[1])).toBe('participants_one_cpf_per_trip');
    expect(await set('cpf', payer.cpf, other.adults[1])).toBe('participants_one_cpf_per_trip');
    expect(await set('user_id', payer.id, other.adults[1])).toBe('participants_one_person_per_trip');
    await call(app, 'POST', `/api/reservations/${other.id}/cancel`, { token: other.payer.token });
    expect(await set('cpf', payer.cpf, other.adults[1])).toBe('nothing');
  });

  it('are never deleted', async () => {
    const { adults } = await createFamily(app, { adult: 1 });
    expect(await refusedBy(sql`delete from participants where id = ${idOf(adults[0])}`)).toBe('participants_are_final');
  });

  it('belong to their reservation, its trip and its state', async () => {
    const { adults } = await createFamily(app, { adult: 1 });
    const other = await createFamily(app, { adult: 1 });
    const set = (change: ReturnType<typeof sql>) =>
      refusedBy(sql`update participants set ${change} where id = ${idOf(adults[0])}`);
    expect(await set(sql`is_active = false`)).toBe('participants_of_reservation');
    expect(await set(sql`reservation_id = ${other.id}, position = 1`)).toBe('reservation_lines_of_participant');
    expect(await set(sql`trip_id = ${other.trip.id}`)).toBe('participants_of_reservation');
    expect(await set(sql`fare_id = ${other.trip.fares.adult}`)).toBe('participants_fare_of_trip');
    expect(await set(sql`boarding_point_id = ${other.trip.boardingPointId}`)).toBe(
      'participants_boarding_point_of_trip',
    );
  });
});

describe('a lap child', () => {
  const rule = 'participants_companion_is_adult';
  const companion = (child: { id: string } | undefined, id: string | null) =>
    refusedBy(sql`update participants set companion_id = ${id} where id = ${idOf(child)}`);

  it('has an adult of its reservation, one each', async () => {
    const { adults, children, lapChildren } = await createFamily(app, { adult: 2, child: 1, lapChild: 2 });
    const other = await createFamily(app, { adult: 1 });
    const [first, second] = lapChildren;
    expect(await companion(first, null)).toBe(rule);
    expect(await companion(first, idOf(other.adults[0]))).toBe('participants_companion_of_reservation');
    expect(await companion(first, idOf(first))).toBe('participants_not_their_own_companion');
    expect(await companion(first, second?.companionId ?? '')).toBe('participants_one_child_per_lap');
    const minor = sql`update participants set birthdate = '2020-01-01' where id = ${idOf(adults[1])}`;
    expect(await refusedBy(minor)).toBe(rule);
    expect(await companion(children[0], idOf(lapChildren[0]))).toBe(rule);
  });

  it('does not stay behind when its adult is removed', async () => {
    const family = await createFamily(app, { adult: 2, lapChild: 1 });
    const [lapChild] = family.lapChildren;
    const removed = sql`update participants set removed_at = now() where id = ${lapChild?.companionId}`;
    const fewer = sql`update reservations set places = 1, total_cents = total_cents - 18900 ${reservationOf(family)}`;
    const ended = sql`update reservation_lines set ended_at = now() where participant_id = ${lapChild?.companionId}`;
    expect(await refusedBy(removed, fewer)).not.toBe('nothing');
    expect(await refusedBy(removed, ended, fewer)).toBe(rule);
    const other = family.adults.find(({ id }) => id !== lapChild?.companionId);
    const seated = sql`update participants set companion_id = ${idOf(other)} where id = ${idOf(lapChild)}`;
    expect(await refusedBy(seated, removed, ended, fewer)).toBe('nothing');
  });

  it('has an adult on the day of departure, also of a minor who grows up until then', async () => {
    const { trip, adults } = await createFamily(app, { adult: 2, lapChild: 1 });
    const born = (age: number) =>
      refusedBy(sql`update participants set birthdate = ${bornFor(trip, age)} where id = ${idOf(adults[0])}`);
    expect(await born(18)).toBe('nothing');
    expect(await born(17)).toBe(rule);
  });
});

describe('states', () => {
  it('change along the table', async () => {
    const family = await createFamily(app, { adult: 1 });
    const to = (state: string) => refusedBy(sql`update reservations set state = ${state} ${reservationOf(family)}`);
    expect(await to('boarded')).toBe('reservations_known_transition');
    expect(await refusedBy(sql`update reservations set cancelled_at = now() ${reservationOf(family)}`)).toBe(
      'reservations_cancelled_when',
    );
    expect(await to('expired')).toBe('nothing');
    expect(await to('cancelled')).toBe('reservations_known_transition');
  });

  it('keep the points, fares and trips that they need', async () => {
    const { trip, adults } = await createFamily(app, { adult: 1 });
    await sql`update participants set boarding_point_id = ${trip.boardingPointId} where id = ${idOf(adults[0])}`.execute(
      app.db,
    );
    expect(await refusedBy(sql`update trips set boarding_points = '[]' where id = ${trip.id}`)).toBe(
      'trips_boarding_point_in_use',
    );
    expect(await refusedBy(sql`delete from trip_fares where id = ${trip.fares.adult}`)).toBe(
      'participants_fare_of_trip',
    );
    expect(await refusedBy(sql`update trips set is_active = false, archived_at = now() where id = ${trip.id}`)).toBe(
      'trips_archived_without_reservations',
    );
  });
});
