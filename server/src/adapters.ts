import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { pagePaths } from '@passeio/contract/paths';
import type { Logger } from 'pino';
import type { CardsConfig, Config } from './config.ts';
import type { Deps } from './deps.ts';
import { OpenedConnections } from './domains/connections/index.ts';
import { enqueueEmail } from './domains/messages/index.ts';
import { readCnpj, readTimeZone } from './domains/settings/index.ts';
import { type ChangeNotifier, createChangeNotifier } from './platform/changes/change-notifier.ts';
import { createDatabase, createPool, type Database } from './platform/database/connect.ts';
import type { Share } from './platform/database/connection-budget.ts';
import { startEmbeddedPostgres } from './platform/database/embedded/index.ts';
import { requireSessionMode } from './platform/database/pooling.ts';
import { attemptCounter } from './platform/http/rate-limits.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { createSealer } from './platform/process/sealing.ts';
import { StartError } from './platform/process/start-error.ts';
import { openRecovery, type Recovery, type RecoveryOptions } from './platform/recovery/recovery.ts';
import { oneOperator } from './platform/recovery/scope.ts';
import { connectionAdapters } from './ports/connections/adapters.ts';
import type { ConnectionsAtWork, Given } from './ports/connections/port.ts';
import { type FiscalService, type GovernmentAddresses, governments } from './ports/fiscal/port.ts';
import { type EmbeddedIdentity, embeddedIdentity, hasSigningKeys, readIssuer } from './ports/identity/embedded.ts';
import { deleteExpired } from './ports/identity/embedded-sessions.ts';
import { firebaseIdentity } from './ports/identity/firebase.ts';
import type { IdentityProvider } from './ports/identity/port.ts';
import { fileTransport } from './ports/mail/files.ts';
import type { MailTransport } from './ports/mail/port.ts';
import { smtpTransport } from './ports/mail/smtp.ts';
import { readCertificate } from './ports/payments/certificate.ts';
import type { MercadoPagoSettings } from './ports/payments/mercado-pago.ts';
import { pixApi } from './ports/payments/pix-api.ts';
import type { PaymentProvider, Providers } from './ports/payments/port.ts';
import { providerTable, replaceableProviders } from './ports/payments/providers.ts';
import type { PushService } from './ports/push/port.ts';
import { webPushService } from './ports/push/web-push.ts';
import { archiveFolder } from './ports/storage/archive-folder.ts';
import { localDiskStorage } from './ports/storage/local-disk.ts';
import type { ArchiveStore, Storage } from './ports/storage/port.ts';
import type { WhatsAppService } from './ports/whatsapp/port.ts';
import { loadOrCreateSecret } from './secrets.ts';

const APPLICATION_CONNECTIONS = 20;
// The others are closed after ten idle seconds: a pooler shares its connections between servers.
const IDLE_CONNECTIONS = 4;
const IDENTITY_CONNECTIONS = 8;

type Pool = ReturnType<typeof createPool>;

// The host's own page delays sign-ins as operators do.
export { SignInDelay } from './ports/identity/sign-in-delay.ts';

/** The database connections of this process. */
export interface Connections {
  connectionString: string;
  db: Database;
  pool: Pool;
  /** Pool of the identity provider. */
  identityPool: Pool;
  changes: ChangeNotifier;
  /** The archive of the embedded database, unless it archives nothing. */
  recovery?: Recovery | undefined;
  close(): Promise<void>;
}

/** Opens the configured database, or starts the embedded one. */
export async function connect(config: Config, logger: Logger, say: (line: string) => void): Promise<Connections> {
  if (config.databaseUrl) {
    await prepareDataFolder(config.dataDir);
    await requireSessionMode(config.databaseUrl);
    return openPools(config.databaseUrl, logger, async () => undefined);
  }
  const archives = config.backupDays > 0;
  const postgres = await startEmbeddedPostgres(config.dataDir, say, { archives });
  const { connectionString, place } = postgres;
  const recovery = archives
    ? await openRecoveryOf(config, { connectionString, place, scope: oneOperator }, logger)
    : undefined;
  const stop = async () => {
    await postgres.stop();
    await recovery?.finish();
  };
  return { ...openPools(connectionString, logger, stop), recovery };
}

/** Archiving of the embedded database. */
export async function openRecoveryOf(
  config: Config,
  database: Pick<RecoveryOptions, 'connectionString' | 'place' | 'scope'>,
  logger: Pick<Logger, 'warn'>,
): Promise<Recovery> {
  return openRecovery({
    ...database,
    store: await openArchive(config),
    dataDir: config.dataDir,
    hasFiles: !config.storage,
    recipients: config.backupRecipients,
    days: config.backupDays,
    warn: (facts, message) => logger.warn(facts, message),
  });
}

/** Where WAL and base backups are kept: the configured bucket, or a folder. */
export async function openArchive({ backupStorage, dataDir }: Config, folder?: string): Promise<ArchiveStore> {
  if (folder || !backupStorage) return archiveFolder(folder ?? join(dataDir, 'archive'));
  const { openS3Archive } = await import('./ports/storage/s3.ts');
  return openS3Archive(backupStorage);
}

/** How many connections an installation may have; of a process with one, those of a whole server. */
export interface PoolSizes {
  application: number;
  /** So many stay open when idle. */
  idle: number;
  identity: number;
  /** What they count to, under hosting. */
  share?: Share;
}

const USUAL_SIZES: PoolSizes = {
  application: APPLICATION_CONNECTIONS,
  idle: IDLE_CONNECTIONS,
  identity: IDENTITY_CONNECTIONS,
};

/** Opens the connections to a running database. */
export function openPools(
  connectionString: string,
  logger: Logger,
  afterClose: () => Promise<void>,
  { application, idle, identity, share }: PoolSizes = USUAL_SIZES,
): Connections {
  let closing = false;
  const onError = (error: Error) => {
    if (!closing) logger.warn({ reason: error.message }, 'a database connection broke');
  };
  const pool = createPool({ connectionString, max: application, min: idle, share, onError });
  const identityPool = createPool({ connectionString, max: identity, share, onError });
  const changes = createChangeNotifier({ connectionString, onError });
  const db = createDatabase(pool);
  return {
    connectionString,
    db,
    pool,
    identityPool,
    changes,
    async close() {
      closing = true;
      await changes.stop();
      await Promise.allSettled([db.destroy(), identityPool.end()]);
      await afterClose();
    },
  };
}

/** The embedded provider on our database. */
export async function embeddedProvider(
  config: Config,
  { db, identityPool }: Connections,
  jobs: Jobs,
  logger: Logger,
): Promise<EmbeddedIdentity> {
  const count = attemptCounter(db);
  return embeddedIdentity({
    pool: identityPool,
    issuer: await readIssuer(identityPool),
    publicUrl: config.publicUrl,
    moreOrigins: config.isProduction ? [] : [`http://127.0.0.1:${config.port}`, `http://localhost:${config.port}`],
    secret: await identitySecret(config, identityPool),
    // Beside other operators' subdomains, which could set cookies for the whole domain.
    hasHostCookies: config.isProduction && config.hosting !== undefined,
    emails: {
      resetPassword: (to, data) => enqueueEmail(jobs, { kind: 'resetPassword', to, about: data }),
      confirmEmail: (to, data) => enqueueEmail(jobs, { kind: 'confirmEmail', to, about: data }),
      emailChangeRequested: (to, data) => enqueueEmail(jobs, { kind: 'emailChangeRequested', to, about: data }),
      emailChanged: (to, data) => enqueueEmail(jobs, { kind: 'emailChanged', to, about: data }),
      emailCorrected: (to, data) => enqueueEmail(jobs, { kind: 'emailCorrected', to, about: data }),
      emailRemoved: (to) => enqueueEmail(jobs, { kind: 'emailRemoved', to, about: {} }),
      twoFactorChanged: (to, data) => enqueueEmail(jobs, { kind: 'twoFactorChanged', to, about: data }),
      accountExists: (to, data) => enqueueEmail(jobs, { kind: 'accountExists', to, about: data }),
    },
    countAttempt: config.rateLimits ? async (key, windowMs) => (await count({ key, windowMs })).current : undefined,
    onLimit: (kind, recipient) => logger.warn({ kind, recipient }, 'too many e-mails to one recipient'),
    onError: (error) => logger.error({ err: error }, 'an e-mail could not be queued'),
  });
}

function identitySecret({ identitySecret: configured, dataDir }: Config, identityPool: Pool): Promise<string> {
  if (configured) return Promise.resolve(configured);
  return loadOrCreateSecret(dataDir, 'identity', () => hasSigningKeys(identityPool));
}

/** Google, as long as it is connected, whatever the identity provider. */
export async function openGoogle(
  config: Config,
  { identityPool }: Connections,
  atWork: ConnectionsAtWork,
): Promise<NonNullable<Deps['google']>> {
  // Derives a key for each purpose from the secret that all servers share: nothing signed for one is good for another.
  const proofKey = hkdfSync('sha256', await identitySecret(config, identityPool), '', 'guest e-mail proofs', 32);
  return {
    get signIn() {
      return atWork.google;
    },
    proofKey: new Uint8Array(proofKey),
  };
}

interface GivenParts {
  payments: Payments;
  mail: MailTransport;
  /** The service of the environment, or the demonstration's. */
  fiscal: FiscalService | undefined;
  /** Where connections for notes lead in the demonstration, and nowhere else. */
  demonstration: GovernmentAddresses | undefined;
  /** The demonstration's. */
  whatsApp: WhatsAppService | undefined;
}

/**
 * The connections of the database beside those that the configuration defines, in a table of providers that changes
 * with them.
 */
export async function openConnections(
  config: Config,
  { db, identityPool, changes }: Connections,
  { payments, mail, fiscal, demonstration, whatsApp, logger }: GivenParts & { logger: Logger },
): Promise<ConnectionsAtWork> {
  const secret = await identitySecret(config, identityPool);
  const secrets = [secret, ...(config.identitySecretBefore ? [config.identitySecretBefore] : [])] as const;
  const { isProduction, publicUrl, connectsToPrivate, googleIssuer, mercadoPagoUrl } = config;
  const atWork = new OpenedConnections({
    ...{ db, changes, logger, adapters: connectionAdapters, sealer: createSealer('connections', secrets) },
    providers: replaceableProviders(payments.providers.all),
    surroundings: {
      ...{ publicUrl, googleIssuer, mercadoPagoUrl, mayBePrivate: connectsToPrivate && !isProduction },
      governments: demonstration ? { demonstration } : governments,
      timeZone: () => readTimeZone(db),
      cnpj: () => readCnpj(db),
    },
    given: {
      sources: {
        ...sourcesOf(config),
        ...(fiscal && { fiscal: config.fiscal ? ('server' as const) : ('demonstration' as const) }),
        ...(whatsApp && { whatsapp: 'demonstration' as const }),
      },
      ...{ providers: payments.providers.all, mail, fiscal, whatsApp, google: await givenGoogle(config) },
    },
  });
  await atWork.start();
  return atWork;
}

// Asks Google only once somebody signs in there.
async function givenGoogle({ google, publicUrl }: Config) {
  if (!google) return undefined;
  // Loaded on demand: few need the library.
  const { googleSignIn } = await import('./ports/google/google.ts');
  return googleSignIn(google, publicUrl);
}

/** Which kinds of connections the configuration defines. */
function sourcesOf({ payments, cards, smtpUrl, google }: Config): Given['sources'] {
  const isDemonstration = (kind: string) => kind.startsWith('demo-');
  const source = (kind: string) => (isDemonstration(kind) ? ('demonstration' as const) : ('server' as const));
  return {
    ...(payments.kind !== 'manual' && { pix: source(payments.kind) }),
    ...(cards[0] && { cards: source(cards[0].kind) }),
    ...(smtpUrl !== undefined && { mail: 'server' as const }),
    ...(google && { google: 'server' as const }),
  };
}

/**
 * Keys of the secret that all servers share, too. With another secret, cards that were sold keep their codes, which
 * staff reissues.
 */
export async function openCodeKeys(
  config: Config,
  { identityPool }: Connections,
): Promise<Pick<Deps, 'giftCardKey' | 'emailCodeKey'>> {
  const secret = await identitySecret(config, identityPool);
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
  return { giftCardKey: keyFor('gift cards'), emailCodeKey: keyFor('guest e-mail codes') };
}

/** Deletes expired sessions; returns how many. */
export function deleteExpiredSessions({ identityPool }: Connections): Promise<number> {
  return deleteExpired(identityPool);
}

/** Notifies devices. Undefined on a shared database without a key: servers with keys of their own would not agree. */
export async function openPush({ pushKey, databaseUrl, dataDir, publicUrl }: Config): Promise<PushService | undefined> {
  const privateKey = pushKey ?? (databaseUrl ? undefined : await loadOrCreateSecret(dataDir, 'push'));
  if (!privateKey) return undefined;
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:nobody@example.com';
  return webPushService({ privateKey, subject });
}

/** The configured identity provider. */
export function chooseIdentity({ firebase }: Config, embedded: EmbeddedIdentity): IdentityProvider {
  return firebase ? firebaseIdentity(firebase) : embedded;
}

/** Mail over SMTP if configured, else into files. `say` gets where the files are. */
export function mailTransport({ smtpUrl, mailFrom, dataDir }: Config, say: (line: string) => void): MailTransport {
  if (smtpUrl) return smtpTransport(smtpUrl, mailFrom);
  const folder = join(dataDir, 'mail');
  say(`E-mails are written to ${folder}`);
  return fileTransport(folder, mailFrom);
}

/** The configured bucket, or files in the data folder. */
export async function openStorage(
  { storage, dataDir }: Config,
  warn: (message: string) => void = console.warn,
): Promise<Storage> {
  if (!storage) return localDiskStorage(join(dataDir, 'files'));
  // Loaded on demand, because the library is large.
  const { openS3Storage } = await import('./ports/storage/s3.ts');
  return openS3Storage(storage, warn);
}

/** The payment providers of this installation, and where those that sign no notices send them. */
export interface Payments {
  providers: Providers;
  /** In the path of those notices; none where staff confirms payments. */
  webhookSecret: string | undefined;
  webhookUrlOf: (provider: PaymentProvider) => string;
  close(): Promise<void>;
}

/** A provider at work. */
interface OpenedProvider {
  provider: PaymentProvider;
  /** Where it reaches this server; the public address unless given. */
  origin?: string;
  close(): Promise<unknown>;
}

type ChosenProvider = Exclude<Config['payments'], { kind: 'manual' }> | CardsConfig;

/** What opens the providers that the configuration chooses, by kind. `timeZone`: the operator's. */
export type Openers = {
  [Kind in ChosenProvider['kind']]: (
    chosen: Extract<ChosenProvider, { kind: Kind }>,
    config: Config,
    timeZone?: () => Promise<string>,
  ) => Promise<OpenedProvider>;
};

const ownOpeners: Pick<Openers, 'pix-api' | 'mercado-pago'> = {
  async 'pix-api'(bank, _, timeZone) {
    const certificate = await readCertificate(bank.certificate, bank.certificatePassword);
    const provider = pixApi({ ...bank, certificate, ...(timeZone && { timeZone }) });
    return { provider, close: provider.close };
  },
  async 'mercado-pago'(cards, { publicUrl }) {
    const provider = await openMercadoPago(cards, publicUrl);
    return { provider, close: provider.close };
  },
};

/** The configured providers, opened by the server's own adapters or by `others`. */
export async function openPayments(
  config: Config,
  timeZone?: () => Promise<string>,
  others: Partial<Openers> = {},
): Promise<Payments> {
  const { payments, cards, dataDir, publicUrl } = config;
  const opened: OpenedProvider[] = [];
  const close = async () => void (await Promise.all(opened.map((one) => one.close())));
  try {
    for (const chosen of payments.kind === 'manual' ? cards : [payments, ...cards]) {
      const open = { ...ownOpeners, ...others }[chosen.kind];
      if (!open) throw new StartError(`${chosen.kind} is a part of the demonstration, which npm start runs`);
      opened.push(await open(chosen as never, config, timeZone));
    }
    const providers = providerTable(opened.map(({ provider }) => provider));
    const needsSecret = providers.all.some(({ notices }) => !notices.readSigned);
    const configured = payments.kind === 'pix-api' ? payments.webhookSecret : undefined;
    const webhookSecret = needsSecret ? (configured ?? (await loadOrCreateSecret(dataDir, 'pix-webhook'))) : undefined;
    return {
      providers,
      webhookSecret,
      webhookUrlOf(provider) {
        const { origin = publicUrl } = opened.find((one) => one.provider === provider) ?? {};
        const { path = provider.name, secret = webhookSecret } = provider.notices;
        return `${origin}/webhooks/${path}/${secret}`;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Mercado Pago, or what speaks as it does, which reaches this server at `origin`. */
export async function openMercadoPago(
  access: Pick<MercadoPagoSettings, 'apiUrl' | 'accessToken' | 'webhookSecret'>,
  publicUrl: string,
  origin = publicUrl,
): Promise<PaymentProvider> {
  // Loaded on demand: few need the library.
  const { mercadoPago } = await import('./ports/payments/mercado-pago.ts');
  // Its references begin with the code of their reservation.
  const returnTo = (reference: string) => publicUrl + pagePaths.backFromProvider(reference.slice(0, 6));
  return mercadoPago({ ...access, returnTo, noticesTo: `${origin}/webhooks/card` });
}

/** The service that issues notes, if a certificate is configured. */
export async function openFiscal({ fiscal }: Config): Promise<FiscalService | undefined> {
  if (!fiscal) return undefined;
  // Loaded on demand: few need the libraries.
  const { openSefinNacional } = await import('./ports/fiscal/open-sefin-nacional.ts');
  return openSefinNacional(fiscal);
}
