import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import pg from 'pg';
import { type DemoBank, startDemoBank } from '../demo/bank/index.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { insertBoardingTrip } from '../server/test/boarding-rows.ts';
import type { Background, Cost, Costs, Kind } from './capacity.ts';
import { allowUnpaid, anyAddress, signIn, signInMany } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { quantile } from './report.ts';
import {
  parentOf,
  processorSeconds,
  processorSecondsOfFamily,
  processorSecondsOfMachine,
  temporaryFolder,
} from './tools.ts';

// The product with a bank, and what single calls and loads of it take: of the server, of PostgreSQL, of this program and
// of the disk. E-mails are a kind of their own: none leaves but while they are measured.
const PEOPLE = 400;
const HOT_TRIPS = 12;
export const TRIPS = 24;
const BOARDING = 2_000;
const PRICE_CENTS = 10_000;
const SECRET = 'bench-0123456789-0123456789-0123456789';
// Until a process has received a change.
const FORGOTTEN_MS = 40;
const POLL_MS = 50;
const EMAILS = 100;
const EXPLAINED = 60;
const PAGES = ['/', '/portal/passeio'];

/** What a stretch of time took; processors at work, milliseconds. */
export interface Taken {
  calls: number;
  seconds: number;
  server: number;
  database: number;
  client: number;
  /** Of all else on this machine. */
  others: number;
  walBytes: number;
  storedBytes: number;
  /** Calls that were refused or failed. */
  failed: number;
  p50: number;
  p99: number;
  meanMs: number;
}

interface Trip {
  id: string;
  slug: string;
  fareId: string;
}

interface Parts {
  product: Product;
  database: pg.Pool;
  bank: DemoBank;
  folder: Awaited<ReturnType<typeof temporaryFolder>>;
  postmaster: number;
  people: string[];
  tokens: string[];
  staff: string;
  trips: Trip[];
}

interface Reserved {
  id: string;
  token: string;
}

/** A running product and the calls that can be made. */
export class Stand {
  readonly #parts: Parts;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 });
  readonly #durations: number[] = [];
  readonly #reserved: Reserved[] = [];
  #charges: string[] = [];
  #toBoard: string[] = [];
  #boardingTrip = '';
  #hot: { trips: Trip[]; turn: number } | undefined;
  #turns = 0;
  #failed = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async start(): Promise<Stand> {
    const folder = await temporaryFolder();
    const bank = await startDemoBank({ dataDir: folder.path, pagePort: 0 });
    const { access } = bank;
    const product = await startProduct({
      RATE_LIMITS: 'on',
      TRUST_PROXY: '127.0.0.1',
      PAYMENTS: 'pix-api',
      PIX_API_URL: access.apiUrl,
      PIX_TOKEN_URL: access.tokenUrl,
      PIX_CLIENT_ID: access.clientId,
      PIX_CLIENT_SECRET: access.clientSecret,
      PIX_CERTIFICATE: join(folder.path, 'demo-bank/client.pem'),
      PIX_KEY: access.key,
      PIX_WEBHOOK_SECRET: SECRET,
      NODE_EXTRA_CA_CERTS: join(folder.path, 'demo-bank/ca.pem'),
    });
    const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 4 });
    const { rows } = await database.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = await parentOf(rows[0]?.pid ?? 0);
    await allowUnpaid(database);
    const { people, tokens } = await signInMany(product, database, PEOPLE);
    await database.query(
      `create function bench_nothing() returns trigger language plpgsql as 'begin return null; end'`,
    );
    await withoutEmails(database);
    const staff = await signIn(product, 'ADMIN');
    const trips = await makeTrips(database, TRIPS);
    const stand = new Stand({ product, database, bank, folder, postmaster, tokens, people, staff, trips });
    await stand.prepareBoarding();
    return stand;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    await this.#parts.database.end();
    await this.#parts.product.stop();
    await this.#parts.bank.stop();
    await this.#parts.folder.remove();
  }

  /** From now on everybody reserves in one new trip, and then in the next. */
  async sellOneTrip(): Promise<void> {
    this.#hot = { trips: await makeTrips(this.#parts.database, HOT_TRIPS), turn: 0 };
  }

  sellAllTrips(): void {
    this.#hot = undefined;
  }

  readonly calls: Record<Exclude<Kind, 'email'>, () => Promise<void>> = {
    view: () => this.view(),
    render: async () => {
      await this.#parts.database.query("select pg_notify('passeio_content', ' everything')");
      await wait(FORGOTTEN_MS);
      await this.view();
    },
    reserve: async () => {
      const { tokens, trips } = this.#parts;
      const turn = this.#hot ? this.#hot.turn++ : this.#turns++;
      const token = tokens[turn % tokens.length] ?? '';
      // One reservation per person and trip.
      const round = Math.floor(turn / tokens.length);
      const trip = this.#hot ? this.#hot.trips[round % HOT_TRIPS] : trips[(turn + round) % trips.length];
      const body = { party: [{ fareId: trip?.fareId, count: 2 }] };
      const { id } = JSON.parse(await this.send('POST', `/api/trips/enrrol/${trip?.id}`, { token, body }));
      this.#reserved.push({ id, token });
    },
    cancel: async () => {
      const { id, token } = this.#reserved.shift() ?? { id: '', token: '' };
      await this.send('POST', `/api/reservations/${id}/cancel`, { token, body: {} });
    },
    pay: async () => {
      const txid = this.#charges.shift() ?? '';
      const payment = { txid, amountCents: PRICE_CENTS, payerName: 'Bench' };
      const { endToEndId } = this.#parts.bank.system.accounts.receive(payment);
      const pix = [{ endToEndId, txid, valor: (PRICE_CENTS / 100).toFixed(2), horario: new Date().toISOString() }];
      await this.send('POST', `/webhooks/pix/${SECRET}/pix`, { body: { pix } });
    },
    board: async () => {
      const participantId = this.#toBoard.shift();
      const tap = { id: randomUUID(), participantId, decision: 'boarded', tappedAt: new Date().toISOString() };
      await this.send('POST', `/api/trips/${this.#boardingTrip}/boarding/taps`, {
        token: this.#parts.staff,
        body: { deviceId: randomUUIDv7(), taps: [{ ...tap, clockOffsetMs: 0 }] },
      });
    },
  };

  /** A call of a load, in which one may be refused. */
  async try(kind: Exclude<Kind, 'email'>): Promise<void> {
    await this.calls[kind]().catch(() => {
      this.#failed += 1;
    });
  }

  /** Has every page in memory. */
  async warmUp(): Promise<void> {
    for (let call = 0; call < 2 * PAGES.length + 2 * TRIPS; call += 1) await this.view();
  }

  /** Makes charges of reservations, which the bank knows, until so many wait to be paid. */
  async prepareCharges(count: number): Promise<void> {
    const missing = Math.max(0, count - this.#charges.length);
    const { rows } = await this.#parts.database.query<{ reference: string }>(
      `insert into charges (id, reservation_id, purpose, amount_cents, reference, provider, payload, provider_state)
       select uuidv7(), id, 'deposit', ${PRICE_CENTS}, replace(gen_random_uuid()::text, '-', ''), 'pix_api', 'bench',
         'active'
       from reservations where id = any($1::uuid[]) returning reference`,
      [this.#reserved.splice(0, missing).map(({ id }) => id)],
    );
    this.#charges.push(...rows.map(({ reference }) => reference));
    if (this.#charges.length < count) throw new Error(`${this.#charges.length} of ${count} charges`);
  }

  /** Waits until every payment that was told has been counted. */
  async settle(): Promise<void> {
    const { rows } = await this.#parts.database.query<{ count: string }>(
      "select count(*) from pgboss.job where name like '%notice%' and state < 'completed'",
    );
    if (Number(rows[0]?.count) === 0) return;
    await wait(POLL_MS);
    await this.settle();
  }

  /** Runs `work`, which says how many calls it made, and measures what it took. */
  async measure(work: () => Promise<number>): Promise<Taken> {
    this.#durations.length = 0;
    this.#failed = 0;
    const before = await this.read();
    const calls = await work();
    const after = await this.read();
    const of = (figure: keyof typeof before) => after[figure] - before[figure];
    const seconds = of('at') / 1_000;
    const sorted = this.#durations.toSorted((a, b) => a - b);
    const own = of('server') + of('database') + of('client');
    return {
      calls,
      seconds,
      server: of('server') / seconds,
      database: of('database') / seconds,
      client: of('client') / seconds,
      others: Math.max(0, of('machine') - own) / seconds,
      walBytes: of('wal'),
      storedBytes: of('stored'),
      failed: this.#failed,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      meanMs: sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length,
    };
  }

  /** E-mails of new reservations, until the last has left; how many. */
  async sendEmails(): Promise<number> {
    await this.#parts.database.query('drop trigger bench_nothing on pgboss.job');
    const { rows } = await this.#parts.database.query<{ id: string }>(
      `update reservations set acknowledged_at = null where id in (
         select id from reservations where state = 'held' and user_id = any($1::uuid[]) limit ${EMAILS}) returning id`,
      [this.#parts.people],
    );
    const left = () =>
      this.#parts.database.query<{ count: string }>(
        `select (select count(*) from reservations where acknowledged_at is null and id = any($1::uuid[]))
           + (select count(*) from pgboss.job where name = 'emails' and state < 'completed') as count`,
        [rows.map(({ id }) => id)],
      );
    while (Number((await left()).rows[0]?.count) > 0) await wait(POLL_MS * 4);
    await withoutEmails(this.#parts.database);
    return rows.length;
  }

  /** How long the statement that takes places runs, and how long the disk takes to have its changes; milliseconds. */
  async lockedMs(): Promise<{ locked: number; sync: number }> {
    const log = join(this.#parts.product.dataDir, 'postgres.log');
    const sync = () =>
      this.#parts.database.query<{ n: string; ms: number }>(
        "select sum(fsyncs) as n, sum(fsync_time) as ms from pg_stat_io where object = 'wal'",
      );
    await this.set({ log_min_duration_statement: '0', track_wal_io_timing: 'on' });
    const [from, earlier] = [(await readFile(log)).length, (await sync()).rows[0]];
    for (let call = 0; call < EXPLAINED; call += 1) await this.calls.reserve();
    const later = (await sync()).rows[0];
    await this.set({ log_min_duration_statement: '-1', track_wal_io_timing: 'off' });
    const entries = (await readFile(log))
      .subarray(from)
      .toString()
      .split(/^\d{4}-\d\d-\d\d /m);
    const durations = entries
      .filter((entry) => /insert into "?reservations"? /i.test(entry))
      .map((entry) => Number(/duration: ([\d.]+) ms {2}execute/.exec(entry)?.[1]))
      .filter((ms) => ms > 0);
    const syncs = Number(later?.n) - Number(earlier?.n);
    return {
      locked: quantile(
        durations.toSorted((a, b) => a - b),
        0.5,
      ),
      sync: syncs > 0 ? (Number(later?.ms) - Number(earlier?.ms)) / syncs : 0,
    };
  }

  private async prepareBoarding(): Promise<void> {
    const { tripId } = await insertBoardingTrip(this.#parts.database, 1_000);
    const { rows } = await this.#parts.database.query<{ id: string }>(
      'select id from participants where trip_id = $1',
      [tripId],
    );
    this.#boardingTrip = tripId;
    // Everybody twice: the second mark of somebody says the same again, and is written too.
    this.#toBoard = [...rows, ...rows, ...rows].map(({ id }) => id).slice(0, BOARDING);
  }

  private async view(): Promise<void> {
    const pages = [...PAGES, ...this.#parts.trips.map(({ slug }) => `/portal/passeio/${slug}`)];
    // Half of all look at the lists.
    const turn = this.#turns++;
    await this.send(
      'GET',
      (turn % 2 ? PAGES[(turn >> 1) % PAGES.length] : pages[(turn >> 1) % pages.length]) ?? '/',
      {},
    );
  }

  private async read() {
    const [wal] = (
      await this.#parts.database.query<{ wal: string; stored: string }>(
        "select pg_current_wal_lsn() - '0/0'::pg_lsn as wal, pg_database_size(current_database()) as stored",
      )
    ).rows;
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      server: await processorSeconds(this.#parts.product.pid),
      database: await processorSecondsOfFamily(this.#parts.postmaster),
      client: (user + system) / 1e6,
      machine: await processorSecondsOfMachine(),
      wal: Number(wal?.wal),
      stored: Number(wal?.stored),
    };
  }

  private async set(settings: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) {
      await this.#parts.database.query(`alter system set ${name} = '${value}'`);
    }
    await this.#parts.database.query('select pg_reload_conf()');
    await wait(FORGOTTEN_MS);
  }

  private async send(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: object },
  ): Promise<string> {
    const headers = {
      'x-forwarded-for': anyAddress(),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body
        ? { 'content-type': 'application/json', [IDEMPOTENCY_HEADER]: randomUUID() }
        : { 'accept-encoding': 'br' }),
    };
    const began = performance.now();
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const asked = request(
        this.#parts.product.url + path,
        { method, agent: this.#agent, headers },
        (response: IncomingMessage) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
          );
        },
      );
      asked.on('error', reject).end(body && JSON.stringify(body));
    });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    this.#durations.push(performance.now() - began);
    return text;
  }
}

/** Each kind of call alone, one after the other for `seconds`; how many there were of it stands in `taken`. */
export async function measureCosts(stand: Stand, seconds: number) {
  const taken = {} as Record<Kind, Taken>;
  const repeat = async (kind: Exclude<Kind, 'email'>, lasting: number, most: number) => {
    const end = performance.now() + lasting * 1_000;
    let calls = 0;
    for (; performance.now() < end && calls < most; calls += 1) await stand.calls[kind]();
    await stand.settle();
    return calls;
  };
  // What runs for the first time is compiled, and read from the disk.
  const alone = async (kind: Exclude<Kind, 'email'>, most = Number.POSITIVE_INFINITY) => {
    await repeat(kind, seconds / 2, most / 3);
    return stand.measure(() => repeat(kind, seconds, (most * 2) / 3));
  };
  await stand.warmUp();
  taken.view = await alone('view');
  taken.render = await alone('render');
  const { locked, sync } = await stand.lockedMs();
  taken.reserve = await alone('reserve');
  taken.cancel = await alone('cancel', Math.floor(taken.reserve.calls / 4));
  const paid = Math.floor(taken.reserve.calls / 2);
  await stand.prepareCharges(paid);
  taken.pay = await alone('pay', paid);
  taken.board = await alone('board', BOARDING / 4);
  taken.email = await stand.measure(() => stand.sendEmails());
  // Last: after its first start the product makes a base backup, which is no part of a usual second.
  const idle = await stand.measure(async () => wait(seconds * 1_000, 0));

  const costOf = (kind: Kind): Cost => {
    const one = taken[kind];
    const each = (processors: number, background = 0) =>
      (Math.max(0, processors - background) * one.seconds * 1_000) / one.calls;
    const cost = {
      server: each(one.server, idle.server),
      database: each(one.database, idle.database),
      client: each(one.client),
      wal: Math.max(0, one.walBytes - (idle.walBytes * one.seconds) / idle.seconds) / one.calls,
      stored: one.storedBytes / one.calls,
    };
    const takes = kind === 'reserve' || kind === 'cancel';
    const writes = takes || kind === 'board' || kind === 'pay';
    const held = { ...(takes && { locked: Math.min(locked, cost.database) }), ...(writes && { sync }) };
    const worked = cost.server + cost.database + cost.client + (held.sync ?? 0);
    return { ...cost, ...held, idle: Math.max(0, (one.meanMs || 0) - worked) };
  };
  const kinds = Object.keys(taken) as Kind[];
  const costs = Object.fromEntries(kinds.map((kind) => [kind, costOf(kind)])) as Costs;
  const background: Background = { server: idle.server, database: idle.database };
  return { costs, background, taken };
}

/** `clients` that reserve, one call after the other, for `seconds`. */
export function reserveSteadily(stand: Stand, clients: number, seconds: number): Promise<Taken> {
  return stand.measure(async () => {
    const end = performance.now() + seconds * 1_000;
    let calls = 0;
    const work = async () => {
      for (; performance.now() < end; calls += 1) await stand.try('reserve');
    };
    await Promise.all(Array.from({ length: clients }, work));
    return calls;
  });
}

/** Calls at random moments, `rates` a second, whether earlier ones have been answered or not. */
export async function callAtRates(
  stand: Stand,
  rates: Partial<Record<Exclude<Kind, 'email'>, number>>,
  seconds: number,
): Promise<Taken> {
  await stand.warmUp();
  return stand.measure(async () => {
    const sent: Promise<void>[] = [];
    const since = performance.now();
    const kinds = Object.entries(rates) as [Exclude<Kind, 'email'>, number][];
    await Promise.all(
      kinds.map(async ([kind, perSecond]) => {
        let at = 0;
        for (;;) {
          at += -Math.log(1 - Math.random()) / perSecond;
          if (at > seconds) return;
          await wait(Math.max(0, since + at * 1_000 - performance.now()));
          sent.push(stand.try(kind));
        }
      }),
    );
    await Promise.all(sent);
    await stand.settle();
    return sent.length;
  });
}

/** Of no write, so that each kind of call is measured for itself. */
async function withoutEmails(database: pg.Pool): Promise<void> {
  await database.query(`create trigger bench_nothing before insert on pgboss.job for each row
    when (new.name = 'emails') execute function bench_nothing()`);
}

async function makeTrips(database: pg.Pool, count: number): Promise<Trip[]> {
  const { rows } = await database.query<Trip>(
    `with made as (
       insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
       select uuidv7(), 'bench-' || uuidv7(), 'Bench', now() + interval '3 days', now() + interval '4 days', true, 100000
       from generate_series(1, $1) returning id, slug)
     , fares as (
       insert into trip_fares (id, trip_id, position, label, price_cents)
       select uuidv7(), id, 0, 'Adulto', ${PRICE_CENTS} from made returning id, trip_id)
     select made.id, slug, fares.id as "fareId" from made join fares on trip_id = made.id`,
    [count],
  );
  return rows;
}
