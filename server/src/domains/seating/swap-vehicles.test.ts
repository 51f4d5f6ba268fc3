import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import {
  createFamily,
  createFamilyTrip,
  departIn,
  entriesOf,
  type Family,
  type FamilyTrip,
} from '../../../test/parties.ts';
import { reserveForGuest } from '../../../test/trip-changes.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';

let app: TestApp;
let staff: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const notify = (everybody = false) => ({ tell: true, message: 'O ônibus quebrou.', everybody });
const silently = { tell: false };

/** A trip in a coach of `rows` rows of four. */
async function tripInCoach({ rows = 4, ...more }: { rows?: number } & Parameters<typeof createFamilyTrip>[1] = {}) {
  const trip = await createFamilyTrip(app, { capacity: rows * 4, seat_choice: true, ...more });
  const coach = await createVehicle(app, { rows });
  const copyId = await giveVehicle(app, trip.id, coach);
  return { trip, coach, copyId, at: (seat: string) => ({ vehicleId: copyId, seat }) };
}
const preview = (trip: FamilyTrip, vehicles: { id: string }[], seatsEverybody = false) =>
  call(
    app,
    'GET',
    `/api/trips/${trip.id}/vehicle-swap?vehicleIds=${vehicles.map(({ id }) => id)}&seatsEverybody=${seatsEverybody}`,
    {
      token: staff.token,
    },
  );
const save = (trip: FamilyTrip, vehicles: { id: string }[], body: object, token = staff.token) =>
  call(app, 'POST', `/api/trips/${trip.id}/vehicle-swap`, {
    token,
    body: { vehicleIds: vehicles.map(({ id }) => id), notice: silently, ...body },
  });
async function swap(trip: FamilyTrip, vehicles: { id: string }[], notice: object = silently) {
  const { fingerprint } = (await preview(trip, vehicles)).body;
  return save(trip, vehicles, { fingerprint, notice });
}
const seatsOn = async (trip: FamilyTrip) =>
  (await call(app, 'GET', `/api/trips/${trip.id}/seats`, { token: staff.token })).body;
/** Seats the people of a family, adults first. */
const sit = ({ trip, adults, children }: Family, seats: { vehicleId: string; seat: string }[]) =>
  call(app, 'PUT', `/api/trips/${trip.id}/seats`, {
    token: staff.token,
    body: { seats: seats.map((seat, index) => ({ participantId: [...adults, ...children][index]?.id, seat })) },
  });
const stored = async (trip: FamilyTrip) =>
  (await call(app, 'GET', `/api/trips/${trip.id}`, { token: staff.token })).body;
const outcomes = (body: { people: { outcome: string }[] }) => body.people.map(({ outcome }) => outcome);

describe('a smaller vehicle', () => {
  it('shows who keeps, who moves and who has no seat, and is saved as shown', async () => {
    const { trip, at } = await tripInCoach({ min_participants: 10 });
    const front = await createFamily(app, { adult: 2 }, { trip });
    const back = await createFamily(app, { adult: 1, child: 1 }, { trip });
    await createFamily(app, { adult: 1 }, { trip });
    await sit(front, [at('1'), at('2')]);
    await sit(back, [at('13'), at('14')]);
    const micro = await createVehicle(app, { rows: 2 });
    const { status, body } = await preview(trip, [micro]);
    expect(status).toBe(200);
    expect(outcomes(body)).toEqual(['keeps', 'keeps', 'moves', 'moves', 'without']);
    expect(body).toMatchObject({
      capacity: { before: 16, after: 8 },
      minParticipants: { before: 10, after: 8 },
      ...{ placesTaken: 5, short: 0, travelling: 3, overlaps: [] },
      touched: [{ id: back.id, hasEmail: true, old: expect.stringContaining(': 13, ') }],
    });
    expect((await stored(trip)).capacity).toBe(16);

    const saved = await save(trip, [micro], { fingerprint: body.fingerprint });
    expect(saved.status).toBe(200);
    const seats = saved.body.people.map((one: { seat: { seat: string } | null }) => one.seat?.seat);
    expect(seats).toEqual(body.people.map((one: { to: { seat: string } | null }) => one.to?.seat));
    expect(new Set(saved.body.vehicles.map(({ name }: { name: string }) => name))).toEqual(new Set([micro.name]));
    expect(await stored(trip)).toMatchObject({ capacity: 8, minParticipants: 8, vehicle: micro.name });
  });

  it('for fewer people than are going names who is too many, and is refused with what to do', async () => {
    const { trip, at } = await tripInCoach();
    const family = await createFamily(app, { adult: 4 }, { trip });
    await createFamily(app, { adult: 2 }, { trip });
    await sit(family, [at('1'), at('2'), at('3'), at('4')]);
    const van = await createVehicle(app, { rows: 1 });
    const { body } = await preview(trip, [van]);
    expect(body).toMatchObject({ short: 2, placesTaken: 6 });
    expect(outcomes(body)).toEqual(['keeps', 'keeps', 'keeps', 'keeps', 'without', 'without']);
    const refused = await save(trip, [van], { fingerprint: body.fingerprint });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'VEHICLES_TOO_SMALL',
        message:
          'São 6 pessoas para 4 poltronas: faltam 2 poltronas. Acrescente um veículo, passe reservas para outra saída ou cancele reservas.',
      },
    });
    expect((await stored(trip)).capacity).toBe(16);
    const second = await createVehicle(app, { rows: 1 });
    expect((await swap(trip, [van, second])).status).toBe(200);
  });

  it('gives everybody a seat if staff wants that', async () => {
    const { trip, at } = await tripInCoach();
    const family = await createFamily(app, { adult: 2 }, { trip });
    await sit(family, [at('1')]);
    const micro = await createVehicle(app, { rows: 2 });
    const { body } = await preview(trip, [micro], true);
    expect(body.people.map(({ outcome, to }: { outcome: string; to: { seat: string } }) => [outcome, to.seat])).toEqual(
      [
        ['keeps', '1'],
        ['gets', '2'],
      ],
    );
    const saved = await save(trip, [micro], { fingerprint: body.fingerprint, seatsEverybody: true });
    expect(saved.body.people.every((one: { seat: object | null }) => one.seat)).toBe(true);
  });
});

it('one coach for two vans keeps families in one van, and says which to everybody who sits', async () => {
  const { trip, at } = await tripInCoach({ rows: 4 });
  const families = [];
  for (const row of [0, 1, 2]) {
    const family = await createFamily(app, { adult: 4 }, { trip });
    await sit(
      family,
      [1, 2, 3, 4].map((seat) => at(String(row * 4 + seat))),
    );
    families.push(family);
  }
  const vans = [
    await createVehicle(app, { rows: 2, name: 'Van azul' }),
    await createVehicle(app, { rows: 2, name: 'Van verde' }),
  ];
  const { body } = await preview(trip, vans);
  expect(body.touched).toHaveLength(3);
  expect(body.touched[0].new).toContain('1 (Van azul)');
  await swap(trip, vans);
  const { people, vehicles } = await seatsOn(trip);
  expect(vehicles).toHaveLength(2);
  for (const { id } of families) {
    const of = people.filter((one: { reservationId: string }) => one.reservationId === id);
    expect(new Set(of.map((one: { seat: { vehicleId: string } }) => one.seat.vehicleId)).size).toBe(1);
  }
  expect(await stored(trip)).toMatchObject({ vehicle: 'Van azul e Van verde', capacity: 16 });
});

describe('people whom a swap touches', () => {
  async function twoFamilies() {
    const { trip, at } = await tripInCoach();
    const stays = await createFamily(app, { adult: 1 }, { trip });
    const moves = await createFamily(app, { adult: 1 }, { trip });
    await sit(stays, [at('1')]);
    await sit(moves, [at('13')]);
    await mailbox.deliver();
    return { trip, stays, moves, micro: await createVehicle(app, { rows: 2 }) };
  }

  it('notifies travellers once, with old and new, and it stands in each history and in the audit', async () => {
    const { trip, stays, moves, micro } = await twoFamilies();
    expect((await swap(trip, [micro], notify())).status).toBe(200);
    const mails = await mailbox.deliver();
    expect(mails.map(({ to }) => to)).toEqual([moves.payer.email]);
    expect(mails[0]?.text).toMatch(/Poltronas: Antes: .*: 13 Agora: .*: \d/);
    expect(mails[0]?.text).toContain('O ônibus quebrou.');
    const timeline = async ({ id, payer }: Family) =>
      (await call(app, 'GET', `/api/reservations/${id}/timeline`, { token: payer.token })).body.data.at(-1);
    expect(await timeline(moves)).toMatchObject({
      sentence: 'O passeio mudou',
      details: [
        expect.stringContaining('O veículo mudou de'),
        expect.stringMatching(/As poltronas mudaram de .*: 13 para/),
        'Recado: O ônibus quebrou.',
      ],
    });
    expect(await timeline(stays)).toMatchObject({
      sentence: expect.stringContaining('O veículo mudou de'),
      details: [],
    });
    expect((await entriesOf(app, trip.id)).at(-1)).toMatchObject({
      action: 'trip.vehicles_swapped',
      changes: { capacity: [16, 8], seatsKept: [null, 1], seatsMoved: [null, 1], told: [null, 1] },
    });
  });

  it('the notice goes to everybody if staff says so, or to nobody', async () => {
    const all = await twoFamilies();
    await swap(all.trip, [all.micro], notify(true));
    expect((await mailbox.deliver()).map(({ to }) => to).toSorted()).toEqual(
      [all.stays.payer.email, all.moves.payer.email].toSorted(),
    );
    const none = await twoFamilies();
    await swap(none.trip, [none.micro]);
    expect(await mailbox.deliver()).toEqual([]);
  });

  it('without an e-mail address is shown as such', async () => {
    const { trip, copyId } = await tripInCoach();
    await reserveForGuest(app, staff, trip.id, 'Zilda Prado');
    const [person] = (await seatsOn(trip)).people;
    await call(app, 'PUT', `/api/trips/${trip.id}/seats`, {
      token: staff.token,
      body: { seats: [{ participantId: person.id, seat: { vehicleId: copyId, seat: '16' } }] },
    });
    const { body } = await preview(trip, [await createVehicle(app, { rows: 2 })]);
    expect(body.touched).toMatchObject([{ payer: 'Zilda Prado', hasEmail: false, old: 'Zilda Prado: 16' }]);
  });
});

describe('a swap is refused', () => {
  it('when something changed since its preview, whatever that is', async () => {
    const { trip, at } = await tripInCoach();
    const family = await createFamily(app, { adult: 1 }, { trip });
    const micro = await createVehicle(app, { rows: 2 });
    const { fingerprint } = (await preview(trip, [micro])).body;
    await sit(family, [at('5')]);
    expect(await save(trip, [micro], { fingerprint })).toMatchObject({ status: 409, body: { code: 'SWAP_CHANGED' } });
    expect((await seatsOn(trip)).people[0].seat).toEqual(at('5'));
    expect((await swap(trip, [micro])).status).toBe(200);
  });

  it('to vehicles that the trip has, that are archived or do not exist, and for a trip that is over', async () => {
    const { trip, coach } = await tripInCoach();
    const archived = await createVehicle(app);
    await app.db.updateTable('vehicles').set({ archived_at: new Date() }).where('id', '=', archived.id).execute();
    for (const vehicles of [[coach], [archived], [{ id: trip.id }], []]) {
      const { status, body } = await preview(trip, vehicles);
      expect([status, Object.keys(body.fields)[0]]).toEqual([400, expect.stringContaining('vehicleIds')]);
    }
    await departIn(app, trip.id, -1);
    expect((await preview(trip, [await createVehicle(app)])).body.code).toBe('TRIP_DEPARTED');
  });

  it('to clients', async () => {
    const { trip } = await tripInCoach();
    const { payer } = await createFamily(app, { adult: 1 }, { trip });
    const van = await createVehicle(app);
    expect((await save(trip, [van], { fingerprint: 'x' }, payer.token)).status).toBe(403);
  });

  it('to a vehicle that is on another trip then, unless that is accepted; the trip is named', async () => {
    const { trip } = await tripInCoach();
    const other = await tripInCoach();
    await app.db.updateTable('trips').set({ title: 'Capitólio' }).where('id', '=', other.trip.id).execute();
    const { body } = await preview(trip, [other.coach]);
    expect(body.overlaps).toMatchObject([{ vehicleId: other.coach.id, tripId: other.trip.id, title: 'Capitólio' }]);
    const refused = await save(trip, [other.coach], { fingerprint: body.fingerprint });
    expect(refused).toMatchObject({ status: 409, body: { code: 'VEHICLE_ON_OTHER_TRIP' } });
    expect(refused.body.message).toContain(`“${other.coach.name}” já está em “Capitólio”`);
    expect((await save(trip, [other.coach], { fingerprint: body.fingerprint, acceptsOverlap: true })).status).toBe(200);
  });
});
