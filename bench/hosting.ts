import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchHost, backUpSingle, databaseOf, demoSlug, domainOf, slugOf } from './hosting-host.ts';
import { startProduct } from './product.ts';
import { median, printTable, quantile, writeResult } from './report.ts';
import { runTool, temporaryFolder } from './tools.ts';
import { load } from './wrk.ts';

// Many operators with the demonstration's data on one server and its embedded PostgreSQL. Each part runs alone with its
// name in ONLY, and is compared to the aims of decision 81.
const ONLY = process.env.ONLY ?? '';
const OPERATORS = Number(process.env.OPERATORS ?? 200);
const ADDED = Number(process.env.ADDED ?? 10);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 5);
const IDLE_SECONDS = Number(process.env.IDLE_SECONDS ?? 300);
const HOLDS = Number(process.env.HOLDS ?? 1_000);
const BUSY = Math.min(20, OPERATORS);
const BUSY_SECONDS = Number(process.env.BUSY_SECONDS ?? 30);
const PER_SECOND = 10;
const FLOOD = 200;
const LOOPED = ['/', '/api/trips?isActive=true&size=24', '/identity/jwks'];

const FLOODED = ['/', '/api/trips?isActive=true&size=24'];

// Clones know these rows by the fingerprint.
const NEW_TRIPS = `
  with made as (
    insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
    select uuidv7(), 'bench-' || $2 || '-' || n, 'Bench ' || n, now() + interval '30 days', now() + interval '31 days', true, 40
    from generate_series(1, $1::int) n returning id
  ), fares as (
    insert into trip_fares (id, trip_id, position, label, price_cents)
    select uuidv7(), id, 0, 'Adulto', 10000 from made returning id, trip_id
  )
  select trip_id as trip, id as fare from fares`;

// So many holds of the demonstration's client, in trips of their own, which end in the minute from $2 on.
const HELD = `
  with made as (
    insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
    select uuidv7(), 'held-' || n, 'Held ' || n, now() + interval '30 days', now() + interval '31 days', true, 40
    from generate_series(1, $1::int) n returning id, slug
  ), fares as (
    insert into trip_fares (id, trip_id, position, label, price_cents)
    select uuidv7(), id, 0, 'Adulto', 10000 from made returning id, trip_id
  ), reserved as (
    insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel, created_at,
      hold_expires_at, hold_warned_at, acknowledged_at, request_key, request_fingerprint)
    select uuidv7(), lpad(upper(to_hex(substr(slug, 6)::integer + 1048576)), 6, '0'), made.id, u.id, 'held', 1, 10000, 3000,
      'site', now() - interval '1 day',
      $2::timestamptz + make_interval(secs => ((substr(slug, 6)::integer * 60.0 / $1::int)::numeric + 60.0 * $4::int / $3::int) % 60),
      now(), now(), gen_random_uuid()::text, 'bench'
    from made cross join (select id from users where role = 'CLIENT' order by id limit 1) u
    returning id, trip_id, user_id, hold_expires_at
  ), people as (
    insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label, takes_place, name, user_id)
    select uuidv7(), reserved.id, reserved.trip_id, true, 0, f.id, 'Adulto', true, 'Bench Bench', reserved.user_id
    from reserved join fares f on f.trip_id = reserved.trip_id returning *
  ), lines as (
    insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
    select gen_random_uuid(), reservation_id, id, 'fare', fare_label, 10000, fare_id from people
  )
  select min(hold_expires_at) as first from reserved`;
const IS_HELD = "request_fingerprint = 'bench' and state = 'held'";

interface Figure {
  what: string;
  measured: string;
  aim: string;
  isGood: boolean;
}

const folder = await temporaryFolder();
const single = await startProduct({ PAYMENTS: 'manual', CARD_PAYMENTS: 'none' });
const backup = join(folder.path, 'demo.zip');
await backUpSingle(single, backup);
const isWanted = (part: string) => ONLY === '' || ONLY.split(',').includes(part);
if (!isWanted('throughput')) await single.stop();
const dataDir = join(folder.path, 'host');
await mkdir(dataDir, { mode: 0o755 });
const host = await BenchHost.start(dataDir);
await host.seed(backup);
await host.clone(OPERATORS);

const figures: Figure[] = [];
const parts: Record<string, () => Promise<Figure[]>> = { adding, throughput, idle, holds, flood, kill };
for (const [name, part] of Object.entries(parts)) {
  if (!isWanted(name)) continue;
  const found = await part();
  for (const { what, measured, aim, isGood } of found)
    console.log(`${what}: ${measured} (${aim})${isGood ? '' : ' MISSED'}`);
  figures.push(...found);
}
await host.stop();
await folder.remove();
printTable(
  `${OPERATORS} operators with the demonstration's data`,
  figures.map(({ what, measured, aim }) => ({ what, measured, aim })),
);
await writeResult('hosting', figures);
process.exitCode = figures.every(({ isGood }) => isGood) ? 0 : 1;

function atMost(what: string, value: number, most: number, unit: string, digits = 0): Figure {
  return { what, measured: `${value.toFixed(digits)} ${unit}`, aim: `≤ ${most} ${unit}`, isGood: value <= most };
}

function p95(values: number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.95,
  );
}

function p99(values: number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.99,
  );
}

async function adding(): Promise<Figure[]> {
  const times: number[] = [];
  for (let number = 1; number <= ADDED; number += 1) {
    const since = performance.now();
    await host.command('add', `nova-${number}`, '--name', `Nova ${number}`);
    times.push(performance.now() - since);
  }
  return [atMost('adding one, median', median(times), 3_000, 'ms'), atMost('adding one, p95', p95(times), 3_000, 'ms')];
}

/** What one that is awake answers, beside an installation of its own with the same data, in turns. */
async function throughput(): Promise<Figure[]> {
  const how = { connections: 16, seconds: SECONDS };
  const found: Figure[] = [];
  for (const path of LOOPED) {
    const shares: number[] = [];
    // The first one warms up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const own = await load(`${single.url}${path}`, single.pid, how);
      const hosted = await load(`${host.url}${path}`, host.pid, { ...how, header: `Host: ${domainOf(demoSlug)}` });
      if (round > 0) shares.push(hosted.perSecond / own.perSecond);
    }
    const share = median(shares);
    found.push({ what: `throughput of ${path}`, measured: share.toFixed(2), aim: '≥ 0.9', isGood: share >= 0.9 });
  }
  // Nothing else is measured beside it.
  await single.stop();
  return found;
}

/** Visits each operator once, then nobody comes. */
async function idle(): Promise<Figure[]> {
  const waking: number[] = [];
  for (let number = 1; number <= OPERATORS; number += 1) {
    const since = performance.now();
    // One that takes too long answers 503, and goes on opening.
    while ((await host.ask(slugOf(number), '/')).status !== 200) await wait(50);
    waking.push(performance.now() - since);
  }
  const before = await host.processorSeconds();
  await wait(IDLE_SECONDS * 1_000);
  const percent = (((await host.processorSeconds()) - before) / IDLE_SECONDS) * 100;
  const { server, postgres } = await host.megabytes();
  console.log(
    `awake after that: ${await host.awake()}; server ${server.toFixed(0)} MB, PostgreSQL ${postgres.toFixed(0)} MB`,
  );
  return [
    { what: "a sleeping one's first page, median", measured: `${median(waking).toFixed(0)} ms`, aim: '', isGood: true },
    atMost("a sleeping one's first page, p95", p95(waking), 700, 'ms'),
    atMost(`of a core in ${IDLE_SECONDS} s without visitors`, percent, 3, '%', 1),
    atMost('memory after that, server and PostgreSQL', server + postgres, 1_200, 'MB'),
  ];
}

/** Holds of all operators end in the same minute, while all sleep. */
async function holds(): Promise<Figure[]> {
  await host.inDirectory("update operators set state = 'suspended' where state = 'active'");
  await host.untilAsleep();
  const each = Math.ceil(HOLDS / OPERATORS);
  // Time to write them all.
  const from = Date.now() + OPERATORS * 60 + 15_000;
  for (let number = 1; number <= OPERATORS; number += 1) {
    const slug = slugOf(number);
    const { rows } = await host.in(databaseOf(slug), HELD, [each, new Date(from), OPERATORS, number]);
    await host.inDirectory("update operators set state = 'active', due_at = $2 where slug = $1", [slug, rows[0].first]);
  }
  if (Date.now() > from) throw new Error('writing them took too long');
  const end = from + 60_000;
  console.log(`${HOLDS} holds end from ${new Date(from).toISOString()} on; awake: ${await host.awake()}`);
  await wait(end - Date.now());
  // One after the other: to ask all of them would cost the server more than the holds do.
  const left = Array.from({ length: OPERATORS }, (_, index) => slugOf(index + 1));
  while (left[0] && Date.now() < end + 180_000) {
    const { rows } = await host.in(databaseOf(left[0]), `select from reservations where ${IS_HELD} limit 1`);
    if (rows.length === 0) left.shift();
    else await wait(500);
  }
  await host.inDirectory("update operators set state = 'active' where state = 'suspended'");
  const seconds = left.length > 0 ? Number.POSITIVE_INFINITY : Math.max(0, (Date.now() - end) / 1_000);
  return [atMost(`${HOLDS} holds of sleepers end in a minute: all settled after the last one`, seconds, 60, 's')];
}

interface Busy {
  slug: string;
  token: string;
  trips: { trip: string; fare: string }[];
}

/** Operators with a client and trips that nobody has reserved. */
async function prepareBusy(each: number): Promise<Busy[]> {
  const found: Busy[] = [];
  for (let number = 1; number <= BUSY; number += 1) {
    const slug = slugOf(number);
    const database = databaseOf(slug);
    await host.in(
      database,
      'update operator set unpaid_places = 1000000, pause_minutes = 1, require_confirmed_email = false',
    );
    const { rows } = await host.in(database, NEW_TRIPS, [each, `${Date.now()}`]);
    found.push({ slug, token: await host.signIn(slug), trips: rows });
  }
  return found;
}

/** Reserves `PER_SECOND` times a second, in turns; calls back with each answer. */
async function reserveFor(
  seconds: number,
  busy: Busy[],
  onAnswer: (slug: string, ms: number, status: number, body: string) => void,
): Promise<void> {
  const sent: Promise<void>[] = [];
  for (let turn = 0; turn < seconds * PER_SECOND; turn += 1) {
    const { slug, token, trips } = busy[turn % busy.length] as Busy;
    const next = trips.pop();
    if (!next) throw new Error('too few trips');
    const body = { party: [{ fareId: next.fare, count: 1 }] };
    const asked = host.ask(slug, `/api/trips/enrrol/${next.trip}`, { token, body });
    sent.push(
      asked.then(
        ({ ms, status, body: answer }) => onAnswer(slug, ms, status, answer),
        () => onAnswer(slug, 0, 0, ''),
      ),
    );
    await wait(1_000 / PER_SECOND);
  }
  await Promise.all(sent);
}

/** Reservations of twenty, of which one is flooded by turns. */
async function flood(): Promise<Figure[]> {
  const busy = await prepareBusy(Math.ceil((BUSY_SECONDS * PER_SECOND * 2 * (FLOODED.length + 1) * ROUNDS) / BUSY));
  const flooded = busy[0]?.slug ?? '';
  const found: Figure[] = [];
  await reserveFor(5, busy, () => undefined);
  for (const path of FLOODED) {
    const times = { quiet: [] as number[], flooded: [] as number[] };
    let refused = 0;
    let rate = 0;
    const measure = (into: number[]) =>
      reserveFor(BUSY_SECONDS, busy, (slug, ms, status) => {
        if (slug !== flooded) into.push(ms);
        if (slug !== flooded && status !== 201) refused += 1;
      });
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(times.quiet);
      const flooding = runTool('wrk', 'wrk', [
        ...['-t1', `-c${FLOOD}`, `-d${BUSY_SECONDS}s`, '-H', `Host: ${domainOf(flooded)}`, `${host.url}${path}`],
      ]);
      await measure(times.flooded);
      rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(await flooding)?.[1]);
    }
    const [quiet, busyMs] = [p99(times.quiet), p99(times.flooded)];
    console.log(
      `${path}: p99 ${quiet.toFixed(0)} and ${busyMs.toFixed(0)} ms, p50 ${median(times.quiet).toFixed(0)} and ${median(times.flooded).toFixed(0)} ms, flooded at ${rate}/s`,
    );
    found.push(atMost(`others' p99 while one is flooded at ${path}`, busyMs / quiet, 2, 'times', 1));
    found.push(atMost('of their reservations refused', refused, 0, 'in all'));
  }
  return found;
}

/** The process is killed under that load, and another one goes on. */
async function kill(): Promise<Figure[]> {
  const busy = await prepareBusy(Math.ceil((BUSY_SECONDS * PER_SECOND) / BUSY) + 1);
  const acknowledged: { slug: string; id: string }[] = [];
  const reserving = reserveFor(BUSY_SECONDS, busy, (slug, _, status, body) => {
    if (status === 201) acknowledged.push({ slug, id: JSON.parse(body).id });
  });
  await wait((BUSY_SECONDS * 1_000) / 3);
  const before = acknowledged.length;
  await host.kill();
  await reserving;
  let lost = 0;
  for (const { slug } of busy) {
    const mine = acknowledged.filter((one) => one.slug === slug).map(({ id }) => id);
    const { rows } = await host.in(databaseOf(slug), 'select id from reservations where id = any ($1::uuid[])', [mine]);
    lost += mine.length - rows.length;
  }
  console.log(`${before} acknowledged before the kill, ${acknowledged.length - before} after it`);
  return [atMost('acknowledged reservations lost by kill -9', lost, 0, `of ${acknowledged.length}`)];
}
