import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { routes } from '@passeio/contract/api/routes';
import { API_BASE } from '@passeio/contract/paths';
import { type AnyRoute, pathByLink } from '@passeio/contract/route';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seedDemonstration } from '../../demo/seed.ts';
import { embeddedProvider, openPools, openStorage } from '../src/adapters.ts';
import { readOperator } from '../src/hosting/directory.queries.ts';
import { configOf } from '../src/hosting/operator-config.ts';
import { createDatabase, createPool } from '../src/platform/database/connect.ts';
import { startJobs } from '../src/platform/jobs/jobs.ts';
import { createLogger } from '../src/platform/process/logging.ts';
import { startTrustedBanks, valuesFor } from './banks/connectable-bank.ts';
import type { TestBank } from './banks/demo-bank.ts';
import { createTrip } from './factories.ts';
import { type HostedPerson, PASSWORD, startTestHost, type TestHost } from './hosting.ts';

// With ISOLATION=whole, every id of the one operator is tried at every route of the other.
const IS_WHOLE = process.env.ISOLATION === 'whole';
const ISOLATION_IDS = IS_WHOLE ? 80 : 4;

/** The name of the demonstration's operator. */
const DEMO_NAME = 'Rota das Águas Passeios';

let host: TestHost;
let trusted: Awaited<ReturnType<typeof startTrustedBanks>>;
let bank: TestBank;
let attacker: { slug: string; domain: string; staff: HostedPerson };
let victim: { slug: string; domain: string; staff: HostedPerson };
let loot: Loot;

/** What the attacker knows of the victim, and what must not appear where it does not belong. */
interface Loot {
  /** An id of each table. */
  ids: { table: string; id: string }[];
  /** Tokens of links in e-mails. */
  tokens: string[];
  /** Titles, names, addresses and codes that only the victim has, also those that its visitors see. */
  marks: string[];
  /** Of those, what only its staff and clients see. */
  secrets: string[];
}

beforeAll(async () => {
  trusted = await startTrustedBanks(1);
  [bank] = trusted.banks as [TestBank];
  host = await startTestHost({ config: { connectsToPrivate: true } });
  const [one, other] = [await host.add('Serra Azul'), await host.add('Rota das Águas')];
  await host.inDatabase(one.slug, (db) => createTrip({ db }, { title: 'Pico dos Marins' }));
  await fill(other.slug);
  attacker = { ...one, staff: await host.administrator(one) };
  victim = { ...other, staff: await signInDemo(other.domain) };
  loot = await readLoot(other.slug);
}, 300_000);
afterAll(async () => {
  await host.close();
  await trusted.stop();
});

/** Writes the demonstration's trips, people and payments. */
async function fill(slug: string): Promise<void> {
  const operator = await readOperator(host.context.pool, slug);
  if (!operator) throw new Error(`no operator ${slug}`);
  const config = configOf(operator, host.config, host.context.cluster, host.context.key);
  const logger = createLogger('silent');
  const connectionString = config.databaseUrl ?? '';
  const opened = openPools(connectionString, logger, async () => undefined);
  // The demonstration is one transaction, in which a busy machine may do nothing for seconds.
  const patient = { connectionString, max: 5, idleInTransactionMs: 60_000, onError: () => undefined };
  const connections = { ...opened, db: createDatabase(createPool(patient)) };
  const jobs = await startJobs(connections.pool, logger);
  const identity = await embeddedProvider(config, connections, jobs, logger);
  await seedDemonstration({ db: connections.db, storage: await openStorage(config), identity });
  await jobs.stop();
  await connections.db.destroy();
  await opened.close();
}

async function signInDemo(domain: string): Promise<HostedPerson> {
  const email = 'admin@rotadasaguas.example';
  const origin = `http://${domain}:3000`;
  const body = { email, password: 'passeio-demo' };
  const { headers } = await host.ask(domain, '/identity/sign-in/email', { method: 'POST', body, headers: { origin } });
  const setCookie = headers['set-cookie'] ?? [];
  const cookie = setCookie.map((line) => line.split(';')[0]).join('; ');
  const { body: given } = await host.ask(domain, '/identity/token', { cookie });
  return { email, cookie, setCookie, token: given.token };
}

async function readLoot(slug: string): Promise<Loot> {
  return host.inDatabase(slug, async (_, pool) => {
    const read = async (query: string) => (await pool.query<{ value: string }>(query)).rows.map(({ value }) => value);
    const tables = await read(`select table_name as value from information_schema.columns
      where table_schema = 'public' and column_name = 'id' and data_type = 'uuid'`);
    const ids: Loot['ids'] = [];
    for (const table of tables) {
      for (const id of await read(`select id::text as value from "${table}" limit 1`)) ids.push({ table, id });
    }
    for (const id of await read('select slug as value from trips limit 1')) ids.push({ table: 'trips', id });
    for (const id of await read('select code as value from reservations limit 1'))
      ids.push({ table: 'reservations', id });
    const shown = await read('select distinct title as value from trips');
    const people = await read(`select name as value from users where length(name) > 9
      union select email from users where email <> '' union select cpf from users where cpf <> ''`);
    const codes = await read('select code as value from reservations');
    const secrets = [...people.filter((text) => text !== 'Ana Lima'), ...codes];
    return { ids, secrets, marks: [...shown, DEMO_NAME, ...secrets], tokens: await readTokens() };
  });
}

/** Tokens of links in the e-mails of the victim, once there are some. */
async function readTokens(): Promise<string[]> {
  const folder = join(host.config.dataDir, 'mail');
  const count = async () => (await readdir(folder).catch(() => [])).length;
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(2), { timeout: 90_000 });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails.flatMap(({ text = '' }) =>
    [...text.matchAll(/[?#&](?:token|t|c)=([\w.-]{16,})/g)].map(([, token]) => token ?? ''),
  );
}

const all = Object.values(routes).flatMap((table) => Object.values<AnyRoute>(table));

/** The paths of a route with ids of the victim, first those whose table the path names. */
function pathsOf({ path }: AnyRoute): string[] {
  const pattern = API_BASE + path.slice(1);
  if (!pattern.includes(':')) return [pattern];
  const words = pattern
    .toLowerCase()
    .split(/[/:-]/)
    .map((word) => word.replace(/(id|s)$/, ''));
  const fits = ({ table }: { table: string }) => words.some((word) => word.length > 3 && table.includes(word));
  const ids = [...loot.ids].sort((one, other) => Number(fits(other)) - Number(fits(one))).slice(0, ISOLATION_IDS);
  return ids.map(({ id }) => pattern.replaceAll(/:\w+/g, id));
}

interface Try {
  method: string;
  path: string;
  at: string;
  asked: Parameters<TestHost['ask']>[2];
  forbidden: string[];
}

/** Requests that use what is one operator's at the other. */
function tries(): Try[] {
  const { marks, secrets, tokens } = loot;
  const found: Try[] = [];
  const credentials = (person: HostedPerson) => [{ token: person.token }, { cookie: person.cookie }];
  for (const route of all.filter(({ method }) => method === 'GET')) {
    for (const path of pathsOf(route)) {
      const at = attacker.domain;
      const asked = [{}, ...credentials(victim.staff), ...credentials(attacker.staff)];
      for (const one of asked) found.push({ method: 'GET', path, at, asked: one, forbidden: marks });
      const headers = { 'x-forwarded-host': victim.domain, forwarded: `host=${victim.domain}` };
      found.push({ method: 'GET', path, at, asked: { headers, token: victim.staff.token }, forbidden: marks });
      const absolute = `http://${victim.domain}${path}`;
      found.push({ method: 'GET', path: absolute, at, asked: { token: victim.staff.token }, forbidden: marks });
      const foreign = { method: 'GET', path, at: victim.domain, forbidden: secrets };
      for (const one of credentials(attacker.staff)) found.push({ ...foreign, asked: one });
    }
  }
  for (const route of all.filter(({ method, path }) => method !== 'GET' && path.includes(':'))) {
    const { method } = route;
    for (const path of pathsOf(route)) {
      for (const { token } of [victim.staff, attacker.staff]) {
        found.push({ method, path, at: attacker.domain, asked: { token, body: {} }, forbidden: marks });
      }
      const asked = { token: attacker.staff.token, body: {} };
      found.push({ method, path, at: victim.domain, asked, forbidden: secrets });
    }
  }
  for (const { byLink } of all) {
    for (const token of byLink ? tokens : []) {
      const path = API_BASE + pathByLink(byLink as NonNullable<typeof byLink>).slice(1);
      found.push({ method: 'POST', path, at: attacker.domain, asked: { body: { token } }, forbidden: marks });
    }
  }
  const pages = ['/', '/portal', '/portal/passeio', ...loot.ids.map(({ id }) => `/portal/passeio/${id}`), '/sw.js'];
  for (const path of [
    ...pages,
    '/manifest.webmanifest',
    '/identity/jwks',
    '/identity/get-session',
    '/api/openapi.json',
  ]) {
    found.push({ method: 'GET', path, at: attacker.domain, asked: { cookie: victim.staff.cookie }, forbidden: marks });
  }
  return found;
}

/** Makes all tries; returns those that were answered with something of the other operator. */
async function attack(): Promise<{ count: number; leaks: string[] }> {
  const left = tries();
  const count = left.length;
  const leaks: string[] = [];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { method, path, at, asked, forbidden } = next;
      const { text, status } = await host.ask(at, path, { method, ...asked });
      const mark = status < 500 && forbidden.find((one) => text.includes(one) && !path.includes(one));
      if (mark) leaks.push(`${method} ${path} at ${at === attacker.domain ? 'the attacker' : 'the victim'}: ${mark}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return { count, leaks };
}

/** What writes would change at the victim. */
function footprints(): Promise<unknown> {
  return host.inDatabase(victim.slug, async (_, pool) => {
    const { rows } = await pool.query(`select
      (select count(*) from audit_entries where actor_id is not null) as audited,
      (select md5(string_agg(id::text || title || is_active || capacity, ',' order by id)) from trips) as trips,
      (select md5(string_agg(id::text || role || coalesce(email, ''), ',' order by id)) from users) as people`);
    return rows;
  });
}

it('nothing of an operator is answered at another, or to its staff, and nothing of it changes', async () => {
  expect(loot.ids.length).toBeGreaterThan(30);
  expect(loot.tokens.length).toBeGreaterThan(0);
  const before = await footprints();
  const { count, leaks } = await attack();
  expect(leaks).toEqual([]);
  if (IS_WHOLE) console.log(`${count} tries`);
  expect(count).toBeGreaterThan(2_000);
  expect(await footprints()).toEqual(before);
}, 600_000);

const DEVICE = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/isolation',
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
};

it('a device of a client is known, notified and removed by its operator alone', async () => {
  const isOn = async ({ domain, staff: { token } }: typeof victim) => {
    const path = `/api/push/key?endpoint=${encodeURIComponent(DEVICE.endpoint)}`;
    return (await host.ask(domain, path, { token })).body as { isOn: boolean; publicKey: string };
  };
  const asked = { method: 'PUT', body: DEVICE };
  expect((await host.ask(victim.domain, '/api/push/devices', { ...asked, token: victim.staff.token })).status).toBe(
    200,
  );
  const [mine, others] = [await isOn(victim), await isOn(attacker)];
  expect([mine.isOn, others.isOn]).toEqual([true, false]);
  // A push service takes nothing for it that another key has signed.
  expect(others.publicKey).not.toBe(mine.publicKey);
  const removal = { method: 'POST', body: { endpoint: DEVICE.endpoint }, token: attacker.staff.token };
  await host.ask(attacker.domain, '/api/push/devices/removal', removal);
  await host.ask(attacker.domain, '/api/push/devices', { ...asked, token: attacker.staff.token });
  expect((await isOn(victim)).isOn).toBe(true);
  const foreign = await host.ask(victim.domain, '/api/push/devices/removal', removal);
  expect(foreign.status).toBe(401);
  expect((await isOn(victim)).isOn).toBe(true);
});

it("a bank's notice is taken at the address of the operator that it was registered for, and at no other", async () => {
  const pathOf = async ({ domain, staff }: typeof victim, password: string) => {
    const body = { values: valuesFor(bank), password };
    const { status } = await host.ask(domain, '/api/connections/pix', { method: 'PUT', token: staff.token, body });
    expect(status).toBe(200);
    return new URL(bank.system.accounts.webhookUrl ?? '').pathname;
  };
  const paths = { victim: await pathOf(victim, 'passeio-demo'), attacker: await pathOf(attacker, PASSWORD) };
  expect(paths.victim).not.toBe(paths.attacker);
  const notice = { method: 'POST', body: { pix: [] } };
  const at = async (one: string, other: string) => (await host.ask(one, other, notice)).status;
  expect([await at(victim.domain, paths.victim), await at(attacker.domain, paths.attacker)]).toEqual([200, 200]);
  expect([await at(attacker.domain, paths.victim), await at(victim.domain, paths.attacker)]).toEqual([404, 404]);
  const [, , name = '', secret = ''] = paths.victim.split('/');
  expect(await at(attacker.domain, `/webhooks/${paths.attacker.split('/')[2]}/${secret}`)).toBe(404);
  expect(await at(attacker.domain, `/webhooks/${name}/${paths.attacker.split('/')[3]}`)).toBe(404);
});

it('the same attack succeeds where two operators are led to one database, which the directory refuses', async () => {
  const { pool } = host.context;
  const share = () =>
    pool.query('update operators set database = (select database from operators where slug = $2) where slug = $1', [
      attacker.slug,
      victim.slug,
    ]);
  await expect(share()).rejects.toThrow('operators_database');
  const { database = '' } = (await readOperator(pool, attacker.slug)) ?? {};
  await pool.query('drop index operators_database');
  await share();
  await expect
    .poll(async () => (await host.ask(attacker.domain, '/api/settings')).body?.name, { timeout: 30_000 })
    .toBe(DEMO_NAME);
  const { count, leaks } = await attack();
  if (IS_WHOLE) console.log(`${count} tries, ${leaks.length} leaks of the control`);
  expect(leaks.length).toBeGreaterThan(20);
  await pool.query('update operators set database = $2 where slug = $1', [attacker.slug, database]);
}, 600_000);
