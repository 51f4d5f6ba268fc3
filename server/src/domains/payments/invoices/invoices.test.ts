import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, entriesOf, type Family } from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
let one: Family;
let another: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  one = await createFamily(app, { adult: 1 });
  another = await createFamily(app, { adult: 1 });
});

const record = (invoices: object[], issuedOn = '2026-11-20', token = staff.token) =>
  call(app, 'POST', '/api/invoices', { token, body: { issuedOn, invoices } });
const read = async ({ id }: Family, token = staff.token) =>
  (await call(app, 'GET', `/api/reservations/${id}/invoices`, { token })).body;
const bill = ({ id }: Family, body: object, token = staff.token) =>
  call(app, 'PUT', `/api/reservations/${id}/billing`, { token, body });
const remove = ({ id }: Family, invoiceId: string) =>
  call(app, 'DELETE', `/api/reservations/${id}/invoices/${invoiceId}`, { token: staff.token });

it('records notes of several reservations at once, several of one too, each once, audited', async () => {
  const notes = [
    { reservationId: one.id, number: '2026/000123' },
    { reservationId: one.id, number: '2026/000124' },
    { reservationId: another.id, number: ' 2026/000123 ' },
  ];
  expect(await record(notes)).toMatchObject({ status: 201, body: { recorded: 3 } });
  // Staff types the same again, in another case.
  expect((await record([{ reservationId: one.id, number: '2026/000124' }])).body).toEqual({ recorded: 0 });
  expect((await read(one)).data).toMatchObject([
    { number: '2026/000123', issuedOn: '2026-11-20' },
    { number: '2026/000124', issuedOn: '2026-11-20' },
  ]);
  expect((await read(another)).data).toMatchObject([{ number: '2026/000123' }]);
  expect((await entriesOf(app, another.id)).at(-1)).toMatchObject({
    action: 'reservation.invoice_recorded',
    actor_id: staff.id,
    changes: { invoice: [null, '2026/000123'], issuedOn: [null, '2026-11-20'] },
  });
});

it('records none of them if one is of a reservation that is not there', async () => {
  const notes = [
    { reservationId: one.id, number: '1' },
    { reservationId: crypto.randomUUID(), number: '2' },
  ];
  expect((await record(notes)).status).toBe(404);
  expect((await read(one)).data).toEqual([]);
});

it('removes a note, of its own reservation only', async () => {
  await record([{ reservationId: one.id, number: '7' }]);
  const [{ id }] = (await read(one)).data;
  expect((await remove(another, id)).status).toBe(404);
  expect((await remove(one, id)).body.data).toEqual([]);
  expect((await remove(one, id)).status).toBe(404);
  expect((await entriesOf(app, one.id)).at(-1)).toMatchObject({
    action: 'reservation.invoice_removed',
    changes: { invoice: ['7', null] },
  });
});

it.each([
  ['an empty number', { number: '  ' }],
  ['a long one', { number: '1'.repeat(61) }],
  ['a very long one', { number: '1'.repeat(100_000) }],
  ['control characters', { number: '1\u0000' }],
  ['a number that is no text', { number: 12 }],
  ['something beside it', { number: '1', amountCents: 3 }],
])('refuses %s', async (_, note) => {
  expect((await record([{ reservationId: one.id, ...note }])).status).toBe(400);
  expect((await read(one)).data).toEqual([]);
});

it('refuses no notes, more than a hundred at once, more than twenty of a reservation, and days that are none', async () => {
  expect((await record([])).status).toBe(400);
  const notes = (count: number) =>
    Array.from({ length: count }, (__, index) => ({ reservationId: one.id, number: String(index) }));
  expect((await record(notes(101))).status).toBe(400);
  expect((await record(notes(1), '2026-02-30')).status).toBe(400);
  expect((await record(notes(21))).body.code).toBe('TOO_MANY_INVOICES');
  expect((await read(one)).data).toEqual([]);
  expect((await record(notes(20))).status).toBe(201);
});

it('two colleagues who record the same notes at once record each once', async () => {
  const notes = [one, another].map(({ id }) => ({ reservationId: id, number: '55' }));
  const answers = await Promise.all([record(notes), record(notes.toReversed()), record(notes)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(answers.reduce((sum, { body }) => sum + body.recorded, 0)).toBe(2);
});

it('says to whom notes are made out, on the page of the accountant too, and masks documents for staff who may see none', async () => {
  await call(app, 'POST', `/api/reservations/${one.id}/payments`, {
    ...{ token: staff.token, body: { kind: 'deposit', method: 'cash', amountCents: 5_670 } },
  });
  const body = { name: 'Escola Aurora Ltda.', taxId: '11.222.333/0001-81', address: 'Rua das Flores, 12, Varginha' };
  expect((await bill(one, body)).body.billing).toEqual({ ...body, taxId: '11222333000181' });
  expect((await entriesOf(app, one.id)).at(-1)).toMatchObject({ action: 'reservation.billing_changed' });
  expect(JSON.stringify(await entriesOf(app, one.id))).not.toMatch(/11222333000181|Flores/);
  const entries = async (token: string) => {
    const path = `/api/accounting/entries?withoutInvoice=true&tripId=${one.trip.id}`;
    return (await call(app, 'GET', path, { token })).body;
  };
  expect((await entries(staff.token)).data).toMatchObject([
    { payer: { name: body.name, taxId: '11222333000181', address: body.address }, amountCents: 5_670, method: 'cash' },
  ]);

  const cashier = await createPerson(app, 'OPERATOR');
  await app.db
    .updateTable('users')
    .set({ permissions: ['confirm_money'] })
    .where('id', '=', cashier.id)
    .execute();
  expect((await bill(one, body, cashier.token)).status).toBe(403);
  for (const seen of [(await read(one, cashier.token)).billing, (await entries(cashier.token)).data[0].payer]) {
    expect(seen.taxId).not.toContain('112223');
    expect(seen.name).toBe(body.name);
  }

  await record([{ reservationId: one.id, number: '9' }]);
  expect((await entries(staff.token)).data).toEqual([]);
  // Left empty, notes are the payer's again.
  expect((await bill(one, { name: '', taxId: '', address: '' })).body.billing).toEqual({
    ...{ name: '', taxId: '', address: '' },
  });
});

it.each([
  ['repeated digits', '111.111.111-11'],
  ['three digits', '123'],
  ['a wrong check digit', '11.222.333/0001-82'],
  ['a formula', '=1+1'],
  ['thousands of digits', '9'.repeat(5_000)],
])('refuses %s as CPF or CNPJ', async (_, taxId) => {
  expect((await bill(one, { name: '', taxId, address: '' })).status).toBe(400);
});

it('a payer cannot see or change any of it', async () => {
  const client = await createPerson(app);
  const answers = await Promise.all([
    call(app, 'GET', `/api/reservations/${one.id}/invoices`, { token: client.token }),
    record([{ reservationId: one.id, number: '1' }], '2026-11-20', client.token),
    bill(one, { name: 'Eu', taxId: '', address: '' }, client.token),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
});
