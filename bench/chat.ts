import { createHmac, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import pg from 'pg';
import { agency } from '../demo/whatsapp/index.ts';
import { freePort } from '../scripts/free-port.ts';
import { enqueueMessage, openConversation } from '../server/src/domains/whatsapp/index.ts';
import { createDatabase } from '../server/src/platform/database/connect.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { startJobs } from '../server/src/platform/jobs/jobs.ts';
import { createLogger } from '../server/src/platform/process/logging.ts';
import { allowUnpaid, signInMany } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { median, printTable, quantile, writeResult } from './report.ts';
import { residentMegabytes, temporaryFolder } from './tools.ts';
import { type Load, load } from './wrk.ts';

// Messages of a busy day. First webhooks of a minute, while the server is killed in between (kill -9): whether each
// message is stored once, and how soon. Then messages that leave at the rate of 10,000 in an hour: what they take from
// the portal and from reservations, by turns with and without them. The provider is the demonstration's, in the server's
// own process: what it costs counts as the server's.
const ONLY = (process.env.ONLY ?? 'webhooks,beside').split(',');
const WEBHOOKS = Number(process.env.WEBHOOKS ?? 10_000);
const PER_HOUR = Number(process.env.PER_HOUR ?? 10_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 20);
const MINUTE_MS = 60_000;
const STEP_MS = 50;
const CONTACTS = 500;
const RESERVATIONS_PER_SECOND = 10;
const PEOPLE = 200;
const TRIPS = 40;
const PATHS = ['/', '/api/trips?isActive=true&showImages=true&size=24'];

const folder = await temporaryFolder();
const environment = { RATE_LIMITS: 'off', DATA_DIR: join(folder.path, 'data'), PORT: String(await freePort()) };
let product: Product = await startProduct(environment);
let database = await openDatabase();
const webhooks = ONLY.includes('webhooks') ? [await takeWebhooks()] : [];
if (webhooks.length > 0) printTable('Webhooks of a minute, with a kill -9', webhooks);
const beside = ONLY.includes('beside') ? await sendBesideTraffic() : [];
if (beside.length > 0) printTable(`${PER_HOUR} messages in an hour, beside others`, beside);
await database.end();
await product.stop();
await folder.remove();
await writeResult('chat', { webhooks, beside });

async function openDatabase(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await findRunningPostgres(environment.DATA_DIR), max: 4 });
  pool.on('error', () => undefined);
  return pool;
}

async function count(condition: string): Promise<number> {
  const { rows } = await database.query(`select count(*)::integer from conversation_messages where ${condition}`);
  return rows[0].count;
}

/** Sends webhooks with a message each at an even pace, and those without an answer again, as Meta does. */
async function takeWebhooks() {
  const left = Array.from({ length: WEBHOOKS }, (_, index) => webhook(index));
  const perStep = (WEBHOOKS * STEP_MS) / MINUTE_MS;
  const durations: number[] = [];
  const under = new Set<Promise<void>>();
  let most = 0;
  let unanswered = 0;
  const since = performance.now();
  const killing = killInBetween();
  for (let step = 1; left.length > 0 || under.size > 0; step += 1) {
    const due = Math.ceil(step * perStep) - Math.ceil((step - 1) * perStep);
    for (const body of left.splice(0, due)) {
      const began = performance.now();
      const sending = post(body).then((isTaken) => {
        under.delete(sending);
        if (isTaken) durations.push(performance.now() - began);
        else {
          unanswered += 1;
          left.push(body);
        }
      });
      under.add(sending);
    }
    if (step % 20 === 0) most = Math.max(most, await residentMegabytes(product.pid).catch(() => 0));
    await wait(Math.max(since + step * STEP_MS - performance.now(), 0));
  }
  const allTaken = performance.now();
  const down = await killing;
  while ((await count(`text like 'bench %'`)) < WEBHOOKS) await wait(200);
  const allStored = performance.now();
  const sorted = durations.toSorted((one, other) => one - other);
  return {
    webhooks: WEBHOOKS,
    'answered, p50 ms': quantile(sorted, 0.5).toFixed(1),
    'answered, p99 ms': quantile(sorted, 0.99).toFixed(1),
    'unanswered and sent again': unanswered,
    'seconds without a server': (down / 1_000).toFixed(1),
    'seconds until all were taken': ((allTaken - since) / 1_000).toFixed(1),
    'seconds more until all were stored': ((allStored - allTaken) / 1_000).toFixed(1),
    'stored twice': (await count(`text like 'bench %'`)) - WEBHOOKS,
    'most memory, MB': most.toFixed(0),
  };
}

function webhook(index: number): string {
  const phone = `55359880${String(index % CONTACTS).padStart(5, '0')}`;
  const text = { body: `bench ${index}` };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: agency.displayPhone, phone_number_id: agency.phoneNumberId },
    contacts: [{ profile: { name: 'Bench' }, wa_id: phone }],
    messages: [
      { from: phone, id: `wamid.bench${index}`, timestamp: String(Math.floor(Date.now() / 1_000)), type: 'text', text },
    ],
  };
  const entry = [{ id: agency.account, changes: [{ field: 'messages', value }] }];
  return JSON.stringify({ object: 'whatsapp_business_account', entry });
}

function post(body: string): Promise<boolean> {
  const signature = createHmac('sha256', agency.appSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return fetch(`${product.url}/webhooks/whatsapp/${agency.pathSecret}`, { method: 'POST', headers, body }).then(
    (response) => response.arrayBuffer().then(() => response.ok),
    () => false,
  );
}

async function killInBetween(): Promise<number> {
  await wait(MINUTE_MS / 2);
  const killed = performance.now();
  process.kill(product.pid, 'SIGKILL');
  await database.end();
  product = await startProduct(environment);
  const down = performance.now() - killed;
  database = await openDatabase();
  return down;
}

/** The portal, the list of trips and reservations, each by turns while messages leave and while none does. */
async function sendBesideTraffic() {
  await allowUnpaid(database);
  const { tokens } = await signInMany({ ...product, dataDir: environment.DATA_DIR }, database, PEOPLE);
  const trips = await makeTrips();
  const pairs = trips.flatMap((trip, at) => tokens.map((_, index) => [trip, tokens[(index + at) % PEOPLE]] as const));
  const turn = async () => {
    const loads: Load[] = [];
    const how = { connections: 16, seconds: SECONDS, timeout: 30 };
    for (const path of PATHS) loads.push(await load(product.url + path, product.pid, how));
    return { loads, reserved: await reserveSteadily(pairs.splice(0, SECONDS * RESERVATIONS_PER_SECOND)) };
  };
  await turn();
  const alone: Awaited<ReturnType<typeof turn>>[] = [];
  const busy: typeof alone = [];
  const jobs = await startJobs(database, createLogger('silent'));
  let sent = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    alone.push(await turn());
    const stop = new AbortController();
    const sending = sendSteadily(jobs, stop.signal);
    busy.push(await turn());
    stop.abort();
    sent += await sending;
  }
  while ((await count(`about = 'tripThanks' and status in ('delivered', 'read')`)) < sent) await wait(200);
  await jobs.stop();
  const rates = PATHS.flatMap((path, at) => {
    const name = `\`${path.split('?')[0]}\``;
    const of = (figure: keyof Load) =>
      [alone, busy].map((turns) => median(turns.map(({ loads }) => loads[at]?.[figure] ?? 0))) as [number, number];
    return [
      row(`${name}, requests/s`, ...of('perSecond'), 0),
      row(`${name}, CPU ms per 1000`, ...of('cpuPerThousand'), 0),
    ];
  });
  const of = (turns: typeof alone, part: number) =>
    quantile(
      turns.flatMap(({ reserved }) => reserved).toSorted((one, other) => one - other),
      part,
    );
  return [
    ...rates,
    row('a reservation, p50 ms', of(alone, 0.5), of(busy, 0.5), 1),
    row('a reservation, p99 ms', of(alone, 0.99), of(busy, 0.99), 1),
    row('messages delivered', 0, sent, 0),
  ];
}

function row(what: string, alone: number, beside: number, digits: number) {
  const ratio = alone === 0 ? '' : (beside / alone).toFixed(2);
  return { '': what, without: alone.toFixed(digits), 'while messages leave': beside.toFixed(digits), ratio };
}

/** Queues messages at an even pace, each to a telephone of its own, until it is stopped. Returns how many. */
async function sendSteadily(jobs: Awaited<ReturnType<typeof startJobs>>, signal: AbortSignal): Promise<number> {
  const db = createDatabase(database);
  const pause = (60 * MINUTE_MS) / PER_HOUR;
  const since = performance.now();
  let sent = 0;
  for (; !signal.aborted; sent += 1) {
    const phone = `+55${randomUUID().replace(/\D/g, '').padEnd(11, '0').slice(0, 11)}`;
    await inTransaction(db, async (trx) => {
      const { id: conversationId } = await openConversation(trx, { bsuid: null, phone });
      const template = { type: 'template', name: 'passeio_trip_thanks_v1', language: 'pt_BR' } as const;
      const content = { ...template, parameters: ['Ana', 'Capitólio'], button: { path: 'avaliar#x' } };
      const message = { conversationId, content, text: 'Obrigado', reservationId: null, sentBy: null };
      await enqueueMessage(jobs, { ...message, about: 'tripThanks' }, trx);
    });
    await wait(Math.max(since + (sent + 1) * pause - performance.now(), 0));
  }
  return sent;
}

/** Reserves at an even pace, whatever the answers take; returns what each took. */
async function reserveSteadily(pairs: (readonly [trip: string, token: string | undefined])[]): Promise<number[]> {
  const since = performance.now();
  return Promise.all(
    pairs.map(async ([trip, token], index) => {
      await wait(Math.max(since + (index * 1_000) / RESERVATIONS_PER_SECOND - performance.now(), 0));
      const began = performance.now();
      const headers = { authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: randomUUID() };
      const response = await fetch(`${product.url}/api/trips/enrrol/${trip}`, { method: 'POST', headers });
      if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      return performance.now() - began;
    }),
  );
}

async function makeTrips(): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with made as (
       insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
       select uuidv7(), 'bench-' || n, 'Bench ' || n, now() + n * interval '2 days' + interval '30 days',
         now() + n * interval '2 days' + interval '31 days', true, 100000
       from generate_series(1, $1::int) n returning id
     ), fares as (
       insert into trip_fares (id, trip_id, position, label, price_cents)
       select uuidv7(), id, 0, 'Adulto', 10000 from made
     ) select id from made`,
    [TRIPS],
  );
  return rows.map(({ id }) => id);
}
