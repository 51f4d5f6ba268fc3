/** A Pix that came in, as the provider reports it. */
export interface Pix {
  endToEndId: string;
  /** Empty for a Pix without a charge. */
  txid: string;
  amountCents: number;
  /** Empty if the provider does not say. */
  payerName: string;
  occurredAt: Date;
  /** What of it went back, on anybody's request. */
  refunds?: PixRefund[];
}

/**
 * A refund of a Pix, as the provider reports it. `returnId`: the end-to-end id of the money that went back; may be
 * empty.
 */
export interface PixRefund {
  reference: string;
  returnId: string;
  amountCents: number;
  state: ProviderRefundState;
}

/** An entry of the provider's list that cannot be read; `unreadable`: what it says of itself, up to 200 characters. */
export interface UnreadablePix {
  unreadable: string;
  /** Empty if it names none. */
  txid: string;
}

/** What a charge asks for. `expiresAt`: until when it can be paid; null for as long as the provider allows. */
export interface ChargeToCreate {
  /** 26 to 35 letters and digits; the same id again is the same charge. */
  txid: string;
  amountCents: number;
  expiresAt: Date | null;
  /** What the payer's bank shows, up to 140 characters. */
  description: string;
  payer?: { cpf: string; name: string };
}

/** A refund of a Pix. `reference` is ours, 1 to 35 letters and digits: the same again is the same refund. */
export interface RefundToSend {
  endToEndId: string;
  reference: string;
  amountCents: number;
}

/** 'sent': the bank is at it; 'refused': it will not be paid, for instance because the account has no money. */
export type ProviderRefundState = 'sent' | 'paid' | 'refused';

/**
 * A bank that creates Pix charges and reports who paid. Every call may be repeated. Throws {@link ProviderUnavailable}
 * when it is worth trying again later, {@link ProviderRefused} when it is not.
 */
export interface PaymentProvider {
  /** Creates the charge and returns its "copia e cola" code. */
  createCharge(charge: ChargeToCreate): Promise<{ payload: string }>;
  /**
   * Has a charge end at `expiresAt`; its code stays. Throws {@link ProviderRefused} for one that is unknown, paid or
   * withdrawn.
   */
  changeExpiry(txid: string, expiresAt: Date): Promise<void>;
  /** Makes the charge unpayable. Nothing happens to one that is unknown, paid or withdrawn. */
  withdrawCharge(txid: string): Promise<void>;
  /** Undefined if no such Pix came in. */
  findPix(endToEndId: string): Promise<Pix | undefined>;
  /**
   * What came in from `from` to `to`, each once, page by page. Throws {@link ProviderUnavailable} if pages are missing.
   */
  listPix(from: Date, to: Date): AsyncIterable<Pix | UnreadablePix>;
  refund(refund: RefundToSend): Promise<{ state: ProviderRefundState }>;
  /**
   * Undefined if the provider knows no such refund. Throws {@link ProviderUnavailable} if it knows one of another
   * amount.
   */
  refundState(refund: RefundToSend): Promise<ProviderRefundState | undefined>;
  /** Has notices sent to `url` + "/pix". */
  registerWebhook(url: string): Promise<void>;
  close(): Promise<void>;
}

/** The provider is unavailable, slow or overloaded. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The provider will not do it, however often it is asked. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused';
}
