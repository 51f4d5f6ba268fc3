import type { ConnectionTrial } from '@passeio/contract/connections/connections';
import type { GoogleSignIn } from '../google/port.ts';
import type { MailTransport } from '../mail/port.ts';
import type { PaymentProvider } from '../payments/port.ts';

/** Values of a kind's fields by their names; empty for what was left out. */
export type ConnectionValues = Record<string, string>;

/** What connections depend on beside their values. */
export interface Surroundings {
  publicUrl: string;
  /** The operator's. */
  timeZone: () => Promise<string>;
  cnpj: () => Promise<string>;
  /** Whether typed addresses may lead into a private network; never in production. */
  mayBePrivate: boolean;
  /** OpenID Connect issuer and API address, other ones only in tests. */
  googleIssuer: string;
  mercadoPagoUrl: string;
}

/** `account`: what stays the same while only secrets change, empty where the provider did not answer. */
export interface Tried extends ConnectionTrial {
  account: string;
  expiresAt?: Date;
}

/** A connection at work: one of the three. */
export interface OpenedConnection {
  provider?: PaymentProvider;
  mail?: MailTransport;
  google?: GoogleSignIn;
  close(): Promise<unknown>;
}

/** How a kind of connection is tried and opened. */
export interface ConnectionAdapter {
  /** What has to be copied to the provider's page. */
  addresses(publicUrl: string): { label: string; address: string }[];
  /** Asks the provider, without an effect there. Never throws. */
  tryOut(values: ConnectionValues, surroundings: Surroundings): Promise<Tried>;
  /** `name`: of the connection, by which its charges are stored; `pathSecret`: in the address of its notices. */
  open(
    connection: { name: string; pathSecret: string; values: ConnectionValues },
    surroundings: Surroundings,
  ): Promise<OpenedConnection>;
}

/** Notices are the quicker way only: every payment is also found by asking. */
export const NOTICES_REFUSED =
  'O banco não aceita o endereço dos nossos avisos. Tudo bem: perguntamos a ele a cada minuto o que foi pago.';
