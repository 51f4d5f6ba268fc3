import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from './app.ts';
import { tripOfHolds } from './holds.ts';
import { startServerProcess } from './processes/server-process.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const start = () =>
  startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://reservas.exemplo.com.br',
    DATABASE_URL: app.databaseUrl,
    IDENTITY_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '0',
  });

async function statesIn(tripId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select count(*) || ' ' || state as text from reservations where trip_id = ${tripId} group by state`.execute(app.db);
  return rows.map(({ text }) => text);
}

it('holds that ended while nothing ran expire at the start, later ones by themselves, and the stop waits for neither', {
  timeout: 240_000,
}, async () => {
  const missed = await tripOfHolds(app, 10, new Date(Date.now() - 60_000));
  const server = await start();
  await server.untilReady();
  await expect.poll(() => statesIn(missed)).toEqual(['10 expired']);

  const later = await tripOfHolds(app, 10, new Date(Date.now() + 1_000));
  await expect.poll(() => statesIn(later), { timeout: 30_000, interval: 200 }).toEqual(['10 expired']);
  await server.stop();
  expect(await server.ended()).toBe(0);
});
