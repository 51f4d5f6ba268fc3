import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { anyAddress, signInMany } from './people.ts';
import { startProduct } from './product.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { residentMegabytes } from './tools.ts';

// Clients that send requests without reading answers, and many exports at once: what do others see meanwhile, and does
// the server's memory come back? Only ever against the server that is started here.
const SOCKETS = 1_000;
const SECONDS = 15;
const RECOVERY_MS = 10_000;
const EXPORTS = 30;
const PASSENGERS = 600;
const LIMIT_MS = 30_000;
const P99_LIMIT_MS = 1_000;
const GROWTH_LIMIT_MB = 400;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n`;

const product = await startProduct({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 4 });
const staff = await signInMany(product, database, PASSENGERS);
const trip = await fullTrip();
const flood = (path: string, count: number) => () => leaveUnread(get(path).repeat(count));
const attacks = {
  [`${SOCKETS} sockets × 1,500 × GET /, nothing read`]: flood('/', 1_500),
  [`${SOCKETS} sockets × 50 × GET /, nothing read`]: flood('/', 50),
  [`${SOCKETS} sockets × 50 × a page that is not cached`]: flood('/portal/passeio?q=mar', 50),
  [`${SOCKETS} sockets × 50 × GET /api/settings`]: flood('/api/settings', 50),
  [`${EXPORTS} PDF exports of ${PASSENGERS} passengers`]: exportAll,
};
const results = [];
for (const [name, attack] of Object.entries(attacks)) results.push(await suffer(name, attack));
await database.end();
await product.stop();
printTable(
  'Attacked',
  results.map(({ isGood: _, ...row }) => row),
);
await writeResult('attack', results);
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1;

/** Runs `attack` while somebody else looks at pages and calls the API. */
async function suffer(name: string, attack: () => Promise<string>) {
  await wait(2_000);
  const before = await residentMegabytes(product.pid);
  let isOver = false;
  const since = performance.now();
  let lasted = Number.NaN;
  const attacking = attack().then((outcome) => {
    isOver = true;
    lasted = performance.now() - since;
    return outcome;
  });
  const durations: number[] = [];
  let errors = 0;
  let most = before;
  while (!isOver) {
    const began = performance.now();
    const path = durations.length % 2 ? '/' : '/api/settings';
    const isAnswered = await fetch(product.url + path, { signal: AbortSignal.timeout(LIMIT_MS) }).then(
      async (response) => response.ok && Boolean(await response.text()),
      () => false,
    );
    durations.push(performance.now() - began);
    if (!isAnswered) errors += 1;
    most = Math.max(most, await residentMegabytes(product.pid));
    await wait(5);
  }
  const outcome = await attacking;
  await wait(RECOVERY_MS);
  const after = await residentMegabytes(product.pid);
  const sorted = durations.toSorted((a, b) => a - b);
  const p99 = quantile(sorted, 0.99);
  return {
    attack: name,
    outcome,
    'took, s': (lasted / 1_000).toFixed(1),
    "others' answers": sorted.length,
    'p50 ms': quantile(sorted, 0.5).toFixed(1),
    'p99 ms': p99.toFixed(1),
    errors,
    'RSS before, MB': before.toFixed(0),
    'most, MB': most.toFixed(0),
    '10 s after, MB': after.toFixed(0),
    isGood: errors === 0 && p99 < P99_LIMIT_MS && most - before < GROWTH_LIMIT_MB,
  };
}

/** Opens all sockets, sends `text` on each, reads nothing for a while, and goes. */
async function leaveUnread(text: string): Promise<string> {
  const { hostname, port } = new URL(product.url);
  const bytes = Buffer.from(text);
  let closed = 0;
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket: Socket = connect(Number(port), hostname);
    // Being cut off is what is looked at.
    socket.on('error', () => {});
    socket.on('close', () => {
      closed += 1;
    });
    return socket.on('connect', () => socket.pause().write(bytes));
  });
  await wait(SECONDS * 1_000);
  // A socket that reads nothing does not see its end either.
  for (const socket of sockets) socket.resume();
  await wait(1_000);
  const outcome = `${closed} cut off`;
  for (const socket of sockets) socket.destroy();
  return outcome;
}

async function exportAll(): Promise<string> {
  const statuses = await Promise.all(
    Array.from({ length: EXPORTS }, async () => {
      const response = await fetch(`${product.url}/api/trips/${trip}/passengers/export?format=pdf`, {
        headers: { authorization: `Bearer ${staff.tokens[0]}`, 'x-forwarded-for': anyAddress() },
      });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  const counts = Object.entries(Object.groupBy(statuses, String)).map(([status, all]) => `${all?.length} × ${status}`);
  return counts.join(', ');
}

/** A trip that everybody goes on; the first of them is an operator. */
async function fullTrip(): Promise<string> {
  await database.query(`update users set role = 'OPERATOR' where id = $1`, [staff.people[0]]);
  const { rows } = await database.query<{ id: string }>(
    `update trips set capacity = 1000 where id = (select id from trips where is_active order by departs_at desc limit 1)
     returning id`,
  );
  const { id = '' } = rows[0] ?? {};
  await database.query(
    `with made as (
       insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel)
       select gen_random_uuid(), upper(substr(md5(id::text), 1, 6)), $1, id, 'held', 1, 10000, 3000, 'site'
       from users where email like '%@bench.example' returning id, user_id
     )
     insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label, price_cents,
       takes_place, name, user_id)
     select gen_random_uuid(), made.id, $1, true, 0, f.id, f.label, 10000, true, u.name, u.id
     from made join users u on u.id = made.user_id
     join trip_fares f on f.trip_id = $1 and f.position = 0`,
    [id],
  );
  return id;
}
