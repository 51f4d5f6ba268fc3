import { isAbsolute, resolve } from 'node:path';
import { z } from '@passeio/contract/zod';

// An empty variable (`PORT=`) means the same as one that is not set.
const emptyAsUnset = (value: unknown) => (value === '' ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(emptyAsUnset, schema.optional());

const environment = z.object({
  NODE_ENV: z.preprocess(emptyAsUnset, z.enum(['development', 'production', 'test']).default('development')),
  PORT: z.preprocess(emptyAsUnset, z.coerce.number().int().min(0).max(65_535).default(3000)),
  HOST: optional(z.string()),
  DATA_DIR: z.preprocess(emptyAsUnset, z.string().default('data')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  PUBLIC_URL: optional(z.url({ protocol: /^https?$/ })),
  IDENTITY_SECRET: optional(z.string().min(32)),
  TRUST_PROXY: optional(z.string()),
  LOG_LEVEL: z.preprocess(emptyAsUnset, z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional()),
  RATE_LIMITS: z.preprocess(emptyAsUnset, z.enum(['on', 'off']).default('on')),
});

/** What the process runs with. Paths are absolute, `publicUrl` is an origin without a trailing slash. */
export interface Config {
  isProduction: boolean;
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  publicUrl: string;
  identitySecret: string | undefined;
  trustProxy: boolean | string;
  logLevel: string;
  rateLimits: boolean;
}

/** Settings that cannot be used; the message names each of them. */
export class ConfigError extends Error {}

/** Reads and checks the environment. Throws {@link ConfigError} where a value is wrong or unsafe in production. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Invalid settings in the environment:\n${problems.join('\n')}`);
  }
  const settings = parsed.data;
  const isProduction = settings.NODE_ENV === 'production';
  if (isProduction) refuseUnsafe(settings);
  const port = settings.PORT;
  return {
    isProduction,
    port,
    host: settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${port}`).origin,
    identitySecret: settings.IDENTITY_SECRET,
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    rateLimits: settings.RATE_LIMITS === 'on',
  };
}

function refuseUnsafe(settings: z.output<typeof environment>): void {
  const problems: string[] = [];
  if (!settings.PUBLIC_URL?.startsWith('https://')) {
    problems.push('PUBLIC_URL must be set and begin with https:// (sign-in cookies travel only over HTTPS)');
  }
  if (settings.RATE_LIMITS === 'off') problems.push('RATE_LIMITS=off is for measurements only');
  if (settings.DATABASE_URL && !settings.IDENTITY_SECRET) {
    problems.push('IDENTITY_SECRET must be set when DATABASE_URL is: the signing keys in that database depend on it');
  }
  if (problems.length > 0) throw new ConfigError(`Refusing to start in production:\n  ${problems.join('\n  ')}`);
}

// "true", or addresses and networks of the proxies, as Fastify's trustProxy takes them.
function parseTrustProxy(value: string | undefined): boolean | string {
  if (value === undefined || value === 'false') return false;
  return value === 'true' ? true : value;
}
