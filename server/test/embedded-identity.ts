import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import type { Config } from '../src/config.ts';
import { createPool } from '../src/platform/database/connect.ts';
import { attemptCounter } from '../src/platform/http/rate-limits.ts';
import {
  type EmbeddedIdentity,
  embeddedIdentity,
  type PasswordHashing,
  readIssuer,
} from '../src/ports/identity/embedded.ts';
import type { IdentityEmails } from '../src/ports/identity/limited-emails.ts';
import type { LinkRequest } from '../src/ports/identity/port.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { call, signUpData } from './factories.ts';

export const ORIGIN = 'http://localhost:3000';
export const PASSWORD = 'uma senha comprida';
export const SECRET = 'segredo-de-teste-com-mais-de-32-caracteres';

const digest = (password: string) => createHash('sha256').update(password).digest('hex');
/** Distinguishes passwords at no cost; how the product hashes them is shown by adapters.test.ts. */
const quickHashing: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
};

interface SentEmail {
  kind: string;
  to: string;
  link?: string | LinkRequest;
}

/** An application with the embedded identity provider and a record of its e-mails. */
export interface EmbeddedIdentityApp extends TestApp {
  databaseUrl: string;
  identityPool: pg.Pool;
  providerFor(publicUrl: string): EmbeddedIdentity;
  /** Calls the provider with our origin. */
  provider(method: string, path: string, body?: unknown, headers?: object): ReturnType<typeof call>;
  /** Signs up if needed, and signs in, with {@link PASSWORD}; without a profile. */
  signUpAndIn(email?: string): Promise<{ email: string; cookie: string; token: string; setCookie: string[] }>;
  /** The status of GET users/me. */
  me(token: string): Promise<number>;
  /** Waits for the `count`-th e-mail of `kind` to `to`; `token` is that of its link, which is created now. */
  emailTo(to: string, kind: string, count?: number): Promise<SentEmail & { token: string }>;
  /** All e-mails to `to`, oldest first. */
  emailsTo(to: string): SentEmail[];
}

/** `send` also gets every e-mail; `reach` maps the connection string of the provider. */
export async function buildEmbeddedIdentityApp(
  config: Partial<Config> = {},
  send: (kind: string, to: string, data: object) => Promise<void> = async () => undefined,
  reach: (databaseUrl: string) => Promise<string> = async (databaseUrl) => databaseUrl,
): Promise<EmbeddedIdentityApp> {
  const sentEmails: SentEmail[] = [];
  let url = '';
  let pool: pg.Pool | undefined;
  let issuer = '';
  const write = (kind: string) => async (to: string, data: object) => {
    sentEmails.push({ kind, to, ...data });
    await send(kind, to, data);
  };
  const providerFor = (publicUrl: string) =>
    embeddedIdentity({
      pool: pool as pg.Pool,
      issuer,
      publicUrl,
      moreOrigins: [],
      secret: SECRET,
      emails: identityEmails(write),
      countAttempt: config.rateLimits
        ? async (key, windowMs) => (await attemptCounter(app.db)({ key, windowMs })).current
        : undefined,
      onLimit: (kind, recipient) => app.app.deps.logger.warn({ kind, recipient }, 'too many e-mails to one recipient'),
      onError: (error) => console.error(error),
      hashing: quickHashing,
    });
  const app = await buildTestApp({
    config,
    deps: async ({ databaseUrl }) => {
      url = databaseUrl;
      pool = createPool({ connectionString: await reach(databaseUrl), max: 5, onError: () => undefined });
      issuer = await readIssuer(pool);
      return { identity: providerFor(ORIGIN) };
    },
  });
  const provider: EmbeddedIdentityApp['provider'] = (method, path, body, headers = {}) =>
    call(app, method, `/identity${path}`, { body, headers: { origin: ORIGIN, ...headers } });
  return {
    ...app,
    provider,
    async signUpAndIn(email = signUpData().email) {
      await provider('POST', '/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
      const { headers, status } = await provider('POST', '/sign-in/email', { email, password: PASSWORD });
      expect(status).toBe(200);
      const setCookie = headers.getSetCookie();
      const cookie = setCookie.map((line) => line.split(';')[0]).join('; ');
      const { body } = await provider('GET', '/token', undefined, { cookie });
      return { email, cookie, token: body.token, setCookie };
    },
    me: async (token) => (await call(app, 'GET', '/api/users/me', { token })).status,
    databaseUrl: url,
    identityPool: pool as unknown as pg.Pool,
    providerFor,
    emailsTo: (to) => sentEmails.filter((email) => email.to === to),
    async emailTo(to, kind, count = 1) {
      const email = await vi.waitFor(() => {
        const found = sentEmails.filter((candidate) => candidate.to === to && candidate.kind === kind)[count - 1];
        if (!found) throw new Error(`no ${kind} to ${to} in ${JSON.stringify(sentEmails)}`);
        return found;
      });
      const link = typeof email.link === 'object' ? await providerFor(ORIGIN).makeLink(email.link) : email.link;
      return { ...email, link, token: new URL(link ?? ORIGIN).searchParams.get('token') ?? '' };
    },
    async close() {
      await pool?.end();
      await app.close();
    },
  };
}

function identityEmails(write: (kind: string) => (to: string, data: object) => Promise<void>): IdentityEmails {
  return {
    resetPassword: write('resetPassword'),
    confirmEmail: write('confirmEmail'),
    emailChangeRequested: write('emailChangeRequested'),
    emailChanged: write('emailChanged'),
    emailCorrected: write('emailCorrected'),
    emailRemoved: write('emailRemoved'),
    twoFactorChanged: write('twoFactorChanged'),
    accountExists: write('accountExists'),
  };
}
