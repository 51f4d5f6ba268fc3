import type { Change } from './change-notifier.ts';

/** What a cached response depends on: the operator's data, any trip, the places of any trip, one trip, its places. */
export type Dependency = 'operator' | 'trips' | 'places' | `trip:${string}` | `places:${string}`;

/** The first change that invalidated a response. When only places changed, it may be served stale for a moment. */
export interface Staleness {
  sinceMs: number;
  isOnlyPlaces: boolean;
}

interface LoggedChange {
  change: Change;
  atMs: number;
}

// 100 s at 40 changes per second; entries older than that count as stale.
const MAX_LOGGED = 4_096;

/** A numbered log of the last changes, to check cached responses against. */
export class ChangeLog {
  #changes: LoggedChange[] = [];
  #number = 0;

  /** Number of the last change. */
  get number(): number {
    return this.#number;
  }

  add(change: Change): void {
    this.#number += 1;
    this.#changes.push({ change, atMs: Date.now() });
    // Trimmed at twice the size, so that adding stays O(1) on average.
    if (this.#changes.length > MAX_LOGGED * 2) this.#changes = this.#changes.slice(-MAX_LOGGED);
  }

  /** Whether changes after `number` affect `dependencies`; undefined if not. */
  stalenessSince(number: number, dependencies: ReadonlySet<Dependency>): Staleness | undefined {
    const missed = this.#number - number;
    if (missed > this.#changes.length) return { sinceMs: 0, isOnlyPlaces: false };
    const relevant = this.#changes
      .slice(this.#changes.length - missed)
      .filter(({ change }) => affects(change, dependencies));
    const [first] = relevant;
    if (!first) return undefined;
    return { sinceMs: first.atMs, isOnlyPlaces: relevant.every(({ change }) => change.startsWith('places:')) };
  }
}

function affects(change: Change, dependencies: ReadonlySet<Dependency>): boolean {
  if (change === 'everything') return true;
  if (change === 'reservations' || change === 'connections') return false;
  if (dependencies.has(change)) return true;
  return dependencies.has(change.startsWith('trip:') ? 'trips' : 'places') && change !== 'operator';
}
