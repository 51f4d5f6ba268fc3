import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn, entriesOf, type Family } from '../../../test/parties.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';
import { withoutLocks } from '../../../test/without-locks.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { seatTravellers } from './seat-travellers.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const NEAR = 40;
const warnings: unknown[] = [];
const logger = { info: () => {}, warn: (facts: unknown) => warnings.push(facts) };
const sweep = (db: Database = app.db) => seatTravellers({ db, logger });

/** A trip of 12 seats that departs within two days, unless a test says otherwise. */
async function seatedTrip({ hours = NEAR, ...more }: { hours?: number } & Parameters<typeof createFamilyTrip>[1] = {}) {
  const trip = await createFamilyTrip(app, { capacity: 12, seat_choice: true, ...more });
  const vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { rows: 3 }));
  const at = (seat: string) => ({ vehicleId, seat });
  return { trip, at, nears: () => departIn(app, trip.id, hours) };
}
const seatsOf = async ({ id, payer }: Family): Promise<(string | undefined)[]> => {
  const { body } = await call(app, 'GET', `/api/reservations/${id}/seats`, { token: payer.token });
  return body.people.map(({ seat }: { seat: { seat: string } | null }) => seat?.seat);
};
const rowOf = (seat: string | undefined) => Math.ceil(Number(seat) / 4);
const sit = ({ id, payer, adults }: Family, seat: object | null) =>
  call(app, 'PUT', `/api/reservations/${id}/seats`, {
    token: payer.token,
    body: { seats: [{ participantId: adults[0]?.id, seat }] },
  });
const staffSeats = ({ trip, adults }: Family, seat: object | null) =>
  call(app, 'PUT', `/api/trips/${trip.id}/seats`, {
    token: staff.token,
    body: { seats: [{ participantId: adults[0]?.id, seat }] },
  });
const seatings = async (family: Family) =>
  (await entriesOf(app, family.id)).filter(({ action }) => action === 'reservation.seats_changed');

describe('when the departure is near', () => {
  it('parties without seats sit together, nobody who chose is moved, and the history shows it', async () => {
    const { trip, at, nears } = await seatedTrip();
    const chose = await createFamily(app, { adult: 1 }, { trip });
    await sit(chose, at('6'));
    const family = await createFamily(app, { adult: 2, child: 2, lapChild: 1 }, { trip });
    const couple = await createFamily(app, { adult: 2 }, { trip });
    await nears();
    await sweep();
    expect(await seatsOf(chose)).toEqual(['6']);
    for (const party of [family, couple]) {
      const seats = await seatsOf(party);
      expect(seats).not.toContain(undefined);
      expect(new Set(seats.map(rowOf)).size).toBe(1);
    }
    const { body } = await call(app, 'GET', `/api/reservations/${couple.id}/timeline`, { token: couple.payer.token });
    expect(body.data.map(({ sentence }: { sentence: string }) => sentence)).toContainEqual(
      expect.stringMatching(/^As poltronas foram distribuídas \(.+: \d+, .+: \d+\)$/),
    );
    expect(await seatings(chose)).toHaveLength(1);
    expect((await seatings(family)).map(({ actor_name }) => actor_name)).toEqual(['Sistema']);
  });

  it('and not before, not after, not where the trip says no, and not for requests that nobody accepted', async () => {
    const cases = [{ hours: 60 }, { hours: -1 }, { auto_seating: false }, { on_request: true }];
    for (const more of cases) {
      const { trip, nears } = await seatedTrip(more);
      const family = await createFamily(app, { adult: 1 }, { trip });
      await nears();
      await sweep();
      expect(await seatsOf(family)).toEqual([undefined]);
    }
    // Control.
    const { trip, nears } = await seatedTrip();
    const family = await createFamily(app, { adult: 1 }, { trip });
    await nears();
    await sweep();
    expect(await seatsOf(family)).not.toContain(undefined);
  });

  it('also people who come later or give their seat back', async () => {
    const { trip, nears } = await seatedTrip();
    const early = await createFamily(app, { adult: 1 }, { trip });
    await nears();
    await sweep();
    await sit(early, null);
    const late = await createFamily(app, { adult: 1 }, { trip });
    await sweep();
    expect([...(await seatsOf(early)), ...(await seatsOf(late))]).not.toContain(undefined);
  });

  it('people whose seat staff removed stay without until they are given one', async () => {
    const { trip, at, nears } = await seatedTrip();
    const family = await createFamily(app, { adult: 1 }, { trip });
    await staffSeats(family, at('1'));
    await staffSeats(family, null);
    await nears();
    await sweep();
    // Before its moment the system had still everybody to seat.
    expect(await seatsOf(family)).not.toContain(undefined);
    await staffSeats(family, null);
    await sweep();
    expect(await seatsOf(family)).toEqual([undefined]);
    await staffSeats(family, at('2'));
    await sit(family, null);
    await sweep();
    expect(await seatsOf(family)).not.toContain(undefined);
  });
});

describe('several processes', () => {
  async function seatedBy(db: Database) {
    const { trip, nears } = await seatedTrip();
    const families = [
      await createFamily(app, { adult: 2 }, { trip }),
      await createFamily(app, { adult: 1, child: 1 }, { trip }),
    ];
    await nears();
    await Promise.all([sweep(db), sweep(db), sweep(db), sweep(db)]);
    const seats = (await Promise.all(families.map(seatsOf))).flat();
    expect(seats).not.toContain(undefined);
    expect(new Set(seats).size).toBe(4);
    return (await Promise.all(families.map(seatings))).flat().length;
  }

  it('seat people once', async () => {
    for (let times = 0; times < 3; times += 1) expect(await seatedBy(app.db)).toBe(2);
  });

  it('would do it several times without locks, which shows that this race is one', async () => {
    let most = 0;
    for (let times = 0; times < 20 && most <= 2; times += 1) {
      most = Math.max(most, await seatedBy(app.db.withPlugin(withoutLocks)));
    }
    expect(most).toBeGreaterThan(2);
  });

  it('leave nothing half done when one breaks off, and the next does it', async () => {
    const { trip, nears } = await seatedTrip();
    const family = await createFamily(app, { adult: 2 }, { trip });
    await nears();
    await sql`create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$`.execute(
      app.db,
    );
    await sql`create trigger break_off before insert on audit_entries for each row execute function break_off()`.execute(
      app.db,
    );
    await sweep();
    await sql`drop trigger break_off on audit_entries`.execute(app.db);
    expect(warnings).toContainEqual({ tripId: trip.id, reason: 'broken off' });
    expect(await seatsOf(family)).toEqual([undefined, undefined]);
    await sweep();
    expect(await seatsOf(family)).not.toContain(undefined);
  });

  it('do not take away what a client chooses at the same moment', async () => {
    const { trip, at, nears } = await seatedTrip();
    const family = await createFamily(app, { adult: 1 }, { trip });
    await nears();
    let swept: Promise<void> | undefined;
    await inTransaction(app.db, async (trx) => {
      await sql`select from reservations where id = ${family.id} for no key update`.execute(trx);
      swept = sweep();
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBeGreaterThan(0);
      const { vehicleId, seat } = at('12');
      await sql`update participants set trip_vehicle_id = ${vehicleId}, seat = ${seat} where reservation_id = ${family.id}`.execute(
        trx,
      );
    });
    await swept;
    expect(await seatsOf(family)).toEqual(['12']);
  });
});
