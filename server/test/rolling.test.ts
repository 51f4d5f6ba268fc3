import type { Trip } from '@passeio/contract/trips';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '../src/platform/database/connect.ts';
import { createTrip } from './factories.ts';
import { findFaults } from './invariants.ts';
import { Ledger, signUpAndIn } from './ledger.ts';
import { copyDatabase, type TestDatabase } from './postgres.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const TURNS = 5;
const SITE = 'https://reservas.exemplo.com.br';

let database: TestDatabase;
let db: Database;
let servers: ServerProcess[];
// Nobody goes on asking for a server after a failed test.
const ended = new AbortController();
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'));
  db = createDatabase(createPool({ connectionString: database.url, max: 2, onError: () => undefined }));
  await db.updateTable('operator').set({ require_confirmed_email: false }).execute();
  for (let trip = 0; trip < 4; trip += 1) await createTrip({ db }, { capacity: 1_000 });
  servers = await Promise.all([start(), start()]);
  await Promise.all(servers.map((server) => server.untilReady()));
}, 240_000);
afterAll(async () => {
  ended.abort();
  await Promise.all(servers.map((server) => server.stop()));
  await db.destroy();
  await database.drop();
});

const start = () =>
  startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: SITE,
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '2',
  });

const isReady = ({ url }: ServerProcess) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );

/** Address of a server that is ready, as a proxy chooses it; `turn` decides which is tried first. */
async function readyServer(turn = 0): Promise<string> {
  // Asked anew each time: a server may have been replaced while another one was asked.
  for (;;) {
    ended.signal.throwIfAborted();
    for (const server of turn % 2 ? servers : servers.toReversed()) if (await isReady(server)) return server.url;
  }
}

async function visit(signal: AbortSignal): Promise<(number | string)[]> {
  const responses: (number | string)[] = [];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const url = await readyServer(turn);
    responses.push(
      await fetch(`${url}/portal/passeio`).then(
        (response) => response.text().then(() => response.status),
        (error) => error.cause?.code ?? String(error),
      ),
    );
  }
  return responses;
}

describe('two servers that are restarted one after the other', () => {
  it('cause no errors and lose no reservation: each announces its stop, serves on, and ends', async () => {
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const tokens = await Promise.all([signUpAndIn(await readyServer(), SITE), signUpAndIn(await readyServer(), SITE)]);
    const ledgers = tokens.map((token) => new Ledger(() => readyServer(), token));
    const { data: trips } = (await (await fetch(`${await readyServer()}/api/trips?upcoming=true`)).json()) as {
      data: Trip[];
    };
    // Few enough for the limit of a person.
    const reserveAll = () => Promise.all(ledgers.map((ledger) => ledger.takeTurns(trips, TURNS)));
    const visitors = Promise.all(Array.from({ length: 4 }, () => visit(over.signal)));

    for (const [place, server] of [...servers.entries()]) {
      const stopped = server.stop();
      const reserved = reserveAll();
      await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503), { interval: 5 });
      expect((await fetch(`${server.url}/portal/passeio`)).status).toBe(200);
      await reserved;
      await stopped;
      await reserveAll();
      expect(await server.ended()).toBe(0);
      const next = await start();
      await next.untilReady();
      servers[place] = next;
    }

    over.abort();
    const responses = (await visitors).flat();
    expect(responses.length).toBeGreaterThan(20);
    expect(new Set(responses)).toEqual(new Set([200]));
    for (const ledger of ledgers) {
      expect(ledger.acknowledgements).toBeGreaterThan(TURNS);
      expect({ failures: [...ledger.failures], unanswered: ledger.unanswered.size }).toEqual({
        failures: [],
        unanswered: 0,
      });
      await ledger.compare();
    }
    expect(await findFaults(db)).toEqual([]);
  });
});
