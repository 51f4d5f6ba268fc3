import { createHash } from 'node:crypto';
import { FailoverClient } from './failover-client.ts';

// As other drivers do: what is asked for again and again is parsed and planned once per connection.
const PREPARED_FROM_USE = 5;
const MOST_PREPARED = 200;
const MOST_COUNTED = 1_000;
// What to read for these depends on the values: they are planned anew with each.
const NEEDS_ITS_VALUES = /\b(like|limit)\b/i;
const RESULT_CHANGED = 'cached plan must not change result type';

/**
 * A connection that prepares the statements it is given often, which halves what the database spends on a short one.
 * Only statements with values are prepared; those whose best plan depends on the values never are.
 */
export class PreparingClient extends FailoverClient {
  readonly #uses = new Map<string, number>();
  readonly #names = new Map<string, string>();
  #prepared = 0;

  // The signatures of pg's `query` are many; the database layer uses the one of text and values.
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
      // A migration has changed what "*" means: the next one is prepared anew.
      if (error instanceof Error && error.message === RESULT_CHANGED) this.#names.delete(text);
      throw error;
    }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known) return known;
    if (this.#prepared >= MOST_PREPARED || NEEDS_ITS_VALUES.test(text)) return undefined;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < PREPARED_FROM_USE) {
      if (this.#uses.size >= MOST_COUNTED) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    this.#prepared += 1;
    // From the text, so that a name can never mean another statement, whatever stands between us and the database.
    const name = `often-${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }
}
