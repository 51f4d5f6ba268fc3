import type { Instalment } from '@passeio/contract/reservations/instalments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';

const DAY_MS = 24 * 3_600_000;
const daysAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('operator').set({ pix_key: 'pix@rotadasaguas.example' }).execute();
});
afterAll(() => app.close());

/** A trip at R$ 300 with 20% as the deposit and the rest in up to three months. */
async function createTrip({ days = 130, ...overrides }: { days?: number } & Record<string, unknown> = {}) {
  const draft = {
    ...tripDraft({ isActive: true, fares: [fareDraft({ priceCents: 30_000 })] }),
    ...{ depositPercent: 20, paymentPlan: { instalments: 3, lastDueDaysBefore: 10 } },
    ...{ date: daysAhead(days), returnDate: daysAhead(days + 1), extras: [extraDraft()] },
    ...overrides,
  };
  const { status, body } = await call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
  expect(status).toBe(201);
  return body;
}

async function reserve(trip: { id: string; fares: { id: string }[] }, count = 1) {
  const payer = await createPerson(app);
  const body = { party: [{ fareId: trip.fares[0]?.id, count }] };
  const made = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: payer.token, body });
  expect(made.status).toBe(201);
  return { id: made.body.id as string, payer, reservation: made.body };
}
const pay = async (id: string, amountCents: number) => {
  const body = { kind: 'balance', method: 'cash', amountCents };
  const { status } = await call(app, 'POST', `/api/reservations/${id}/payments`, { token: operator.token, body });
  expect(status).toBe(201);
};
const read = async ({ id, payer }: { id: string; payer: Person }) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token })).body;
const charge = ({ id, payer }: { id: string; payer: Person }, body: object) =>
  call(app, 'POST', `/api/reservations/${id}/charges`, { token: payer.token, body });
const standing = (reservation: { instalments: Instalment[] }) =>
  reservation.instalments.map(({ amountCents, paidCents, state }) => [amountCents, paidCents, state]);

it('says the plan of a trip and refuses a wrong one', async () => {
  const trip = await createTrip();
  expect(trip.paymentPlan).toEqual({ instalments: 3, lastDueDaysBefore: 10 });
  const { body: shown } = await call(app, 'GET', `/api/trips/${trip.id}`, { token: '' });
  expect(shown.paymentPlan).toEqual(trip.paymentPlan);
  const wrong = { ...tripDraft(), paymentPlan: { instalments: 13, lastDueDaysBefore: 10 } };
  const refused = await call(app, 'POST', '/api/trips', { token: operator.token, body: wrong });
  expect([refused.status, refused.body.fields]).toEqual([
    400,
    { 'paymentPlan.instalments': 'Use de 1 a 12 parcelas.' },
  ]);
});

it('quotes the instalments that reserving agrees', async () => {
  const trip = await createTrip();
  const party = [{ fareId: trip.fares[0].id, count: 2 }];
  const { body: quote } = await call(app, 'POST', '/api/quotes', { token: '', body: { tripId: trip.id, party } });
  expect(quote.instalments.map((one: Instalment) => one.amountCents)).toEqual([16_000, 16_000, 16_000]);
  const { reservation } = await reserve(trip, 2);
  expect(reservation.instalments.map(({ dueDate, amountCents }: Instalment) => ({ dueDate, amountCents }))).toEqual(
    quote.instalments,
  );
});

it('agrees fewer on a late reservation, and none where all is due at once', async () => {
  const fewer = await reserve(await createTrip({ days: 75 }));
  expect(standing(fewer.reservation)).toEqual([
    [12_000, 0, 'open'],
    [12_000, 0, 'open'],
  ]);
  const soon = await reserve(await createTrip({ days: 20 }));
  expect(soon.reservation.instalments).toEqual([]);
});

describe('a reservation that is paid in instalments', () => {
  it('takes what is paid for the oldest, and says the next one with its day', async () => {
    const made = await reserve(await createTrip());
    await pay(made.id, 6_000);
    const booked = await read(made);
    expect(booked.status).toMatchObject({ key: 'balance_due' });
    expect(booked.status.nextStep).toContain('Falta pagar R$ 240,00. A próxima parcela é de R$ 80,00.');
    expect(booked.status.until.slice(0, 10)).toBe(
      new Date(Date.parse(`${booked.instalments[0].dueDate}T23:59:00-03:00`)).toISOString().slice(0, 10),
    );
    await pay(made.id, 9_000);
    expect(standing(await read(made))).toEqual([
      [8_000, 8_000, 'paid'],
      [8_000, 1_000, 'open'],
      [8_000, 0, 'open'],
    ]);
  });

  it('asks for one, several or a part, never more than is due or less than makes sense', async () => {
    const made = await reserve(await createTrip());
    expect((await charge(made, { purpose: 'balance', amountCents: 5_999 })).body.fields).toEqual({
      amountCents: 'Pague pelo menos R$ 60,00.',
    });
    await pay(made.id, 6_000);
    for (const amountCents of [8_000, 16_000, 1_234]) {
      const { status, body } = await charge(made, { purpose: 'balance', amountCents });
      expect([status, body.amountCents, body.state]).toEqual([201, amountCents, 'open']);
    }
    expect((await charge(made, { purpose: 'balance', amountCents: 24_001 })).body.fields).toEqual({
      amountCents: 'Falta pagar só R$ 240,00.',
    });
    expect((await charge(made, { purpose: 'balance', amountCents: 99 })).body.code).toBe('PAYMENT_TOO_SMALL');
    expect((await charge(made, { purpose: 'balance' })).body.amountCents).toBe(24_000);
  });

  it('is late with an instalment from the end of its day on', async () => {
    const made = await reserve(await createTrip());
    await pay(made.id, 6_000);
    await agreeEarlier(made.id);
    const late = await read(made);
    expect(standing(late).map(([, , state]) => state)).toEqual(['overdue', 'open', 'open']);
    expect(late.status.key).toBe('balance_overdue');
    expect(late.status.nextStep).toContain('O prazo da parcela de R$ 80,00 passou.');
    await pay(made.id, 8_000);
    expect((await read(made)).status.key).toBe('balance_due');
  });

  it('has a later extra in its last instalment, and takes a lower total from the last ones', async () => {
    const trip = await createTrip({ depositPercent: 0 });
    const made = await reserve(trip);
    const [participant] = made.reservation.participants;
    const add = { extraId: trip.extras[0].id, count: 1, participantId: participant.id };
    const { status } = await call(app, 'POST', `/api/reservations/${made.id}/extras`, {
      token: made.payer.token,
      body: add,
    });
    expect(status).toBe(201);
    const more = (await read(made)).instalments.map((one: Instalment) => one.amountCents);
    expect(more).toEqual([10_000, 10_000, 14_500]);
  });

  it('has the plan of the departure to which it is moved', async () => {
    const made = await reserve(await createTrip());
    const to = await createTrip({ days: 75, paymentPlan: { instalments: 1, lastDueDaysBefore: 5 } });
    const { status } = await call(app, 'POST', `/api/reservations/${made.id}/move`, {
      token: operator.token,
      body: { tripId: to.id },
    });
    expect(status).toBe(200);
    expect(standing(await read(made))).toEqual([[24_000, 0, 'open']]);
  });
});

it('refuses instalments that are not the balance, from a client and from staff', async () => {
  const { id } = await reserve(await createTrip());
  const write = (instalments: object) =>
    app.db
      .updateTable('reservations')
      .set({ instalments: JSON.stringify(instalments) })
      .where('id', '=', id)
      .execute();
  const one = { dueOn: '2027-01-10', dueAt: '2027-01-11T02:59:00Z', cents: 24_000 };
  await write([one]);
  for (const wrong of [
    [{ ...one, cents: 23_999 }],
    [],
    [
      { ...one, cents: 25_000 },
      { ...one, dueOn: '2027-02-10', cents: -1_000 },
    ],
    [
      { ...one, cents: 12_000 },
      { ...one, cents: 12_000 },
    ],
  ]) {
    await expect(write(wrong)).rejects.toMatchObject({ constraint: 'reservations_instalments_are_balance' });
  }
});

/** As if it had been reserved 40 days ago. */
async function agreeEarlier(id: string) {
  const { instalments } = await app.db
    .selectFrom('reservations')
    .select('instalments')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const earlier = (instalments ?? []).map(({ cents, dueAt }) => {
    const at = new Date(Date.parse(dueAt) - 40 * DAY_MS).toISOString();
    return { dueOn: at.slice(0, 10), dueAt: at, cents };
  });
  await app.db
    .updateTable('reservations')
    .set({ instalments: JSON.stringify(earlier) })
    .where('id', '=', id)
    .execute();
}
