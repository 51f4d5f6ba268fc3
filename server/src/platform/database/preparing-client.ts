import { createHash } from 'node:crypto';
import { FailoverClient } from './failover-client.ts';

// The threshold that other drivers use.
const PREPARED_FROM_USE = 5;
const MAX_PREPARED = 200;
const MAX_COUNTED = 1_000;
// The best plan of these depends on the values.
const NEEDS_ITS_VALUES = /\blike\b|\blimit \$/i;
const RESULT_CHANGED = 'cached plan must not change result type';
const IDLE = 'I';

// How often a migration has made prepared statements outdated. Counted for all connections: else a transaction that is
// repeated would meet the next outdated one on each of them.
let migrations = 0;

/** Whether a migration has changed what "*" of a prepared statement means; the transaction can be repeated. */
export function isOutdatedPlan(error: unknown): boolean {
  return error instanceof Error && error.message === RESULT_CHANGED;
}

/**
 * A client that prepares parameterised statements at their fifth use, which halves the database's time for short ones.
 * Statements whose best plan depends on the values are never prepared.
 */
export class PreparingClient extends FailoverClient {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #prepared = 0;
  #migrations = migrations;

  // pg's `query` has many overloads; Kysely uses text and values.
  override query(...given: unknown[]): never {
    const [text, values] = given;
    const isPlain = given.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isPlain ? this.#nameOf(text) : undefined;
    if (name === undefined) return super.query(...(given as [never])) as never;
    return this.#queryPrepared(name, text as string, values as unknown[]) as never;
  }

  async #queryPrepared(name: string, text: string, values: unknown[]): Promise<unknown> {
    try {
      return await super.query({ name, text, values });
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error;
      if (this.#migrations === migrations) migrations += 1;
      if (this.getTransactionStatus() !== IDLE) throw error;
      return super.query(text, values);
    }
  }

  #nameOf(text: string): string | undefined {
    if (this.#migrations !== migrations) {
      this.#migrations = migrations;
      this.#names.clear();
      this.#prepared = 0;
    }
    const known = this.#names.get(text);
    if (known) return known;
    if (this.#prepared >= MAX_PREPARED || NEEDS_ITS_VALUES.test(text)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < PREPARED_FROM_USE) {
      if (this.#uses.size >= MAX_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    this.#prepared += 1;
    // Derived from the text, so that a name never refers to another statement; those from before a migration are taken.
    const name = `often-${migrations}-${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }
}
