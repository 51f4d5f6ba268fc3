import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { copyDatabase, type TestDatabase } from './postgres.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

let database: TestDatabase;
let servers: ServerProcess[];
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'));
  servers = await Promise.all([start(), start()]);
  await Promise.all(servers.map((server) => server.untilReady()));
}, 240_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

const start = () =>
  startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://reservas.exemplo.com.br',
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '2',
  });

const isReady = ({ url }: ServerProcess) =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Requests through a proxy that checks readiness. */
async function visit(signal: AbortSignal): Promise<(number | string)[]> {
  const answers: (number | string)[] = [];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const [first, second] = turn % 2 ? servers : servers.toReversed();
    const server = first && (await isReady(first)) ? first : second;
    answers.push(
      await fetch(`${server?.url}/portal/passeio`).then(
        (answer) => answer.text().then(() => answer.status),
        (error) => error.cause?.code ?? String(error),
      ),
    );
  }
  return answers;
}

describe('two servers that are restarted one after the other', { timeout: 120_000 }, () => {
  it('cause no errors: each announces its stop, serves on, and ends', async () => {
    const over = new AbortController();
    const visitors = Promise.all(Array.from({ length: 4 }, () => visit(over.signal)));

    for (const [place, server] of [...servers.entries()]) {
      const stopped = server.stop();
      await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(503), { interval: 5 });
      expect((await fetch(`${server.url}/portal/passeio`)).status).toBe(200);
      await stopped;
      expect(await server.ended()).toBe(0);
      const next = await start();
      await next.untilReady();
      servers[place] = next;
    }

    over.abort();
    const answers = (await visitors).flat();
    expect(answers.length).toBeGreaterThan(20);
    expect(new Set(answers)).toEqual(new Set([200]));
  });
});
