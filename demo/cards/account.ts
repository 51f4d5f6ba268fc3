import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

const DAY_MS = 24 * 3_600_000;
// The provider's part of what is paid, as an operator's contract may have it.
const FEE = 0.0498;
const RELEASED_AFTER_MS = 30 * DAY_MS;

export interface Preference {
  id: string;
  /** Ours. */
  reference: string;
  title: string;
  amountCents: number;
  createdAt: number;
  expiresAt: number | null;
  noticesTo: string | null;
  returnTo: string | null;
}

export type PaymentStatus =
  | 'pending'
  | 'in_process'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back';

export interface CardRefund {
  id: number;
  /** The idempotency key by which it was asked for; a person in the account has none. */
  key: string | null;
  amountCents: number;
}

export interface CardPayment {
  id: number;
  preferenceId: string;
  reference: string;
  amountCents: number;
  status: PaymentStatus;
  payerName: string;
  createdAt: number;
  updatedAt: number;
  approvedAt: number | null;
  refunds: CardRefund[];
}

/** What the demonstration's provider of cards knows, in memory and in a file, so that it outlives a restart. */
export class CardAccount {
  readonly preferences = new Map<string, Preference>();
  readonly payments = new Map<number, CardPayment>();
  /** Ids of payments whose notice waits to be delivered by hand. */
  delayed: number[] = [];
  #file: string;
  #saving: Promise<void> = Promise.resolve();

  private constructor(file: string) {
    this.#file = file;
  }

  static async open(file: string): Promise<CardAccount> {
    const account = new CardAccount(file);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (!text) return account;
    const state = JSON.parse(text) as { preferences: Preference[]; payments: CardPayment[]; delayed: number[] };
    for (const preference of state.preferences) account.preferences.set(preference.id, preference);
    for (const payment of state.payments) account.payments.set(payment.id, payment);
    account.delayed = state.delayed;
    return account;
  }

  isExpired({ expiresAt }: Preference): boolean {
    return expiresAt !== null && expiresAt <= Date.now();
  }

  /** Preferences without a payment that came or waits, the latest first. */
  openPreferences(): Preference[] {
    const taken = new Set(
      [...this.payments.values()].filter(({ status }) => status !== 'rejected').map((one) => one.preferenceId),
    );
    return [...this.preferences.values()].filter((one) => !taken.has(one.id) && !this.isExpired(one)).reverse();
  }

  pay(preference: Preference, status: PaymentStatus): CardPayment {
    const now = Date.now();
    const payment: CardPayment = {
      id: newId(),
      preferenceId: preference.id,
      reference: preference.reference,
      amountCents: preference.amountCents,
      status,
      payerName: 'CLIENTE DE DEMONSTRACAO',
      createdAt: now,
      updatedAt: now,
      approvedAt: status === 'approved' ? now : null,
      refunds: [],
    };
    this.payments.set(payment.id, payment);
    return payment;
  }

  decide(payment: CardPayment, status: PaymentStatus): void {
    payment.status = status;
    payment.updatedAt = Date.now();
    if (status === 'approved') payment.approvedAt = payment.updatedAt;
  }

  leftOf({ amountCents, refunds }: CardPayment): number {
    return amountCents - refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
  }

  /** The same key is the same refund. Undefined for more than is left. */
  refund(payment: CardPayment, key: string | null, amountCents: number): CardRefund | undefined {
    const known = key && payment.refunds.find((one) => one.key === key);
    if (known) return known;
    if (payment.status !== 'approved' || amountCents <= 0 || amountCents > this.leftOf(payment)) return undefined;
    const refund = { id: newId(), key, amountCents };
    payment.refunds.push(refund);
    payment.updatedAt = Date.now();
    if (this.leftOf(payment) === 0) payment.status = 'refunded';
    return refund;
  }

  /** Resolves when everything so far is in the file. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      const [preferences, payments] = [[...this.preferences.values()], [...this.payments.values()]];
      const draft = `${this.#file}.new`;
      await writeFile(draft, JSON.stringify({ preferences, payments, delayed: this.delayed }), { mode: 0o600 });
      await rename(draft, this.#file);
    });
    return this.#saving;
  }
}

const newId = () => randomInt(10_000_000_000, 99_999_999_999);

/** A payment as Mercado Pago writes it. */
export function paymentOnTheWire(account: CardAccount, payment: CardPayment): object {
  const { amountCents, status, refunds, approvedAt } = payment;
  return {
    id: payment.id,
    status,
    status_detail: status === 'approved' ? 'accredited' : status,
    external_reference: payment.reference,
    currency_id: 'BRL',
    operation_type: 'regular_payment',
    payment_type_id: 'credit_card',
    transaction_amount: amountCents / 100,
    transaction_amount_refunded: (amountCents - account.leftOf(payment)) / 100,
    date_created: stamp(payment.createdAt),
    date_last_updated: stamp(payment.updatedAt),
    date_approved: approvedAt && stamp(approvedAt),
    money_release_date: approvedAt && stamp(approvedAt + RELEASED_AFTER_MS),
    fee_details: approvedAt
      ? [{ type: 'mercadopago_fee', fee_payer: 'collector', amount: Math.round(amountCents * FEE) / 100 }]
      : [],
    payer: { first_name: null, last_name: null },
    card: { cardholder: { name: payment.payerName }, last_four_digits: '4242' },
    refunds: refunds.map((refund) => refundOnTheWire(payment, refund)),
  };
}

export const refundOnTheWire = ({ id: payment_id }: CardPayment, { id, amountCents }: CardRefund) => ({
  ...{ id, payment_id, amount: amountCents / 100, status: 'approved' },
});

// An instant with the offset that the provider writes.
const stamp = (ms: number) => new Date(ms - 4 * 3_600_000).toISOString().replace('Z', '-04:00');
