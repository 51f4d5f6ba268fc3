import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startDemoBank } from '../demo/bank/index.ts';
import { freePort } from '../scripts/free-port.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { startProduct } from './product.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// Payments that come within a minute, each notified twice and in any order, while the server is killed in between (kill
// -9): whether each counts once, and how soon. The bank is the demonstration's, in this process. Rate limits on.
const PAYMENTS = Number(process.env.PAYMENTS_COUNT ?? 5_000);
const SECONDS = 60;
const STEP_MS = 50;
const CENTS = 3_000;
const SECRET = 'bench-0123456789-0123456789-0123456789';

const folder = await temporaryFolder();
const bank = await startDemoBank({ dataDir: folder.path, pagePort: 0 });
const environment = {
  RATE_LIMITS: 'on',
  DATA_DIR: join(folder.path, 'data'),
  PORT: String(await freePort()),
  PAYMENTS: 'pix-api',
  PIX_API_URL: bank.access.apiUrl,
  PIX_TOKEN_URL: bank.access.tokenUrl,
  PIX_CLIENT_ID: bank.access.clientId,
  PIX_CLIENT_SECRET: bank.access.clientSecret,
  PIX_CERTIFICATE: join(folder.path, 'demo-bank/client.pem'),
  PIX_KEY: bank.access.key,
  PIX_WEBHOOK_SECRET: SECRET,
  NODE_EXTRA_CA_CERTS: join(folder.path, 'demo-bank/ca.pem'),
};
let product = await startProduct(environment);
const url = `${product.url}/webhooks/pix/${SECRET}/pix`;
let database = await openDatabase();
await fill();

const durations: number[] = [];
let unanswered = 0;
const notices = shuffled(Array.from({ length: PAYMENTS * 2 }, (_, index) => txidOf(index % PAYMENTS)));
const paid = new Map<string, string>();
const since = performance.now();
let down = 0;
await Promise.all([sendNotices(), killInBetween()]);
const allSent = performance.now();
while ((await count('select count(*) from transfers where charge_id is not null')) < PAYMENTS) await wait(200);
const allCounted = performance.now();
const twice = await count(
  `select count(*) from (select from transfers where charge_id is not null group by charge_id having count(*) > 1) more`,
);
const figures = {
  payments: PAYMENTS,
  notices: PAYMENTS * 2,
  'answered, p50 ms': quantile(sorted(), 0.5).toFixed(1),
  'answered, p99 ms': quantile(sorted(), 0.99).toFixed(1),
  'unanswered and sent again': unanswered,
  'seconds without a server': (down / 1_000).toFixed(1),
  'seconds until all were sent': ((allSent - since) / 1_000).toFixed(1),
  'seconds more until all counted': ((allCounted - allSent) / 1_000).toFixed(1),
  'counted twice': twice,
  'reservations booked': await count(`select count(*) from reservations where code like 'B%' and state = 'booked'
    and received_cents = ${CENTS} and request_fingerprint = 'bench'`),
  'waiting for staff': await count('select count(*) from unmatched_payments'),
};
await database.end();
await product.stop();
await bank.stop();
await folder.remove();
printTable('Payments of a minute, each notified twice, with a kill -9', [figures]);
await writeResult('pix-burst', { figures });

async function openDatabase(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await findRunningPostgres(environment.DATA_DIR), max: 2 });
  pool.on('error', () => undefined);
  return pool;
}

async function count(query: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(query);
  return Number(rows[0]?.count);
}

function txidOf(index: number): string {
  return `BENCH${String(index).padStart(27, '0')}`;
}

/** Sends notices at an even pace, and those without an answer again at the end, as banks do. */
async function sendNotices(): Promise<void> {
  const perStep = (notices.length * STEP_MS) / (SECONDS * 1_000);
  const under: Promise<void>[] = [];
  for (let step = 1; notices.length > 0; step += 1) {
    const due = Math.ceil(step * perStep) - Math.ceil((step - 1) * perStep);
    for (const txid of notices.splice(0, due)) under.push(sendNotice(txid));
    await wait(Math.max(since + step * STEP_MS - performance.now(), 0));
    if (notices.length === 0) await Promise.all(under.splice(0));
  }
}

// A Pix is paid just before its first notice, so that the poll does not find it long before.
async function sendNotice(txid: string): Promise<void> {
  const { accounts } = bank.system;
  const payment = { txid, amountCents: CENTS, payerName: 'Bench' };
  const endToEndId = paid.get(txid) ?? accounts.receive(payment).endToEndId;
  paid.set(txid, endToEndId);
  const began = performance.now();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ pix: [{ endToEndId, txid, valor: '30.00', horario: new Date().toISOString() }] });
  const answered = await fetch(url, { method: 'POST', headers, body }).then(
    (response) => response.arrayBuffer().then(() => response.ok),
    () => false,
  );
  if (answered) durations.push(performance.now() - began);
  else {
    unanswered += 1;
    notices.push(txid);
  }
}

async function killInBetween(): Promise<void> {
  await wait((SECONDS * 1_000) / 2);
  const killed = performance.now();
  process.kill(product.pid, 'SIGKILL');
  await database.end();
  product = await startProduct(environment);
  down = performance.now() - killed;
  database = await openDatabase();
}

function sorted(): number[] {
  return durations.toSorted((one, other) => one - other);
}

function shuffled(list: string[]): string[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [list[last], list[other]] = [list[other] as string, list[last] as string];
  }
  return list;
}

/** Held reservations of one person each in 50 trips, with an open charge that the bank knows. */
async function fill(): Promise<void> {
  await database.query(
    `insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
     select uuidv7(), 'bench-' || n, 'Bench ' || n, now() + interval '30 days', now() + interval '31 days', true, 100000
     from generate_series(0, 49) n`,
  );
  await database.query(
    `insert into trip_fares (id, trip_id, position, label, price_cents)
     select uuidv7(), id, 0, 'Adulto', 10000 from trips where slug like 'bench-%'`,
  );
  await database.query(
    `insert into users (id, name, contact) select gen_random_uuid(), 'Bench ' || n, '+5535999990000'
     from generate_series(0, $1::int - 1) n`,
    [PAYMENTS],
  );
  await database.query(
    `with made as (
       insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
         created_at, request_key, request_fingerprint)
       select uuidv7(), 'B' || lpad(n::text, 5, '0'), t.id, u.id, 'held', 1, 10000, ${CENTS}, 'site',
         now() - interval '1 hour', gen_random_uuid()::text, 'bench'
       from generate_series(0, $1::int - 1) n
       join trips t on t.slug = 'bench-' || n % 50
       join users u on u.name = 'Bench ' || n
       returning id, trip_id, user_id, code
     ), charged as (
       insert into charges (id, reservation_id, purpose, amount_cents, reference, provider, payload, provider_state)
       select uuidv7(), id, 'deposit', ${CENTS}, 'BENCH' || lpad(substr(code, 2), 27, '0'), 'pix_api', 'bench', 'active'
       from made
     ), people as (
     insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
       takes_place, name, user_id)
     select uuidv7(), made.id, made.trip_id, true, 0, f.id, 'Adulto', true, 'Bench Bench', made.user_id
     from made join trip_fares f on f.trip_id = made.trip_id
     returning *)
     insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
     select gen_random_uuid(), reservation_id, id, 'fare', fare_label, 10000, fare_id from people`,
    [PAYMENTS],
  );
  await database.query('analyze');
}
