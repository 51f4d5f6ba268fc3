import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { generatePixPayload, getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';

/** The key to which the demonstration bank receives. */
export const DEMO_PIX_KEY = 'pix@demonstracao.example';
const RECEIVER = { merchantName: 'Passeio Demonstracao', merchantCity: 'Demonstracao' };
/** Where payers' banks would read a charge. */
export const LOCATION = 'pix.demonstracao.example/qr/v2/';
const ISPB = '99999999';
// Until then a refund is being processed.
const REFUND_MS = 3_000;
const DAY_MS = 24 * 3_600_000;

export interface BankCharge {
  txid: string;
  amountCents: number;
  description: string;
  createdAt: number;
  /** Counts without `due`. */
  expiresInS: number;
  due?: { on: string; validDays: number };
  payload: string;
  status: 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  revision: number;
  payer?: { cpf: string; nome: string };
}

/** Why the bank itself takes a Pix back for its payer. */
export const disputes = { MED_FRAUDE: 'Por fraude', MED_OPERACIONAL: 'Por falha operacional' } as const;
export type Dispute = keyof typeof disputes;

export interface BankRefund {
  id: string;
  rtrId: string;
  amountCents: number;
  requestedAt: number;
  /** Without one the receiver asked for it. */
  dispute?: Dispute;
}

export interface BankPix {
  endToEndId: string;
  txid: string;
  amountCents: number;
  payerName: string;
  at: number;
  refunds: BankRefund[];
}

interface State {
  charges: BankCharge[];
  pix: BankPix[];
  webhookUrl: string | null;
  /** Ids of Pix whose notice waits to be delivered by hand. */
  delayed: string[];
}

/** What the bank knows, in memory and in a file, so that it outlives a restart. */
export class BankAccounts {
  readonly charges = new Map<string, BankCharge>();
  readonly pix = new Map<string, BankPix>();
  webhookUrl: string | null = null;
  delayed: string[] = [];
  /** Milliseconds by which the bank's clock is ahead. */
  skewMs = 0;
  #file: string;
  #saving: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  private constructor(file: string) {
    this.#file = file;
  }

  static async open(file: string): Promise<BankAccounts> {
    const accounts = new BankAccounts(file);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    if (!text) return accounts;
    const state = JSON.parse(text) as State;
    for (const charge of state.charges) accounts.charges.set(charge.txid, charge);
    for (const pix of state.pix) accounts.pix.set(pix.endToEndId, pix);
    accounts.webhookUrl = state.webhookUrl;
    accounts.delayed = state.delayed;
    return accounts;
  }

  now(): number {
    return Date.now() + this.skewMs;
  }

  createCharge(
    charge: Pick<BankCharge, 'txid' | 'amountCents' | 'description' | 'expiresInS' | 'payer' | 'due'>,
  ): BankCharge {
    const payload = generatePixPayload({ ...RECEIVER, url: LOCATION + charge.txid }) ?? '';
    const revision = (this.charges.get(charge.txid)?.revision ?? -1) + 1;
    const created: BankCharge = { ...charge, payload, revision, createdAt: this.now(), status: 'ATIVA' };
    this.charges.set(created.txid, created);
    return created;
  }

  /** One with a due date ends with its last day; the bank prolongs none for a holiday. */
  endOf({ createdAt, expiresInS, due }: BankCharge): number {
    return due ? Date.parse(`${due.on}T23:59:59-03:00`) + due.validDays * DAY_MS : createdAt + expiresInS * 1_000;
  }

  isExpired(charge: BankCharge): boolean {
    return this.endOf(charge) < this.now();
  }

  /** The charge of a "copia e cola" code; a static code of the demonstration's becomes one. */
  chargeOfCode(code: string): BankCharge | undefined {
    const info = getPixPayloadInfo(code.trim());
    const dynamic = info?.url?.startsWith(LOCATION) && this.charges.get(info.url.slice(LOCATION.length));
    if (dynamic || !info?.key || !info.txid || !info.amount) return dynamic || undefined;
    const existing = this.charges.get(info.txid);
    if (existing) return existing;
    const charge = { txid: info.txid, amountCents: Math.round(info.amount * 100), expiresInS: 365 * 86_400 };
    return { ...this.createCharge({ ...charge, description: info.description ?? 'Código estático' }), payload: code };
  }

  /** Pays a charge, whatever its status; `amountCents` may differ from what it asks for. */
  pay(charge: BankCharge, { amountCents, payerName }: { amountCents: number; payerName: string }): BankPix {
    if (charge.status === 'ATIVA') charge.status = 'CONCLUIDA';
    return this.receive({ txid: charge.txid, amountCents, payerName });
  }

  /** A Pix to the key, with a txid or none. */
  receive({ txid, amountCents, payerName }: Pick<BankPix, 'txid' | 'amountCents' | 'payerName'>): BankPix {
    const at = this.now();
    const pix = { endToEndId: this.#idFrom('E'), txid, amountCents, payerName, at, refunds: [] };
    this.pix.set(pix.endToEndId, pix);
    return pix;
  }

  refund(pix: BankPix, id: string, amountCents: number, dispute?: Dispute): BankRefund {
    const requestedAt = this.now();
    const refund: BankRefund = { id, rtrId: this.#idFrom('D'), amountCents, requestedAt, ...(dispute && { dispute }) };
    pix.refunds.push(refund);
    return refund;
  }

  /** What of a Pix has not been returned. */
  leftOf({ amountCents, refunds }: BankPix): number {
    return amountCents - refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
  }

  /** When a refund reached the payer; undefined while it is being processed. */
  refundedAt({ requestedAt, dispute }: BankRefund): number | undefined {
    const at = dispute ? requestedAt : requestedAt + REFUND_MS;
    return at <= this.now() ? at : undefined;
  }

  /** Resolves when everything so far is in the file; saves at the same time share one write. */
  save(): Promise<void> {
    this.#next ??= this.#saving.then(() => {
      this.#next = undefined;
      this.#saving = this.#write();
      return this.#saving;
    });
    return this.#next;
  }

  async #write(): Promise<void> {
    const state: State = {
      charges: [...this.charges.values()],
      pix: [...this.pix.values()],
      webhookUrl: this.webhookUrl,
      delayed: this.delayed,
    };
    const draft = `${this.#file}.new`;
    await writeFile(draft, JSON.stringify(state), { mode: 0o600 });
    await rename(draft, this.#file);
  }

  // "E" or "D", the bank, the minute, 11 characters.
  #idFrom(letter: 'E' | 'D'): string {
    const minute = new Date(this.now()).toISOString().replaceAll(/\D/g, '').slice(0, 12);
    return letter + ISPB + minute + randomBytes(11).toString('hex').slice(0, 11);
  }
}
