import type { Change } from './change-notifier.ts';

/**
 * What an answer was made of, and so what makes it stale: the operator's data, one trip or its places, any trip, or the
 * places of any.
 */
export type Dependency = 'operator' | 'trips' | 'places' | `trip:${string}` | `places:${string}`;

/** The first change that made an answer stale. Where only places have changed, it may be shown a moment longer. */
export interface Staleness {
  sinceMs: number;
  isOnlyPlaces: boolean;
}

interface LoggedChange {
  change: Change;
  atMs: number;
}

// At 40 changes a second, whoever has not looked for 100 s has missed some.
const MOST_LOGGED = 4_096;

/** The last changes, numbered, for answers that want to know whether one of them concerns them. */
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
    // By halves, so that adding stays cheap.
    if (this.#changes.length > MOST_LOGGED * 2) this.#changes = this.#changes.slice(-MOST_LOGGED);
  }

  /** How the changes after the one of that number concern `dependencies`; undefined where they don't. */
  stalenessSince(number: number, dependencies: ReadonlySet<Dependency>): Staleness | undefined {
    const missed = this.#number - number;
    if (missed > this.#changes.length) return { sinceMs: 0, isOnlyPlaces: false };
    const concerning = this.#changes
      .slice(this.#changes.length - missed)
      .filter(({ change }) => concerns(change, dependencies));
    const [first] = concerning;
    if (!first) return undefined;
    return { sinceMs: first.atMs, isOnlyPlaces: concerning.every(({ change }) => change.startsWith('places:')) };
  }
}

function concerns(change: Change, dependencies: ReadonlySet<Dependency>): boolean {
  if (change === 'everything') return true;
  if (change === 'reservations') return false;
  if (dependencies.has(change)) return true;
  return dependencies.has(change.startsWith('trip:') ? 'trips' : 'places') && change !== 'operator';
}
