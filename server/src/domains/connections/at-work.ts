import { createHash } from 'node:crypto';
import { type ConnectionKind, isConnectionKind } from '@passeio/contract/connections/connection-kinds';
import type { ConnectionParts, ConnectionsAtWork, OpenedConnection } from '../../ports/connections/port.ts';
import type { FiscalService } from '../../ports/fiscal/port.ts';
import type { GoogleSignIn } from '../../ports/google/port.ts';
import type { MailTransport } from '../../ports/mail/port.ts';
import type { PaymentProvider } from '../../ports/payments/port.ts';
import type { WhatsAppService } from '../../ports/whatsapp/port.ts';
import { savePaymentProviders } from '../settings/index.ts';
import { type ConnectionRow, readConnections, updateConnection } from './connections.queries.ts';
import { openContent, sealContent } from './keep-secrets.ts';

/** Calls at work when their connection is replaced may end. */
const CLOSED_AFTER_MS = 30_000;

interface OpenedRow extends OpenedConnection {
  kind: string;
  fingerprint: string;
  isRetired: boolean;
}

/**
 * The connections of the database, opened in this process. They are read again when any server announces a change; what
 * uses them asks for them at every use.
 */
export class OpenedConnections implements ConnectionsAtWork {
  readonly parts: ConnectionParts;
  /** Sends by the connection that there is at that moment. */
  readonly mail: MailTransport;
  #opened = new Map<string, OpenedRow>();
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #isLoaded = false;

  constructor(parts: ConnectionParts) {
    this.parts = parts;
    this.mail = { send: (mail) => this.#mail().send(mail), close: () => undefined };
  }

  /** Opens the connections that there are, and follows changes by any server. */
  async start(): Promise<void> {
    await this.reload();
    this.parts.changes.onChange((change) => {
      if (change === 'connections' || change === 'everything') void this.#tryReload();
    });
  }

  /** Where a kind is defined outside of the browser. */
  sourceOf(kind: ConnectionKind): 'server' | 'demonstration' | undefined {
    return this.parts.given.sources[kind];
  }

  /** Google, if it is connected at this moment. */
  get google(): GoogleSignIn | undefined {
    return this.parts.given.google ?? this.#atWork('google')?.google;
  }

  /** Issues notes by the certificate that there is at that moment; one of the browser stands in for the demonstration's. */
  get fiscal(): FiscalService | undefined {
    const own = this.sourceOf('fiscal') === 'server' ? undefined : this.#atWork('fiscal')?.fiscal;
    return own ?? this.parts.given.fiscal;
  }

  /** The operator's number at WhatsApp, if it is connected at this moment. */
  get whatsApp(): WhatsAppService | undefined {
    return this.parts.given.whatsApp ?? this.#atWork('whatsapp')?.whatsApp;
  }

  /** Reads the connections again, as they are after this call. */
  reload(): Promise<void> {
    if (!this.#reading) return this.#readNow();
    // The reading at work may have begun before what changed; all that ask meanwhile share the next.
    this.#next ??= this.#reading
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#readNow();
      });
    return this.#next;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#opened.values()].map((one) => one.close()));
  }

  #readNow(): Promise<void> {
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #tryReload(): Promise<void> {
    await this.reload().catch((error: Error) =>
      this.parts.logger.warn({ reason: error.message }, 'connections were not read; the next run tries again'),
    );
  }

  async #read(): Promise<void> {
    const { db, changes, providers } = this.parts;
    const rows = await readConnections(db);
    const opened = new Map<string, OpenedRow>();
    const left = new Map(this.#opened);
    let isChanged = !this.#isLoaded;
    for (const row of rows) {
      const fingerprint = createHash('sha256').update(row.sealed).digest('base64url');
      const isRetired = row.retired_at !== null;
      const known = left.get(row.name);
      const kept = known?.fingerprint === fingerprint ? known : undefined;
      if (kept?.isRetired !== isRetired) isChanged = true;
      const one = kept ?? (await this.#open(row));
      if (kept) left.delete(row.name);
      opened.set(row.name, { ...one, kind: row.kind, fingerprint, isRetired });
    }
    isChanged ||= left.size > 0;
    this.#opened = opened;
    if (!isChanged) return;
    providers.replace(this.#providers());
    for (const one of left.values()) setTimeout(() => void one.close(), CLOSED_AFTER_MS).unref();
    await savePaymentProviders(db, providers);
    // Cached pages say what can be paid with.
    if (this.#isLoaded) changes.announce('operator');
    this.#isLoaded = true;
  }

  // One that cannot be opened does nothing, and its page says so.
  async #open(row: ConnectionRow): Promise<OpenedConnection> {
    const { adapters, sealer, surroundings, logger, db } = this.parts;
    const nothing = { close: async () => undefined };
    const content = openContent(sealer, row);
    if (!isConnectionKind(row.kind) || !content) {
      logger.warn({ connection: row.name }, 'a connection cannot be read by this version with its secrets');
      return nothing;
    }
    if (row.key_id !== sealer.keyId) {
      const { keyId, sealed } = sealContent(sealer, row.name, content);
      await updateConnection(db, row.name, { key_id: keyId, sealed });
    }
    try {
      return await adapters[row.kind].open({ name: row.name, ...content }, surroundings);
    } catch (error) {
      logger.warn({ connection: row.name, reason: (error as Error).message }, 'a connection was not opened');
      return nothing;
    }
  }

  // The environment wins: beside its connections, others report and refund, and start nothing.
  #providers(): PaymentProvider[] {
    const given = this.parts.given.providers;
    const own = [...this.#opened.values()].flatMap(({ provider, kind, isRetired }) =>
      provider
        ? [isRetired || this.sourceOf(kind as ConnectionKind) ? { ...provider, isRetired: true } : provider]
        : [],
    );
    return [...given, ...own.toSorted((one, other) => Number(one.isRetired ?? 0) - Number(other.isRetired ?? 0))];
  }

  #atWork(kind: ConnectionKind): OpenedRow | undefined {
    return [...this.#opened.values()].find((one) => one.kind === kind && !one.isRetired);
  }

  #mail(): MailTransport {
    const own = this.sourceOf('mail') ? undefined : this.#atWork('mail')?.mail;
    return own ?? this.parts.given.mail;
  }
}
