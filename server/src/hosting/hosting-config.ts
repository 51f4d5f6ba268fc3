import { z } from '@passeio/contract/zod';
import { databaseUrl, emptyAsUnset, hostName, optional, wholeNumber } from '../config-values.ts';

const count = (usual: number, max: number) => z.preprocess(emptyAsUnset, wholeNumber(max).default(usual));

/** The variables of a host, which serves many operators. */
export const hostingVariables = {
  HOSTING: z.preprocess(emptyAsUnset, z.enum(['on', 'off']).default('off')),
  HOSTING_DATABASE_URL: databaseUrl,
  HOSTING_DOMAIN: optional(hostName('use the name of a domain, as in "passeio.example"')),
  HOSTING_KEY: optional(
    z.string().regex(/^[\w-]{43}$/, 'use 32 random bytes in base64url: 43 letters, digits, "-" or "_"'),
  ),
  HOSTING_SIGNUP: z.preprocess(emptyAsUnset, z.enum(['on', 'off']).default('off')),
  HOSTING_AWAKE: count(30, 1_000),
  HOSTING_IDLE_MINUTES: count(1, 1_440),
  HOSTING_CONNECTIONS: count(80, 10_000),
  HOSTING_CONNECTIONS_EACH: count(8, 100),
};

/** What a host is told by its environment. */
export interface HostingConfig {
  /** The directory's; undefined: in the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** Operators get a name below it. */
  domain: string;
  /** Wraps the secrets of operators; undefined: generated into the data folder. */
  key: string | undefined;
  /** Whether operators sign up by themselves. */
  hasSignUp: boolean;
  /** Operators that are open at the same time, unless all of them are being served. */
  maxAwake: number;
  idleMs: number;
  /** Connections to operators' databases, of this server and of each operator. */
  connections: number;
  connectionsEach: number;
}

type Settings = z.output<z.ZodObject<typeof hostingVariables>>;

// They belong to one operator: another's clients would see it, or pay to it.
const OF_ONE_OPERATOR = [
  ...[
    'DATABASE_URL',
    'PUBLIC_URL',
    'IDENTITY_SECRET',
    'IDENTITY_SECRET_BEFORE',
    'FIREBASE_PROJECT_ID',
    'PUSH_KEY',
    'GOOGLE_CLIENT_ID',
  ],
  ...['PIX_API_URL', 'PIX_KEY', 'MERCADO_PAGO_ACCESS_TOKEN', 'NFSE_CERTIFICATE'],
];
const FEWEST_EACH = 3;

/** The configuration of a host, or what is wrong with it; undefined without hosting. */
export function readHosting(
  settings: Settings & Record<string, unknown>,
): HostingConfig | { problems: string[] } | undefined {
  if (settings.HOSTING === 'off' && !settings.HOSTING_DATABASE_URL) return undefined;
  const foreign = OF_ONE_OPERATOR.filter((name) => settings[name] !== undefined);
  const problems = foreign.map((name) => `${name} belongs to one operator: it cannot be set with hosting`);
  if (!['manual', undefined].includes(settings.PAYMENTS as string | undefined)) {
    problems.push('PAYMENTS belongs to one operator: with hosting, leave it out');
  }
  if ((settings.CARD_PAYMENTS as unknown[] | undefined)?.length) {
    problems.push('CARD_PAYMENTS belongs to one operator: with hosting, leave it out');
  }
  if (settings.HOSTING_CONNECTIONS_EACH < FEWEST_EACH) {
    problems.push(`HOSTING_CONNECTIONS_EACH must be ${FEWEST_EACH} at least`);
  }
  if (settings.HOSTING_CONNECTIONS < settings.HOSTING_CONNECTIONS_EACH) {
    problems.push('HOSTING_CONNECTIONS must not be less than HOSTING_CONNECTIONS_EACH');
  }
  if (settings.HOSTING_AWAKE < 1) problems.push('HOSTING_AWAKE must be 1 at least');
  if (problems.length > 0) return { problems };
  return {
    databaseUrl: settings.HOSTING_DATABASE_URL,
    domain: (settings.HOSTING_DOMAIN ?? 'localhost').toLowerCase(),
    key: settings.HOSTING_KEY,
    hasSignUp: settings.HOSTING_SIGNUP === 'on',
    maxAwake: settings.HOSTING_AWAKE,
    idleMs: settings.HOSTING_IDLE_MINUTES * 60_000,
    connections: settings.HOSTING_CONNECTIONS,
    connectionsEach: settings.HOSTING_CONNECTIONS_EACH,
  };
}

/** What is unsafe in production. */
export function unsafeHosting(settings: Settings & { SMTP_URL?: string | undefined }): string[] {
  const problems: string[] = [];
  if (settings.HOSTING_SIGNUP === 'on' && !settings.SMTP_URL) {
    problems.push('SMTP_URL must be set when HOSTING_SIGNUP is on: operators confirm by e-mail');
  }
  if (!settings.HOSTING_DOMAIN) problems.push('HOSTING_DOMAIN must be set: operators get a name below it');
  if (settings.HOSTING_DATABASE_URL && !settings.HOSTING_KEY) {
    problems.push('HOSTING_KEY must be set when HOSTING_DATABASE_URL is: the secrets in that database depend on it');
  }
  return problems;
}

/** Where a domain is reached: over HTTPS in production, at the server's own port otherwise. */
export function originOf(domain: string, { isProduction, port }: { isProduction: boolean; port: number }): string {
  return isProduction ? `https://${domain}` : `http://${domain}:${port}`;
}
