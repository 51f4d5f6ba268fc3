import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CardAccount, CardPayment } from './account.ts';

/** What becomes of the notice of a payment. */
export const cardNoticeModes = {
  once: 'Avisar na hora',
  twice: 'Avisar duas vezes',
  delayed: 'Avisar atrasado',
  lost: 'Não avisar',
} as const;
export type CardNoticeMode = keyof typeof cardNoticeModes;

const PAUSES_MS = [1_000, 5_000, 15_000];
const ANSWER_MS = 5_000;

/** The address and headers of a signed notice. */
export function signedNotice(to: string, paymentId: number | string, secret: string, at = Date.now()) {
  const requestId = randomUUID();
  const signed = `id:${paymentId};request-id:${requestId};ts:${at};`;
  const v1 = createHmac('sha256', secret).update(signed).digest('hex');
  return {
    url: `${to}?data.id=${paymentId}&type=payment`,
    headers: { 'x-request-id': requestId, 'x-signature': `ts=${at},v1=${v1}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'payment.updated', type: 'payment', data: { id: String(paymentId) } }),
  };
}

/** Notifies the address that the preference of a payment names. */
export class CardNotices {
  #account: CardAccount;
  #secret: string;
  #stopping = new AbortController();
  #pending = new Set<Promise<void>>();

  constructor(account: CardAccount, secret: string) {
    this.#account = account;
    this.#secret = secret;
  }

  /** Does not wait for the answer. */
  send(payment: CardPayment, mode: CardNoticeMode): void {
    if (mode === 'delayed') this.#account.delayed.push(payment.id);
    if (mode === 'once' || mode === 'twice') this.#start(payment);
    if (mode === 'twice') this.#start(payment);
  }

  /** Delivers the delayed notices, the latest first. */
  deliverDelayed(): void {
    const ids = this.#account.delayed.reverse();
    this.#account.delayed = [];
    for (const id of ids) {
      const payment = this.#account.payments.get(id);
      if (payment) this.#start(payment);
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#pending);
  }

  #start(payment: CardPayment): void {
    const delivery = this.#deliver(payment).finally(() => this.#pending.delete(delivery));
    this.#pending.add(delivery);
  }

  async #deliver({ id, preferenceId }: CardPayment): Promise<void> {
    const { signal } = this.#stopping;
    const to = this.#account.preferences.get(preferenceId)?.noticesTo;
    for (const pause of [...PAUSES_MS, 0]) {
      if (!to || signal.aborted) return;
      const { url, ...notice } = signedNotice(to, id, this.#secret);
      const answered = await fetch(url, {
        method: 'POST',
        ...notice,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      }).catch(() => undefined);
      if (answered?.ok) return;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
