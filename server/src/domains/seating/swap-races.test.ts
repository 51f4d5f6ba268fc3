import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family } from '../../../test/parties.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';
import { withoutLocks } from '../../../test/without-locks.ts';

const PARTIES = 4;

/** A vehicle is swapped while everybody on it chooses another seat there. How many choices were saved, and by whom. */
async function race(app: TestApp, servers: TestApp[], staff: Person) {
  const trip = await createFamilyTrip(app, { capacity: 16, seat_choice: true });
  const vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { rows: 4 }));
  const families: Family[] = [];
  for (let index = 0; index < PARTIES; index += 1) families.push(await createFamily(app, { adult: 1 }, { trip }));
  const choose = (family: Family, seat: number, server: TestApp) =>
    call(server, 'PUT', `/api/reservations/${family.id}/seats`, {
      token: family.payer.token,
      body: { seats: [{ participantId: family.adults[0]?.id, seat: { vehicleId, seat: String(seat) } }] },
    });
  for (const [index, family] of families.entries()) await choose(family, index + 1, app);
  const path = `/api/trips/${trip.id}/vehicle-swap`;
  const micro = await createVehicle(app, { rows: 2 });
  const { body } = await call(app, 'GET', `${path}?vehicleIds=${micro.id}`, { token: staff.token });
  const [first = app, second = app] = servers;
  const [swapped, ...choices] = await Promise.all([
    call(first, 'POST', path, {
      token: staff.token,
      body: { vehicleIds: [micro.id], fingerprint: body.fingerprint, notice: { tell: false } },
    }),
    ...families.map((family, index) => choose(family, index + 9, second)),
  ]);
  const { people, vehicles } = (await call(app, 'GET', `/api/trips/${trip.id}/seats`, { token: staff.token })).body;
  const seats = people.map(({ seat }: { seat: { vehicleId: string; seat: string } | null }) => seat);
  return {
    swap: swapped.body.code ?? swapped.status,
    chosen: choices.filter(({ status }) => status === 200).length,
    refusals: choices.flatMap(({ body: { code } }) => code ?? []),
    seats: new Set(seats.map((seat: { seat: string } | null) => seat?.seat)).size,
    isThere: seats.every((seat: { vehicleId: string } | null) => seat?.vehicleId === vehicles[0].id),
  };
}

describe('a swap while people choose seats', () => {
  let app: TestApp;
  let staff: Person;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20 });
    staff = await createPerson(app, 'OPERATOR');
  });
  afterAll(() => app.close());

  it('is refused or refuses them: nobody is without a seat, and nobody’s choice is lost', async () => {
    const other = await startAnotherProcess(app);
    for (let races = 0; races < 6; races += 1) {
      const { swap, chosen, refusals, seats, isThere } = await race(app, [app, other], staff);
      expect([200, 'SWAP_CHANGED']).toContain(swap);
      expect(chosen > 0).toBe(swap === 'SWAP_CHANGED');
      expect(new Set(refusals)).toEqual(new Set(swap === 200 ? ['SEAT_UNKNOWN'] : []));
      expect([seats, isThere]).toEqual([PARTIES, true]);
    }
    await other.close();
  });

  it('loses a choice once nothing is locked, which shows that this race is one', async () => {
    const unlocked = await startAnotherProcess(app, { db: app.db.withPlugin(withoutLocks) });
    let lost = false;
    for (let races = 0; races < 30 && !lost; races += 1) {
      const { swap, chosen } = await race(app, [unlocked, unlocked], staff);
      lost = swap === 200 && chosen > 0;
    }
    expect(lost).toBe(true);
    await unlocked.close();
  });
});
