import type { Permission } from '@passeio/contract/permissions';
import type { Fare } from '@passeio/contract/trips/fares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';

const PRICE = 28_900;

let app: TestApp;
let admin: Person;
let payer: Person;
let tripId: string;
let reservationId: string;

beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  payer = await createPerson(app);
  ({ id: tripId } = await createTrip(app, { price_cents: PRICE }));
  const { body } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: payer.token });
  reservationId = body.id;
  await pay(admin, 'deposit', PRICE);
});
afterAll(() => app.close());

const operator = (permissions: Permission[] | null, refund_limit_cents: number | null = null) =>
  createPerson(app, 'OPERATOR', { permissions, refund_limit_cents });
const get = ({ token }: Person, path: string) => call(app, 'GET', `/api${path}`, { token });
const pay = ({ token }: Person, kind: string, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${reservationId}/payments`, {
    token,
    body: { kind, method: 'cash', amountCents },
  });

const pages = [
  () => `/reservations/${reservationId}`,
  () => `/reservations/${reservationId}/page`,
  () => `/reservations/${reservationId}/timeline?audience=staff`,
  () => `/reservations/${reservationId}/cancellation?by=operator`,
  () => `/reservations/${reservationId}/voucher`,
  () => `/trips/${tripId}/passengers`,
  () => `/trips/${tripId}/passengers/sheet?columns=name,cpf,document,due`,
  () => `/trips/${tripId}/boarding`,
  () => `/trips/${tripId}/whatsapp-messages`,
  () => '/overview/reservations?list=taken',
  () => '/overview/reservations?list=found&q=Pessoa',
  () => '/overview/today',
  () => '/departures',
];

describe('the permissions of an operator', () => {
  it('are everything until an administrator chooses, and count from the next request on', async () => {
    const person = await operator(null);
    expect((await get(person, '/payments/receipts')).status).toBe(200);
    const { body: before } = await get(admin, `/users/${person.id}`);
    expect(before).toMatchObject({ permissions: null, refundLimitCents: null });

    const change = { id: person.id, version: before.version, permissions: ['refund'], refundLimitCents: 5_000 };
    const { status, body } = await call(app, 'PUT', '/api/users', { token: admin.token, body: change });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { permissions: ['see_money', 'refund'], refundLimitCents: 5_000, version: before.version + 1 },
    });
    expect((await get(person, '/payments/receipts')).status).toBe(200);
    expect((await get(person, '/users/me')).body).toMatchObject({ permissions: ['see_money', 'refund'] });
    const trip = await call(app, 'PUT', `/api/trips/${tripId}/guarantee`, { token: person.token });
    expect(trip).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });

    const { body: audit } = await get(admin, `/users/${person.id}/history`);
    expect(audit.data[0]).toMatchObject({
      action: 'person.permissions_changed',
      changes: { permissions: [null, ['see_money', 'refund']], refundLimitCents: [null, 5_000] },
    });
  });

  it('are nothing that somebody gives to themselves', async () => {
    const other = await createPerson(app, 'ADMIN');
    const own = { id: other.id, permissions: ['refund'] };
    const refused = await call(app, 'PUT', '/api/users', { token: other.token, body: own });
    expect(refused).toMatchObject({ status: 409, body: { code: 'OWN_ACCESS' } });
    const person = await operator([]);
    expect((await call(app, 'PUT', '/api/users', { token: person.token, body: own })).status).toBe(403);
  });

  it('of a new operator are managing tours alone; everything else is given on purpose', async () => {
    const client = await createPerson(app);
    const change = (body: object) =>
      call(app, 'PUT', '/api/users', { token: admin.token, body: { id: client.id, ...body } });
    const start = { permissions: ['edit_trips', 'cancel_departures'], refundLimitCents: null };
    expect((await change({ role: 'OPERATOR' })).body).toMatchObject(start);

    // Without an amount beside it, nothing is refunded.
    const all = [
      'see_money',
      'confirm_money',
      'refund',
      'edit_trips',
      'cancel_departures',
      'see_documents',
      'answer_chats',
    ];
    const without = all.filter((key) => key !== 'refund');
    expect((await change({ permissions: all })).body).toMatchObject({ permissions: without, refundLimitCents: null });
    expect((await change({ permissions: null })).body).toMatchObject({ permissions: without });
    const limited = { permissions: ['refund'], refundLimitCents: 5_000 };
    expect((await change(limited)).body).toMatchObject({ ...limited, permissions: ['see_money', 'refund'] });
    expect((await change({ permissions: all })).body).toMatchObject({ permissions: all, refundLimitCents: 5_000 });
    expect((await change({ refundLimitCents: null })).body).toMatchObject({ permissions: all, refundLimitCents: null });

    // A former operator starts anew.
    await change({ role: 'CLIENT' });
    expect((await change({ role: 'OPERATOR' })).body).toMatchObject(start);
  });

  it.each([
    { permissions: ['everything'] },
    { refundLimitCents: 0 },
    { refundLimitCents: -1 },
    { refundLimitCents: 1.5 },
  ])('refuse %j', async (change) => {
    const { id } = await operator(null);
    const answer = await call(app, 'PUT', '/api/users', { token: admin.token, body: { id, ...change } });
    expect(answer.status).toBe(400);
  });
});

describe('without the permission to see money', () => {
  it.each(pages)('%s says no amount but prices on the portal', async (path) => {
    const [all, without] = [await operator(null), await operator(['see_documents'])];
    const shown = JSON.stringify((await get(all, path())).body);
    const answer = await get(without, path());
    expect(answer.status).toBe(200);
    // The fares, whose prices every visitor reads.
    const text = JSON.stringify(answer.body, (name, value) => (name === 'fares' ? undefined : value));
    expect(text).not.toMatch(/[cC]ents":-?\d|R\$\s?\d|28\.?900|289,00/);
    if (/[cC]ents":/.test(shown)) expect(text).toMatch(/[cC]ents":\[?null/);
  });

  it('staff quotes the public price to a client, and not the price of a fare of staff alone', async () => {
    const person = await operator([]);
    const ages = { min_age: null, max_age: null };
    const ofStaff = { label: 'Agência', price_cents: 20_000, audience: 'staff' as const, position: 1, ...ages };
    await app.db
      .insertInto('trip_fares')
      .values({ ...ofStaff, id: crypto.randomUUID(), trip_id: tripId })
      .execute();
    const { body } = await get(person, `/trips/${tripId}/passengers`);
    const pricesOf = (audience: string) =>
      body.trip.fares.filter((fare: Fare) => fare.audience === audience).map(({ priceCents }: Fare) => priceCents);
    expect(pricesOf('public')).toEqual([PRICE]);
    expect(pricesOf('staff')).toEqual([null]);
    const [fare] = body.trip.fares;
    const { status, body: quote } = await call(app, 'POST', `/api/trips/${tripId}/passengers/quote`, {
      token: person.token,
      body: { payerTravels: false, participants: [{ fareId: fare.id }], extras: [] },
    });
    expect({ status, total: quote.totalCents }).toEqual({ status: 200, total: PRICE });
  });

  it('a discount and a confirmation without a deposit are refused with the booking', async () => {
    const person = await operator(['see_documents']);
    const booking = { person: { name: 'Rui Melo', contact: '35999990000' }, payerTravels: true };
    const reserve = (more: object) =>
      call(app, 'POST', `/api/trips/${tripId}/passengers`, { token: person.token, body: { ...booking, ...more } });
    expect((await reserve({ confirmWithoutDeposit: true })).status).toBe(403);
    expect((await reserve({ adjustment: { amountCents: -100, reason: 'Amigo' } })).status).toBe(403);
    const { status, body } = await reserve({});
    expect({ status, total: body.totalCents }).toEqual({ status: 201, total: null });
  });

  it('exports leave out what is due', async () => {
    const person = await operator([]);
    const response = await fetch(`${app.url}/api/trips/${tripId}/passengers/export?format=csv&columns=name,cpf,due`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const csv = await response.text();
    expect(csv).toContain('Nome');
    expect(csv).not.toMatch(/CPF|Falta pagar/);
    expect(csv).not.toContain(payer.cpf.slice(0, 3));
    expect((await get(person, `/trips/${tripId}/passengers/export?format=csv&columns=cpf`)).status).toBe(403);
  });

  it('what is public stays', async () => {
    const { body } = await get(await operator([]), `/trips/${tripId}`);
    expect(body.priceCents).toBe(PRICE);
  });
});

describe('documents', () => {
  it.each([pages[0], pages[1], pages[5], () => `/users/${payer.id}`])('are masked for all staff: %s', async (path) => {
    const readers = path?.().startsWith('/users')
      ? [admin]
      : [admin, await operator(null), await operator(['see_money'])];
    for (const reader of readers) {
      const text = JSON.stringify((await get(reader, path?.() ?? '')).body);
      expect(text).not.toContain(payer.cpf);
      expect(text).toContain(`•••${payer.cpf.slice(-3)}`);
      expect(text).not.toMatch(/MG-\d/);
    }
  });

  it('are shown of one person at a time to staff who may see them, and each reading is on record', async () => {
    const all = await operator(null);
    const { body: details } = await get(admin, `/reservations/${reservationId}`);
    const path = `/reservations/${reservationId}/participants/${details.participants[0].id}/documents`;
    expect((await get(all, path)).body).toMatchObject({ cpf: payer.cpf, documentNumber: expect.any(String) });
    await get(all, path);
    expect((await get(admin, `/users/${payer.id}/documents`)).body.cpf).toBe(payer.cpf);
    for (const reader of [await operator(['see_money']), payer]) expect((await get(reader, path)).status).toBe(403);
    expect(
      (await get(all, `/reservations/${reservationId}/participants/${crypto.randomUUID()}/documents`)).status,
    ).toBe(404);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_id', 'changes'])
      .where('action', 'in', ['reservation.documents_shown', 'person.documents_shown'])
      .orderBy('id')
      .execute();
    const ofReservation = { actor_id: all.id, subject_id: reservationId };
    expect(entries).toEqual([
      ...Array(2).fill({ ...ofReservation, changes: { participant: [null, details.participants[0].name] } }),
      { actor_id: admin.id, subject_id: payer.id, changes: {} },
    ]);
  });

  it('that are wrong are refused in words, under their field', async () => {
    const { body } = await call(app, 'PUT', '/api/users', { token: admin.token, body: { id: payer.id, cpf: '123' } });
    expect(body.fields.cpf).toMatch(/CPF/);
  });

  it('a document can still be written', async () => {
    const person = await operator([]);
    const { body: details } = await get(admin, `/reservations/${reservationId}`);
    const path = `/api/reservations/${reservationId}/participants/${details.participants[0].id}`;
    const body = { documentNumber: 'MG-1.234.567' };
    const { status, body: after } = await call(app, 'PUT', path, { token: person.token, body });
    expect(status).toBe(200);
    expect(after.participants[0]).toMatchObject({ documentNumber: null, masked: { documentNumber: '•••567' } });
  });
});

describe('the permission to refund', () => {
  it('is one of its own', async () => {
    expect((await pay(await operator(['confirm_money']), 'refund', 100)).status).toBe(403);
    expect((await pay(await operator(['refund']), 'balance', 100)).status).toBe(403);
  });

  it('ends at its limit, which parts of a refund do not evade', async () => {
    const person = await operator(['refund'], 1_000);
    const above = await pay(person, 'refund', 1_001);
    expect(above).toMatchObject({ status: 403, body: { code: 'REFUND_ABOVE_LIMIT' } });
    expect(above.body.fields.amountCents).toMatch(/até R\$\s10,00/);
    expect((await pay(person, 'refund', 600)).status).toBe(201);
    expect((await pay(person, 'refund', 401)).status).toBe(403);
    expect((await pay(person, 'refund', 400)).status).toBe(201);
    expect((await pay(await operator(['refund']), 'refund', 2_000)).status).toBe(201);
  });

  it('counts for a refund that is due, and for the key to which it goes', async () => {
    const cancellation = { token: admin.token, body: { reason: 'Desistiu' } };
    expect((await call(app, 'POST', `/api/reservations/${reservationId}/cancellation`, cancellation)).status).toBe(200);
    const { body } = await get(admin, '/payments/refunds');
    const { id, promisedFor, amountCents } = body.data[0];
    const person = await operator(['refund'], 1_000);
    const payment = { via: 'hand', method: 'cash', amountCents };
    const paid = (by: Person) =>
      call(app, 'POST', `/api/payments/refunds/${id}/payment`, { token: by.token, body: payment });
    const changed = await call(app, 'PUT', `/api/payments/refunds/${id}`, {
      token: person.token,
      body: { promisedFor, pixKey: 'outra@exemplo.com.br' },
    });
    expect(changed).toMatchObject({ status: 403, body: { code: 'REFUND_ABOVE_LIMIT' } });
    expect((await paid(person)).body.code).toBe('REFUND_ABOVE_LIMIT');
    expect((await paid(admin)).status).toBe(200);
  });
});
