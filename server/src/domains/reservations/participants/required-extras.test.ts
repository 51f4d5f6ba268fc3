import type { Participant } from '@passeio/contract/reservations/participants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const insurance = extraDraft({ label: 'Seguro', priceCents: 1_000, choice: 'required', stock: null });
const fee = extraDraft({ ...insurance, label: 'Taxa', minAge: 12, maxAge: 59 });
const fares = [
  fareDraft({ priceCents: 20_000, minAge: 13 }),
  fareDraft({ label: 'Criança', priceCents: 10_000, minAge: 6, maxAge: 12 }),
];

async function createTrip(extras: object[] = []) {
  const body = { ...tripDraft({ isActive: true, fares, depositPercent: 0 }), extras };
  const made = await call(app, 'POST', '/api/trips', { token: staff.token, body });
  expect(made.status).toBe(201);
  const [adult = '', child = ''] = made.body.fares.map(({ id }: { id: string }) => id);
  return { id: made.body.id as string, extraIds: made.body.extras.map(({ id }: { id: string }) => id), adult, child };
}
type Trip = Awaited<ReturnType<typeof createTrip>>;

/** A client's reservation for one adult with the first extra. */
async function reserve(trip: Trip, count = 1) {
  const payer = await createPerson(app);
  const body = {
    party: [{ fareId: trip.adult, count }],
    extras: trip.extraIds.map((extraId: string) => ({ extraId, count })),
    acceptedPolicy: true,
  };
  const made = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: payer.token, body });
  expect(made.status).toBe(201);
  return { id: made.body.id as string, payer, people: made.body.participants as Participant[] };
}
type Reserved = Awaited<ReturnType<typeof reserve>>;

const add = ({ id, payer }: Reserved, body: object, { token } = payer) =>
  call(app, 'POST', `/api/reservations/${id}/participants`, { token, body });
const change = ({ id, payer, people }: Reserved, body: object, person = people[1]) =>
  call(app, 'PUT', `/api/reservations/${id}/participants/${person?.id}`, { token: payer.token, body });
const quoteMove = ({ id }: Reserved, to: Trip) =>
  call(app, 'GET', `/api/reservations/${id}/move?tripId=${to.id}`, { token: staff.token });
const move = ({ id }: Reserved, to: Trip) =>
  call(app, 'POST', `/api/reservations/${id}/move`, { token: staff.token, body: { tripId: to.id } });

interface Details {
  participants: Participant[];
  lines: { label: string; extraId: string | null; quantity: number; participantId: string | null }[];
}
/** How many extras each person has, in their order, with those of the whole last. */
const extrasOf = ({ participants, lines }: Details) =>
  [...participants.map(({ id }) => id), null].map((whose) =>
    lines
      .filter(({ extraId, participantId }) => extraId !== null && participantId === whose)
      .map(({ label, quantity }) => `${quantity} ${label}`)
      .toSorted()
      .join(', '),
  );
const refusalOf = ({ status, body }: { status: number; body: { code: string; fields?: { extras?: string } } }) => [
  ...[status, body.code, body.fields?.extras],
];
const setStock = (trip: Trip, stock: number) =>
  app.db.updateTable('trip_extras').set({ stock }).where('trip_id', '=', trip.id).execute();

describe('the required extras of somebody who is added', () => {
  it('come with them at the price of now, for client and staff, if they are of the ages', async () => {
    const trip = await createTrip([insurance, fee]);
    const reserved = await reserve(trip);
    await app.db.updateTable('trip_extras').set({ price_cents: 1_500 }).where('label', '=', 'Seguro').execute();
    const byClient = await add(reserved, { fareId: trip.child });
    expect(byClient.body.totalCents).toBe(22_000 + 11_500);
    const byStaff = await add(reserved, { fareId: trip.adult, birthdate: '1950-03-02' }, staff);
    expect(byStaff.body.totalCents).toBe(33_500 + 21_500);
    expect(extrasOf(byStaff.body)).toEqual(['1 Seguro, 1 Taxa', '1 Seguro', '1 Seguro', '']);
  });

  it('that are sold out keep them out, by name; nothing is written', async () => {
    const trip = await createTrip([insurance]);
    const reserved = await reserve(trip);
    await setStock(trip, 1);
    for (const { token } of [reserved.payer, staff]) {
      const refused = await add(reserved, { fareId: trip.adult }, { ...staff, token });
      expect(refusalOf(refused)).toEqual([409, 'EXTRA_SOLD_OUT', 'Seguro: esgotado.']);
    }
    const { body } = await call(app, 'GET', `/api/reservations/${reserved.id}`, reserved.payer);
    expect(body).toMatchObject({ totalCents: 21_000, places: 1 });
  });

  it('leave with them', async () => {
    const trip = await createTrip([insurance]);
    const reserved = await reserve(trip);
    const { body } = await add(reserved, { fareId: trip.adult });
    const path = `/api/reservations/${reserved.id}/participants/${body.participants[1].id}`;
    const left = await call(app, 'DELETE', path, { token: reserved.payer.token });
    expect(left.body.totalCents).toBe(21_000);
  });
});

describe('another age or fare', () => {
  it('ends a required extra that is not for it, and adds it again where it is', async () => {
    const trip = await createTrip([fee]);
    const reserved = await reserve(trip, 2);
    const elder = await change(reserved, { birthdate: '1950-03-02' });
    expect(elder.body.totalCents).toBe(41_000);
    expect(extrasOf(elder.body)).toEqual(['1 Taxa', '', '']);
    const named = await change(reserved, { name: 'Ana Lima' });
    expect(named.body.totalCents).toBe(41_000);
    const adult = await change(reserved, { birthdate: '1990-03-02' });
    expect(extrasOf(adult.body)).toEqual(['1 Taxa', '1 Taxa', '']);
  });

  it('is saved without one that is sold out', async () => {
    const trip = await createTrip([fee]);
    const reserved = await reserve(trip, 2);
    await change(reserved, { birthdate: '1950-03-02' });
    await setStock(trip, 1);
    const { status, body } = await change(reserved, { birthdate: '1990-03-02' });
    expect(status).toBe(200);
    expect(extrasOf(body)).toEqual(['1 Taxa', '', '']);
  });
});

describe('a move to a departure that requires extras', () => {
  it('adds them, of people and of the whole, at the total that its quote said', async () => {
    const reserved = await reserve(await createTrip([insurance]), 2);
    const van = { ...insurance, label: 'Traslado', per: 'reservation', priceCents: 5_000 } as const;
    const to = await createTrip([fee, van]);
    const { body: quote } = await quoteMove(reserved, to);
    expect(quote).toMatchObject({
      totalCents: 42_000,
      newTotalCents: 47_000,
      extras: [{ label: 'Seguro', quantity: 2 }],
      begun: [
        { label: 'Taxa', quantity: 2, totalCents: 2_000 },
        { label: 'Traslado', quantity: 1, totalCents: 5_000 },
      ],
    });
    const { status, body } = await move(reserved, to);
    expect(status).toBe(200);
    expect(body.totalCents).toBe(47_000);
    expect(extrasOf(body)).toEqual(['1 Taxa', '1 Taxa', '1 Traslado']);
  });

  it('is refused where they are sold out, by name', async () => {
    const reserved = await reserve(await createTrip(), 2);
    const to = await createTrip([{ ...insurance, stock: 1 }]);
    expect(refusalOf(await move(reserved, to))).toEqual([409, 'EXTRA_SOLD_OUT', 'Seguro: resta 1.']);
  });
});
