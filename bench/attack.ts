import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { hostileWorkbooks } from '../server/test/workbooks.ts';
import { attackByOwnLinks } from './attack-links.ts';
import { floodMailbox, guessCpf } from './attack-people.ts';
import { anyAddress, signInMany } from './people.ts';
import { startProduct } from './product.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { residentMegabytes } from './tools.ts';

// Clients that send requests without reading answers, many exports at once, and workbooks that would take all memory:
// what do others see meanwhile, and does the server's memory come back? How many places do two accounts at one address
// hold for nothing? What does an operator reach by the links that they make for a client? How many codes does a
// stranger have sent to a mailbox, and what does staff learn of a CPF? Only ever against the server that is started
// here.
const SOCKETS = 1_000;
const SECONDS = 15;
const RECOVERY_MS = 10_000;
const LONG_TEXTS = 420;
const SLOWEST_ANSWER_MS = 1_000;
const EXPORTS = 30;
const PASSENGERS = 600;
const LIMIT_MS = 30_000;
const P99_LIMIT_MS = 1_000;
const GROWTH_LIMIT_MB = 400;
const UNPAID_PLACES = 40;
// Longer than the sweep of holds takes to come.
const SWEEP_MS = 40_000;
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
  [`${LONG_TEXTS} long texts of strangers, in every field`]: sendLongTexts,
  [`${EXPORTS} PDF exports of ${PASSENGERS} passengers`]: exportAll,
  [`${Object.keys(hostileWorkbooks).length} workbooks with cells, rows and texts without end`]: sendWorkbooks,
};
const squatted = [await squat(), await addForNothing()];
const [blind, seeing, account] = accounts(4, 6) as [Account, Account, Account];
const impostors = [await attackByOwnLinks(product, database, { staff: staff.tokens[0] ?? '', blind, seeing, account })];
const flooded = [await floodMailbox(product, database)];
const guessed = [await guessAs([]), await guessAs(['see_documents'])];
const results = [];
for (const [name, attack] of Object.entries(attacks)) results.push(await suffer(name, attack));
await database.end();
await product.stop();
printTable(
  'Attacked',
  results.map(({ isGood: _, ...row }) => row),
);
printTable(
  `Places that two accounts hold without money, where ${UNPAID_PLACES} are allowed`,
  squatted.map(({ isGood: _, ...row }) => row),
);
printTable(
  'Staff that acts as a client',
  impostors.map(({ isGood: _, ...row }) => row),
);
printTable(
  'Codes to one mailbox, of which 3 an hour may arrive, and its new password within 30 s',
  flooded.map(({ isGood: _, ...row }) => row),
);
printTable(
  'Digits of a CPF that staff learns by searching',
  guessed.map(({ isGood: _, ...row }) => row),
);
await writeResult('attack', { results, squatted, impostors, flooded, guessed });
const all = [...results, ...squatted, ...impostors, ...flooded, ...guessed];
process.exitCode = all.every(({ isGood }) => isGood) ? 0 : 1;

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

// What a stranger may send: names without a space, with many, of one letter; each answer by itself.
async function sendLongTexts(): Promise<string> {
  const kilobytes = [15, 300, 1_000];
  const texts = kilobytes.flatMap((kb) =>
    ['a', 'a ', ' ', "a'", 'á'].map((unit) => unit.repeat((kb * 1_024) / unit.length)),
  );
  const fields = ['name', 'email', 'cpf', 'contact', 'birthdate', 'rg', 'emitter'];
  const durations: number[] = [];
  for (let sent = 0; sent < LONG_TEXTS; sent += 1) {
    const text = texts[sent % texts.length];
    const field = fields[Math.floor(sent / texts.length) % fields.length] ?? 'name';
    const began = performance.now();
    const response = await fetch(`${product.url}/api/users/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': anyAddress() },
      body: JSON.stringify({ [field]: text }),
    });
    await response.arrayBuffer();
    durations.push(performance.now() - began);
    if (response.status < 400 || response.status >= 500) throw new Error(`a long text was answered ${response.status}`);
  }
  const slowest = Math.max(...durations);
  if (slowest > SLOWEST_ANSWER_MS) throw new Error(`a long text was answered after ${slowest.toFixed(0)} ms`);
  return `slowest ${slowest.toFixed(0)} ms`;
}

/** Each is refused with the sentence that fits it; an account may send twenty a minute. */
async function sendWorkbooks(): Promise<string> {
  const importers = staff.people.slice(-4);
  await database.query(`update users set role = 'ADMIN' where id = any($1)`, [importers]);
  const durations: number[] = [];
  for (const [index, [name, [make, code]]] of Object.entries(hostileWorkbooks).entries()) {
    const form = new FormData();
    form.append('file', new Blob([await make()]), 'planilha.xlsx');
    const began = performance.now();
    const response = await fetch(`${product.url}/api/imports/clients`, {
      method: 'POST',
      headers: { authorization: `Bearer ${staff.tokens.at(-1 - (index % importers.length))}` },
      body: form,
    });
    const { code: answered } = (await response.json()) as { code?: string };
    durations.push(performance.now() - began);
    if (answered !== code) throw new Error(`a workbook with ${name} was answered ${response.status} ${answered}`);
  }
  return `each refused, slowest ${Math.max(...durations).toFixed(0)} ms`;
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
     ), people as (
     insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
       takes_place, name, user_id)
     select gen_random_uuid(), made.id, $1, true, 0, f.id, f.label, true, u.name, u.id
     from made join users u on u.id = made.user_id
     join trip_fares f on f.trip_id = $1 and f.position = 0
     returning *)
     insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
     select gen_random_uuid(), reservation_id, id, 'fare', fare_label, 10000, fare_id from people`,
    [id],
  );
  return id;
}

/** The last of the passengers guesses, the one before them is whose CPF it is. */
function guessAs(permissions: string[]) {
  const [victim, operator] = accounts(PASSENGERS - 2, PASSENGERS - 1);
  return guessCpf(product, database, {
    ...{ operator: operator?.id ?? '', token: operator?.token ?? '', victim: victim?.id ?? '' },
    permissions,
  });
}

interface Squatted {
  attack: string;
  requests: number;
  'of these refused': number;
  /** At most, without money. */
  'places held': number;
  isGood: boolean;
}

/**
 * Two accounts at one address take what they can of every trip, enlarge their parties, wait where it is full, stop the
 * clock with junk, let go and take again.
 */
async function squat(): Promise<Squatted> {
  const trips = await tripsToTake();
  const count = { requests: 0, refused: 0 };
  const squatters = accounts(1, 2);
  let most = 0;
  const look = async () => {
    most = Math.max(most, await unpaidPlaces(squatters));
  };
  for (const { token } of squatters) {
    const ask = asking(token, count);
    for (const { id, fare } of trips) {
      await ask('POST', `trips/enrrol/${id}`, { party: [{ fareId: fare, count: 9 }] });
      await ask('POST', `trips/${id}/waiting-list`, { party: [{ fareId: fare, count: 20 }] });
    }
    await look();
    const { data } = (await ask('GET', 'reservations/me')) as { data: { id: string; trip: { id: string } }[] };
    for (const held of data.filter((one) => one.trip.id !== trip)) {
      const fareId = trips.find(({ id }) => id === held.trip.id)?.fare;
      for (let more = 0; more < 5; more += 1) await ask('POST', `reservations/${held.id}/participants`, { fareId });
      await ask('POST', `reservations/${held.id}/receipts`, junkReceipt());
    }
    await look();
    for (const held of data.slice(2)) {
      await ask('POST', `reservations/${held.id}/cancel`, {});
      await ask('POST', `trips/enrrol/${held.trip.id}`, undefined);
    }
    await look();
  }
  await database.query(`update reservations set hold_expires_at = now() where state = 'held' and user_id = any($1)`, [
    squatters.map(({ id }) => id),
  ]);
  await wait(SWEEP_MS);
  const left = await unpaidPlaces(squatters);
  const attack = `two accounts, everything (after the deadline: ${left})`;
  return { attack, ...refusals(count), 'places held': most, isGood: most <= UNPAID_PLACES && left === 0 };
}

/** The deposit for one person, then as many as go in; their deadline passes. */
async function addForNothing(): Promise<Squatted> {
  const count = { requests: 0, refused: 0 };
  const [squatter = { id: '', token: '' }] = accounts(3, 3);
  const ask = asking(squatter.token, count, '198.51.100.8');
  const [taken] = (await tripsToTake()).filter(({ left }) => left > 20);
  const party = [{ fareId: taken?.fare, count: 1 }];
  const made = (await ask('POST', `trips/enrrol/${taken?.id}`, { party })) as { id: string; depositCents: number };
  const payment = { kind: 'deposit', method: 'pix', amountCents: made.depositCents };
  await asking(staff.tokens[0] ?? '', count)('POST', `reservations/${made.id}/payments`, payment);
  for (let more = 0; more < 45; more += 1) {
    await ask('POST', `reservations/${made.id}/participants`, { fareId: taken?.fare });
  }
  const held = await unpaidPlaces([squatter]);
  await database.query(
    'update participants set held_until = now() where reservation_id = $1 and held_until is not null',
    [made.id],
  );
  await wait(SWEEP_MS);
  const { rows } = await database.query<{ places: number }>('select places from reservations where id = $1', [made.id]);
  const attack = `one person is paid, 45 are added (after their deadline: ${rows[0]?.places} in all)`;
  return { attack, ...refusals(count), 'places held': held, isGood: held <= UNPAID_PLACES && rows[0]?.places === 1 };
}

/** Trips on sale, the fullest first, with their first public fare. */
async function tripsToTake(): Promise<{ id: string; fare: string; left: number }[]> {
  const { rows } = await database.query<{ id: string; fare: string; left: number }>(
    `select distinct on (t.id) t.id, f.id as fare, t.capacity - t.places_taken as left
     from trips t join trip_fares f on f.trip_id = t.id and f.takes_place and f.audience = 'public'
     where t.is_active and t.deposit_percent > 0 and not t.on_request and t.id <> $1
     order by t.id, f.position`,
    [trip],
  );
  return rows.toSorted((one, other) => one.left - other.left);
}

interface Account {
  id: string;
  token: string;
}

function accounts(first: number, last: number): Account[] {
  return staff.people.slice(first, last + 1).map((id, index) => ({ id, token: staff.tokens[first + index] ?? '' }));
}

function refusals({ requests, refused }: { requests: number; refused: number }) {
  return { requests, 'of these refused': refused };
}

async function unpaidPlaces(people: { id: string }[]): Promise<number> {
  const { rows } = await database.query<{ held: number }>(
    `select coalesce(sum(unpaid_places_of(r)), 0)::integer as held from reservations r
     where r.user_id = any($1) and r.is_active`,
    [people.map(({ id }) => id)],
  );
  return rows[0]?.held ?? 0;
}

function asking(token: string, count: { requests: number; refused: number }, address = '198.51.100.7') {
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    count.requests += 1;
    const isForm = body instanceof FormData;
    const response = await fetch(`${product.url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': address,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    });
    if (!response.ok) count.refused += 1;
    return response.json();
  };
}

function junkReceipt(): FormData {
  const form = new FormData();
  form.set('file', new File(['%PDF-1.4 junk'], 'comprovante.pdf', { type: 'application/pdf' }));
  return form;
}
