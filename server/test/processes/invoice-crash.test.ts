import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../app.ts';
import { call, createPerson, type Person } from '../factories.ts';
import {
  fiscalDeps,
  fiscalSettings,
  OPERATOR_TAX_ID,
  startTestGovernment,
  type TestGovernment,
} from '../government.ts';
import { createFamily } from '../parties.ts';

const CRASHES = Number(process.env.NFSE_CRASHES ?? 10);
const TIMES = { timeout: 60_000, interval: 100 };

let app: TestApp;
let government: TestGovernment;
let staff: Person;
let file = '';
const running: ChildProcess[] = [];
beforeAll(async () => {
  government = await startTestGovernment();
  const { cert, key } = await government.authority.issueForCompany({ name: 'Empresa', taxId: OPERATOR_TAX_ID });
  file = cert + key;
  const fiscal = await government.connect();
  app = await buildTestApp({ deps: fiscalDeps(fiscal) });
  await fiscal.close();
  staff = await createPerson(app, 'OPERATOR');
  await app.db.updateTable('operator').set({ cnpj: OPERATOR_TAX_ID }).execute();
  const admin = await createPerson(app, 'ADMIN');
  await call(app, 'PUT', '/api/settings/fiscal', { token: admin.token, body: fiscalSettings });
});
afterAll(async () => {
  for (const process of running) process.kill('SIGKILL');
  await app.close();
  await government.stop();
});

async function start(): Promise<ChildProcess> {
  const options = JSON.stringify({ databaseUrl: app.databaseUrl, access: government.access, file });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'send-invoices.ts'), options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  return child;
}

async function issueNote(): Promise<string> {
  const { id } = await createFamily(app, { adult: 1 });
  const payment = { kind: 'balance', method: 'cash', amountCents: 18_900 };
  await call(app, 'POST', `/api/reservations/${id}/payments`, { token: staff.token, body: payment });
  const body = { amountCents: 18_900, description: 'Passeio' };
  const { status } = await call(app, 'POST', `/api/reservations/${id}/invoices/issue`, { token: staff.token, body });
  expect(status).toBe(202);
  return id;
}

const countOf = async (state: 'sent' | 'authorised') =>
  (await app.db.selectFrom('issued_invoices').select('id').where('state', '=', state).execute()).length;

it('two servers that are killed while they send leave each reservation one note, and no number twice', async () => {
  const servers = [await start(), await start()];
  for (let crash = 0; crash < CRASHES; crash += 1) {
    // Some answers are lost by the government's death, the others by ours.
    government.registry.condition = crash % 3 === 2 ? 'dying' : 'open';
    await issueNote();
    // Killed around the moment at which the government has the note; the other server goes on.
    if (crash % 2) await vi.waitFor(() => expect(government.registry.notes.size).toBeGreaterThan(crash), TIMES);
    else await wait((crash * 25) % 250);
    const child = servers.shift();
    child?.kill('SIGKILL');
    if (child) await once(child, 'exit');
    servers.push(await start());
  }
  government.registry.condition = 'open';
  await vi.waitFor(async () => expect(await countOf('authorised')).toBe(CRASHES), TIMES);
  expect(government.registry.notes.size).toBe(CRASHES);
  const rows = await app.db.selectFrom('issued_invoices').select(['number', 'access_key', 'reservation_id']).execute();
  for (const column of ['number', 'access_key', 'reservation_id'] as const) {
    expect(new Set(rows.map((row) => row[column])).size).toBe(CRASHES);
  }
});
