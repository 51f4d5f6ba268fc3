import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { pixKeyType } from '@passeio/contract/operator/pix-key';
import { z } from '@passeio/contract/zod';
import {
  databaseUrl,
  emptyAsUnset,
  host,
  hostAndPort,
  hostName,
  httpUrl,
  line,
  optional,
  originUrl,
  p256Key,
  ratio,
  sender,
  smtpUrl,
  wholeNumber,
} from './config-values.ts';
import {
  type HostingConfig,
  hostingVariables,
  originOf,
  readHosting,
  unsafeHosting,
} from './hosting/hosting-config.ts';
import { isRecipient } from './platform/backup/encryption.ts';
import type { MetricsConfig } from './platform/metrics/serve-metrics.ts';
import { StartError } from './platform/process/start-error.ts';
import type { TracesConfig } from './platform/tracing/tracing.ts';

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** Names the allowed values of a variable whose rule has no message of its own. */
const explainInvalid: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `use ${alternatives.format(issue.values.map(String))}` : undefined;

/** Invalid settings, each named in the message. */
export class ConfigError extends StartError {}

const httpsUrl = optional(httpUrl('use https://HOST/PATH'));

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const GOOGLE = 'https://accounts.google.com';

// Over HTTP only for tests: with what it says, a guest's e-mail counts as confirmed.
function isIssuer(value: string): boolean {
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || LOOPBACK.has(hostname);
}

/** The variables of connections that are made in the browser. */
const connectionVariables = {
  IDENTITY_SECRET_BEFORE: optional(line('use the former secret, in one line', 1_000)),
  CONNECTIONS_TO_PRIVATE: z.preprocess(emptyAsUnset, z.enum(['on', 'off']).default('off')),
};

/** The variables of confirming e-mails by Google. */
const googleVariables = {
  GOOGLE_CLIENT_ID: optional(z.string().regex(/^[\x21-\x7e]{1,200}$/, 'use the client id of the credential')),
  GOOGLE_CLIENT_SECRET: optional(z.string().regex(/^[\x21-\x7e]{1,200}$/, 'use the client secret of the credential')),
  GOOGLE_ISSUER: z.preprocess(
    emptyAsUnset,
    httpUrl('use https://HOST', ['https:', 'http:'])
      .refine((value) => !URL.canParse(value) || isIssuer(value), 'use https://HOST')
      .default(GOOGLE),
  ),
};

const credential = (what: string) => z.string().regex(/^[\x21-\x7e]{8,300}$/, `use ${what}`);

const cardKind = z.enum(['mercado-pago', 'demo-cards']);
type CardKind = z.infer<typeof cardKind>;

/** Providers of cards, with commas; the first starts new charges, the others go on with theirs. */
const cardPayments = z.string().transform((value, context): CardKind[] => {
  const kinds = value === 'none' ? [] : value.split(',').map((kind) => cardKind.safeParse(kind).data);
  const known = kinds.filter((kind) => kind !== undefined);
  if (known.length === kinds.length && new Set(known).size === known.length) return known;
  const values = alternatives.format(['mercado-pago', 'none', 'demo-cards']);
  context.addIssue({ code: 'custom', message: `use ${values}` });
  return z.NEVER;
});

/** The variables of payments. */
const paymentVariables = {
  PAYMENTS: optional(z.enum(['manual', 'pix-api', 'demo-bank'])),
  PIX_API_URL: httpsUrl,
  PIX_TOKEN_URL: httpsUrl,
  PIX_CLIENT_ID: optional(line('use the client id that the bank gave')),
  PIX_CLIENT_SECRET: optional(line('use the client secret that the bank gave')),
  PIX_CERTIFICATE: optional(line('use the path of a file', 4_096)),
  PIX_CERTIFICATE_PASSWORD: optional(z.string().regex(/^\P{Cc}{1,300}$/u, 'use the password of the certificate')),
  PIX_KEY: optional(
    z.string().refine((key) => pixKeyType(key) !== undefined, 'use a CPF, CNPJ, e-mail, telephone or random key'),
  ),
  PIX_WEBHOOK_SECRET: optional(
    z.string().regex(/^[\w-]{32,100}$/, 'use 32 to 100 letters, digits, "-" or "_": it is part of an address'),
  ),
  DEMO_BANK_PORT: optional(wholeNumber(65_535)),
  CARD_PAYMENTS: optional(cardPayments),
  MERCADO_PAGO_ACCESS_TOKEN: optional(credential('the access token of the application')),
  MERCADO_PAGO_WEBHOOK_SECRET: optional(credential('the secret of its notices')),
  MERCADO_PAGO_URL: optional(httpUrl('use https://HOST', ['https:', 'http:'])),
};

/** The variables of notes of service. */
const fiscalVariables = {
  NFSE_CERTIFICATE: optional(line('use the path of a file', 4_096)),
  NFSE_CERTIFICATE_PASSWORD: optional(z.string().regex(/^\P{Cc}{1,300}$/u, 'use the password of the certificate')),
  NFSE_URL: httpsUrl,
};

/** Notes of service through Sefin Nacional; `certificate`: a file. */
interface FiscalConfig {
  certificate: string;
  certificatePassword: string;
  apiUrl: string;
}

const SEFIN_NACIONAL = 'https://sefin.nfse.gov.br/SefinNacional';

/** A bank that speaks the API Pix. */
interface PixApiConfig {
  kind: 'pix-api';
  apiUrl: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** A file. */
  certificate: string;
  certificatePassword: string | undefined;
  key: string;
  /** Undefined: generated into the data folder. */
  webhookSecret: string | undefined;
}

/** How money comes: staff confirms it, a bank reports it, or the demonstration bank, whose page has this port. */
type PaymentsConfig = { kind: 'manual' } | PixApiConfig | { kind: 'demo-bank'; pagePort: number };

/** A provider of cards: Mercado Pago, or that of the demonstration, whose page has this port. */
export type CardsConfig =
  | { kind: 'mercado-pago'; apiUrl: string; accessToken: string; webhookSecret: string }
  | { kind: 'demo-cards'; port: number };

type Settings = z.output<z.ZodObject<typeof paymentVariables>> & {
  PORT: number;
  DATABASE_URL?: string | undefined;
};

/** Payments of the environment. Throws {@link ConfigError} that names what is missing. */
function readPayments(settings: Settings): PaymentsConfig {
  const kind = settings.PAYMENTS ?? 'manual';
  if (kind === 'manual') return { kind };
  if (kind === 'demo-bank') {
    const { PORT: port, DEMO_BANK_PORT: pagePort = port === 0 ? 0 : Math.min(port + 1, 65_535) } = settings;
    return { kind, pagePort };
  }
  const missing: string[] = [];
  const required = (name: keyof typeof paymentVariables): string => {
    const value = settings[name];
    if (value === undefined) missing.push(name);
    return String(value);
  };
  const payments: PixApiConfig = {
    kind,
    apiUrl: required('PIX_API_URL'),
    tokenUrl: required('PIX_TOKEN_URL'),
    clientId: required('PIX_CLIENT_ID'),
    clientSecret: settings.PIX_CLIENT_SECRET ?? '',
    certificate: required('PIX_CERTIFICATE'),
    certificatePassword: settings.PIX_CERTIFICATE_PASSWORD,
    key: required('PIX_KEY'),
    webhookSecret: settings.PIX_WEBHOOK_SECRET,
  };
  if (missing.length > 0) throw new ConfigError(`PAYMENTS=pix-api needs ${missing.join(', ')}`);
  return payments;
}

const MERCADO_PAGO = 'https://api.mercadopago.com';

const cardReaders: Record<CardKind, (settings: Settings) => CardsConfig> = {
  'demo-cards': ({ PORT: port }) => ({ kind: 'demo-cards', port: port === 0 ? 0 : Math.min(port + 2, 65_535) }),
  'mercado-pago': readMercadoPago,
};

function readMercadoPago(settings: Settings): CardsConfig {
  const { MERCADO_PAGO_ACCESS_TOKEN: accessToken, MERCADO_PAGO_WEBHOOK_SECRET: webhookSecret } = settings;
  if (!accessToken || !webhookSecret) {
    throw new ConfigError('CARD_PAYMENTS=mercado-pago needs MERCADO_PAGO_ACCESS_TOKEN and MERCADO_PAGO_WEBHOOK_SECRET');
  }
  return { kind: 'mercado-pago', accessToken, webhookSecret, apiUrl: settings.MERCADO_PAGO_URL ?? MERCADO_PAGO };
}

/** What is unsafe in production. */
function unsafePayments(settings: Settings): string[] {
  const problems: string[] = [];
  if (settings.CARD_PAYMENTS?.includes('demo-cards')) {
    problems.push('CARD_PAYMENTS=demo-cards is for demonstrations only: anybody pays there, without money');
  }
  if (settings.MERCADO_PAGO_URL?.startsWith('http:')) {
    problems.push('MERCADO_PAGO_URL must begin with https://: what is said there counts as money');
  }
  if (settings.PAYMENTS === 'demo-bank') {
    problems.push('PAYMENTS=demo-bank is for demonstrations only: anybody pays there, without money');
  }
  if (settings.PAYMENTS === 'pix-api' && settings.DATABASE_URL && !settings.PIX_WEBHOOK_SECRET) {
    problems.push('PIX_WEBHOOK_SECRET must be set when DATABASE_URL is: all servers receive at one address');
  }
  return problems;
}

const CREDENTIAL = '(?:[^:@/?%]|%[2-7][0-9A-Fa-f])+';
const S3_OPTION = '(?:region=[\\w-]+|tls=off)';
const S3_URL = new RegExp(
  `^s3://${CREDENTIAL}:${CREDENTIAL}@[^:@/?]+(?::\\d+)?/[a-z0-9][a-z0-9.-]+[a-z0-9](?:\\?${S3_OPTION}(?:&${S3_OPTION})*)?$`,
);
const S3_URL_HINT =
  'use s3://KEY:SECRET@HOST/BUCKET?region=REGION, with "/" in the secret written as %2F; &tls=off without encryption';

const RECIPIENTS_HINT = 'copy all of what age-keygen printed, as in "age1…", with commas between several';
const BACKUP_DAYS = 7;

const environment = z.object({
  NODE_ENV: z.preprocess(emptyAsUnset, z.enum(['development', 'production', 'test']).default('development')),
  PORT: z.preprocess(emptyAsUnset, wholeNumber(65_535).default(3000)),
  HOST: optional(host('use an address of this machine, as in 127.0.0.1 or 0.0.0.0')),
  DATA_DIR: z.preprocess(emptyAsUnset, line('use the path of a folder', 4_096).default('data')),
  DATABASE_URL: databaseUrl,
  STORAGE_URL: optional(z.string().refine((url) => S3_URL.test(url) && URL.canParse(url), S3_URL_HINT)),
  BACKUP_RECIPIENTS: optional(
    z.string().superRefine((keys, context) => {
      const wrong = keys.split(',').findIndex((key) => !isRecipient(key));
      // It is not repeated: it may be a secret key.
      if (wrong >= 0) {
        context.addIssue({ code: 'custom', message: `key ${wrong + 1} is no public key of age: ${RECIPIENTS_HINT}` });
      }
    }),
  ),
  BACKUP_IDENTITY: optional(line('use the path of a file', 4_096)),
  BACKUP_STORAGE_URL: optional(z.string().refine((url) => S3_URL.test(url) && URL.canParse(url), S3_URL_HINT)),
  BACKUP_DAYS: optional(wholeNumber(365)),
  PUBLIC_URL: optional(originUrl('use https://HOST, without a path')),
  IDENTITY_SECRET: optional(
    line('use at least 32 characters, in one line', 1_000).min(32, 'use at least 32 characters, in one line'),
  ),
  IDENTITY_PROVIDER: z.preprocess(emptyAsUnset, z.enum(['embedded', 'firebase']).default('embedded')),
  FIREBASE_PROJECT_ID: optional(
    z.string().regex(/^[a-z0-9-]{4,40}$/, 'use the id of the project, as in "minha-agencia"'),
  ),
  FIREBASE_API_KEY: optional(z.string().regex(/^[\w-]{1,100}$/, 'use the API key of the web app, as in "AIza…"')),
  FIREBASE_AUTH_DOMAIN: optional(hostName('use the authDomain of the web app, as in "minha-agencia.firebaseapp.com"')),
  FIREBASE_AUTH_EMULATOR_HOST: optional(hostAndPort('use host:port, as in "127.0.0.1:9099"')),
  PUSH_KEY: optional(p256Key('use 32 random bytes in base64url: 43 letters, digits, "-" or "_"')),
  SMTP_URL: optional(smtpUrl('use smtps://USER:PASSWORD@HOST')),
  MAIL_FROM: optional(sender('use one address, as in "Passeio <oi@example.com>"')),
  TRUST_PROXY: optional(z.string()),
  DRAIN_SECONDS: optional(wholeNumber(300)),
  METRICS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]{16,200}$/, 'use 16 to 200 letters, digits or signs')),
  METRICS_PORT: optional(wholeNumber(65_535)),
  METRICS_HOST: z.preprocess(
    emptyAsUnset,
    host('use an address of this machine, as in 127.0.0.1 or 0.0.0.0').default('127.0.0.1'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl('use http://HOST:4318', ['https:', 'http:'])),
  OTEL_SERVICE_NAME: z.preprocess(emptyAsUnset, line('use a name in one line', 100).default('passeio')),
  OTEL_TRACES_SAMPLER: optional(z.enum(['parentbased_always_on', 'parentbased_traceidratio'])),
  OTEL_TRACES_SAMPLER_ARG: optional(ratio()),
  LOG_LEVEL: z.preprocess(emptyAsUnset, z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional()),
  RATE_LIMITS: z.preprocess(emptyAsUnset, z.enum(['on', 'off']).default('on')),
  ...paymentVariables,
  ...fiscalVariables,
  ...googleVariables,
  ...connectionVariables,
  ...hostingVariables,
});

/** The names of all variables that the configuration reads. */
export const variables: readonly string[] = Object.keys(environment.shape);

/** Google, or another OpenID Connect provider in tests, by which guests confirm their e-mail. */
export interface GoogleConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Firebase Authentication, as in its console; `emulatorHost` as in "127.0.0.1:9099", never in production. */
export interface FirebaseConfig {
  projectId: string;
  apiKey: string;
  authDomain: string;
  emulatorHost: string | undefined;
}

/** An S3-compatible bucket; `endpoint` as in "https://s3.sa-east-1.amazonaws.com". */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** The configuration. Paths are absolute, `publicUrl` is an origin without a trailing slash. */
export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Public keys of age for which backups are encrypted. */
  backupRecipients: string[];
  /** File with the secret keys with which they are restored. */
  backupIdentity: string | undefined;
  /** Where WAL and base backups go; undefined: into `dataDir`. */
  backupStorage: S3Settings | undefined;
  /** How many days back the embedded database can be recovered; 0: it archives nothing. */
  backupDays: number;
  /** Undefined: files in `dataDir`. */
  storage: S3Settings | undefined;
  publicUrl: string;
  identitySecret: string | undefined;
  /** Another one, former or next, which opens connections that are sealed with it. */
  identitySecretBefore: string | undefined;
  /** Whether connections made in the browser may lead into a private network; never in production. */
  connectsToPrivate: boolean;
  /** The addresses of connections whose address nobody types. */
  googleIssuer: string;
  mercadoPagoUrl: string;
  /** Undefined: the embedded provider. */
  firebase: FirebaseConfig | undefined;
  /** Undefined: guests confirm their e-mail by a code only. */
  google: GoogleConfig | undefined;
  /** Undefined: generated into the data folder, or none with `databaseUrl`. */
  pushKey: string | undefined;
  /** Undefined: mails are written to files. */
  smtpUrl: string | undefined;
  mailFrom: string;
  /** False, the number of proxies in front, or their addresses and CIDR ranges. */
  trustProxy: false | number | string[];
  /** Seconds between failing /readyz and closing the listener. */
  drainSeconds: number;
  logLevel: string;
  /** Undefined: nothing is measured. */
  metrics: MetricsConfig | undefined;
  /** Undefined: nothing is traced. */
  traces: TracesConfig | undefined;
  rateLimits: boolean;
  payments: PaymentsConfig;
  /** The first starts new charges. */
  cards: CardsConfig[];
  /** Undefined: notes of service are issued elsewhere. */
  fiscal: FiscalConfig | undefined;
  /** Undefined: the one operator of this installation. */
  hosting: HostingConfig | undefined;
  /** Under hosting, the name of the operator whose configuration this is. */
  operator?: string;
}

/**
 * Reads and validates the environment. Throws {@link ConfigError} for invalid values, and for values that are unsafe in
 * production.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env, { error: explainInvalid });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Invalid settings in the environment:\n${problems.join('\n')}`);
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  const hosting = readHosting(settings);
  if (hosting && 'problems' in hosting) throw new ConfigError(hosting.problems.join('\n'));
  if (isProduction) rejectUnsafe(settings);
  const port = settings.PORT;
  const publicUrl = hosting ? originOf(hosting.domain, { isProduction, port }) : settings.PUBLIC_URL;
  return {
    isProduction,
    port,
    host: settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    backupRecipients: settings.BACKUP_RECIPIENTS?.split(',') ?? [],
    backupIdentity: settings.BACKUP_IDENTITY,
    backupStorage: settings.BACKUP_STORAGE_URL ? readStorage(new URL(settings.BACKUP_STORAGE_URL)) : undefined,
    backupDays: settings.BACKUP_DAYS ?? BACKUP_DAYS,
    storage: settings.STORAGE_URL ? readStorage(new URL(settings.STORAGE_URL)) : undefined,
    publicUrl: new URL(publicUrl ?? `http://localhost:${port}`).origin,
    identitySecret: settings.IDENTITY_SECRET,
    identitySecretBefore: settings.IDENTITY_SECRET_BEFORE,
    connectsToPrivate: settings.CONNECTIONS_TO_PRIVATE === 'on',
    googleIssuer: settings.GOOGLE_ISSUER,
    mercadoPagoUrl: settings.MERCADO_PAGO_URL ?? MERCADO_PAGO,
    firebase: readFirebase(settings),
    google: readGoogle(settings),
    pushKey: settings.PUSH_KEY,
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM ?? `nao-responda@${new URL(publicUrl ?? 'http://localhost').hostname}`,
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    drainSeconds: settings.DRAIN_SECONDS ?? (isProduction ? 5 : 0),
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    metrics: readMetrics(settings),
    traces: readTraces(settings),
    rateLimits: settings.RATE_LIMITS === 'on',
    payments: readPayments(settings),
    cards: (settings.CARD_PAYMENTS ?? []).map((kind) => cardReaders[kind](settings)),
    fiscal: settings.NFSE_CERTIFICATE
      ? {
          certificate: settings.NFSE_CERTIFICATE,
          certificatePassword: settings.NFSE_CERTIFICATE_PASSWORD ?? '',
          apiUrl: settings.NFSE_URL ?? SEFIN_NACIONAL,
        }
      : undefined,
    hosting,
  };
}

/** The configuration of a command about the one operator of an installation. Throws as `readConfig`, and under hosting. */
export function readConfigOfOne(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env);
  if (!config.hosting) return config;
  throw new ConfigError('This command is for an installation with one operator. With hosting, see: npm run operators');
}

function readMetrics({
  METRICS_TOKEN: token,
  METRICS_PORT: port,
  METRICS_HOST: host,
  PORT,
}: z.output<typeof environment>): MetricsConfig | undefined {
  if (port !== undefined && port === PORT && port !== 0) {
    throw new ConfigError(`METRICS_PORT=${port} cannot be used: it is PORT as well`);
  }
  if (port !== undefined) return { token, port, host };
  return token === undefined ? undefined : { token };
}

function readTraces(settings: z.output<typeof environment>): TracesConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = settings;
  if (endpoint === undefined) return undefined;
  const isPart = settings.OTEL_TRACES_SAMPLER === 'parentbased_traceidratio';
  return { endpoint, serviceName, ratio: isPart ? (settings.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1 };
}

function readFirebase(settings: z.output<typeof environment>): FirebaseConfig | undefined {
  if (settings.IDENTITY_PROVIDER !== 'firebase') return undefined;
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = settings;
  if (!projectId || !apiKey) {
    throw new ConfigError('IDENTITY_PROVIDER=firebase needs FIREBASE_PROJECT_ID and FIREBASE_API_KEY');
  }
  return {
    projectId,
    apiKey,
    authDomain: settings.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`,
    emulatorHost: settings.FIREBASE_AUTH_EMULATOR_HOST,
  };
}

function readGoogle(settings: z.output<typeof environment>): GoogleConfig | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = settings;
  if (!clientId && !clientSecret) return undefined;
  if (!clientId || !clientSecret) {
    throw new ConfigError('Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither');
  }
  return { issuer, clientId, clientSecret };
}

function readStorage({ host, pathname, searchParams, username, password }: URL): S3Settings {
  return {
    endpoint: `${searchParams.get('tls') === 'off' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.slice(1),
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
}

function rejectUnsafe(settings: z.output<typeof environment>): void {
  const isHosting = readHosting(settings) !== undefined;
  const problems: string[] = isHosting ? unsafeHosting(settings) : [];
  if (!isHosting && !settings.PUBLIC_URL?.startsWith('https://')) {
    problems.push('PUBLIC_URL must be set and begin with https:// (sign-in cookies travel only over HTTPS)');
  }
  if (settings.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is for measurements only');
  if (settings.CONNECTIONS_TO_PRIVATE === 'on') {
    problems.push('CONNECTIONS_TO_PRIVATE=on is for tests only: administrators could reach the network of the server');
  }
  if (settings.FIREBASE_AUTH_EMULATOR_HOST) {
    problems.push('FIREBASE_AUTH_EMULATOR_HOST is for tests only: the emulator signs nothing');
  }
  if (settings.SMTP_URL && !settings.MAIL_FROM) problems.push('MAIL_FROM must be set when SMTP_URL is');
  if (settings.DATABASE_URL && !settings.IDENTITY_SECRET) {
    problems.push('IDENTITY_SECRET must be set when DATABASE_URL is: the signing keys in that database depend on it');
  }
  problems.push(...unsafePayments(settings));
  if (problems.length > 0) throw new ConfigError(`Refusing to start in production:\n  ${problems.join('\n  ')}`);
}

const MAX_PROXY_CHAIN = 10;
// A shorter prefix would trust much of the internet.
const SHORTEST_PREFIX = 8;

// Trusting every sender of X-Forwarded-For lets clients choose the address that rate limits count by.
function parseTrustProxy(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === 'false') return false;
  if (/^\d+$/.test(value)) {
    const hops = Number(value);
    if (hops <= MAX_PROXY_CHAIN) return hops === 0 ? false : hops;
  }
  const proxies = value.split(',').map((proxy) => proxy.trim());
  if (!proxies.every(isAddressOrRange)) {
    throw new ConfigError(
      `TRUST_PROXY=${value} cannot be used: name the proxies' addresses or CIDR ranges, separated by commas ` +
        `(as in 10.0.0.5,192.168.0.0/16), or how many proxies stand in front (1 to ${MAX_PROXY_CHAIN})`,
    );
  }
  return proxies;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d+$/.test(prefix) && Number(prefix) >= SHORTEST_PREFIX && Number(prefix) <= (version === 4 ? 32 : 128);
}
