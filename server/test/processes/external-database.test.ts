import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEMO_PASSWORD, demoAccounts } from '../../../demo/people.ts';
import { createDatabase, createPool } from '../../src/platform/database/connect.ts';
import { findFaults } from '../../src/platform/database/find-faults.ts';
import { requireSessionMode } from '../../src/platform/database/pooling.ts';
import { StartError } from '../../src/platform/process/start-error.ts';
import { partyOf, reserve, signUpAndIn } from '../ledger.ts';
import { createEmptyDatabase, type TestDatabase } from '../postgres.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { DEMONSTRATION, type ServerProcess, startServerProcess } from './server-process.ts';

const POOLED = 'DATABASE_URL leads to a pooler in transaction or statement mode';
const IDENTITY_SECRET = 'segredo-de-teste-com-mais-de-32-caracteres';

let database: TestDatabase;
let pgBouncer: PgBouncer;
beforeAll(async () => {
  database = await createEmptyDatabase(inject('templateUrl'));
  pgBouncer = await startPgBouncer(database.url);
});
afterAll(async () => {
  await pgBouncer.stop();
  await database.drop();
});

const start = (mode: 'session' | 'transaction') =>
  startServerProcess({ DATABASE_URL: pgBouncer.url(mode), IDENTITY_SECRET }, DEMONSTRATION);

async function signInStatus({ url }: ServerProcess, email: string): Promise<number> {
  const { status } = await fetch(`${url}/identity/sign-in/email`, {
    method: 'POST',
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    headers: { 'content-type': 'application/json', origin: url },
  });
  return status;
}

async function reservesOncePerKey(base: string): Promise<void> {
  const { data: trips } = (await (await fetch(`${base}/api/trips?upcoming=true`)).json()) as { data: Trip[] };
  const trip = trips.find(({ placesLeft }) => placesLeft >= 3) as Trip;
  const asked = { trip, body: { party: partyOf(trip, 2) }, key: 'familia' };
  const token = await signUpAndIn(base);
  const responses = await Promise.all([1, 2, 3].map(() => reserve(base, token, asked)));
  const made = await Promise.all(responses.map((response) => response.json() as Promise<Reservation>));
  expect(made[0]).toMatchObject({ places: 3, trip: { id: trip.id } });
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const db = createDatabase(createPool({ connectionString: database.url, max: 1, onError: () => undefined }));
  expect(await findFaults(db)).toEqual([]);
  await db.destroy();
}

describe('a PgBouncer before the database', { timeout: 360_000 }, () => {
  it('in session mode serves two servers that start concurrently on an empty database, which one of them seeds', async () => {
    const servers = await Promise.all([start('session'), start('session')]);
    await Promise.all(servers.map((server) => server.untilReady()));

    for (const server of servers) {
      const trips = await fetch(`${server.url}/api/trips`);
      expect(await trips.json()).toMatchObject({ page: { total: 26 } });
      for (const { email } of demoAccounts) expect(await signInStatus(server, email)).toBe(200);
    }
    await reservesOncePerKey(servers[0]?.url ?? '');
    const preparations = servers.filter((server) => server.output().includes('Preparing the demonstration'));
    expect(preparations).toHaveLength(1);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('in transaction mode ends the start with a sentence', async () => {
    const server = await start('transaction');
    expect(await server.ended()).toBe(1);
    expect(server.output()).toContain(POOLED);
    expect(server.output()).not.toContain('    at ');
    await server.stop();
  });

  it('is refused in statement mode too', async () => {
    const refusal = requireSessionMode(pgBouncer.url('statement'));
    await expect(refusal).rejects.toThrow(StartError);
    await expect(refusal).rejects.toThrow(POOLED);
  });
});

it('says so where the database of DATABASE_URL cannot be reached', async () => {
  const refusal = requireSessionMode('postgresql://ana:s3gredo@127.0.0.1:1/nada');
  await expect(refusal).rejects.toThrow(StartError);
  await expect(refusal).rejects.toThrow(
    /^The database of DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1$/,
  );
});
