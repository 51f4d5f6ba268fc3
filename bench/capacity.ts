// How much an installation carries, computed from what each call costs. Nothing here measures or prints.

/** What a call costs while little else happens; processor time in milliseconds. */
export interface Cost {
  server: number;
  database: number;
  /** The part of `database` during which the trip's row is locked. */
  locked?: number;
  /** Milliseconds until its changes are on the disk; a locked row stays locked meanwhile. */
  sync?: number;
  /** Milliseconds in which nothing of it works: wake-ups, the way there and back. */
  idle?: number;
  /** The time of the program that sends it, where that shares the processors. */
  client?: number;
  /** Bytes of WAL, and of tables with their indexes. */
  wal?: number;
  stored?: number;
}

export type Kind = 'view' | 'render' | 'reserve' | 'cancel' | 'pay' | 'board' | 'email';
export type Costs = Record<Kind, Cost>;
/** Calls a second. */
export type Rates = Partial<Record<Kind, number>>;

/** What does not depend on calls: the sweeps and queues of each server, in parts of a processor. */
export interface Background {
  server: number;
  database: number;
}

/** Machines. One that is `shared` has PostgreSQL's processors for the server too. */
export interface Installation {
  servers: number;
  databaseCores: number;
  isShared?: boolean;
}

/** What people do for each reservation, while reservations are made. */
export interface Profile {
  views: number;
  /** Views of pages that list all trips, as a part of all; the others are spread over the pages of trips. */
  listViews: number;
  listPages: number;
  tripPages: number;
  cancel: number;
  pay: number;
  board: number;
  email: number;
  /** The trip that sells best, as a part of all reservations. */
  hottest: number;
}

/** What each machine and PostgreSQL can do, beside its processors. */
export interface Limits {
  /** A page of which only places changed is rendered no sooner again. */
  renderPauseMs: number;
  emailsPerServer: number;
  connectionsPerServer: number;
  connections: number;
  walBytesPerSecond: number;
}

export interface Usage {
  resource: 'server' | 'database' | 'machine' | 'hot trip' | 'WAL' | 'e-mails' | 'connections';
  /** The part of it that is used; from 1 on more comes than it does. */
  used: number;
}

/** How often a page is rendered that is viewed `views` and changed `changes` times a second. */
export function rendersOf(views: number, changes: number, pauseMs: number): number {
  if (views <= 0 || changes <= 0) return 0;
  return 1 / (Math.max(pauseMs / 1_000, 1 / changes) + 1 / views);
}

/** All calls that follow from `reservations` a second. Each server renders pages for itself. */
export function ratesOf(reservations: number, profile: Profile, servers: number, limits: Limits): Rates {
  const views = reservations * profile.views;
  const each = (share: number, pages: number, changes: number) =>
    servers * pages * rendersOf((views * share) / pages / servers, changes, limits.renderPauseMs);
  const changes = reservations * (1 + profile.cancel);
  const render =
    each(profile.listViews, profile.listPages, changes) +
    each(1 - profile.listViews, profile.tripPages, changes / profile.tripPages);
  const { cancel, pay, board, email } = profile;
  return {
    view: views,
    render,
    reserve: reservations,
    cancel: reservations * cancel,
    pay: reservations * pay,
    board: reservations * board,
    email: reservations * email,
  };
}

/** The sum over all calls of what each takes of something, a second. */
export function demandOf(rates: Rates, costs: Costs, of: (cost: Cost) => number | undefined): number {
  return (Object.keys(rates) as Kind[]).reduce((sum, kind) => sum + (rates[kind] ?? 0) * (of(costs[kind]) ?? 0), 0);
}

/** How long the trip's row of a reservation is locked, in milliseconds. */
export function heldMs({ locked = 0, sync = 0 }: Cost): number {
  return locked + sync;
}

interface Setting {
  installation: Installation;
  costs: Costs;
  background: Background;
  limits: Limits;
  hottest: number;
}

/** Which part of each resource `rates` take, the fullest first (utilisation law: rate × time each). */
export function usageOf(rates: Rates, { installation, costs, background, limits, hottest }: Setting): Usage[] {
  const { servers, databaseCores, isShared } = installation;
  const server = demandOf(rates, costs, (cost) => cost.server) / 1_000 + servers * background.server;
  const database = demandOf(rates, costs, (cost) => cost.database) / 1_000 + servers * background.database;
  const busy = demandOf(rates, costs, (cost) => cost.database + (cost.sync ?? 0)) / 1_000;
  const usage: Usage[] = [
    // JavaScript runs on one processor of each.
    { resource: 'server', used: server / servers },
    isShared
      ? { resource: 'machine', used: (server + database) / databaseCores }
      : { resource: 'database', used: database / databaseCores },
    {
      resource: 'hot trip',
      used:
        (hottest * ((rates.reserve ?? 0) * heldMs(costs.reserve) + (rates.cancel ?? 0) * heldMs(costs.cancel))) / 1e3,
    },
    { resource: 'WAL', used: demandOf(rates, costs, (cost) => cost.wal) / limits.walBytesPerSecond },
    { resource: 'e-mails', used: (rates.email ?? 0) / servers / limits.emailsPerServer },
    // Connections at work (Little's law), or all that the servers may open beside each other.
    {
      resource: 'connections',
      used: Math.max(
        busy / servers / limits.connectionsPerServer,
        (servers * limits.connectionsPerServer) / limits.connections > 1 ? Number.POSITIVE_INFINITY : 0,
      ),
    },
  ];
  return usage.toSorted((one, other) => other.used - one.used);
}

/** The most reservations a second with which no resource but those of `ignored` is used beyond `ceiling`. */
export function capacityOf(
  profile: Profile,
  setting: Omit<Setting, 'hottest'>,
  { ceiling, ignored = [] }: { ceiling: number; ignored?: Usage['resource'][] },
): { reservations: number; usage: Usage[] } {
  const at = (reservations: number) =>
    usageOf(ratesOf(reservations, profile, setting.installation.servers, setting.limits), {
      ...setting,
      hottest: profile.hottest,
    }).filter(({ resource }) => !ignored.includes(resource));
  let [low, high] = [0, 1];
  while ((at(high)[0]?.used ?? 0) < ceiling) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if ((at(middle)[0]?.used ?? 0) <= ceiling) low = middle;
    else high = middle;
  }
  return { reservations: low, usage: at(low) };
}

/** The probability that a call waits, of `servers` that are offered `load` (Erlang C). */
export function waitProbability(servers: number, load: number): number {
  if (load >= servers) return 1;
  let term = 1;
  let sum = 1;
  for (let n = 1; n < servers; n += 1) {
    term *= load / n;
    sum += term;
  }
  const last = ((term * load) / servers) * (servers / (servers - load));
  return last / (sum + last);
}

/** How long a call takes on average at a station with `servers` of which the part `used` is busy (M/M/c). */
export function responseMs(serviceMs: number, servers: number, used: number): number {
  if (used >= 1) return Number.POSITIVE_INFINITY;
  return serviceMs * (1 + waitProbability(servers, used * servers) / (servers * (1 - used)));
}

interface Call {
  cost: Cost;
  /** Calls a second of an open load, at random moments; of a closed one undefined. */
  perSecond?: number;
  /** Its trip's row is everybody's. */
  isHot?: boolean;
}

export interface Simulated {
  perSecond: number;
  /** Median, and the slowest of a hundred. */
  p50: number;
  p99: number;
  /** Processors at work. */
  server: number;
  database: number;
}

interface Stage {
  at: 'client' | 'server' | 'database' | 'pause';
  ms: number;
  lock?: 'take' | 'give';
}

interface Job {
  began: number;
  stages: Stage[];
  left: number;
  kind: number;
}

const WARM_UP = 0.1;

/**
 * Simulates one server and its PostgreSQL on a machine of `cores` processors, which all that works shares evenly: the
 * server and the program that sends have one thread each, PostgreSQL one process a call, and a locked row one writer.
 * Either `clients` send one call after the other, in turn of each kind, or calls come at random. Times are exponential.
 */
export function simulate(
  calls: Call[],
  { cores, clients, seconds, seed = 1 }: { cores: number; clients?: number; seconds: number; seed?: number },
): Simulated {
  const random = randomNumbers(seed);
  const exponential = (mean: number) => -mean * Math.log(1 - random());
  const end = seconds * 1_000;
  const single: Record<'client' | 'server' | 'lock', { busy?: Job | undefined; queue: Job[] }> = {
    client: { queue: [] },
    server: { queue: [] },
    lock: { queue: [] },
  };
  const running = new Set<Job>();
  const durations: number[] = [];
  const used = { client: 0, server: 0, database: 0 };
  const arrivals = calls.map(({ perSecond }) =>
    clients === undefined && perSecond ? exponential(1_000 / perSecond) : Number.POSITIVE_INFINITY,
  );
  let now = 0;
  let turn = 0;

  const begin = (kind: number) =>
    proceed({ began: now, stages: stagesOf(calls[kind] as Call, exponential), left: 0, kind });
  const proceed = (job: Job) => {
    const stage = job.stages[0];
    if (!stage) return finish(job);
    if (stage.lock === 'take' && single.lock.busy !== job) {
      if (single.lock.busy) return void single.lock.queue.push(job);
      single.lock.busy = job;
    }
    if (stage.at === 'client' || stage.at === 'server') {
      const thread = single[stage.at];
      if (thread.busy) return void thread.queue.push(job);
      thread.busy = job;
    }
    job.left = stage.ms;
    running.add(job);
  };
  const endStage = (job: Job) => {
    running.delete(job);
    const stage = job.stages.shift() as Stage;
    const next: Job[] = [];
    const free = (what: keyof typeof single) => {
      single[what].busy = undefined;
      const waiting = single[what].queue.shift();
      if (waiting) next.push(waiting);
    };
    if (stage.at === 'client' || stage.at === 'server') free(stage.at);
    if (stage.lock === 'give') free('lock');
    for (const one of next) proceed(one);
    proceed(job);
  };
  const finish = (job: Job) => {
    if (now > end * WARM_UP) durations.push(now - job.began);
    if (clients === undefined) return;
    turn += 1;
    begin(turn % calls.length);
  };

  for (let client = 0; client < (clients ?? 0); client += 1) begin(client % calls.length);
  while (now < end) {
    const working = [...running].filter(({ stages }) => stages[0]?.at !== 'pause').length;
    const speed = working > cores ? cores / working : 1;
    const speedOf = (job: Job) => (job.stages[0]?.at === 'pause' ? 1 : speed);
    let step = Math.min(...arrivals) - now;
    for (const job of running) step = Math.min(step, job.left / speedOf(job));
    if (!Number.isFinite(step)) break;
    now += step;
    const done: Job[] = [];
    for (const job of running) {
      const worked = step * speedOf(job);
      job.left -= worked;
      const at = job.stages[0]?.at;
      if (at && at !== 'pause' && now > end * WARM_UP) used[at] += worked;
      if (job.left <= 1e-9) done.push(job);
    }
    for (const job of done) endStage(job);
    for (const [kind, at] of arrivals.entries()) {
      if (at > now + 1e-9) continue;
      arrivals[kind] = now + exponential(1_000 / (calls[kind]?.perSecond ?? 1));
      begin(kind);
    }
  }
  const measured = now - end * WARM_UP;
  const sorted = durations.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return {
    perSecond: (durations.length * 1_000) / measured,
    p50: at(0.5),
    p99: at(0.99),
    server: used.server / measured,
    database: used.database / measured,
  };
}

// The server works before, between and after two statements, of which the second locks the trip.
function stagesOf({ cost, isHot }: Call, exponential: (mean: number) => number): Stage[] {
  const { server, database, locked = 0, sync = 0, idle = 0, client = 0 } = cost;
  const stages: Stage[] = [
    { at: 'client', ms: client },
    { at: 'server', ms: server / 2 },
    { at: 'database', ms: database - locked },
    { at: 'server', ms: server / 4 },
    { at: 'database', ms: locked, ...(isHot && { lock: 'take' }) },
    { at: 'pause', ms: sync, ...(isHot && { lock: 'give' }) },
    { at: 'server', ms: server / 4 },
    { at: 'pause', ms: idle },
  ];
  return stages
    .filter(({ ms, lock }) => ms > 0 || lock)
    .map((stage) => ({ ...stage, ms: stage.ms > 0 ? exponential(stage.ms) : 0 }));
}

/** Evenly spread numbers from 0 to below 1, the same for a seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
