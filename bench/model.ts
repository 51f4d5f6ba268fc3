import {
  type Background,
  type Costs,
  capacityOf,
  heldMs,
  type Installation,
  type Kind,
  type Limits,
  type Profile,
  ratesOf,
  responseMs,
  simulate,
  type Usage,
} from './capacity.ts';
import { printTable } from './report.ts';

// How many visitors, reservations and departures an installation carries, where it stops first, and what is done then.

// On 2 cores with Node 26.10.0 and PostgreSQL 18, in milliseconds of a processor and bytes (docs/performance.md says
// where each was measured). What is stored is as filled by fill.ts: jobs are deleted again.
const COSTS: Costs = {
  // bench:http.
  view: { server: 0.016, database: 0 },
  // bench:scale, the longest page.
  render: { server: 30, database: 10 },
  // bench:enrol of 2026-11-27 with 8 clients; the row from pgbench on one trip, 268 a second.
  reserve: { server: 3.8, database: 5.4, locked: 2.9, sync: 0.8, wal: 10_000, stored: 3_900 },
  // The ratio of both under load.
  cancel: { server: 4.8, database: 6.8, locked: 2.9, sync: 0.8, wal: 10_000, stored: 900 },
  // At most: bench:pix had 83 a second, with the bank, on two processors.
  pay: { server: 6, database: 10, sync: 0.8, wal: 20_000, stored: 2_200 },
  // Beside reserving, in one run on a busy machine.
  board: { server: 2.6, database: 3.8, sync: 0.8, wal: 4_500, stored: 1_150 },
  email: { server: 6, database: 8, wal: 7_000, stored: 280 },
};
const BACKGROUND: Background = { server: 0.03, database: 0.04 };

// What was measured, on an idle machine: bench:enrol of 2026-11-28. One wrk costs next to nothing.
const RECORDED = [
  { isHot: false, clients: 8, perSecond: 231 },
  { isHot: false, clients: 32, perSecond: 264 },
  { isHot: true, clients: 8, perSecond: 196 },
  { isHot: true, clients: 32, perSecond: 205 },
];

const LIMITS: Limits = {
  // Limits of page-cache.ts, queued-email.ts and adapters.ts; three of PostgreSQL's 120 connections are for its
  // administrator.
  renderPauseMs: 750,
  emailsPerServer: 10,
  connectionsPerServer: 30,
  connections: 117,
  // Assumed: a small cloud disk.
  walBytesPerSecond: 100_000_000,
};

// Assumed: what people do for a reservation in the hours in which most is sold; nobody boards meanwhile.
const PROFILE: Profile = {
  ...{ views: 200, listViews: 0.5, listPages: 4, tripPages: 100 },
  ...{ cancel: 0.1, pay: 1.2, board: 0, email: 4, hottest: 0.3 },
};
const PAGES_OF_VISIT = 8;
// The busiest hour's share of a day's reservations; people of a reservation; people of a departure.
const BUSIEST_HOUR = 0.15;
const PARTY = 2.5;
const SEATS = 40;
// Beyond it calls wait for longer than they take, and a server that is lost takes the others along.
const CEILING = 0.7;

const INSTALLATIONS: (Installation & { name: string })[] = [
  { name: 'one machine with 2 processors', servers: 1, databaseCores: 2, isShared: true },
  { name: 'one machine with 4', servers: 1, databaseCores: 4, isShared: true },
  { name: 'one server, PostgreSQL with 4', servers: 1, databaseCores: 4 },
  { name: 'four servers, PostgreSQL with 4', servers: 4, databaseCores: 4 },
  { name: 'four servers, PostgreSQL with 16', servers: 4, databaseCores: 16 },
  { name: 'sixteen servers, PostgreSQL with 64', servers: 16, databaseCores: 64 },
];

const THEN: Record<Usage['resource'], string> = {
  server: 'another server',
  database: 'more processors; then a database for each group of departures',
  machine: 'PostgreSQL on a machine of its own',
  'hot trip': 'nothing helps but a shorter transaction: people queue for that trip alone',
  WAL: 'a faster disk for WAL',
  'e-mails': 'they leave later; another server sends 10 more a second',
  connections: 'raise max_connections, or a pooler in session mode',
};

// Loads that are compared.
const TRIPS = 24;
const SIMULATED_SECONDS = 60;
const CORES = 2;

predict();
compareWithRecorded();

function predict(): void {
  printCosts();
  const rows = INSTALLATIONS.map(({ name, ...installation }) => {
    // E-mails wait, and connections are a setting: neither stops a sale.
    const { reservations, usage } = capacityOf(
      PROFILE,
      { installation, costs: COSTS, background: BACKGROUND, limits: LIMITS },
      { ceiling: CEILING, ignored: ['e-mails', 'connections'] },
    );
    const [first, second] = usage;
    const { isShared, servers, databaseCores } = installation;
    const emails = (reservations * PROFILE.email) / servers / LIMITS.emailsPerServer;
    const sharing = usage.find(({ resource }) => resource === (isShared ? 'machine' : 'database'))?.used ?? 0;
    const answer =
      responseMs(COSTS.reserve.server, 1, usage.find(({ resource }) => resource === 'server')?.used ?? 0) +
      responseMs(COSTS.reserve.database, databaseCores, sharing) +
      (COSTS.reserve.sync ?? 0);
    const rates = ratesOf(reservations, PROFILE, servers, LIMITS);
    const rendering = ((rates.render ?? 0) * COSTS.render.server) / 1_000 / servers;
    const isBeyond = servers * LIMITS.connectionsPerServer > LIMITS.connections;
    return {
      installation: name,
      'reservations/s': reservations.toFixed(1),
      'pages/s': (reservations * PROFILE.views).toFixed(0),
      'visits an hour': ((reservations * PROFILE.views * 3_600) / PAGES_OF_VISIT).toFixed(0),
      'departures a day': ((reservations * 3_600 * PARTY) / BUSIEST_HOUR / SEATS).toFixed(0),
      'a reservation, ms': answer.toFixed(0),
      'first full': `${first?.resource}${second ? `; then ${second.resource} (${percent(second.used)})` : ''}`,
      'rendered again, part of a server': percent(rendering),
      'what is done then':
        first?.resource === 'server' && rendering > CEILING / 2
          ? 'a cache in front: each server renders every page for itself'
          : THEN[first?.resource ?? 'server'],
      notes: [
        ...(emails > 1 ? [`e-mails leave in ${emails.toFixed(1)} times the time`] : []),
        ...(isBeyond ? [`max_connections ${servers * LIMITS.connectionsPerServer + 3}`] : []),
      ].join(', '),
    };
  });
  printTable(`What is carried with every resource used to ${percent(CEILING)} at most`, rows);
  const held = heldMs(COSTS.reserve);
  printTable('One trip that everybody wants', [
    {
      'its row is locked, ms': held.toFixed(1),
      'reservations/s at most': (1_000 / held).toFixed(0),
      'a bus of 40 is sold out after, s': ((SEATS / PARTY) * (held / 1_000)).toFixed(2),
      '1,000 people are all answered after, s': ((1_000 * held) / 1_000).toFixed(1),
    },
  ]);
  const yearly = (of: 'stored' | 'wal') =>
    (['reserve', 'cancel', 'pay', 'email'] as Kind[]).reduce(
      (sum, kind) => sum + (kind === 'reserve' ? 1 : (PROFILE[kind as 'pay'] ?? 0)) * (COSTS[kind][of] ?? 0),
      PARTY * (COSTS.board[of] ?? 0),
    );
  printTable(
    'Disk',
    [100, 1_000, 10_000].map((day) => ({
      'reservations a day': day,
      'tables, GB a year': ((yearly('stored') * day * 365) / 1e9).toFixed(1),
      'WAL, GB a day': ((yearly('wal') * day) / 1e9).toFixed(2),
    })),
  );
}

function compareWithRecorded(): void {
  printTable(
    'Predicted, and measured by bench:enrol',
    RECORDED.map(({ isHot, clients, perSecond }) => {
      const calls = [{ cost: COSTS.reserve, isHot }];
      const predicted = simulate(calls, { cores: CORES, clients, seconds: SIMULATED_SECONDS });
      return {
        load: `${clients} reserve ${isHot ? 'in one trip' : `in ${TRIPS} trips`}`,
        'predicted/s': predicted.perSecond.toFixed(0),
        'measured/s': perSecond,
        error: percent(predicted.perSecond / perSecond - 1),
      };
    }),
  );
}

function printCosts(): void {
  printTable('What a call costs', [
    ...(Object.keys(COSTS) as Kind[]).map((kind) => {
      const { server, database, locked, sync, wal = 0, stored = 0 } = COSTS[kind];
      return {
        call: kind,
        'server, ms': server.toFixed(3),
        'PostgreSQL, ms': database.toFixed(2),
        'row locked, ms': locked?.toFixed(2) ?? '',
        'disk, ms': sync?.toFixed(2) ?? '',
        'WAL, KB': (wal / 1_000).toFixed(1),
        'stored, KB': (stored / 1_000).toFixed(1),
      };
    }),
    {
      call: 'nothing, a second',
      'server, ms': (BACKGROUND.server * 1_000).toFixed(0),
      'PostgreSQL, ms': (BACKGROUND.database * 1_000).toFixed(0),
    },
  ]);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}
