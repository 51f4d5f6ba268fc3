import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { changeWhileReading } from '../../../../test/change-while-reading.ts';
import { offerExtras, takeExtras } from '../../../../test/extras.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';
import { newEndToEndId } from '../../../../test/pix.ts';
import { createReservation } from '../../../../test/reservations.ts';
import { readTripMoney } from './trip-money.ts';

let app: TestApp;
let operator: { id: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const record = async (id: string, body: object) => {
  const response = await call(app, 'POST', `/api/reservations/${id}/payments`, { ...operator, body });
  expect(response.status).toBe(201);
};
const read = async (tripId: string, query = '') =>
  (await call(app, 'GET', `/api/trips/${tripId}/money${query}`, operator)).body;
const download = (tripId: string, format: string, { token } = operator) =>
  fetch(`${app.url}/api/trips/${tripId}/money/export?format=${format}`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** A trip with R$ 30,00 by Pix, R$ 70,00 in cash of which R$ 70,00 are a mistake, and a cancelled reservation. */
async function tripWithMoney() {
  const { id: tripId } = await createTrip(app);
  const first = await createReservation(app, operator, tripId);
  const endToEndId = newEndToEndId();
  const occurredAt = '2026-05-06T02:30:00Z';
  await record(first, { kind: 'deposit', method: 'pix', amountCents: 3_000, endToEndId, occurredAt, note: '=1+1' });
  await record(first, { kind: 'balance', method: 'cash', amountCents: 7_000 });
  const { body } = await call(app, 'GET', `/api/reservations/${first}/payments`, operator);
  const path = `/api/reservations/${first}/payments/${body.data[1].id}/reversal`;
  await call(app, 'POST', path, { ...operator, body: { reason: 'Era de outra reserva' } });
  const second = await createReservation(app, operator, tripId, { receivedCents: 10_000 });
  await call(app, 'POST', `/api/reservations/${second}/cancellation`, { ...operator, body: { reason: 'Adoeceu' } });
  await record(second, { kind: 'refund', method: 'pix', amountCents: 4_000 });
  return { tripId, endToEndId };
}

it('adds up, also with a payment that comes while it is read', async () => {
  const { id: tripId } = await createTrip(app);
  const reservationId = await createReservation(app, operator, tripId);
  const pay = () => record(reservationId, { kind: 'deposit', method: 'cash', amountCents: 3_000 });
  const none = { receivedCents: 0, missingCents: 10_000, entries: [], page: { total: 0 } };
  expect(await readTripMoney(changeWhileReading(app.db, pay), tripId, { page: 1, size: 20 })).toMatchObject(none);
  expect(await read(tripId)).toMatchObject({ receivedCents: 3_000, missingCents: 7_000, page: { total: 1 } });
});

it('adds up: received less refunded is expected less missing plus what must go back', async () => {
  const { tripId } = await tripWithMoney();
  const money = await read(tripId);
  expect(money).toMatchObject({
    expectedCents: 10_000,
    receivedCents: 13_000,
    refundedCents: 4_000,
    missingCents: 7_000,
    toRefundCents: 6_000,
    methods: [
      { method: 'cash', inCents: 0, outCents: 0, entries: 2 },
      { method: 'pix', inCents: 13_000, outCents: 4_000, entries: 3 },
    ],
    page: { number: 1, total: 5 },
  });
  expect(money.entries.map(({ kind }: { kind: string }) => kind)).toEqual([
    'refund',
    'deposit',
    'reversal_out',
    'balance',
    'deposit',
  ]);
  expect((await read(tripId, '?page=3&size=2')).entries).toMatchObject([{ kind: 'deposit', amountCents: 3_000 }]);
});

it('the export is a file for the accountant: each entry with who recorded it, nothing that a spreadsheet would run', async () => {
  const { tripId, endToEndId } = await tripWithMoney();
  const csv = await download(tripId, 'csv');
  expect(csv.headers.get('content-disposition')).toMatch(/filename="financeiro-passeio-[^"]+\.csv"/);
  const [header, ...rows] = parse(await csv.text(), { bom: true, delimiter: ';' }) as string[][];
  expect(header).toEqual(expect.arrayContaining(['Entrada (R$)', 'Taxa (R$)', 'Líquido (R$)']));
  expect(rows).toHaveLength(5);
  // 23:30 of the day before, where the operator is.
  expect(rows[0]?.slice(0, 2)).toEqual(['05/05/2026', '23:30']);
  expect(rows[0]).toEqual(expect.arrayContaining(['Sinal', 'Pix', '30,00', endToEndId, "'=1+1"]));
  expect(rows[0]?.[header?.indexOf('Lançado por') ?? -1]).toMatch(/^Pessoa Número/);

  const [{ data }] = (await readXlsxFile(
    Buffer.from(await (await download(tripId, 'xlsx')).arrayBuffer()),
  )) as never as [{ data: unknown[][] }];
  expect(data).toHaveLength(7);
  expect(data[1]?.[7]).toBe(30);
  expect(data.at(-1)?.slice(6, 9)).toEqual(['Total', 200, 110]);

  const { action, changes } = await app.db
    .selectFrom('audit_entries')
    .select(['action', 'changes'])
    .where('subject_id', '=', tripId)
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow();
  expect({ action, changes }).toEqual({
    action: 'trip.money_exported',
    changes: { format: [null, 'xlsx'], entries: [null, 5] },
  });
});

it('a trip’s money is for staff only, and of a trip that exists', async () => {
  const { id } = await createTrip(app);
  const client = await createPerson(app);
  expect((await download(id, 'csv', client)).status).toBe(403);
  expect((await call(app, 'GET', `/api/trips/${id}/money`, client)).status).toBe(403);
  expect((await download(crypto.randomUUID(), 'csv')).status).toBe(404);
  expect((await download(id, 'pdf')).status).toBe(400);
  expect(await read(id)).toMatchObject({ expectedCents: 0, methods: [], entries: [], page: { total: 0 } });
});

it('says what each extra brings, as a part of what is expected and of what booked people pay', async () => {
  const trip = await createFamilyTrip(app);
  const extras = await offerExtras(app, trip.id);
  const [family, gone] = [
    await createFamily(app, { adult: 2 }, { trip }),
    await createFamily(app, { adult: 2 }, { trip }),
  ];
  await takeExtras(app, family, extras);
  await takeExtras(app, gone, extras);
  await call(app, 'POST', `/api/reservations/${gone.id}/cancellation`, { ...operator, body: { reason: 'Adoeceu' } });
  await record(family.id, { kind: 'deposit', method: 'cash', amountCents: 53_300 });
  expect(await read(trip.id)).toMatchObject({
    extras: [
      { id: extras.lunch, label: 'Almoço', count: 3, incomeCents: 13_500 },
      { id: extras.cooler, label: 'Cooler', count: 1, incomeCents: 2_000 },
    ],
    expectedCents: 2 * 18_900 + 15_500,
    receivedCents: 53_300,
    ...{ missingCents: 0, toRefundCents: 0 },
    booked: { places: 2, totalCents: 53_300 },
  });
});

it('says by month what came in and what is to be paid, instalment by instalment, and what is missing in all', async () => {
  const year = new Date().getFullYear() + 1;
  const [departs_at, returns_at] = [new Date(`${year}-06-12T08:00:00Z`), new Date(`${year}-06-12T22:00:00Z`)];
  const { id: tripId } = await createTrip(app, { departs_at, returns_at });
  const monthly = await createReservation(app, operator, tripId, { receivedCents: 0 });
  const instalments = [`${year}-03-10`, `${year}-04-10`].map((dueOn) => ({ dueOn, dueAt: `${dueOn}T23:59:00-03:00` }));
  const { total_cents, deposit_cents } = await app.db
    .selectFrom('reservations')
    .select(['total_cents', 'deposit_cents'])
    .where('id', '=', monthly)
    .executeTakeFirstOrThrow();
  const cents = (total_cents - deposit_cents) / 2;
  await app.db
    .updateTable('reservations')
    .set({ instalments: JSON.stringify(instalments.map((one) => ({ ...one, cents }))) })
    .where('id', '=', monthly)
    .execute();
  const occurredAt = '2026-05-06T02:30:00Z';
  await record(monthly, { kind: 'deposit', method: 'cash', amountCents: deposit_cents + 1_000, occurredAt });
  const atOnce = await createReservation(app, operator, tripId);
  await record(atOnce, { kind: 'deposit', method: 'cash', amountCents: 3_000, occurredAt });
  const { cashFlow, missingCents } = await read(tripId);
  expect(cashFlow).toEqual([
    { month: '2026-05', receivedCents: deposit_cents + 4_000, dueCents: 0 },
    { month: `${year}-03`, receivedCents: 0, dueCents: cents - 1_000 },
    { month: `${year}-04`, receivedCents: 0, dueCents: cents },
    { month: `${year}-06`, receivedCents: 0, dueCents: total_cents - 3_000 },
  ]);
  expect(cashFlow.reduce((sum: number, one: { dueCents: number }) => sum + one.dueCents, 0)).toBe(missingCents);
});
