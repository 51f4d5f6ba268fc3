// What an operator that is flooded has begun before others are looked at.
const AT_ONCE = 16;

/**
 * Lets operators begin requests in turn: one with hundreds of connections begins so many in a turn of the event loop, and
 * the rest after everybody else's work of that turn. Single ones wait for nothing.
 */
export class Turns {
  readonly #begun = new Map<string, number>();
  readonly #waiting = new Map<string, (() => void)[]>();
  #isPlanned = false;

  /** Calls `begin` at once, or in a later turn. */
  take(operator: string, begin: () => void): void {
    const waiting = this.#waiting.get(operator);
    const begun = this.#begun.get(operator) ?? 0;
    if (waiting) waiting.push(begin);
    else if (begun < AT_ONCE) {
      this.#begun.set(operator, begun + 1);
      begin();
    } else this.#waiting.set(operator, [begin]);
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    this.#isPlanned = false;
    this.#begun.clear();
    for (const [operator, all] of [...this.#waiting]) {
      const now = all.splice(0, AT_ONCE);
      if (all.length === 0) this.#waiting.delete(operator);
      this.#begun.set(operator, now.length);
      for (const begin of now) begin();
    }
    if (this.#begun.size > 0) this.#plan();
  }
}
