import type { ConnectionKind } from '@passeio/contract/connections/connection-kinds';
import type { ConnectionTrial } from '@passeio/contract/connections/connections';
import type { Logger } from 'pino';
import type { ChangeNotifier } from '../../platform/changes/change-notifier.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Sealer } from '../../platform/process/sealing.ts';
import type { FiscalService, GovernmentAddresses, GovernmentName } from '../fiscal/port.ts';
import type { GoogleSignIn } from '../google/port.ts';
import type { MailTransport } from '../mail/port.ts';
import type { PaymentProvider, ReplaceableProviders } from '../payments/port.ts';
import type { WhatsAppService } from '../whatsapp/port.ts';

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
  /** OpenID Connect issuer, and addresses of APIs; other ones only in tests. */
  googleIssuer: string;
  mercadoPagoUrl: string;
  governments: Partial<Record<GovernmentName, GovernmentAddresses>>;
}

/** `account`: what stays the same while only secrets change, empty where the provider did not answer. */
export interface Tried extends ConnectionTrial {
  account: string;
  expiresAt?: Date;
}

/** A connection at work: one of these. */
export interface OpenedConnection {
  provider?: PaymentProvider;
  mail?: MailTransport;
  google?: GoogleSignIn;
  fiscal?: FiscalService;
  whatsApp?: WhatsAppService;
  close(): Promise<unknown>;
}

/** How a kind of connection is tried and opened. */
export interface ConnectionAdapter {
  /** What has to be copied to the provider's page. */
  addresses(publicUrl: string): { label: string; address: string }[];
  /**
   * The page of the demonstration's provider, where a connection of the browser takes the place of the demonstration's
   * own. Undefined outside of the demonstration.
   */
  demonstrationUrl?(surroundings: Surroundings): string | undefined;
  /** Asks the provider, without an effect there. Never throws. */
  tryOut(values: ConnectionValues, surroundings: Surroundings): Promise<Tried>;
  /** `name`: of the connection, by which its charges are stored; `pathSecret`: in the address of its notices. */
  open(
    connection: { name: string; pathSecret: string; values: ConnectionValues },
    surroundings: Surroundings,
  ): Promise<OpenedConnection>;
}

/** What the server's environment, or the demonstration, gives beside the connections of the database. */
export interface Given {
  /** Kinds that are defined there, and not in the browser; but see {@link ConnectionAdapter.demonstrationUrl}. */
  sources: Partial<Record<ConnectionKind, 'server' | 'demonstration'>>;
  providers: readonly PaymentProvider[];
  /** Sends e-mails where no connection does. */
  mail: MailTransport;
  google: GoogleSignIn | undefined;
  fiscal?: FiscalService | undefined;
  whatsApp?: WhatsAppService | undefined;
}

export interface ConnectionParts {
  db: Database;
  changes: ChangeNotifier;
  logger: Pick<Logger, 'warn' | 'info'>;
  sealer: Sealer;
  adapters: Record<ConnectionKind, ConnectionAdapter>;
  surroundings: Surroundings;
  /** Replaced whenever connections change. */
  providers: ReplaceableProviders;
  given: Given;
}

/** The connections of an installation, as they are at the moment of each use. */
export interface ConnectionsAtWork {
  readonly parts: ConnectionParts;
  /** Sends by the connection that there is at that moment. */
  readonly mail: MailTransport;
  /** Google, if it is connected at this moment. */
  readonly google: GoogleSignIn | undefined;
  /** Issues notes of service; undefined while they are issued elsewhere. */
  readonly fiscal: FiscalService | undefined;
  /** The operator's number at WhatsApp, if it is connected at this moment. */
  readonly whatsApp: WhatsAppService | undefined;
  /** Where a kind is defined outside of the browser. */
  sourceOf(kind: ConnectionKind): 'server' | 'demonstration' | undefined;
  /** Reads the connections again, as they are after this call. */
  reload(): Promise<void>;
  close(): Promise<void>;
}

/** Notices are the quicker way only: every payment is also found by asking. */
export const NOTICES_REFUSED =
  'O banco não aceita o endereço dos nossos avisos. Tudo bem: perguntamos a ele a cada minuto o que foi pago.';
