import { setTimeout as wait } from 'node:timers/promises';
import type { BankAccounts, BankPix } from './accounts.ts';
import { pixOnTheWire } from './wire.ts';

/** What becomes of the notice of a Pix: sent once, sent twice, lost, or delayed until somebody presses a button. */
export const noticeModes = { once: 'na hora', twice: 'em dobro', lost: 'se perde', delayed: 'só depois' } as const;
export type NoticeMode = keyof typeof noticeModes;

const PAUSES_MS = [1_000, 5_000, 15_000];
const ANSWER_MS = 5_000;

/** Notifies the receiver of Pix at the address that it registered. */
export class Notices {
  #accounts: BankAccounts;
  #stopping = new AbortController();
  #pending = new Set<Promise<void>>();

  constructor(accounts: BankAccounts) {
    this.#accounts = accounts;
  }

  /** Does not wait for the answer. */
  send(pix: BankPix, mode: NoticeMode): void {
    if (mode === 'lost') return;
    if (mode === 'delayed') {
      this.#accounts.delayed.push(pix.endToEndId);
      return;
    }
    this.#start([pix]);
    if (mode === 'twice') this.#start([pix]);
  }

  /** Delivers the delayed notices, the latest first. */
  deliverDelayed(): void {
    const ids = this.#accounts.delayed.reverse();
    this.#accounts.delayed = [];
    for (const id of ids) {
      const pix = this.#accounts.pix.get(id);
      if (pix) this.#start([pix]);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#pending);
  }

  #start(pix: BankPix[]): void {
    const delivery = this.#deliver(pix).finally(() => this.#pending.delete(delivery));
    this.#pending.add(delivery);
  }

  async #deliver(pix: BankPix[]): Promise<void> {
    const { signal } = this.#stopping;
    const body = JSON.stringify({ pix: pix.map((one) => pixOnTheWire(this.#accounts, one)) });
    for (const pause of [...PAUSES_MS, 0]) {
      const url = this.#accounts.webhookUrl;
      if (!url || signal.aborted) return;
      const answered = await fetch(`${url}/pix`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      }).catch(() => undefined);
      if (answered?.ok) return;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
