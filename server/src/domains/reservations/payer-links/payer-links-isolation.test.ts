import { randomUUID } from 'node:crypto';
import { routes } from '@passeio/contract/api/routes';
import { type AnyRoute, pathByLink } from '@passeio/contract/route';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { ana, createFamily, createFamilyTrip, departIn, type Family } from '../../../../test/parties.ts';
import { pdf } from '../../../../test/receipts.ts';
import { createVehicle, giveVehicle } from '../../../../test/vehicles.ts';

const all = Object.values(routes).flatMap((table) => Object.values<AnyRoute>(table));
/** Routes by a payer's link, and routes that only links have. */
const linkRoutes = [
  ...all.flatMap(({ byLink }) => byLink?.name ?? []),
  ...all.flatMap(
    ({ access, path }) => (access === 'anyone' && /^\/reservation-links\/([\w-]+)$/.exec(path)?.[1]) || [],
  ),
].toSorted();

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
});
afterAll(() => app.close());

async function linkOf({ id }: { id: string }, body?: object): Promise<string> {
  const { body: link } = await call(app, 'POST', `/api/reservations/${id}/link`, { token: staff.token, body });
  return link.url.split('#')[1];
}

const uploads = all.flatMap(({ upload, byLink }) => (upload && byLink ? [byLink.name] : []));

/** Calls a route by a link as a page does; files are sent in a form. */
async function byLink(name: string, token: string, body: object = {}, by: Parameters<typeof call>[3] = {}) {
  const path = pathByLink({ name });
  if (!uploads.includes(name)) return call(app, 'POST', `/api${path}`, { ...by, body: { token, ...body } });
  const form = new FormData();
  form.set('token', token);
  for (const [field, value] of Object.entries(body)) form.set(field, String(value));
  form.set('file', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }));
  const response = await fetch(`${app.url}/api${path}`, { method: 'POST', body: form, headers: by.headers ?? {} });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** All that the database knows of a reservation. */
async function rowsOf({ id }: { id: string }): Promise<string> {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'reservation_id'
    order by table_name`.execute(app.db);
  expect(rows.length).toBeGreaterThan(10);
  const read = async (table: string, column: string) => {
    const found = await sql<{ rows: unknown }>`
      select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text) as rows from ${sql.table(table)} t
      where ${sql.ref(column)} = ${id}`.execute(app.db);
    return [table, found.rows[0]?.rows];
  };
  return JSON.stringify([
    await read('reservations', 'id'),
    await read('audit_entries', 'subject_id'),
    ...(await Promise.all(rows.map(({ table_name }) => read(table_name, 'reservation_id')))),
  ]);
}

/** Two payers of one trip whose clients choose seats. */
async function neighbours(): Promise<{ one: Family; other: Family; vehicleId: string }> {
  const trip = await createFamilyTrip(app, { seat_choice: true });
  const vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { rows: 6 }));
  const one = await createFamily(app, { adult: 2 }, { trip });
  return { one, other: await createFamily(app, { adult: 2 }, { trip }), vehicleId };
}

const device = (path: string = randomUUID()) => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${path}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});
const review = { stars: 5, sentence: 'Volto!', mayPublish: true };

/** What each route by a link takes, about people of `of` where it names any. */
const bodies = (of: Family, vehicleId: string): Record<string, object> => ({
  'add-participant': { fareId: of.trip.fares?.adult },
  answers: { answers: [] },
  authorization: { participantId: of.adults[1]?.id, withoutParents: true },
  'authorization-file': { participantId: of.adults[1]?.id },
  'authorization-form': { participantId: of.adults[1]?.id, phoneDigits: '0000' },
  boarding: { boardingPointId: of.trip.boardingPointId },
  cancel: { refundCents: 0, participants: [of.adults[1]?.id] },
  cancellation: { participants: of.adults[1]?.id },
  charges: { purpose: 'deposit' },
  'choose-departure': { kind: 'refund', amountCents: 0 },
  'choose-seats': { seats: [{ participantId: of.adults[1]?.id, seat: { vehicleId, seat: '3' } }] },
  contract: {},
  'contract-acceptance': { shown: 'a'.repeat(64) },
  'contract-file': {},
  credit: { amountCents: 100, phoneDigits: '0000' },
  'departure-choice': {},
  email: { code: '123456' },
  'email-code': { email: 'maria@viajantes.example' },
  erasure: { phoneDigits: '0000' },
  extras: { extraId: of.trip.id, count: 1, participantId: of.adults[1]?.id },
  'gift-cards': { code: 'ABCDEFGHJKMNPQRT' },
  'gift-cards/quote': { code: 'ABCDEFGHJKMNPQRT' },
  'invoice-file': { invoiceId: of.trip.id, format: 'xml', phoneDigits: '0000' },
  'issued-invoices': {},
  'minor-statement': { name: 'Maria Rosa Prado', version: '1' },
  'participant-link': { participantId: of.adults[1]?.id, phoneDigits: '0000' },
  participants: { participantId: of.adults[1]?.id, ...ana },
  'payment-slips': {},
  'proof-code': {},
  'push-device': device(),
  'push-device-removal': { endpoint: device('of-the-other').endpoint },
  'push-key': { endpoint: device('of-the-other').endpoint },
  read: {},
  receipts: {},
  'refund-as-credit': { amountCents: 100, phoneDigits: '0000' },
  'refund-key': { pixKey: 'maria@viajantes.example', phoneDigits: '0000' },
  'remove-extra': { lineId: of.adults[1]?.id, phoneDigits: '0000' },
  'remove-participant': { participantId: of.adults[1]?.id, phoneDigits: '0000' },
  requests: { name: 'refund-key', pixKey: 'maria@viajantes.example' },
  review: {},
  rooms: { rooms: [], phoneDigits: '0000' },
  seats: {},
  split: { isSplit: true },
  timeline: {},
  voucher: {},
  'voucher-file': { format: 'ics' },
  'write-review': review,
});
const namesPeople = ['authorization', 'authorization-file', 'cancel', 'cancellation', 'choose-seats', 'participants'];

it('every route by link is in these tests', () => {
  expect(Object.keys(bodies({ adults: [], trip: {} } as never, ''))).toEqual(linkRoutes);
});

describe("the link of one reservation, with another's ids,", () => {
  const cases = linkRoutes.flatMap((name) => ['another payer', 'its payer'].map((whose) => [name, whose] as const));
  it.each(cases)('%s reads and changes nothing of one of %s', async (name, whose) => {
    const { one, vehicleId, ...near } = await neighbours();
    const other = whose === 'its payer' ? await createFamily(app, { adult: 2 }, { payer: one.payer }) : near.other;
    const [token, otherToken] = [await linkOf(one), await linkOf(other)];
    await byLink('push-device', otherToken, device('of-the-other'));
    const [before, own] = [await rowsOf(other), await rowsOf(one)];

    const ids = { reservationId: other.id, id: other.id, code: other.reservation.code };
    const foreign = bodies(other, vehicleId)[name] ?? {};
    const named = await byLink(name, token, foreign);
    if (namesPeople.includes(name)) {
      expect([named.status, named.body.code]).toEqual([expect.toBeOneOf([403, 404]), expect.any(String)]);
      expect(await rowsOf(one)).toBe(own);
    }
    if (name === 'push-key') expect(named.body.isOn).toBe(false);
    const answers = [named, await byLink(name, token, { ...foreign, ...ids })];
    if (!namesPeople.includes(name))
      answers.push(await byLink(name, token, { ...bodies(one, vehicleId)[name], ...ids }));

    expect(await rowsOf(other)).toBe(before);
    const said = JSON.stringify(answers.map(({ body }) => body));
    for (const known of [other.id, other.reservation.code, ...other.adults.map(({ id }) => id)])
      expect(said).not.toContain(known);
  });

  it('does what it does as its payer alone, even for somebody who is signed in', async () => {
    const { one, other } = await neighbours();
    const token = await linkOf(one);
    const admin = await createPerson(app, 'ADMIN');
    const alone = await byLink('read', token);
    for (const beside of [admin, staff, other.payer, one.payer]) {
      expect((await byLink('read', token, {}, { token: beside.token })).body).toEqual(alone.body);
      const asStaff = await byLink('timeline', token, { audience: 'staff' }, { token: beside.token });
      expect(asStaff.body.code).toBe('FORBIDDEN');
    }
    const quoted = await byLink('cancellation', token, { by: 'operator' }, { token: admin.token });
    expect(quoted.body.code).toBe('FORBIDDEN');
    const { vehicleId } = await neighbours();
    expect(
      await byLink('participants', token, bodies(other, vehicleId).participants, { token: admin.token }),
    ).toMatchObject({
      status: 404,
    });
  });

  it('is not answered for the other reservation of its payer under the same Idempotency-Key', async () => {
    const { one } = await neighbours();
    const other = await createFamily(app, { adult: 1 }, { payer: one.payer });
    const headers = { 'idempotency-key': randomUUID() };
    expect((await byLink('cancel', await linkOf(one), { refundCents: 0 }, { headers })).body.id).toBe(one.id);
    const again = await byLink('cancel', await linkOf(other), { refundCents: 0 }, { headers });
    expect(again).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await byLink('read', await linkOf(other))).body.state).toBe('held');
  });
});

describe('a link', () => {
  it('is no session on any route', async () => {
    const token = await linkOf((await neighbours()).one);
    const closed = all.filter(({ access }) => access !== 'anyone');
    expect(closed.length).toBeGreaterThan(150);
    for (const { method, path } of closed) {
      const { status } = await call(app, method, `/api${path.replaceAll(/:\w+/g, () => randomUUID())}`, { token });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });

  it('opens nothing of what other links open, and they do not open it', async () => {
    const { one } = await neighbours();
    const token = await linkOf(one);
    const more: Record<string, object> = {
      '/departure-choices/link': { choice: { kind: 'refund', amountCents: 0 } },
      '/guide/boarding': { session: token },
      '/guide/session': { pin: '123456' },
      '/participants/link': { fields: {} },
      '/reviews/link': { review },
    };
    const others = [
      ...['/departure-choices/link/read', '/participants/link/read', '/reviews/link/read', '/trip-alerts/link/read'],
      ...['/trip-alerts/link/confirmation', ...Object.keys(more)],
    ];
    for (const path of others) {
      const entry = all.find((route) => route.path === path);
      const body = path === '/guide/boarding' ? more[path] : { token, ...more[path] };
      const { status } = await call(app, entry?.method ?? '', `/api${path}`, { body });
      expect([path, status]).toEqual([path, expect.toBeOneOf([401, 404])]);
    }
    const { body } = await call(app, 'POST', `/api/reservations/${one.id}/participants/${one.adults[1]?.id}/link`, {
      token: staff.token,
    });
    expect((await byLink('read', body.url.split('#')[1])).body.code).toBe('RESERVATION_LINK_OVER');
  });

  it('that was revoked, renewed, ended or never made, or whose payer is shut out, gets one answer', async () => {
    const [revoked, renewed, ended, disabled] = [
      await createFamily(app, { adult: 1 }),
      await createFamily(app, { adult: 1 }),
      await createFamily(app, { adult: 1 }),
      await createFamily(app, { adult: 1 }),
    ];
    const tokens = await Promise.all([revoked, renewed, ended, disabled].map((one) => linkOf(one)));
    for (const token of tokens) expect((await byLink('read', token)).status).toBe(200);
    await call(app, 'DELETE', `/api/reservations/${revoked.id}/link`, { token: staff.token });
    await linkOf(renewed, { renew: true });
    await departIn(app, ended.trip.id, -31 * 24);
    await app.db.updateTable('users').set({ is_disabled: true }).where('id', '=', disabled.payer.id).execute();
    const states = [await rowsOf(revoked), await rowsOf(renewed), await rowsOf(ended), await rowsOf(disabled)];
    const { requestId: _, ...expected } = (await byLink('read', 'A'.repeat(43))).body;
    expect(expected).toMatchObject({ statusCode: 404, code: 'RESERVATION_LINK_OVER' });
    for (const name of linkRoutes)
      for (const token of [...tokens, 'A'.repeat(43)]) {
        const { body, headers } = await byLink(name, token, bodies(revoked, randomUUID())[name]);
        const { requestId, ...said } = body;
        expect([name, said, headers.get('cache-control')]).toEqual([name, expected, 'no-store']);
      }
    expect([await rowsOf(revoked), await rowsOf(renewed), await rowsOf(ended), await rowsOf(disabled)]).toEqual(states);
  });

  it.each<[string, unknown]>([
    ['short', 'x'],
    ['of 10 KB', 'A'.repeat(10_240)],
    ['not ASCII', 'ã'.repeat(43)],
    ['with full-width letters', 'Ａ'.repeat(43)],
    ['with a line break', `${'A'.repeat(43)}\n`],
    ['with a zero byte', `${'A'.repeat(42)}\0`],
    ['a number', 12],
    ['a list', ['A'.repeat(43)]],
    ['an object', { $ne: '' }],
    ['missing', undefined],
  ])('that is %s is refused before anything is looked up', async (_, token) => {
    await app.db.deleteFrom('rate_limits').execute();
    for (const name of linkRoutes.filter((one) => !uploads.includes(one))) {
      const { status, body } = await byLink(name, token as string, bodies({ adults: [], trip: {} } as never, '')[name]);
      expect([name, status, body.code, Object.keys(body.fields)]).toEqual([name, 400, 'INVALID_INPUT', ['token']]);
    }
  });

  it('is tried so often from an address, right or wrong, by all its routes together', async () => {
    const { one } = await neighbours();
    const token = await linkOf(one);
    app.app.deps.config.rateLimits = true;
    try {
      expect((await byLink('read', 'A'.repeat(43))).status).toBe(404);
      await app.db.updateTable('rate_limits').set({ attempts: 1_199 }).where('key', 'like', 'payer-link:%').execute();
      expect((await byLink('read', token)).status).toBe(200);
      for (const name of linkRoutes) {
        const refused = await byLink(name, token, bodies(one, randomUUID())[name]);
        expect([name, refused.status, refused.body.code]).toEqual([name, 429, 'TOO_MANY_REQUESTS']);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const adoption = { token: staff.token, body: { token, phoneDigits: '0000' } };
      expect((await call(app, 'POST', '/api/reservation-links/adoption', adoption)).status).toBe(429);
    } finally {
      app.app.deps.config.rateLimits = false;
    }
  });
});
