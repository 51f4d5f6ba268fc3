import type { NamedOpenItem, SettlementReport } from '@passeio/contract/payments/settlement-report';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { offerExtras, takeExtras } from '../../../../test/extras.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { createFamily, departIn } from '../../../../test/parties.ts';
import { createReservation } from '../../../../test/reservations.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let other: TestApp;
let rita: Person;
beforeAll(async () => {
  app = await buildTestApp();
  other = await startAnotherProcess(app);
  rita = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const path = (tripId: string) => `/api/trips/${tripId}/closing`;
const read = async (tripId: string): Promise<SettlementReport> => {
  const { status, body } = await call(app, 'GET', path(tripId), rita);
  expect(status).toBe(200);
  return body;
};
const close = (tripId: string, body: object, at = app) => call(at, 'POST', path(tripId), { ...rita, body });
const pay = async (id: string, body: object) =>
  expect(await call(app, 'POST', `/api/reservations/${id}/payments`, { ...rita, body })).toMatchObject({ status: 201 });
const accepted = (open: NamedOpenItem[]) =>
  open.map(({ kind, reservationId, amountCents }) => ({ kind, reservationId, amountCents }));

/**
 * A trip that was back two hours ago, with costs of R$ 60,00 and R$ 5,00 a person: one paid all and boarded, one paid
 * the deposit and did not come, of one nobody said anything; one cancelled, and R$ 30,00 of theirs go back.
 */
async function tripThatIsBack() {
  const { id: tripId } = await createTrip(app);
  const [paid, owing, silent] = [
    await createReservation(app, rita, tripId, { state: 'booked', receivedCents: 10_000 }),
    await createReservation(app, rita, tripId, { state: 'booked', receivedCents: 3_000 }),
    await createReservation(app, rita, tripId, { state: 'booked', receivedCents: 10_000 }),
  ];
  const gone = await createReservation(app, rita, tripId, { state: 'cancelled', receivedCents: 3_000 });
  const costs = { vehicleCents: 6_000, guideCents: 0, otherCents: 0, ticketCents: 500, mealCents: 0, version: 0 };
  await call(app, 'PUT', `/api/trips/${tripId}/costs`, { ...rita, body: costs });
  const returns_at = new Date(Date.now() - 2 * HOUR_MS);
  const departs_at = new Date(returns_at.getTime() - 10 * HOUR_MS);
  await app.db.updateTable('trips').set({ departs_at, returns_at }).where('id', '=', tripId).execute();
  for (const [id, decision] of [
    [paid, 'boarded'],
    [owing, 'missed'],
  ] as const) {
    const tap = { participantId: await participantOf(id), decision, tappedAt: departs_at.toISOString() };
    const body = { deviceId: crypto.randomUUID(), taps: [{ id: crypto.randomUUID(), clockOffsetMs: 0, ...tap }] };
    await call(app, 'POST', `/api/trips/${tripId}/boarding/taps`, { ...rita, body });
  }
  return { tripId, paid, owing, silent, gone };
}

async function participantOf(reservationId: string): Promise<string> {
  const one = app.db.selectFrom('participants').select('id').where('reservation_id', '=', reservationId);
  return (await one.executeTakeFirstOrThrow()).id;
}

it('says who travelled and who did not, what came in, what is open, and what is left against the forecast', async () => {
  const { tripId, owing, gone } = await tripThatIsBack();
  const { people, figures, open, closed, isBack } = await read(tripId);
  expect({ isBack, closed }).toEqual({ isBack: true, closed: null });
  expect(people.map(({ attendance }) => attendance).toSorted()).toEqual(['boarded', 'missed', 'unknown']);
  expect(people.find(({ attendance }) => attendance === 'missed')).toMatchObject({
    ...{ reservationId: owing, receivedCents: 3_000, dueCents: 7_000 },
    phone: expect.stringMatching(/^\+55/),
  });
  expect(figures).toEqual({
    people: { boarded: 1, missed: 1, unknown: 1 },
    ...{ expectedCents: 30_000, retainedCents: 0, receivedCents: 26_000, refundedCents: 0 },
    ...{ creditUsedCents: 0, creditGrantedCents: 0 },
    ...{ missingCents: 7_000, toRefundCents: 3_000 },
    methods: [{ method: 'pix', inCents: 26_000, outCents: 0 }],
    extras: [],
    costs: { fixedCents: 6_000, perPersonCents: 500, people: 3, totalCents: 7_500 },
    forecastCents: 22_500,
    resultCents: 18_500,
  });
  expect(open.map(({ kind, reservationId, amountCents }) => [kind, reservationId, amountCents]).toSorted()).toEqual(
    [
      ['balance', owing, 7_000],
      ['refund', gone, 3_000],
    ].toSorted(),
  );
});

it('closes when nothing is open, or when staff names what is and says why', async () => {
  const { tripId, owing, gone } = await tripThatIsBack();
  const { open, figures } = await read(tripId);
  const { resultCents } = figures;
  expect(await close(tripId, { resultCents })).toMatchObject({ status: 409, body: { code: 'CLOSING_OPEN' } });
  const without = { resultCents, accepted: accepted(open) };
  expect(await close(tripId, without)).toMatchObject({ status: 400, body: { fields: { note: expect.any(String) } } });
  const [first] = accepted(open);
  const other_ = [{ ...first, amountCents: 1 }, ...accepted(open).slice(1)];
  expect(await close(tripId, { ...without, accepted: other_, note: 'Combinado' })).toMatchObject({ status: 409 });
  const wrong = { ...without, resultCents: resultCents + 1, note: 'Combinado' };
  expect(await close(tripId, wrong)).toMatchObject({ status: 409, body: { code: 'CLOSING_CHANGED' } });

  const { status, body } = await close(tripId, { ...without, note: 'Combinado com os dois' });
  expect(status).toBe(201);
  expect(body.closed).toMatchObject({ note: 'Combinado com os dois', figures, later: [], by: expect.any(String) });
  expect(body.closed.exceptions.map(({ reservationId }: NamedOpenItem) => reservationId).toSorted()).toEqual(
    [owing, gone].toSorted(),
  );
  expect(body.closed.exceptions[0]).toMatchObject({ code: expect.stringMatching(/^T/), payer: expect.any(String) });
  const audit = app.db.selectFrom('audit_entries').select(['action', 'changes']).where('subject_id', '=', tripId);
  expect((await audit.where('action', '=', 'trip.accounts_closed').execute())[0]).toMatchObject({
    changes: { resultCents: [null, resultCents], exceptions: [null, 2] },
  });
});

it('cash that guides took is open until it is confirmed, and closes the accounts only when it is accepted', async () => {
  const { tripId, owing, gone } = await tripThatIsBack();
  const guide = await createPerson(app, 'OPERATOR', { permissions: ['see_money'] });
  const code = (await read(tripId)).open.find(({ reservationId }) => reservationId === owing)?.code;
  const tapped = { tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  for (const amountCents of [4_000, 3_000]) {
    const body = { id: crypto.randomUUID(), code, amountCents, ...tapped };
    expect(await call(app, 'POST', `/api/trips/${tripId}/door-payments`, { ...guide, body })).toMatchObject({
      status: 200,
    });
  }
  const { open, figures } = await read(tripId);
  expect(open.map(({ kind, reservationId, amountCents }) => [kind, reservationId, amountCents])).toEqual(
    expect.arrayContaining([
      ['balance', owing, 7_000],
      ['cash', owing, 7_000],
      ['refund', gone, 3_000],
    ]),
  );
  const { resultCents } = figures;
  const others = accepted(open.filter(({ kind }) => kind !== 'cash'));
  const body = { resultCents, accepted: others, note: 'A guia entrega amanhã' };
  expect(await close(tripId, body)).toMatchObject({ status: 409, body: { code: 'CLOSING_OPEN' } });
  const { status, body: report } = await close(tripId, { ...body, accepted: accepted(open) });
  expect(status).toBe(201);
  expect(report.closed.exceptions).toEqual(expect.arrayContaining(open));

  const { body: list } = await call(app, 'GET', '/api/payments/door-payments', rita);
  const taken = list.data.filter(({ reservation }: { reservation: { id: string } }) => reservation.id === owing);
  for (const { id } of taken) await call(app, 'POST', `/api/payments/door-payments/${id}/confirmation`, { ...rita });
  const after = await read(tripId);
  expect(after.open.map(({ kind }) => kind)).toEqual(['refund']);
  expect(after.closed?.later).toHaveLength(2);
});

it('money after the report is shown beside it and changes none of its figures', async () => {
  const { tripId, owing } = await tripThatIsBack();
  const { open, figures } = await read(tripId);
  await close(tripId, { resultCents: figures.resultCents, accepted: accepted(open), note: 'Combinado' });
  await pay(owing, { kind: 'balance', method: 'cash', amountCents: 7_000 });
  const costs = { vehicleCents: 9_000, guideCents: 0, otherCents: 0, ticketCents: 500, mealCents: 0, version: 1 };
  await call(app, 'PUT', `/api/trips/${tripId}/costs`, { ...rita, body: costs });
  const after = await read(tripId);
  expect(after.closed?.figures).toEqual(figures);
  expect(after.closed?.later).toMatchObject([{ amountCents: 7_000, method: 'cash', reservation: { id: owing } }]);
  expect(after.figures).toMatchObject({ receivedCents: 33_000, resultCents: 22_500, missingCents: 0 });
});

it('a trip is closed once, by the first of two requests, and by nobody before the return', async () => {
  const { tripId, owing, gone } = await tripThatIsBack();
  await pay(owing, { kind: 'balance', method: 'cash', amountCents: 7_000 });
  await pay(gone, { kind: 'refund', method: 'pix', amountCents: 3_000 });
  const { figures } = await read(tripId);
  const { resultCents } = figures;
  const both = await Promise.all([close(tripId, { resultCents }), close(tripId, { resultCents }, other)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('CLOSING_DONE');
  const coming = await createTrip(app);
  expect(await close(coming.id, { resultCents: 0 })).toMatchObject({ status: 409, body: { code: 'TRIP_NOT_BACK' } });
});

it('counts every payment once, in the figures or after them, however close to the report it comes', async () => {
  const { tripId, owing, gone } = await tripThatIsBack();
  await pay(gone, { kind: 'refund', method: 'pix', amountCents: 3_000 });
  const payAll = async () => {
    for (let turn = 0; turn < 8; turn += 1) await pay(owing, { kind: 'balance', method: 'cash', amountCents: 100 });
  };
  const closeSoon = async () => {
    for (;;) {
      const { open, figures } = await read(tripId);
      const body = { resultCents: figures.resultCents, accepted: accepted(open), note: 'Combinado' };
      if ((await close(tripId, body, other)).status === 201) return;
    }
  };
  await Promise.all([payAll(), closeSoon()]);
  const { closed, figures } = await read(tripId);
  const later = closed?.later.reduce((sum, { amountCents }) => sum + amountCents, 0) ?? 0;
  expect(figures.receivedCents).toBe(26_800);
  expect((closed?.figures.receivedCents ?? 0) + later).toBe(26_800);
});

it('the database keeps a report as it was, and refuses one of a trip that is not back', async () => {
  const { tripId } = await tripThatIsBack();
  const { open, figures } = await read(tripId);
  await close(tripId, { resultCents: figures.resultCents, accepted: accepted(open), note: 'Combinado' });
  const rows = app.db.updateTable('settlement_reports').set({ note: 'Outra coisa' }).where('trip_id', '=', tripId);
  await expect(rows.execute()).rejects.toThrow('closed accounts are never changed');
  await expect(app.db.deleteFrom('settlement_reports').execute()).rejects.toThrow('closed accounts are never changed');
  const { id } = await createTrip(app);
  const row = { trip_id: id, figures: '{}', exceptions: '[]', entries: [], created_by: rita.id };
  await expect(app.db.insertInto('settlement_reports').values(row).execute()).rejects.toThrow('nobody has returned');
});

it('lists the trips that departed last with who travelled, and is staff’s', async () => {
  const { tripId } = await tripThatIsBack();
  const { body } = await call(app, 'GET', '/api/departures/departed', rita);
  expect(body.data.find(({ id }: { id: string }) => id === tripId)).toMatchObject({
    people: { boarded: 1, missed: 1, unknown: 1 },
    closedAt: null,
  });
  const client = await createPerson(app);
  expect((await call(app, 'GET', path(tripId), client)).status).toBe(403);
  expect((await call(app, 'GET', '/api/departures/departed', client)).status).toBe(403);
  expect((await call(app, 'GET', path(crypto.randomUUID()), rita)).status).toBe(404);
});

it('says what extras brought, and keeps it as it was when the accounts were closed', async () => {
  const family = await createFamily(app, { adult: 2 });
  const { id, trip } = family;
  await takeExtras(app, family, await offerExtras(app, trip.id));
  await pay(id, { kind: 'deposit', method: 'cash', amountCents: 53_300 });
  await departIn(app, trip.id, -20);
  const { figures } = await read(trip.id);
  const sold = [
    { label: 'Almoço', count: 3, incomeCents: 13_500 },
    { label: 'Cooler', count: 1, incomeCents: 2_000 },
  ];
  expect(figures).toMatchObject({ extras: sold, expectedCents: 53_300, receivedCents: 53_300, resultCents: 53_300 });
  expect((await close(trip.id, { resultCents: 53_300 })).status).toBe(201);
  await app.db.updateTable('trip_extras').set({ label: 'Refeição' }).where('label', '=', 'Almoço').execute();
  expect((await read(trip.id)).closed?.figures.extras).toMatchObject(sold);
});

it('shows accounts that were closed before extras were sold', async () => {
  const { tripId } = await tripThatIsBack();
  const { extras: _, ...figures } = (await read(tripId)).figures;
  const nothing = { exceptions: '[]', cash_exceptions: '[]', note: '', entries: [] };
  const closing = { trip_id: tripId, figures: JSON.stringify(figures), created_by: rita.id, ...nothing };
  await app.db.insertInto('settlement_reports').values(closing).execute();
  expect((await read(tripId)).closed?.figures).toEqual({ ...figures, extras: [] });
});
