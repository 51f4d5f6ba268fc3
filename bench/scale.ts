import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../server/src/platform/database/connect.ts';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { fill, type Size } from './fill.ts';
import { measureNights, sizesOf } from './nights.ts';
import { signIn } from './people.ts';
import { LIMIT_MS, launchPhone, SLOWDOWN, signInOnPhone, slowDown, type Watched, watchRows } from './phone.ts';
import { explainEverything, readingsOf } from './plans.ts';
import { type Product, startProduct } from './product.ts';
import { median, printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// The cost of every page and call with many years of data, compared to one season; and how soon a phone shows the lists
// of staff with the latter.
const ROUNDS = Number(process.env.ROUNDS ?? 60);
const size: Size = {
  trips: Number(process.env.TRIPS ?? 20_000),
  people: Number(process.env.PEOPLE ?? 100_000),
  reservations: Number(process.env.RESERVATIONS ?? 1_000_000),
  // 1,000 reservations a day, as at the full size.
  years: Number(process.env.YEARS ?? 3),
};
// Enough to fill every page of a list on both sides, and as many people in each trip, so that only growth is compared.
const usual: Size = { trips: 500, people: 2_500, reservations: 25_000, years: 0.4 };
const RUNS = Number(process.env.RUNS ?? 5);
const WARM_UP = 8;
const STATISTICS_ARE_OLD_MS = 11_000;
const RECONNECTED_MS = 10_000;
// Until a process has received a change.
const FORGOTTEN_MS = 30;
const LISTENING_AGAIN_MS = 5_000;
const GROWING = [
  'trips',
  'trip_fares',
  'users',
  'reservations',
  'participants',
  'trip_images',
  'audit_entries',
  'transfers',
  'charges',
  'reservation_emails',
  'boarding_taps',
];

/** A product with its own database, and a signed-in person of each role. */
interface Side {
  product: Product;
  pool: pg.Pool;
  db: Database;
  tokens: Record<'ADMIN' | 'CLIENT', string>;
  /** A trip with passengers, and the person of its first reservation. */
  trip: { id: string; slug: string };
  person: string;
  reservation: string;
}

interface Question {
  name: string;
  path: (side: Side) => string;
  as?: 'ADMIN' | 'CLIENT';
}

// An invalid bearer token bypasses the cache of API responses, so that the handler is measured; pages are forgotten
// before each request.
const questions: Question[] = [
  { name: 'page /', path: () => '/' },
  { name: 'page /portal/passeio', path: () => '/portal/passeio' },
  { name: 'page /portal/passeio?q=', path: () => '/portal/passeio?q=dia' },
  { name: 'page /portal/passeio/{slug}', path: ({ trip }) => `/portal/passeio/${trip.slug}` },
  { name: 'GET trips (24, upcoming)', path: () => '/api/trips?isActive=true&upcoming=true&size=24' },
  { name: 'GET trips?text', path: () => '/api/trips?isActive=true&text=cachoeira&size=24' },
  {
    name: 'GET trips?month',
    path: () => `/api/trips?isActive=true&month=${new Date().toISOString().slice(0, 7)}&size=24`,
  },
  { name: 'GET trips/{id}', path: ({ trip }) => `/api/trips/${trip.id}` },
  { name: 'GET settings', path: () => '/api/settings' },
  { name: 'GET users/me', path: () => '/api/users/me', as: 'CLIENT' },
  { name: 'GET reservations/me', path: () => '/api/reservations/me', as: 'CLIENT' },
  { name: 'GET reservations/me/companions', path: () => '/api/reservations/me/companions', as: 'CLIENT' },
  { name: 'staff: GET reservations/{id}', path: ({ reservation }) => `/api/reservations/${reservation}`, as: 'ADMIN' },
  { name: 'staff: GET trips (50)', path: () => '/api/trips?upcoming=true&showImages=true&size=50', as: 'ADMIN' },
  { name: 'staff: GET trips, all, by places', path: () => '/api/trips?sort=-places&size=50', as: 'ADMIN' },
  { name: 'staff: GET passengers', path: ({ trip }) => `/api/trips/${trip.id}/passengers?size=20`, as: 'ADMIN' },
  {
    name: 'staff: GET passengers, incomplete, by reservation',
    path: ({ trip }) => `/api/trips/${trip.id}/passengers?size=20&missing=true&sort=reservation`,
    as: 'ADMIN',
  },
  { name: 'staff: GET candidates', path: ({ trip }) => `/api/trips/${trip.id}/candidates?q=conceicao`, as: 'ADMIN' },
  { name: 'GET users', path: () => '/api/users?size=20', as: 'ADMIN' },
  { name: 'GET users?q (name)', path: () => '/api/users?size=20&q=conceicao', as: 'ADMIN' },
  { name: 'GET users?q (CPF)', path: () => '/api/users?size=20&q=100.000', as: 'ADMIN' },
  { name: 'GET users?role', path: () => '/api/users?size=20&role=ADMIN', as: 'ADMIN' },
  { name: 'GET users/{id}', path: ({ person }) => `/api/users/${person}`, as: 'ADMIN' },
  { name: 'GET users/{id}/reservations', path: ({ person }) => `/api/users/${person}/reservations`, as: 'ADMIN' },
  ...Object.entries({
    'common name': 'maria',
    'two common words': 'silva maria',
    'short prefix': 'ma',
    'rare name': 'jose 1eef',
    code: '00f-423',
    'part of a CPF': '720.575',
    'part of a telephone': '(35) 98000',
    nothing: 'ninguém com este nome',
  }).map(([name, q]): Question => {
    return { name: `GET search (${name})`, path: () => `/api/search?${new URLSearchParams({ q })}`, as: 'ADMIN' };
  }),
  { name: 'GET overview', path: () => '/api/overview', as: 'ADMIN' },
  { name: 'GET departures (25)', path: () => '/api/departures?size=25', as: 'ADMIN' },
  { name: 'GET reservations, overdue', path: () => '/api/overview/reservations?list=overdueDeposits', as: 'ADMIN' },
  { name: 'GET reservations, cancelled', path: () => '/api/overview/reservations?list=cancelled', as: 'ADMIN' },
  {
    name: 'staff: GET reservations/{id}/timeline',
    path: ({ reservation }) => `/api/reservations/${reservation}/timeline`,
    as: 'ADMIN',
  },
  {
    name: 'staff: GET reservations/{id}/messages',
    path: ({ reservation }) => `/api/reservations/${reservation}/messages`,
    as: 'ADMIN',
  },
  { name: 'GET messages', path: () => '/api/messages', as: 'ADMIN' },
  { name: 'GET users/{id}/history', path: ({ person }) => `/api/users/${person}/history`, as: 'ADMIN' },
  { name: 'GET users/me/sessions', path: () => '/api/users/me/sessions', as: 'CLIENT' },
  { name: 'GET health', path: () => '/api/health', as: 'ADMIN' },
  { name: 'GET audit', path: () => '/api/audit', as: 'ADMIN' },
  { name: 'GET audit?q', path: () => '/api/audit?q=conceicao', as: 'ADMIN' },
];

const small = await open();
const large = await open();
const since = Date.now();
await fill(small.db, usual);
await fill(large.db, size);
console.log(`Filled ${JSON.stringify(size)} in ${((Date.now() - since) / 1000).toFixed(0)} s`);
await chooseSubjects(small);
await chooseSubjects(large);
const screens = await measureScreens(small);
const scansBefore = await scans(large.db);

const results = [];
for (const question of questions) {
  const times: Record<'usual' | 'full', number[]> = { usual: [], full: [] };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name, side] of [
      ['usual', small],
      ['full', large],
    ] as const) {
      const ms = await ask(side, question);
      if (round >= 0) times[name].push(ms);
    }
  }
  const [usualMs, fullMs] = [median(times.usual), median(times.full)];
  results.push({ name: question.name, usualMs, fullMs, ratio: fullMs / usualMs });
}

printTable(
  `${size.trips} trips, ${size.people} people, ${size.reservations} reservations beside ${usual.trips}, ${usual.people} and ${usual.reservations}`,
  results.map(({ name, usualMs, fullMs, ratio }) => ({
    what: name,
    'usual, median ms': usualMs.toFixed(2),
    'full, median ms': fullMs.toFixed(2),
    ratio: ratio.toFixed(2),
    'at most 1.30': ratio <= 1.3 ? 'yes' : 'NO',
  })),
);
// Connections report their statistics after being idle for a while.
await wait(STATISTICS_ARE_OLD_MS);
const sequentialScans = (await scans(large.db)).map(({ table, count, rows }, index) => ({
  table,
  scans: count - (scansBefore[index]?.count ?? 0),
  'rows read by them': rows - (scansBefore[index]?.rows ?? 0),
}));
printTable('Sequential scans of tables that grow, while all of this ran', sequentialScans);
await explainEverything(large.db as never);
// The connection that hears of changes too: until it is back, pages would come from memory.
await wait(LISTENING_AGAIN_MS);
const plans = [];
for (const question of questions) {
  await askAgain(question);
  const readings = await readingsOf(large.product.dataDir, GROWING, () => ask(large, question));
  plans.push({ what: question.name, 'how it reads': readings.join(', ') });
}
printTable('How tables that grow are read (EXPLAIN)', plans);
const sizes = await sizesOf(large.db, size.reservations);
printTable('Tables that grow', sizes);
const nights = await measureNights(await findRunningPostgres(large.product.dataDir), large.db);
printTable('The nightly work', nights);
await writeResult('scale', { size, screens, results, sequentialScans, plans, sizes, nights });
await close(small);
await close(large);

/** The connections were closed: the first responses may be 503. */
async function askAgain(question: Question): Promise<void> {
  const until = Date.now() + RECONNECTED_MS;
  for (;;) {
    try {
      await ask(large, question);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

/** How soon a phone shows staff the first row of a list: as a document, and from another page of the application. */
async function measureScreens({ product, pool, trip }: Side) {
  const passengers = `/admin/passeios/${trip.id}/passageiros`;
  const lists = [
    { name: 'panel', path: '/home', rows: 'main a[href]' },
    { name: 'departures', path: '/admin/saidas', rows: 'main article' },
    { name: 'trips', path: '/admin/passeios', rows: 'main tbody tr' },
    { name: 'reservations', path: '/admin/reservas', rows: 'main tbody tr' },
    { name: 'passengers', path: passengers, rows: 'main tbody tr:has(td)' },
  ];
  const profile = await temporaryFolder();
  const context = await launchPhone(profile.path);
  const page = await signInOnPhone(context, { product, database: pool, role: 'ADMIN' });
  const screens = [];
  for (const { name, path, rows } of lists) {
    const shown: Record<'document' | 'inside', number[]> = { document: [], inside: [] };
    // At full speed: other programs change it less.
    const computed: typeof shown = { document: [], inside: [] };
    const watch = { selector: rows, count: 1 };
    const from = `${product.origin}/admin/veiculos`;
    // The first round fills the browser's caches.
    for (let round = 0; round <= RUNS; round += 1) {
      for (const rate of [SLOWDOWN, 1]) {
        const opened = {
          document: await openDocument(context, product.origin + path, { watch, rate }),
          inside: await openInside(context, { from, to: path, watch, rate }),
        };
        if (round === 0) continue;
        for (const way of ['document', 'inside'] as const) {
          if (rate === 1) computed[way].push(SLOWDOWN * opened[way].busyMs);
          else shown[way].push(opened[way].shownMs);
        }
      }
    }
    screens.push({ name, shown, computed, ...(await describe(page, { url: product.origin + path, rows })) });
  }
  await context.close();
  await profile.remove();
  const range = (ms: number[]) =>
    `${median(ms).toFixed(0)} (${Math.min(...ms).toFixed(0)} – ${Math.max(...ms).toFixed(0)})`;
  printTable(
    `First row of a list on a phone, ${usual.trips} trips and ${usual.reservations} reservations, processor ÷ ${SLOWDOWN}, medians of ${RUNS}`,
    screens.map(({ name, shown, computed, answerKB, count, highest }) => ({
      list: name,
      'as a document, ms': range(shown.document),
      'from another page, ms': range(shown.inside),
      [`computed × ${SLOWDOWN}, ms`]: `${median(computed.document).toFixed(0)} and ${median(computed.inside).toFixed(0)}`,
      'answers, KB': answerKB.toFixed(0),
      rows: count,
      'highest row, px': highest.toFixed(0),
      'within a second': (['document', 'inside'] as const)
        .map((way) => `${way} ${median(shown[way]) < LIMIT_MS ? 'yes' : 'NO'}`)
        .join(', '),
    })),
  );
  return screens;
}

interface Watching {
  watch: { selector: string; count: number };
  rate: number;
}

async function openDocument(context: BrowserContext, url: string, { watch, rate }: Watching) {
  const page = await context.newPage();
  await page.addInitScript(watchRows, watch);
  const busy = await slowDown(context, page, rate);
  await page.goto(url);
  const shownMs = await untilShown(page);
  const busyMs = await busy();
  await page.close();
  return { shownMs, busyMs };
}

/** Follows a link of the menu, or else the address, which the router follows without loading a document. */
async function openInside(context: BrowserContext, { from, to, watch, rate }: Watching & { from: string; to: string }) {
  const page = await context.newPage();
  await page.goto(from);
  await page.locator('main a[href]').first().waitFor();
  // As somebody who has looked at it.
  await page.waitForLoadState('networkidle');
  const busy = await slowDown(context, page, rate);
  await page.evaluate(watchRows, watch);
  await page.evaluate((path) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${path}"]`);
    Object.assign(window, { openedAt: performance.now() });
    if (link) link.click();
    else
      (
        window as unknown as { __reactRouterDataRouter: { navigate(path: string): void } }
      ).__reactRouterDataRouter.navigate(path);
  }, to);
  const shownMs = await untilShown(page);
  const busyMs = await busy();
  await page.close();
  return { shownMs, busyMs };
}

async function untilShown(page: Page): Promise<number> {
  const shown = await page.waitForFunction(() => (window as unknown as Watched).shownMs);
  return (await shown.jsonValue()) as number;
}

/** The size of the API's answers that a page asks for, and its rows with the height of the highest. */
async function describe(page: Page, { url, rows }: { url: string; rows: string }) {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/') || !response.ok()) return;
    sizes.push(
      response
        .body()
        .then(({ length }) => length)
        .catch(() => 0),
    );
  });
  await page.goto(url);
  await page.locator(rows).first().waitFor();
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('response');
  const heights = await page.locator(rows).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { answerKB: bytes / 1024, count: heights.length, highest: Math.max(...heights) };
}

async function open(): Promise<Side> {
  // An archive would hold all that is written.
  const product = await startProduct({ BACKUP_DAYS: '0' });
  // Not the product's own pool, which has a statement time-out of four seconds.
  const pool = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 2 });
  const side = { product, pool, db: createDatabase(pool), trip: { id: '', slug: '' }, person: '', reservation: '' };
  const tokens = { ADMIN: await signIn(product, 'ADMIN'), CLIENT: await signIn(product, 'CLIENT') };
  return { ...side, tokens };
}

async function close({ db, product }: Side): Promise<void> {
  await db.destroy();
  await product.stop();
}

async function chooseSubjects(side: Side): Promise<void> {
  const row = await side.db
    .selectFrom('trips')
    .innerJoin('reservations', 'reservations.trip_id', 'trips.id')
    .select(['trips.id', 'trips.slug', 'reservations.user_id', 'reservations.id as reservation_id'])
    .where('trips.is_active', '=', true)
    .where('trips.departs_at', '>', sql<Date>`now() + interval '20 days'`)
    .orderBy('trips.departs_at')
    .limit(1)
    .executeTakeFirstOrThrow();
  side.trip = { id: row.id, slug: row.slug };
  side.person = row.user_id;
  side.reservation = row.reservation_id;
}

async function ask(side: Side, { name, path, as }: Question): Promise<number> {
  if (name.startsWith('page ')) {
    await sql`select pg_notify('passeio_content', ' everything')`.execute(side.db);
    await wait(FORGOTTEN_MS);
  }
  const start = performance.now();
  const response = await fetch(`${side.product.url}${path(side)}`, {
    headers: { authorization: `Bearer ${as ? side.tokens[as] : 'nobody'}` },
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${name} answered ${response.status}`);
  return performance.now() - start;
}

async function scans(db: Database): Promise<{ table: string; count: number; rows: number }[]> {
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ relname: string; seq_scan: string; seq_tup_read: string }>`
    select relname, seq_scan, seq_tup_read from pg_stat_user_tables
    where schemaname = 'public' and relname in (${sql.join(GROWING)}) order by relname`.execute(db);
  return rows.map((row) => ({ table: row.relname, count: Number(row.seq_scan), rows: Number(row.seq_tup_read) }));
}
