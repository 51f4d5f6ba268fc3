import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type FamilyTrip } from '../../../test/parties.ts';
import { createSeller, type Seller, setRule } from '../../../test/sellers.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const asStaff = (method: string, path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: staff.token, body });

const client = {
  name: 'Ludmila Quintanilha Barroso',
  contact: '+5535981234567',
  email: 'ludmila.quintanilha@exemplo.com.br',
  cpf: '52998224725',
  rg: 'MG-77.345.129',
  birthdate: '1987-11-23',
};
const companion = {
  ...{ name: 'Teobaldo Vasconcelos', contact: '+5535987654321', cpf: '11144477735' },
  ...{ document_number: '55.912.834', document_issuer: 'SSP/SP' },
};
const guest = { name: 'Ludmila Sarmento Peixoto', contact: '+5535976543210', email: 'sarmento@exemplo.com.br' };
/** Whatever a seller must not read of clients and companions, as it is stored and as people write it. */
const hidden = [
  ...['Quintanilha', 'Barroso', 'Teobaldo', 'Vasconcelos', 'Sarmento', 'Peixoto'],
  ...['981234567', '98123-4567', '987654321', '98765-4321', '976543210', '97654-3210', 'exemplo.com.br'],
  ...[client.cpf, '529.982.247', companion.cpf, '111.444.777', '77.345.129', '55.912.834', '1987-11-23', '23/11/1987'],
];

/** A client with a companion by the seller's link, and a guest for whom the seller reserves; all is paid. */
async function sellTo(seller: Seller, trip: FamilyTrip) {
  const payer = await createPerson(app);
  const { cpf, ...known } = client;
  await app.db.updateTable('users').set(known).where('id', '=', payer.id).execute();
  const family = await createFamily(app, { adult: 2 }, { trip, payer });
  const correction = { sellerId: seller.id, reason: 'Veio pelo link' };
  expect((await asStaff('PUT', `reservations/${family.id}/seller`, correction)).status).toBe(200);
  await app.db
    .updateTable('participants')
    .set({ cpf })
    .where('id', '=', family.adults[0]?.id ?? '')
    .execute();
  const second = family.adults[1]?.id ?? '';
  await app.db.updateTable('participants').set(companion).where('id', '=', second).execute();
  const booked = await call(app, 'POST', '/api/sellers/me/reservations', {
    token: seller.person.token,
    body: { tripId: trip.id, party: [{ fareId: trip.fares.adult, count: 1 }], guest },
  });
  expect(booked.status).toBe(201);
  const body = { kind: 'balance', method: 'pix', amountCents: family.reservation.totalCents };
  expect((await asStaff('POST', `reservations/${family.id}/payments`, body)).status).toBe(201);
  return { family, booked };
}

async function closeStatement(seller: Seller, trip: FamilyTrip): Promise<string> {
  const [departs_at, returns_at] = [new Date('2019-12-30T10:00:00Z'), new Date('2019-12-30T20:00:00Z')];
  await app.db.updateTable('trips').set({ departs_at, returns_at }).where('id', '=', trip.id).execute();
  const { status, body } = await asStaff('POST', 'commission-statements', { sellerId: seller.id, month: '2020-01' });
  expect(status).toBe(201);
  await app.db
    .updateTable('trips')
    .set({ departs_at: new Date(Date.now() + 86_400_000), returns_at: new Date(Date.now() + 90_000_000) })
    .where('id', '=', trip.id)
    .execute();
  return body.id;
}

/** Everything that a seller can read of the routes of sellers, by its route; files of both formats as text. */
async function readAll({ person }: Seller, statementId: string): Promise<Map<string, string>> {
  const read = new Map<string, string>();
  const headers = { authorization: `Bearer ${person.token}` };
  for (const [name, { method, path }] of Object.entries(ownSalesRoutes)) {
    if (method !== 'GET') continue;
    const url = `${app.url}/api${path.replace(':statementId', statementId)}`;
    for (const query of name.startsWith('export') ? ['?format=csv', '?format=pdf'] : ['']) {
      const answer = await fetch(url + query, { headers });
      const isPdf = query.endsWith('pdf') && answer.ok;
      const content = new Uint8Array(await answer.arrayBuffer());
      const text = isPdf
        ? (await extractText(await getDocumentProxy(content), { mergePages: true })).text
        : new TextDecoder().decode(content);
      read.set(`${name}${query}`, `${answer.status} ${[...answer.headers.values()].join()} ${text}`);
    }
  }
  return read;
}

describe('a seller', () => {
  it('reads no document, telephone, e-mail or full name in any answer, and nothing of other sellers', async () => {
    const [seller, other] = [
      await createSeller(app, staff, { name: 'Vende Aqui' }),
      await createSeller(app, staff, {
        name: 'Concorrente Ltda',
        pixKey: 'concorrente@pix.com',
        contact: '35911112222',
      }),
    ];
    await Promise.all([setRule(app, staff, seller), setRule(app, staff, other, 2_345)]);
    const [trip, trips] = [await createFamilyTrip(app), await createFamilyTrip(app)];
    const own = await sellTo(seller, trip);
    const foreign = await createFamily(app, { adult: 1 }, { trip: trips });
    await asStaff('PUT', `reservations/${foreign.id}/seller`, { sellerId: other.id, reason: 'Veio pelo link' });
    const paid = { kind: 'balance', method: 'pix', amountCents: foreign.reservation.totalCents };
    await asStaff('POST', `reservations/${foreign.id}/payments`, paid);
    const [statement, theirs] = [await closeStatement(seller, trip), await closeStatement(other, trips)];

    const read = await readAll(seller, statement);
    read.set('reserveForClient', JSON.stringify(own.booked.body));
    expect(read.get('listOwnSales')).toContain('"firstName":"Ludmila"');
    for (const name of ['readOwnStatement', 'exportOwnStatement?format=csv', 'exportOwnStatement?format=pdf'])
      expect(read.get(name), name).toContain(own.family.reservation.code);
    const ofOthers = ['Concorrente', 'concorrente', other.id, other.code, foreign.reservation.code, '23,45%', theirs];
    for (const [name, text] of read) {
      expect(text, name).toMatch(/^(200|201|\{)/);
      for (const secret of [...hidden, ...ofOthers]) expect(text.includes(secret), `${name}: ${secret}`).toBe(false);
      // Neither can they find the page of a reservation by what they read.
      for (const id of [own.family.id, own.family.payer.id]) expect(text.includes(id), `${name}: ${id}`).toBe(false);
    }
    for (const [name, text] of await readAll(seller, theirs))
      if (name.includes('Statement')) expect(text, name).toMatch(/^404 .*COMMISSION_STATEMENT_NOT_FOUND/);
  });

  it('opens neither reservations of their clients nor what staff reads of sellers, whatever their role', async () => {
    for (const role of ['CLIENT', 'GUIDE'] as const) {
      const seller = await createSeller(app, staff, { person: await createPerson(app, role) });
      const { family } = await sellTo(seller, await createFamilyTrip(app));
      const ask = (method: string, path: string, body?: object) =>
        call(app, method, `/api/${path}`, { token: seller.person.token, body });
      const page = await ask('GET', `reservations/${family.id}`);
      expect([403, 404], role).toContain(page.status);
      expect((await ask('GET', `reservations/${family.id}/seller`)).status, role).toBe(403);
      const correction = { sellerId: seller.id, reason: 'É minha' };
      expect((await ask('PUT', `reservations/${family.id}/seller`, correction)).status, role).toBe(403);
      for (const path of ['sellers', `sellers/${seller.id}`, 'commission-rules', 'commission-statements'])
        expect((await ask('GET', path)).status, `${role} ${path}`).toBe(403);
    }
  });

  it('hears the same of a client who travels already, let places go or holds too many: not which of these', async () => {
    const [seller, trip] = [await createSeller(app, staff), await createFamilyTrip(app)];
    const party = [{ fareId: trip.fares.adult, count: 1 }];
    const sell = (to: { name: string; contact: string }) =>
      call(app, 'POST', '/api/sellers/me/reservations', {
        token: seller.person.token,
        body: { tripId: trip.id, party, guest: to },
      });
    const reserve = async (contact: string, count = 1) =>
      (
        await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
          body: { party: [{ fareId: trip.fares.adult, count }], guest: { name: 'Ana Lima', contact } },
        })
      ).body;
    const [travels, letGo, holds] = ['+5535971110001', '+5535971110002', '+5535971110003'];
    await reserve(travels);
    const token = (await reserve(letGo)).link.split('#')[1];
    expect((await call(app, 'POST', '/api/reservation-links/cancel', { body: { token } })).status).toBe(200);
    await app.db.updateTable('operator').set({ unpaid_places: 3 }).execute();
    const another = await createFamilyTrip(app);
    await call(app, 'POST', `/api/trips/${another.id}/guest-reservations`, {
      body: { party: [{ fareId: another.fares.adult, count: 3 }], guest: { name: 'Ana Lima', contact: holds } },
    });
    const answers = await Promise.all([travels, letGo, holds].map((contact) => sell({ name: 'Ana Lima', contact })));
    expect(answers.map(({ body }) => body.code)).toEqual(Array(3).fill('SELLER_CLIENT_REFUSED'));
    expect(new Set(answers.map(({ body: { requestId: _, ...said } }) => JSON.stringify(said))).size).toBe(1);
    await app.db.updateTable('operator').set({ unpaid_places: 100 }).execute();
  });
});

describe('the code of a seller', () => {
  it('is not to be guessed: a link, a reservation and a quote say the same of right and wrong ones', async () => {
    const [seller, trip] = [await createSeller(app, staff), await createFamilyTrip(app)];
    const party = [{ fareId: trip.fares.adult, count: 1 }];
    let phones = 0;
    const tried = async (code: string) => {
      phones += 1;
      const contact = `+55359722200${String(phones).padStart(2, '0')}`;
      const body = { party, guest: { name: 'Ana Lima', contact }, seller: code };
      const made = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, { body });
      const quote = await call(app, 'POST', '/api/quotes', { body: { tripId: trip.id, party, seller: code } });
      const link = await fetch(`${app.url}/v/${code}`, { redirect: 'manual' });
      const page = link.headers.get('location')?.replace(code, 'CODE');
      const answer = { status: made.status, keys: Object.keys(made.body), quote: quote.body, page, as: link.status };
      return JSON.stringify(answer);
    };
    const right = await tried(seller.code);
    expect(right).not.toContain(seller.id);
    const unknown = seller.code.replace(/./, (first) => (first === 'A' ? 'C' : 'A'));
    expect(await tried(unknown)).toBe(right);
    const { body } = await asStaff('GET', `sellers/${seller.id}`);
    const { kind, name, version } = body;
    await asStaff('PUT', `sellers/${seller.id}`, { kind, name, version, isActive: false });
    expect(await tried(seller.code)).toBe(right);
  });

  it('counts once, as it was when the reservation was made: nobody else names a seller, or changes it later', async () => {
    const [seller, other, trip] = [
      await createSeller(app, staff),
      await createSeller(app, staff),
      await createFamilyTrip(app),
    ];
    const party = [{ fareId: trip.fares.adult, count: 1 }];
    const path = `/api/trips/${trip.id}/guest-reservations`;
    const to = (contact: string) => ({ name: 'Ana Lima', contact });
    const ask = (more: object, headers = {}) =>
      call(app, 'POST', path, { headers, body: { party, guest: to('+5535973330001'), ...more } });
    for (const more of [
      { seller: [seller.code, other.code] },
      { sellerId: other.id },
      { seller: { id: other.id } },
      { seller_id: other.id, seller: seller.code },
      { seller: seller.code.repeat(20) },
    ])
      expect((await ask(more)).status, JSON.stringify(more)).toBe(400);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const made = await ask({ seller: seller.code }, headers);
    expect(made.status).toBe(201);
    const soldBy = async (code: string) =>
      (
        await sql<{ code: string | null }>`select s.code from reservations r left join sellers s on s.id = r.seller_id
          where r.code = ${code}`.execute(app.db)
      ).rows[0]?.code;
    await ask({ seller: other.code }, headers);
    await ask({ seller: other.code });
    expect(await soldBy(made.body.code)).toBe(seller.code);
    const several = await call(app, 'POST', path, {
      body: { party, guest: to('+5535973330002'), seller: `${seller.code},${other.code}` },
    });
    expect(await soldBy(several.body.code)).toBe(null);
    // A seller reserves as nobody but themselves.
    const booking = { tripId: trip.id, party, guest: to('+5535973330003') };
    const sell = (more: object) =>
      call(app, 'POST', '/api/sellers/me/reservations', { token: seller.person.token, body: { ...booking, ...more } });
    for (const more of [{ seller: other.code }, { sellerId: other.id }, { soldBy: other.id }])
      expect((await sell(more)).status, JSON.stringify(more)).toBe(400);
    expect(await soldBy((await sell({})).body.code)).toBe(seller.code);
  });
});
