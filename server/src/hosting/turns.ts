import type { ServerResponse } from 'node:http';

// What one operator begins before others are looked at.
const PER_TURN = 16;
// The same while others are visited too: 4,000 requests a second leave the processor to them and to the database.
const PER_SHARED_TURN = 4;
const SHARED_TURN_MS = 1;
// What it has under way meanwhile; and with so many that wait, as when it is flooded.
const AT_ONCE = 8;
const MANY_WAITING = 32;
const AT_ONCE_OF_MANY = 2;
const VISITED_MS = 1_000;
// What takes longer waits for something else, such as a slow line.
const LONGEST_MS = 500;

interface Operator {
  begun: number;
  underWay: number;
  waiting: { response: ServerResponse; begin: () => void }[];
}

/**
 * Lets operators begin requests in turn. One with hundreds of connections begins some in each turn of the event loop. While
 * others are visited too, it begins fewer and has few under way: they do not wait behind all of its work. Alone, it
 * waits for nothing.
 */
export class Turns {
  readonly #operators = new Map<string, Operator>();
  #last = '';
  #sharedUntil = 0;
  #isPlanned = false;

  /** Calls `begin`, which answers, at once or in a later turn. */
  take(slug: string, response: ServerResponse, begin: () => void): void {
    if (slug !== this.#last) {
      if (this.#last !== '') this.#sharedUntil = performance.now() + VISITED_MS;
      this.#last = slug;
    }
    const operator = this.#operators.getOrInsertComputed(slug, () => ({ begun: 0, underWay: 0, waiting: [] }));
    if (operator.waiting.length === 0 && this.#mayBegin(operator)) this.#begin(operator, response, begin);
    else operator.waiting.push({ response, begin });
    this.#plan();
  }

  get #isShared(): boolean {
    return performance.now() < this.#sharedUntil;
  }

  #mayBegin({ begun, underWay, waiting }: Operator): boolean {
    if (!this.#isShared) return begun < PER_TURN;
    if (begun >= PER_SHARED_TURN) return false;
    return underWay < (waiting.length > MANY_WAITING ? AT_ONCE_OF_MANY : AT_ONCE);
  }

  #begin(operator: Operator, response: ServerResponse, begin: () => void): void {
    operator.begun += 1;
    begin();
    if (response.writableEnded || response.destroyed) return;
    operator.underWay += 1;
    const end = () => {
      clearTimeout(timeout);
      response.off('close', end);
      operator.underWay -= 1;
      if (operator.waiting.length > 0) this.#plan();
    };
    const timeout = setTimeout(end, LONGEST_MS).unref();
    response.once('close', end);
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    if (this.#isShared) setTimeout(() => this.#next(), SHARED_TURN_MS);
    else setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isPlanned = false;
    for (const [slug, operator] of this.#operators) {
      operator.begun = 0;
      while (operator.waiting.length > 0 && this.#mayBegin(operator)) {
        const next = operator.waiting.shift();
        if (next) this.#begin(operator, next.response, next.begin);
      }
      if (operator.begun > 0) this.#plan();
      if (operator.waiting.length + operator.underWay + operator.begun === 0) this.#operators.delete(slug);
    }
  }
}
