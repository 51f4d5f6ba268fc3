import { randomUUID } from 'node:crypto';
import type { Installation } from '../installation.ts';
import { repeat } from '../platform/process/repeat.ts';
import { Awake } from './awake.ts';
import { endLease, type OperatorRow, saveLeases, saveMustReplay, saveVersion, takeDue } from './directory.queries.ts';
import type { Directory } from './directory.ts';
import { isDueSoon, readDue } from './due.ts';
import type { HostingConfig } from './hosting-config.ts';
import { type HostParts, openOperator } from './open-operator.ts';

const LEASE_S = 30;
const RENEWAL_MS = 8_000;
const WAKING_TICK_MS = 2_000;
const SLEEPING_TICK_MS = 1_000;
// Operators are woken for their work as long as there are so many connections for each: with fewer, they would take
// them from each other all the time.
const CONNECTIONS_OF_WORKER = 5;
// After its sweeps have run, jobs that follow from them are begun.
const SHORTEST_WORK_MS = 1_000;
// What is due sooner is waited for.
const SOON_MS = 20_000;
const OPENINGS = 4;
// A database that could not be opened is not tried by every request.
const FAILURE_MS = 2_000;
const CLOSING_MS = 10_000;

/** Thrown while an operator cannot be opened. */
class CannotOpen extends Error {}

/** The operators that are open in this process: wakes them for requests and work, and lets them fall asleep. */
export class Sleepers {
  readonly #server = randomUUID();
  readonly #host: HostParts;
  readonly #directory: Directory;
  readonly #limits: HostingConfig;
  readonly #awake = new Map<string, Awake>();
  readonly #failures = new Map<string, number>();
  readonly #stops: (() => Promise<void>)[] = [];
  #opening = 0;
  #isStopping = false;

  constructor(host: HostParts, directory: Directory, limits: HostingConfig) {
    this.#host = host;
    this.#limits = limits;
    this.#directory = directory;
    directory.onRead(() => this.#closeChanged());
  }

  get count(): number {
    return this.#awake.size;
  }

  /** The operator if it can answer at once. */
  find(slug: string): Awake | undefined {
    const awake = this.#awake.get(slug);
    return awake?.closing ? undefined : awake;
  }

  /** Opens an operator, once for all who ask. Throws {@link CannotOpen} shortly after it could not be opened. */
  async wake(slug: string): Promise<Awake> {
    for (;;) {
      const known = this.#awake.get(slug);
      if (known && !known.closing) {
        await known.opened;
        return known;
      }
      if (known) await known.closing;
      else await this.#open(slug);
    }
  }

  /** Renews leases, wakes who has something to do, and lets those sleep who have not. */
  startWork(): void {
    const onError = (error: unknown) => this.#warn(undefined, error, 'the directory of operators does not answer');
    this.#stops.push(repeat(() => this.#renew(), RENEWAL_MS, onError));
    this.#stops.push(repeat(() => this.#wakeDue(), WAKING_TICK_MS, onError));
    this.#stops.push(repeat(() => this.#letSleep(), SLEEPING_TICK_MS, onError));
  }

  /** Starts the work of an operator that has answered. */
  startWorkOf(awake: Awake): void {
    if (awake.closing || this.#isStopping) return;
    awake.startWork().catch((error) => this.#warn(awake.row.slug, error, 'the work of an operator did not start'));
  }

  async close(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#stops.map((stop) => stop()));
    await Promise.all([...this.#awake.values()].map((awake) => this.#sleep(awake)));
  }

  async #open(slug: string): Promise<void> {
    if ((this.#failures.get(slug) ?? 0) > Date.now()) throw new CannotOpen(slug);
    const row = this.#directory.get(slug);
    if (row?.state !== 'active' || row.problem !== null || this.#isStopping) throw new CannotOpen(slug);
    this.#makeRoom();
    const awake = new Awake(row, (operator) => this.#openNow(operator));
    this.#awake.set(slug, awake);
    try {
      await awake.opened;
      this.#failures.delete(slug);
    } catch (error) {
      if (this.#awake.get(slug) === awake) this.#awake.delete(slug);
      this.#failures.set(slug, Date.now() + FAILURE_MS);
      this.#warn(slug, error, 'an operator could not be opened');
      throw new CannotOpen(slug);
    }
  }

  async #openNow(operator: OperatorRow): Promise<Installation> {
    this.#opening += 1;
    try {
      // Before it writes anything: should this server die, another goes on.
      await saveLeases(this.#directory.pool, this.#server, [operator.slug], LEASE_S);
      const installation = await openOperator(operator, this.#host);
      if (operator.version < this.#host.version) {
        await saveVersion(this.#directory.pool, operator.slug, this.#host.version, null);
      }
      if (operator.must_replay) await saveMustReplay(this.#directory.pool, operator.slug, false);
      return installation;
    } finally {
      this.#opening -= 1;
    }
  }

  /** Open operators that may be closed to make room, the least recently used first. */
  #idle(): Awake[] {
    const now = Date.now();
    const idle = [...this.#awake.values()].filter(({ closing, isBusy, serve, workedSince }) => {
      if (closing || isBusy) return false;
      return serve !== undefined || (workedSince !== undefined && now - workedSince >= SHORTEST_WORK_MS);
    });
    return idle.toSorted((one, other) => one.usedAt - other.usedAt);
  }

  /** How many more may be opened without closing one. */
  get #room(): number {
    return this.#limits.maxAwake - [...this.#awake.values()].filter(({ closing }) => !closing).length;
  }

  #makeRoom(): void {
    this.#closeFirst(1 - this.#room, this.#idle());
  }

  #closeFirst(count: number, idle: Awake[]): void {
    if (count > 0) for (const awake of idle.slice(0, count)) void this.#sleep(awake);
  }

  /** How many more may be woken for their work without closing one that was. */
  get #workRoom(): number {
    const workers = [...this.#awake.values()].filter(({ closing, serve }) => !closing && serve === undefined);
    return Math.max(2, Math.floor(this.#limits.connections / CONNECTIONS_OF_WORKER)) - workers.length;
  }

  #sleep(awake: Awake): Promise<void> {
    awake.closing ??= this.#close(awake);
    return awake.closing;
  }

  async #close(awake: Awake): Promise<void> {
    const { slug } = awake.row;
    const { pool } = this.#directory;
    try {
      await awake.close(CLOSING_MS, async ({ connections }) => {
        // One whose database does not answer is due at once.
        const dueAt = await readDue(connections.pool, slug).catch(() => new Date());
        await endLease(pool, this.#server, slug, { dueAt, usedAt: new Date(awake.usedAt) });
      });
    } catch (error) {
      // Its lease lapses: it is looked after again.
      this.#warn(slug, error, 'an operator did not fall asleep as it should');
    } finally {
      this.#awake.delete(slug);
    }
  }

  async #letSleep(): Promise<void> {
    const { idleMs } = this.#limits;
    const now = Date.now();
    const done = [...this.#awake.values()].filter(({ closing, isBusy, serve, usedAt, workedSince }) => {
      if (closing || isBusy || workedSince === undefined || now - workedSince < SHORTEST_WORK_MS) return false;
      return !serve || now - usedAt >= idleMs;
    });
    await Promise.allSettled(
      done.map(async (awake) => {
        const { connections } = await awake.opened;
        if (await isDueSoon(connections.pool, SOON_MS)) return;
        if (!awake.isBusy && !awake.closing) await this.#sleep(awake);
      }),
    );
  }

  async #renew(): Promise<void> {
    const slugs = [...this.#awake.values()].filter(({ closing }) => !closing).map(({ row }) => row.slug);
    if (slugs.length > 0) await saveLeases(this.#directory.pool, this.#server, slugs.sort(), LEASE_S);
  }

  async #wakeDue(): Promise<void> {
    const idle = this.#idle();
    const idleWorkers = idle.filter(({ serve }) => serve === undefined);
    const room = Math.min(this.#room + idle.length, this.#workRoom + idleWorkers.length);
    const atMost = Math.min(OPENINGS - this.#opening, room);
    if (atMost <= 0 || this.#isStopping) return;
    const slugs = await takeDue(this.#directory.pool, this.#server, { seconds: LEASE_S, atMost });
    this.#closeFirst(slugs.length - this.#workRoom, idleWorkers);
    for (const slug of slugs) {
      const waking = this.wake(slug).then(
        (awake) => this.startWorkOf(awake),
        () => undefined,
      );
      // There may be more than could be opened at once.
      if (slugs.length === atMost) void waking.then(() => this.#wakeDue()).catch(() => undefined);
    }
  }

  // Suspended, moved or renamed in the meantime, or with another secret.
  #closeChanged(): void {
    for (const awake of this.#awake.values()) {
      const row = this.#directory.get(awake.row.slug);
      if (!row || placeOf(row) !== placeOf(awake.row)) void this.#sleep(awake);
    }
  }

  #warn(operator: string | undefined, error: unknown, message: string): void {
    if (!this.#isStopping) this.#host.logger.warn({ operator, err: error }, message);
  }
}

/** What must be the same while an operator is open. */
function placeOf({ state, database, wrapped_url, wrapped_secret, key_id, problem, domains }: OperatorRow): string {
  const bytes = [wrapped_url, wrapped_secret].map((value) => value?.toString('base64'));
  return JSON.stringify([state, database, bytes, key_id, problem, domains[0]]);
}
