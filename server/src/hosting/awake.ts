import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Installation } from '../installation.ts';
import type { Serve } from '../platform/http/listener.ts';
import type { OperatorRow } from './directory.queries.ts';

const DRAIN_STEP_MS = 50;

/** An operator that is open in this process. */
export class Awake {
  readonly row: OperatorRow;
  /** When it was last visited; when it was opened if nobody has. */
  usedAt = Date.now();
  /** Since when each of its sweeps has run. */
  workedSince: number | undefined;
  /** Set once it is closing; nobody may use it any more. */
  closing: Promise<void> | undefined;
  /** Answers its requests, once it can. */
  serve: Serve | undefined;
  readonly opened: Promise<Installation>;
  #inFlight = 0;
  #work: Promise<void> | undefined;
  #serving: Promise<Serve> | undefined;

  constructor(row: OperatorRow, open: (row: OperatorRow) => Promise<Installation>) {
    this.row = row;
    this.opened = open(row);
    // The error is for those who wait for it.
    this.opened.catch(() => undefined);
  }

  /** Whether a request is being answered. */
  get isBusy(): boolean {
    return this.#inFlight > 0;
  }

  /** Counts a request until its answer has left. */
  count(response: ServerResponse, onAnswered: () => void): void {
    this.usedAt = Date.now();
    this.#inFlight += 1;
    response.once('close', () => {
      this.#inFlight -= 1;
      this.usedAt = Date.now();
      onAnswered();
    });
  }

  /** What answers requests. */
  startServing(): Promise<Serve> {
    this.#serving ??= this.#startServing().catch((error) => {
      this.#serving = undefined;
      throw error;
    });
    return this.#serving;
  }

  /** Works its queues and sweeps, once. */
  startWork(): Promise<void> {
    this.#work ??= this.#startWork().catch((error) => {
      this.#work = undefined;
      throw error;
    });
    return this.#work;
  }

  /**
   * Waits for the answers that are under way, then closes what is open; `last` may use the connections when nothing else
   * does. Gives up after `limitMs`: a database that hangs holds up nobody.
   */
  async close(limitMs: number, last: (installation: Installation) => Promise<void>): Promise<void> {
    const tooLate = wait(limitMs, undefined, { ref: false });
    const closed = this.#close(Date.now() + limitMs / 2, last);
    closed.catch(() => undefined);
    await Promise.race([closed, tooLate]);
  }

  async #startServing(): Promise<Serve> {
    const { serve } = await (await this.opened).app();
    this.serve = serve;
    return serve;
  }

  async #startWork(): Promise<void> {
    const { firstRuns } = await (await this.opened).startWork();
    void firstRuns.then(() => {
      this.workedSince = Date.now();
    });
  }

  async #close(deadline: number, last: (installation: Installation) => Promise<void>): Promise<void> {
    while (this.#inFlight > 0 && Date.now() < deadline) await wait(DRAIN_STEP_MS);
    const installation = await this.opened.catch(() => undefined);
    await Promise.allSettled([this.#work, this.#serving]);
    await installation?.close(() => last(installation));
  }
}
