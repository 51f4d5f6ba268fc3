import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { isDatabaseAway } from '../http/errors.ts';
import { createPool } from './connect.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('a server that stops in the middle of a transaction does not hold up the others', async () => {
  const trip = await createTrip(app);
  const { token } = await createPerson(app);
  const errors: Error[] = [];
  const stopped = createPool({ connectionString: app.databaseUrl, max: 1, onError: (error) => errors.push(error) });
  const client = await stopped.connect();
  await client.query('begin');
  await client.query('select id from trips where id = $1 for update', [trip.id]);

  expect((await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token })).status).toBe(201);

  // It goes on with another connection, and what it had begun is undone.
  client.release();
  expect(errors[0]).toMatchObject({ code: '25P03' });
  expect((await stopped.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await stopped.end();
});

it('a database that ends a connection as soon as it is open ends no server', async () => {
  const message = (type: string, body: string | Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(4 + body.length);
    return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
  };
  // Accepted, ready, and over, in one piece.
  const welcome = [message('R', Buffer.alloc(4)), message('Z', 'I'), message('E', 'SFATAL\0C57P01\0Mover\0\0')];
  const hasty = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat(welcome)));
  }).listen(0, '127.0.0.1');
  await once(hasty, 'listening');
  const { port } = hasty.address() as AddressInfo;
  const pool = createPool({
    connectionString: `postgresql://postgres@127.0.0.1:${port}/passeio`,
    max: 1,
    onError: () => {},
  });
  const refused = await pool.query('select 1').catch((error: unknown) => error);
  expect(isDatabaseAway(refused)).toBe(true);
  await pool.end();
  hasty.close();
});

it('servers of a database that take connections and never answer count as away', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const connectionString = `postgresql://postgres@127.0.0.1:${port},127.0.0.1:${port}/passeio`;
  const pool = createPool({ connectionString, max: 2, onError: () => undefined });
  const refused = await Promise.allSettled(Array.from({ length: 4 }, () => pool.query('select 1')));
  expect(refused.map(({ status, ...rest }) => 'reason' in rest && isDatabaseAway(rest.reason))).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  await pool.end();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
