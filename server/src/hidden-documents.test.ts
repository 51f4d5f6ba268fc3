import { routes } from '@passeio/contract/api/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../test/app.ts';
import { call, createPerson, type Person } from '../test/factories.ts';
import { ana, changeParticipant, createFamily, type Family } from '../test/parties.ts';

const QUERIES: Record<string, string> = {
  'GET /trips/:tripId/passengers/sheet': '?columns=name,cpf,document',
  'GET /trips/:tripId/passengers/export': '?format=csv&columns=name',
  'GET /reservations/:reservationId/timeline': '?audience=staff',
  'GET /reservations/:reservationId/cancellation': '?by=operator',
};

let app: TestApp;
let family: Family;
let secrets: string[];
let all: Person;
let without: Person;
beforeAll(async () => {
  app = await buildTestApp();
  all = await createPerson(app, 'OPERATOR');
  without = await createPerson(app, 'OPERATOR', { permissions: ['see_money', 'edit_trips'] });
  family = await createFamily(app, { adult: 2 });
  const changed = await changeParticipant(app, family, family.adults[1], ana);
  expect(changed.status).toBe(200);
  await call(app, 'POST', `/api/trips/${family.trip.id}/road-list/versions`, {
    token: all.token,
    body: { origin: 'Varginha/MG', destination: 'Furnas', plate: '', driver: '', guide: '' },
  });
  const payer = await app.db
    .selectFrom('users')
    .select(['cpf', 'rg'])
    .where('id', '=', family.payer.id)
    .executeTakeFirstOrThrow();
  secrets = [ana.documentNumber, ana.cpf, ana.cpf.replace(/\D/g, ''), payer.cpf, payer.rg].filter(
    (one) => one !== null,
  );
});
afterAll(() => app.close());

/** The path of a route with the ids of what there is. */
function addressOf(pattern: string): string {
  const ids: Record<string, string> = {
    reservationId: family.id,
    tripId: family.trip.id,
    id: family.trip.id,
    userId: family.payer.id,
    participantId: family.adults[1]?.id ?? '',
    version: '1',
  };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? crypto.randomUUID());
  return `/api${path}${QUERIES[`GET ${pattern}`] ?? ''}`;
}

const patterns = Object.values(routes)
  .flatMap((table) => Object.values(table))
  .filter(({ method }) => method === 'GET')
  .map(({ path }) => path);

async function answers({ token }: Person): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const pattern of new Set(patterns)) {
    const response = await fetch(`${app.url}${addressOf(pattern)}`, { headers: { authorization: `Bearer ${token}` } });
    const isText = /json|csv|text/.test(response.headers.get('content-type') ?? '');
    if (response.ok && isText) found.push([pattern, await response.text()]);
    else await response.body?.cancel();
  }
  return found;
}

const showing = (found: [string, string][]) =>
  found.filter(([, text]) => secrets.some((secret) => text.includes(secret))).map(([pattern]) => pattern);

it('no answer to staff without the permission to see documents has the CPF or document of anybody', async () => {
  const read = await answers(without);
  expect(read.length).toBeGreaterThan(25);
  expect(showing(read)).toEqual([]);
  // The control: with the permission some routes say them, of one person or on the list.
  expect(showing(await answers(all))).toEqual(
    expect.arrayContaining([
      '/trips/:tripId/passengers/sheet',
      '/reservations/:reservationId/participants/:participantId/documents',
    ]),
  );
});
