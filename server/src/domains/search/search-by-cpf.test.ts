import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family, type FamilyTrip } from '../../../test/parties.ts';

// The telephones of tests have none of the digits that are searched for.
const CPF = '52768714690';
const OF_PASSENGER = '84268743634';

let app: TestApp;
let admin: Person;
let seeing: Person;
let blind: Person;
let trip: FamilyTrip;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
  seeing = await createPerson(app, 'OPERATOR', { permissions: ['see_documents'] });
  blind = await createPerson(app, 'OPERATOR', { permissions: ['see_money', 'confirm_money', 'refund'] });
  trip = await createFamilyTrip(app);
  family = await createFamily(app, { adult: 2 }, { trip });
  await app.db
    .updateTable('users')
    .set({ cpf: CPF, name: 'Zuleica Prado', contact: '+5500000000000' })
    .where('id', '=', family.payer.id)
    .execute();
  await app.db
    .updateTable('participants')
    .set({ name: 'Rui Alves', cpf: OF_PASSENGER, contact: null })
    .where('id', '=', family.adults[1]?.id ?? '')
    .execute();
});
afterAll(() => app.close());

type Found = { id: string; reservationId?: string; payer?: { id: string } };

/** What each way to search people answers for a text. */
const ways: Record<string, (by: Person, q: string, at?: TestApp) => Promise<Found[]>> = {
  search: async (by, q, at = app) => {
    const { people, reservations } = await get(`/search?q=${q}`, by, at);
    return [...people.data, ...reservations.data];
  },
  candidates: async (by, q, at = app) => (await get(`/trips/${trip.id}/candidates?q=${q}`, by, at)).data,
  'the passenger list': async (by, q, at = app) => (await get(`/trips/${trip.id}/passengers?q=${q}`, by, at)).data,
  'the list of reservations': async (by, q, at = app) =>
    (await get(`/overview/reservations?list=found&q=${q}`, by, at)).data,
};

async function get(path: string, { token }: Person, at: TestApp) {
  const { status, body } = await call(at, 'GET', `/api${path}`, { token });
  expect(status).toBe(200);
  return body;
}

const masked = (cpf: string) => cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
const partsOf = (cpf: string) => [
  cpf.slice(0, 4),
  cpf.slice(2, 8),
  cpf.slice(0, 10),
  cpf.slice(1),
  cpf.slice(5),
  cpf.slice(7),
];

describe.each(Object.keys(ways))('%s', (way) => {
  const find = async (by: Person, q: string) => (await ways[way]?.(by, encodeURIComponent(q)))?.length ?? 0;

  it.each([CPF, ...(way === 'search' || way === 'the passenger list' ? [OF_PASSENGER] : [])])(
    'finds the person with the CPF %s by all of it and by what is shown, for who may see documents',
    async (cpf) => {
      for (const q of [cpf, masked(cpf), cpf.slice(6)]) expect(await find(seeing, q)).toBeGreaterThan(0);
      for (const q of [cpf, masked(cpf), cpf.slice(6)]) expect(await find(blind, q)).toBe(0);
    },
  );

  it('finds nobody by some digits of a CPF, however they are written', async () => {
    const fullWidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    for (const by of [seeing, blind]) {
      for (const cpf of [CPF, OF_PASSENGER]) {
        for (const part of partsOf(cpf)) {
          for (const q of [part, fullWidth(part), `Zuleica ${part}`, `${part.slice(0, 2)}.${part.slice(2)}`])
            expect(await find(by, q), q).toBe(0);
        }
      }
      expect(await find(by, fullWidth(CPF))).toBe(0);
    }
  });

  it('still finds people by their telephone and by words', async () => {
    expect(await find(blind, 'zuleica')).toBeGreaterThan(0);
    expect(await find(blind, '0000000000')).toBeGreaterThan(0);
  });
});

it('the list of all people finds nobody by some digits of a CPF', async () => {
  const find = async (q: string) => (await get(`/users?q=${q}`, admin, app)).data.length;
  expect(await find(CPF)).toBe(1);
  for (const part of partsOf(CPF)) expect(await find(part)).toBe(0);
});

it('searches by a CPF are in the audit trail, without the CPF', async () => {
  await ways.search?.(seeing, CPF);
  await ways.search?.(blind, CPF);
  const entries = await app.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('action', '=', 'search.cpf_asked')
    .where('actor_id', '=', seeing.id)
    .execute();
  expect(entries.at(-1)).toMatchObject({ subject_label: 'CPF •••.•••.146-90' });
  expect(JSON.stringify(entries)).not.toContain(CPF);
  const list = await call(app, 'GET', '/api/audit?action=search.cpf_asked', { token: admin.token });
  expect(list).toMatchObject({ status: 200 });
});

it('searches by a CPF are few, over all lists together', async () => {
  const limited = await startAnotherProcess(app, { config: { ...app.app.deps.config, rateLimits: true } });
  try {
    const paths = ['/search', `/trips/${trip.id}/candidates`, `/trips/${trip.id}/passengers`];
    const ask = (index: number, q: string) =>
      call(limited, 'GET', `/api${paths[index % paths.length]}?q=${q}`, { token: seeing.token });
    for (let asked = 0; asked < 60; asked += 1) expect((await ask(asked, generateCpf())).status).toBe(200);
    for (let path = 0; path < paths.length; path += 1) expect((await ask(path, generateCpf())).status).toBe(429);
    expect((await ask(0, 'ana')).status).toBe(200);
  } finally {
    await limited.close();
  }
});
