import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { DEMO_PASSWORD, demoAccounts } from '../../../demo/people.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { createClient } from '../../src/platform/database/connect.ts';
import { copyDatabase } from '../postgres.ts';
import { DEMONSTRATION, type ServerProcess, startServerProcess } from './server-process.ts';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

let server: ServerProcess;
let database: Awaited<ReturnType<typeof copyDatabase>>;
let metricsUrl: string;
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'));
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  const env = { DATABASE_URL: database.url, METRICS_PORT: String(port), PAYMENTS: 'demo-bank', DEMO_BANK_PORT: '0' };
  server = await startServerProcess(env, DEMONSTRATION);
  await server.untilReady();
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const scrape = async () => (await fetch(metricsUrl)).text();
/** Names of metrics, with those of a histogram's parts as they are queried. */
const exportedNames = (text: string) => new Set([...text.matchAll(/^(\w+)(?:\{.*\})? /gm)].map(([, name]) => name));
const namesIn = (expression: string) =>
  [...expression.matchAll(/\b(?:passeio|http_server|nodejs|process)_\w+/g)].map(([name]) => name);

const signIn = async (email: string) => {
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  const headers = { 'content-type': 'application/json', origin: server.url };
  return fetch(`${server.url}/identity/sign-in/email`, { method: 'POST', body, headers });
};

it('every metric of alerts and dashboards is exported by a started product', async () => {
  const rules = parse(read('prometheus/alerts.yaml')).groups[0].rules.map(({ expr }: { expr: string }) => expr);
  const dashboards = globSync('grafana/*.json', { cwd: DEPLOY }).map((path) => JSON.parse(read(path)));
  expect(dashboards.map(({ uid }) => uid).toSorted()).toEqual(['passeio-jobs', 'passeio-money', 'passeio-overview']);
  const panels = dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }: { targets: object[] }) => targets));
  const wanted = new Set([...rules, ...panels.map(({ expr }) => expr)].flatMap(namesIn));
  expect(wanted.size).toBeGreaterThan(15);
  await fetch(`${server.url}/`);
  // Counters with labels appear with the first event: a client who reserves, and a payment, are counted elsewhere.
  const exported = [...exportedNames(await scrape()), ...(await metricTypes())];
  expect([...wanted].filter((name) => !exported.includes(name))).toEqual([]);
});

/** Names of metrics without a series yet, and of a histogram's parts. */
async function metricTypes(): Promise<string[]> {
  const types = [...(await scrape()).matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  return types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
}

it('a scrape has nothing of people, secrets or paths', async () => {
  for (const { email } of demoAccounts) await signIn(email);
  await fetch(`${server.url}/portal?q=52998224725`);
  const client = createClient(database.url);
  await client.connect();
  const { rows } = await client.query<{ value: string }>(
    `select unnest(array[cpf, email, contact, name, id::text]) as value from users
     union select code from reservations union select reference from charges
     union select cpf from participants union select slug from trips`,
  );
  await client.end();
  const values = rows.map(({ value }) => value).filter((value) => value !== null && value !== '');
  expect(values.length).toBeGreaterThan(300);
  const text = await scrape();
  expect(text).toContain('route="/identity/sign-in/email"');
  expect(values.filter((value) => text.includes(value))).toEqual([]);
  const labels = [...text.matchAll(/\{(.*)\}/g)].map(([, label]) => label);
  expect(labels.filter((label) => /@|\d{11}|[0-9a-f]{8}-/.test(label ?? ''))).toEqual([]);
});

it('a server that stops closes the port of its metrics too', async () => {
  await server.stop();
  await expect(fetch(metricsUrl)).rejects.toThrow();
});
