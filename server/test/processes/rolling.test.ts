import type { Trip } from '@passeio/contract/trips/trips';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/platform/database/connect.ts';
import { findFaults } from '../../src/platform/database/find-faults.ts';
import { Ledger, prepareTrips, signUpAndIn } from '../ledger.ts';
import { copyDatabase, type TestDatabase } from '../postgres.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const TURNS = 5;
const SITE = 'https://reservas.exemplo.com.br';

let database: TestDatabase;
let db: Database;
/** The one that is asked first comes last. */
let servers: ServerProcess[];
// Nobody goes on asking for a server after a failed test.
const ended = new AbortController();
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'));
  db = createDatabase(createPool({ connectionString: database.url, max: 2, onError: () => undefined }));
  await prepareTrips(db, 4, 1_000);
  servers = [await start()];
  await servers[0]?.untilReady();
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

/** One more person opens the page each time; the statuses, or errors, that they got. */
function visits(signal: AbortSignal): () => Promise<(number | string)[]> {
  const all: Promise<number | string>[] = [];
  const visit = async (turn: number) => {
    const response = await fetch(`${await readyServer(turn)}/portal/passeio`);
    await response.text();
    return response.status;
  };
  const timer = setInterval(() => all.push(visit(all.length).catch((error) => error.cause?.code ?? String(error))), 25);
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => Promise.all(all);
}

describe('a server that is replaced by another one', () => {
  it('causes no errors and loses no reservation: it announces its stop, serves on, and ends', async () => {
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const tokens = await Promise.all([signUpAndIn(await readyServer(), SITE), signUpAndIn(await readyServer(), SITE)]);
    const ledgers = tokens.map((token) => new Ledger(() => readyServer(), token));
    const { data: trips } = (await (await fetch(`${await readyServer()}/api/trips?upcoming=true`)).json()) as {
      data: Trip[];
    };
    // Few enough for the limit of a person.
    const reserveAll = () => Promise.all(ledgers.map((ledger) => ledger.takeTurns(trips, TURNS)));
    const visited = visits(over.signal);

    const old = servers[0] as ServerProcess;
    const next = await start();
    servers = [next, old];
    await next.untilReady();
    const stopped = old.stop();
    const reserved = reserveAll();
    await vi.waitFor(async () => expect((await fetch(`${old.url}/readyz`)).status).toBe(503), { interval: 5 });
    expect((await fetch(`${old.url}/portal/passeio`)).status).toBe(200);
    await reserved;
    await stopped;
    servers = [next];
    await reserveAll();
    expect(await old.ended()).toBe(0);

    over.abort();
    const responses = await visited();
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
