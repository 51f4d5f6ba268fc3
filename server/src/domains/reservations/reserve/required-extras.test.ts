import type { Fare } from '@passeio/contract/trips/fares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const insurance = extraDraft({ label: 'Seguro', priceCents: 1_000, choice: 'required', stock: null });
const menu = extraDraft({ label: 'Prato infantil', priceCents: 2_500, minAge: 6, maxAge: 12, stock: null });

const anybody = fareDraft({ label: 'Qualquer idade', priceCents: 20_000 });
const byAge = [
  fareDraft({ priceCents: 20_000, minAge: 13 }),
  fareDraft({ label: 'Criança', priceCents: 10_000, minAge: 6, maxAge: 12 }),
];

/** A trip with these extras, whose fares say ages unless they are others. */
async function createTrip(extras: object[], fares = byAge) {
  const body = { ...tripDraft({ isActive: true, fares }), extras };
  const made = await call(app, 'POST', '/api/trips', { token: admin.token, body });
  expect(made.status).toBe(201);
  const fareIds = made.body.fares.map(({ id }: Fare) => id) as string[];
  return {
    ...{ id: made.body.id as string, extraId: made.body.extras[0].id as string },
    party: (...counts: number[]) => counts.map((count, index) => ({ fareId: fareIds[index] ?? '', count })),
  };
}
type Trip = Awaited<ReturnType<typeof createTrip>>;
type Choice = { party: object[]; extras?: object[] };

const reserve = ({ id }: Trip, { token }: Person, choice: Choice) =>
  call(app, 'POST', `/api/trips/enrrol/${id}`, { token, body: { ...choice, acceptedPolicy: true } });
const quote = ({ id: tripId }: Trip, choice: Choice) =>
  call(app, 'POST', '/api/quotes', { token: '', body: { tripId, ...choice } });
const some = ({ extraId }: Trip, count: number, participantIndex?: number) => [
  { extraId, count, ...(participantIndex !== undefined && { participantIndex }) },
];
const refusalOf = ({ status, body }: { status: number; body: { code: string; fields?: { extras?: string } } }) => [
  ...[status, body.code, body.fields?.extras],
];
const born = (app: TestApp, person: Person, birthdate: string) =>
  app.db.updateTable('users').set({ birthdate }).where('id', '=', person.id).execute();

describe('a required extra', () => {
  it('is asked of everybody, of visitors, clients, guests and staff alike, and added for nobody unseen', async () => {
    const trip = await createTrip([insurance]);
    const refused = [409, 'EXTRA_REQUIRED', 'Seguro: obrigatório, 1 por pessoa.'];
    const client = await createPerson(app);
    const party = trip.party(1, 1);
    expect(refusalOf(await quote(trip, { party }))).toEqual(refused);
    expect(refusalOf(await reserve(trip, client, { party, extras: some(trip, 1) }))).toEqual(refused);
    const guest = { name: 'Rosa Mendes', contact: '(35) 99811-2233' };
    const asGuest = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body: { party, guest } });
    expect(refusalOf(asGuest)).toEqual(refused);
    const byStaff = (extras: object[]) =>
      call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
        ...{ token: admin.token, body: { personId: client.id, extras } },
      });
    expect(refusalOf(await byStaff([]))).toEqual(refused);
    expect((await quote(trip, { party, extras: some(trip, 2) })).body.totalCents).toBe(32_000);
    expect((await byStaff(some(trip, 1))).body.totalCents).toBe(21_000);
    const other = await createPerson(app);
    expect((await reserve(trip, other, { party, extras: some(trip, 2) })).body.totalCents).toBe(32_000);
  });

  it('of a reservation is asked once, in its least quantity, and sold until the departure', async () => {
    const fee = { per: 'reservation', minQuantity: 2, maxQuantity: 3, soldUntilHours: 8_760 } as const;
    const trip = await createTrip([{ ...insurance, ...fee, label: 'Taxa' }]);
    const client = await createPerson(app);
    const choice = { party: trip.party(2) };
    expect(refusalOf(await quote(trip, choice))[2]).toBe('Taxa: obrigatório, 2 por reserva.');
    expect((await reserve(trip, client, { ...choice, extras: some(trip, 2) })).body.totalCents).toBe(42_000);
  });

  it('that is sold out says so, whether it was chosen or not', async () => {
    const trip = await createTrip([{ ...insurance, stock: 1 }]);
    const client = await createPerson(app);
    const refused = [409, 'EXTRA_SOLD_OUT', 'Seguro: resta 1.'];
    expect(refusalOf(await reserve(trip, client, { party: trip.party(2) }))).toEqual(refused);
    expect(refusalOf(await reserve(trip, client, { party: trip.party(2), extras: some(trip, 2) }))).toEqual(refused);
    expect((await reserve(trip, client, { party: trip.party(1), extras: some(trip, 1) })).status).toBe(201);
  });

  it('is not taken out alone, by nobody, until the trip no longer requires it', async () => {
    const trip = await createTrip([insurance]);
    const client = await createPerson(app);
    const { body } = await reserve(trip, client, { party: trip.party(2), extras: some(trip, 2) });
    const lines = body.lines.filter(({ extraId }: { extraId: string | null }) => extraId !== null);
    const remove = (token: string) =>
      call(app, 'DELETE', `/api/reservations/${body.id}/extras/${lines[1].id}`, { token });
    for (const { token } of [client, admin]) {
      expect(refusalOf(await remove(token))).toEqual([409, 'EXTRA_REQUIRED', 'Seguro: obrigatório, 1 por pessoa.']);
    }
    const path = `/api/reservations/${body.id}/participants/${lines[1].participantId}`;
    expect((await call(app, 'DELETE', path, { token: client.token })).body.totalCents).toBe(21_000);
    await app.db.updateTable('trip_extras').set({ choice: 'optional' }).where('trip_id', '=', trip.id).execute();
    const { lines: now } = (await call(app, 'GET', `/api/reservations/${body.id}`, client)).body;
    const left = now.find(({ extraId }: { extraId: string | null }) => extraId !== null);
    const { status } = await call(app, 'DELETE', `/api/reservations/${body.id}/extras/${left.id}`, client);
    expect(status).toBe(200);
  });
});

describe('an extra for some ages', () => {
  it('goes to the people of the fares that have them, and to nobody else', async () => {
    const trip = await createTrip([menu]);
    const party = trip.party(2, 1);
    const { body } = await quote(trip, { party, extras: some(trip, 1) });
    expect(body.lines.at(-1)).toMatchObject({ label: 'Prato infantil', participantIndex: 2 });
    const refused = [409, 'EXTRA_AGE', 'Prato infantil: só de 6 a 12 anos.'];
    expect(refusalOf(await quote(trip, { party, extras: some(trip, 1, 0) }))).toEqual(refused);
    expect(refusalOf(await quote(trip, { party: trip.party(2), extras: some(trip, 1) }))).toEqual(refused);
  });

  it('goes by the birth date where it is known, in reserving and later', async () => {
    const trip = await createTrip([menu], [anybody]);
    const client = await createPerson(app);
    await born(app, client, '1980-05-10');
    expect(refusalOf(await reserve(trip, client, { party: trip.party(1), extras: some(trip, 1) }))[1]).toBe(
      'EXTRA_AGE',
    );
    const { body } = await reserve(trip, client, { party: trip.party(2), extras: some(trip, 1) });
    const [payer, child] = body.participants;
    expect(body.lines.find(({ label }: { label: string }) => label === 'Prato infantil').participantId).toBe(child.id);
    const more = { extraId: trip.extraId, count: 1, participantId: payer.id };
    const added = await call(app, 'POST', `/api/reservations/${body.id}/extras`, { ...client, body: more });
    expect(refusalOf(added)).toEqual([409, 'EXTRA_AGE', 'Prato infantil: só de 6 a 12 anos.']);
  });

  it('is required of these people alone', async () => {
    const fee = extraDraft({ ...insurance, label: 'Taxa de preservação', minAge: 12, maxAge: 59 });
    const trip = await createTrip([fee]);
    const party = trip.party(1, 1);
    expect(refusalOf(await quote(trip, { party }))[2]).toBe(
      'Taxa de preservação: obrigatório, 1 por pessoa de 12 a 59 anos.',
    );
    expect((await quote(trip, { party, extras: some(trip, 1) })).body.totalCents).toBe(31_000);
    const elder = await createPerson(app);
    await born(app, elder, '1950-05-10');
    expect(refusalOf(await reserve(trip, elder, { party, extras: some(trip, 1, 0) }))[1]).toBe('EXTRA_AGE');
    expect((await reserve(trip, elder, { party, extras: [] })).body.totalCents).toBe(30_000);
  });
});
