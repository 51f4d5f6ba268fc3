import type { Trip } from '@passeio/contract/trips/trips';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSeriesChange } from '../../src/domains/trips/series/series-changes.ts';
import { system } from '../../src/platform/audit/audit.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { call, createPerson, type Person, tripDraft } from '../factories.ts';
import { createFamily, type Family } from '../parties.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const DATES = 52;
const soon = { timeout: 60_000, interval: 100 };

let app: TestApp;
let staff: Person;
const trips: Trip[] = [];
const families: Family[] = [];
const servers: ServerProcess[] = [];
let holder: pg.PoolClient | undefined;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  const times = { date: '2031-05-04T08:00:00.000Z', returnDate: '2031-05-04T22:00:00.000Z' };
  const body = tripDraft({ ...times, minParticipants: 0 });
  const { body: first } = await call(app, 'POST', '/api/trips', { token: staff.token, body });
  const rule = { every: 'week', weekdays: [0], until: '2032-04-25' };
  const copies = await call(app, 'POST', `/api/trips/${first.id}/copies`, { token: staff.token, body: { rule } });
  trips.push(first, ...copies.body.data);
  await app.db.updateTable('trips').set({ is_active: true }).execute();
  // Two payers, each on dates before and after the one at which the first server dies.
  for (const [index, place] of [3, 40, 4, 41].entries()) {
    const trip = trips[place] as Trip;
    const [adult = '', child = '', lapChild = ''] = trip.fares.map(({ id }) => id);
    const fares = { adult, child, lapChild, courtesy: '' };
    const found = {
      id: trip.id,
      departsAt: new Date(trip.date),
      fares,
      boardingPointId: trip.boardingPoints[0]?.id ?? '',
    };
    const payer = index % 2 === 1 ? families.at(-1)?.payer : undefined;
    families.push(await createFamily(app, { adult: 1 }, { trip: found, ...(payer && { payer }) }));
  }
}, 120_000);
afterAll(async () => {
  await holder?.query('rollback');
  for (const server of servers) await server.stop();
  holder?.release();
  await app.close();
});

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: 'https://reservas.exemplo.com.br',
    DATABASE_URL: app.databaseUrl,
    IDENTITY_SECRET: 'x'.repeat(32),
    PIX_WEBHOOK_SECRET: 'x'.repeat(40),
    DRAIN_SECONDS: '0',
  });
  servers.push(server);
  await server.untilReady();
  return server;
}

const changed = async () =>
  (await app.db.selectFrom('series_change_dates').select('trip_id').where('state', '=', 'changed').execute()).length;
const mails = async () =>
  (
    await sql<{ to: string }>`select data->>'to' as to from pgboss.job where data->>'kind' = 'tripChanged'`.execute(
      app.db,
    )
  ).rows;

it('52 dates get a new time once each, and each payer one e-mail, although the server is killed in the middle', {
  timeout: 180_000,
}, async () => {
  const twentieth = trips[19] as Trip;
  holder = await app.pool.connect();
  await holder.query('begin');
  await holder.query('select id from trips where id = $1 for no key update', [twentieth.id]);
  const seriesId = twentieth.seriesId ?? '';
  const fields = { returnDate: '2031-05-04T23:30:00.000Z' };
  const tripIds = trips.map(({ id }) => id);
  await inTransaction(app.db, (trx) =>
    startSeriesChange(trx, { ...system, name: 'Equipe' }, seriesId, { fields, tripIds }),
  );

  const first = await start();
  await expect.poll(changed, soon).toBe(19);
  await first.kill();
  await holder.query('rollback');
  expect([await changed(), await mails()]).toEqual([19, []]);

  await start();
  await expect.poll(changed, soon).toBe(DATES);
  await expect.poll(async () => (await mails()).length, soon).toBe(2);
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual(
    [...new Set(families.map(({ payer }) => payer.email))].toSorted(),
  );
  for (const trip of trips) {
    const { body } = await call(app, 'GET', `/api/trips/${trip.id}`, { token: staff.token });
    expect([body.version, body.returnDate.slice(11, 16)]).toEqual([trip.version + 1, '23:30']);
  }
  const entries = app.db.selectFrom('audit_entries').select('actor_name').where('action', '=', 'trip.changed');
  expect((await entries.execute()).map(({ actor_name }) => actor_name)).toEqual(Array(DATES).fill('Equipe'));
});
