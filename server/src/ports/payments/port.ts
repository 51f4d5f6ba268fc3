import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { ChargebackKind } from '@passeio/contract/payments/statements';

/** What names a payment, in the ledger once. `issuer`: 'pix', for all banks, or the provider's own name. */
export interface PaymentId {
  issuer: string;
  reference: string;
}

/**
 * What staff records from a receipt, a statement or an id that they typed: a Pix, whose id the Central Bank's system
 * gives, whatever bank reports it.
 */
export const handRecorded = { method: 'pix', issuer: 'pix' } as const;

/** Money that came in, as the provider reports it. */
export interface Payment extends PaymentId {
  /** Empty for a payment without a charge. */
  chargeReference: string;
  method: PaymentMethod;
  amountCents: number;
  /** Empty if the provider does not say. */
  payerName: string;
  occurredAt: Date;
  /** What of it went back, on anybody's request, or in a dispute. */
  refunds?: PaymentRefund[];
  /** What the provider keeps of it, and when it pays out the rest, of providers that say so. */
  feeCents?: number;
  settlesAt?: Date;
}

/**
 * Money of a payment that went back, as the provider reports it. `returnId`: its id of that money; may be empty.
 * `dispute`: the bank took it, because the payer disputes the payment; `askedAt`: since when, of providers that say so.
 */
export interface PaymentRefund {
  reference: string;
  returnId: string;
  amountCents: number;
  state: ProviderRefundState;
  dispute?: Exclude<ChargebackKind, 'unfit'>;
  askedAt?: Date;
}

/** An entry of the provider's list that cannot be read; `unreadable`: what it says of itself, up to 200 characters. */
export interface UnreadablePayment {
  unreadable: string;
  /** Empty if it names none. */
  chargeReference: string;
}

/** A payment by card of which no money has come. `inReview`: the card's bank has not decided about it. */
export interface CardReview extends PaymentId {
  chargeReference: string;
  amountCents: number;
  inReview: boolean;
  changedAt: Date;
}

/** What a list of payments has. */
export type Listed = Payment | UnreadablePayment | CardReview;

/** The calendar day on which a charge is due, and for how many days after it the charge can still be paid. */
interface DueDate {
  on: string;
  validDays: number;
}

/**
 * What a charge asks for. `expiresAt`: until when it can be paid; null for as long as the provider allows. One with a
 * due date ends by that, and names its payer.
 */
export interface ChargeToStart {
  /** As {@link PaymentProvider.newReference} made it; the same again is the same charge. */
  reference: string;
  amountCents: number;
  expiresAt: Date | null;
  /** What the payer is shown, up to 140 characters. */
  description: string;
  payer?: { cpf: string; name: string };
  due?: DueDate;
}

/** What the payer pays by: a code for their bank's application, or an address to go to. */
export type Started = { code: string } | { address: string };

/** A refund of the payment `of`. `reference` is ours, 1 to 35 letters and digits: the same again is the same refund. */
export interface RefundToSend {
  of: string;
  reference: string;
  amountCents: number;
}

/** 'sent': the provider is at it; 'refused': it will not be paid, for instance because the account has no money. */
export type ProviderRefundState = 'sent' | 'paid' | 'refused';

/** The payment that a notice names, and its charge, empty for none: a hint, about which the provider is asked. */
export interface Notice {
  reference: string;
  chargeReference: string;
}

/** What came to the address of notices of a provider that signs them. */
export interface SignedNotice {
  headers: Record<string, string | string[] | undefined>;
  query: unknown;
  body: unknown;
}

/** How a charge is paid: by a code, or by card at an address. */
export type ProviderKind = 'pix' | 'card';

/** What starts charges. The operator's own key does no more. */
export interface ChargeStarter {
  /** The provider's name in its charges. */
  name: string;
  /** How its charges are paid. */
  kind: ProviderKind;
  /** Whether payments of its charges are reported; else it starts them at once, and staff confirms payments. */
  isReported: boolean;
  /** Whether its charges may have a due date. */
  hasDueDates?: boolean;
  /** A new reference for a charge, which begins with the reservation's code, so that staff recognises it. */
  newReference(reservationCode: string): string;
  start(charge: ChargeToStart): Promise<Started>;
}

/**
 * A bank or other provider that takes payments and reports them. Every call may be repeated. Throws
 * {@link ProviderUnavailable} when it is worth trying again later, {@link ProviderRefused} when it is not.
 */
export interface PaymentProvider extends ChargeStarter {
  /** The issuer of its payments, see {@link PaymentId}. */
  issuer: string;
  /** Page on which anybody pays its codes; only the bank of the demonstration has one. */
  payPage?: string;
  /**
   * Has a charge without a due date end at `expiresAt`; how it is paid stays. Throws {@link ProviderRefused} for one
   * that is unknown, paid or withdrawn.
   */
  changeExpiry(chargeReference: string, expiresAt: Date): Promise<void>;
  /** Makes the charge unpayable. Nothing happens to one that is unknown, paid or withdrawn. */
  withdraw(chargeReference: string, options?: { hasDueDate?: boolean }): Promise<void>;
  /** Undefined if no such payment came in. */
  find(reference: string): Promise<Payment | undefined>;
  /** What a bank says of a payment by card that has not come in; undefined if there is none. */
  findReview?(reference: string): Promise<CardReview | undefined>;
  /** `reference`: by which the provider names the refund from now on, if not by ours. */
  refund(refund: RefundToSend): Promise<{ state: ProviderRefundState; reference?: string }>;
  /**
   * Undefined if the provider knows no such refund. Throws {@link ProviderUnavailable} if it knows one of another
   * amount.
   */
  refundState(refund: RefundToSend): Promise<ProviderRefundState | undefined>;
  /** An account that was replaced, or that another goes before: it reports and refunds, and starts nothing. */
  isRetired?: boolean;
  notices: {
    /** The part of their address after /webhooks/; the provider's name unless given. */
    path?: string;
    /** The secret in the path of their address; that of the installation unless given. */
    secret?: string;
    /** What the body of a notice names; nothing in one that is none. */
    read(body: unknown): Notice[];
    /** What a signed notice names; undefined if the provider did not sign it, or long ago. */
    readSigned?(notice: SignedNotice): Notice[] | undefined;
    /** Has notices sent to `url`. */
    register(url: string): Promise<void>;
    /** Asks whether an address for notices may be set, and sets none. Throws {@link ProviderRefused} if not. */
    checkRegistration?(): Promise<void>;
    /**
     * What came in from `from` to `to`, noticed or not, each once, page by page. Throws {@link ProviderUnavailable} if
     * pages are missing.
     */
    list(from: Date, to: Date): AsyncIterable<Listed>;
    /**
     * Payments that came in from `from` to `to` and of which something went back; undefined where {@link list} has
     * payments by their last change.
     */
    listReturned?(from: Date, to: Date): AsyncIterable<Payment | UnreadablePayment>;
  };
  close(): Promise<void>;
}

/**
 * The providers of an installation, by kind and name. Of several of a kind one starts new charges; a charge stays with
 * the provider that started it, which is polled and returns its payment.
 */
export interface Providers {
  all: readonly PaymentProvider[];
  /** The providers of a kind, first the one that starts its new charges. */
  ofKind(kind: ProviderKind): readonly PaymentProvider[];
  /** The provider that starts new charges of a kind, none that is retired; undefined where there is none. */
  starting(kind: ProviderKind): PaymentProvider | undefined;
  /** The provider with this name, as a charge remembers it. */
  named(name: string): PaymentProvider | undefined;
  /** Providers that may have a payment: that of its charge, else all that report its issuer's. */
  holding(payment: { issuer: string; chargedBy: string | null }): readonly PaymentProvider[];
  /** Static codes to the operator's own key, where no provider starts charges by code. */
  ownKey(receiver: Receiver): ChargeStarter;
  /** Calls `listener` when there are other providers; of a table that changes. Returns how to stop. */
  onChange?(listener: () => void): () => void;
}

/** A table that stays the same object while its providers change. */
export interface ReplaceableProviders extends Providers {
  /** Other providers from now on. Throws if two share a name. */
  replace(all: readonly PaymentProvider[]): void;
}

/** The operator's own account: its key, and names for the payer. */
export interface Receiver {
  key: string;
  name: string;
  city: string;
}

/**
 * Why a provider does nothing at all, where that is known: the credentials, what they are allowed, the certificate of
 * the client or of the server, or an address inside our own network.
 */
export type AccessFault =
  | 'credentials'
  | 'permission'
  | 'client-certificate'
  | 'server-certificate'
  | 'private-address';

class ProviderError extends Error {
  readonly fault: AccessFault | undefined;

  constructor(message: string, fault?: AccessFault) {
    super(message);
    this.fault = fault;
  }
}

/** The provider is unavailable, slow or overloaded. */
export class ProviderUnavailable extends ProviderError {
  override name = 'ProviderUnavailable';
}

/** The provider will not do it, however often it is asked. */
export class ProviderRefused extends ProviderError {
  override name = 'ProviderRefused';
}
