import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import { IDENTITY_BASE } from '@passeio/contract/paths';
import {
  checkPassword,
  PASSWORD_LENGTH,
  type PasswordOwner,
  passwordProblems,
} from '@passeio/contract/users/passwords';
import { betterAuth, type GenericEndpointContext } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { jwt } from 'better-auth/plugins';
import type { JSONWebKeySet } from 'jose';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { isDatabaseAway } from '../../platform/http/errors.ts';
import { correctEmail, redeemConfirmation, requirePassword, undoEmailChange } from './embedded-email-change.ts';
import { endLinks, isHeld, linkMaker } from './embedded-links.ts';
import { passkeyPlugin } from './embedded-passkeys.ts';
import { CLIENT_ADDRESS_HEADER, HELD_ADDRESS_HEADER, mountEmbeddedRoutes } from './embedded-routes.ts';
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  findPerson,
  isEmailConfirmed,
  isFreshSession,
  listSessions,
  openSessions,
} from './embedded-sessions.ts';
import { TOKEN_ALGORITHM, TokenChecker } from './embedded-tokens.ts';
import {
  provesCode,
  removeTwoFactor,
  takeCodeOnce,
  twoFactorBody,
  twoFactorChange,
  twoFactorPlugin,
} from './embedded-two-factor.ts';
import { type IdentityEmails, type LimitedEmails, limitedEmails } from './limited-emails.ts';
import { hasAuthenticator } from './passkey-table.ts';
import type { IdentityAdministration, IdentityLinks, IdentityProvider, VerifiedIdentity } from './port.ts';
import { SignInDelay } from './sign-in-delay.ts';

const TOKEN_LIFETIME = '1h';
const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;
// Browsers renew tokens at least every 50 minutes, which bounds the error of "last seen".
const SESSION_SEEN_S = 40 * 60;

interface EmbeddedIdentityOptions extends LimitedEmails {
  pool: pg.Pool;
  /** Issuer of the identities, see {@link readIssuer}. */
  issuer: string;
  /** Public origin: issuer and audience of the tokens, and allowed origin of sign-ins. */
  publicUrl: string;
  /** Additional allowed origins, such as 127.0.0.1 in development. */
  moreOrigins: string[];
  onError: (error: unknown) => void;
  /** Whether cookies are named `__Host-…`: browsers take them from this very host only. */
  hasHostCookies?: boolean;
  /** Instead of scrypt as the library sets it, whose tenth of a second for each password makes tests slow. */
  hashing?: PasswordHashing;
}

export interface PasswordHashing {
  hash(password: string): Promise<string>;
  verify(stored: { hash: string; password: string }): Promise<boolean>;
}

/** Whether signing keys exist, which are encrypted with the secret. */
export async function hasSigningKeys(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select exists (select from identity.jwks) as found');
  return rows[0]?.found ?? false;
}

/** The issuer that people are stored under: stays when the public URL changes. */
export async function readIssuer(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select name from identity.issuer');
  const [row] = rows;
  if (!row) throw new Error('identity.issuer is empty');
  return row.name;
}

export type EmbeddedIdentity = IdentityProvider & IdentityAdministration & IdentityLinks;

/** The embedded identity provider: Better Auth on our own database. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const delay = new SignInDelay(options.pool, options.secret, options.publicUrl.startsWith('https:'));
  const emails = limitedEmails(options);
  const auth = createAuth(options, emails, delay);
  const tokens = new TokenChecker(options.publicUrl, () => auth.api.getJwks() as Promise<JSONWebKeySet>);
  const { pool, issuer, publicUrl } = options;
  const findSession = openSessions(pool);
  const makeLink = linkMaker(pool, publicUrl, async (token, userId, expiresAt) => {
    const { internalAdapter } = await auth.$context;
    await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt });
  });
  const changes = { pool, makeLink, notifyOldAddress: emails.emailChanged };
  const corrections = {
    pool,
    askToConfirm: emails.confirmEmail,
    notifyPerson: emails.emailCorrected,
    notifyAnyone: emails.emailRemoved,
  };

  return {
    settings: { provider: 'embedded' },
    browserOrigins: [],
    async holderOf(token) {
      const claims = await tokens.check(token);
      return claims && { issuer, subject: claims.subject };
    },
    async verify(token) {
      const claims = await tokens.check(token);
      const session = claims && (await findSession(claims));
      if (!session) return undefined;
      const { id: sessionId, userId: subject, email, emailConfirmed, hasTwoFactor } = session;
      return { issuer, subject, sessionId, email, emailConfirmed, hasTwoFactor };
    },
    listSessions: ({ subject }) => listSessions(pool, subject),
    endSession: ({ subject }, sessionId) => endSession(pool, subject, sessionId),
    async endSessionsOf(who) {
      if (who.issuer === issuer) await endSessionsOf(pool, who.subject);
    },
    async removeTwoFactor(who) {
      if (who.issuer !== issuer) return false;
      const person = await removeTwoFactor(pool, who.subject);
      await endSessionsOf(pool, who.subject);
      if (person) await emails.twoFactorChanged(person.email, { name: person.name, change: 'removedByStaff' });
      return true;
    },
    provesSecondStep: async ({ subject, sessionId, hasTwoFactor }, code) =>
      !hasTwoFactor ||
      (await isFreshSession(pool, sessionId)) ||
      provesCode({ pool, secret: options.secret }, subject, code),
    deleteOwn: async () => undefined,
    async checkPassword(who, password) {
      if (who.issuer !== issuer) return false;
      const { internalAdapter, password: hashing } = await auth.$context;
      const account = await internalAdapter.findCredentialAccount(who.subject);
      return account?.password ? hashing.verify({ hash: account.password, password }) : false;
    },
    async changeEmail(who, email) {
      if (who.issuer !== issuer) return 'refused';
      return (await correctEmail(corrections, who.subject, email)) ? 'changed' : 'taken';
    },
    // A subject of another provider.
    isEmailConfirmed: async (who) => (who.issuer === issuer ? isEmailConfirmed(pool, who.subject) : null),
    mount(app) {
      mountEmbeddedRoutes(app, {
        handler: throwDatabaseErrors(auth.handler),
        publicUrl,
        follow: (token) => redeemConfirmation(changes, token),
        undo: (token) => undoEmailChange(changes, token),
        isHeld: (email) => isHeld(pool, email),
        delay,
      });
    },
    createPerson: (person) => createPerson(auth, issuer, person),
    makeLink,
    async passwordLink(email) {
      const { id: userId } = await findPerson(pool, email);
      return (await makeLink({ does: 'resetPassword', userId })) as string;
    },
  };
}

type Auth = ReturnType<typeof createAuth>;

// Not through sign-up: addresses given by the administrator need no confirmation.
async function createPerson(
  auth: Auth,
  issuer: string,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<VerifiedIdentity> {
  const { internalAdapter, password: hashing } = await auth.$context;
  const known = await internalAdapter.findUserByEmail(email.toLowerCase());
  if (known) return { issuer, subject: known.user.id, email: known.user.email, emailConfirmed: true };
  const user = await internalAdapter.createUser(
    { name, email: email.toLowerCase(), emailVerified: true },
    { method: 'email-password' },
  );
  await internalAdapter.linkAccount({
    userId: user.id,
    providerId: 'credential',
    accountId: user.id,
    password: await hashing.hash(password),
  });
  return { issuer, subject: user.id, email: user.email, emailConfirmed: true };
}

function createAuth(options: EmbeddedIdentityOptions, emails: IdentityEmails, delay: SignInDelay) {
  const { pool, publicUrl, moreOrigins, secret, onError } = options;
  return betterAuth({
    // Schema-qualified, because a pooler would lose a search path.
    database: { dialect: new PostgresDialect({ pool }), type: 'postgres', schemaName: 'identity', transaction: true },
    secret,
    baseURL: publicUrl,
    basePath: IDENTITY_BASE,
    trustedOrigins: [publicUrl, ...moreOrigins],
    logger: databaseErrorLogger,
    telemetry: { enabled: false },
    // Our own rate limits count in the database, and delay instead of locking out.
    rateLimit: { enabled: false },
    // Unexpected errors, such as an unavailable database, go to our error handler.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      // Sign-up must not reveal known addresses (docs/decisions/0004).
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      revokeSessionsOnPasswordReset: true,
      password: options.hashing ?? {},
      async onPasswordReset({ user }) {
        await endLinks(pool, user.id);
        await delay.forget(user.email);
      },
      // The library's own tokens are not used: links are created when their e-mail is sent.
      sendResetPassword: ({ user }) =>
        emails.resetPassword(user.email, { name: user.name, link: { does: 'resetPassword', userId: user.id } }),
      onExistingUserSignUp: ({ user }) =>
        emails.accountExists(user.email, { name: user.name, link: `${publicUrl}/auth/login` }),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendVerificationEmail: ({ user: { id: userId, email, name } }, request) => {
        const does = request?.url.endsWith('/change-email') ? 'changeEmail' : 'confirmEmail';
        return emails.confirmEmail(email, { name, link: { does, userId, email } });
      },
    },
    user: { changeEmail: { enabled: true } },
    databaseHooks: { user: { create: { before: rejectHeldAddress } } },
    session: { expiresIn: SESSION_LIFETIME_S, updateAge: SESSION_SEEN_S },
    // A stolen database must not contain usable tokens.
    verification: { storeIdentifier: 'hashed' },
    hooks: createHooks(pool, secret, emails),
    advanced: {
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      ...cookieNames(publicUrl, options.hasHostCookies),
      // The library disables both under NODE_ENV=test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // E-mails are queued after the response, so that known and unknown addresses take the same time.
      backgroundTasks: { handler: (work) => void work.catch(onError) },
    },
    plugins: [
      twoFactorPlugin(secret),
      passkeyPlugin({ pool, secret, publicUrl, origins: [publicUrl, ...moreOrigins], notify: emails.twoFactorChanged }),
      jwt({
        jwks: { keyPairConfig: { alg: TOKEN_ALGORITHM, crv: 'Ed25519' } },
        jwt: {
          issuer: publicUrl,
          audience: publicUrl,
          expirationTime: TOKEN_LIFETIME,
          definePayload: ({ session }) => ({ sid: session.id }),
        },
      }),
    ],
  });
}

// The library's own prefix for secure cookies is `__Secure-`.
function cookieNames(publicUrl: string, hasHostCookies = false) {
  if (!hasHostCookies) return { useSecureCookies: publicUrl.startsWith('https:'), cookiePrefix: 'passeio' };
  const defaultCookieAttributes = { secure: true, path: '/' };
  return { useSecureCookies: false, cookiePrefix: '__Host-passeio', defaultCookieAttributes };
}

// Answered like a sign-up with a known address.
async function rejectHeldAddress(_user: unknown, context: { headers?: Headers } | null): Promise<void> {
  if (context?.headers?.has(HELD_ADDRESS_HEADER)) throw new APIError('FORBIDDEN');
}

function createHooks(pool: pg.Pool, secret: string, emails: IdentityEmails) {
  return {
    before: createAuthMiddleware(async (context) => {
      await validatePassword(context);
      await requirePassword(context);
      const body = twoFactorBody(secret, context.path, context.body ?? {});
      if (!body) return;
      const session = context.path === '/two-factor/verify-totp' ? await getSessionFromCtx(context) : null;
      const hadAuthenticator = session !== null && (await hasAuthenticator(pool, session.user.id));
      return { context: { body: { ...body, hadAuthenticator } } };
    }),
    after: createAuthMiddleware(async ({ path, body, context }) => {
      if (context.returned instanceof Error) return;
      if (path === '/two-factor/verify-totp') {
        const { newSession, session } = context;
        const userId = (session ?? newSession)?.user.id;
        const signedIn = session ? undefined : newSession?.session.token;
        if (userId) await takeCodeOnce(pool, { userId, code: String(body.code), newSession: signedIn });
      }
      if (!context.session) return;
      const { user, session } = context.session;
      const change = twoFactorChange(path, Boolean(user.twoFactorEnabled), body?.hadAuthenticator === true);
      if (change) await emails.twoFactorChanged(user.email, { name: user.name, change });
      if (path === '/change-password') {
        await endLinks(pool, user.id);
        // A caller that does not ask for it ends them too.
        await endOtherSessions(pool, user.id, context.newSession?.session.id ?? session.id);
      }
      if (path !== '/change-email') return;
      await endOtherSessions(pool, user.id, session.id);
      await emails.emailChangeRequested(user.email, { name: user.name, newEmail: String(body.newEmail) });
    }),
  };
}

/** Throws the problem's code when a request would set a refused password. */
async function validatePassword(context: GenericEndpointContext): Promise<void> {
  const { password, newPassword, name, email } = (context.body ?? {}) as Record<string, unknown>;
  if (context.path === '/sign-up/email') validate(password, { name: textOf(name), email: textOf(email) });
  // A reset link does not reveal whose it is.
  else if (context.path === '/reset-password') validate(newPassword, {});
  // Checked against the e-mail only: this page does not know the name.
  else if (context.path === '/change-password')
    validate(newPassword, { email: (await getSessionFromCtx(context))?.user.email });
}

function validate(password: unknown, owner: PasswordOwner): void {
  const code = typeof password === 'string' ? checkPassword(password, owner) : undefined;
  if (code) throw new APIError('BAD_REQUEST', { code, message: passwordProblems[code].sentence });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

type AuthHandler = (request: Request) => Promise<Response>;

const current = new AsyncLocalStorage<{ error?: unknown }>();

/**
 * Better Auth catches some database errors, logs them, and answers as if there were no session. As its logger, this
 * records errors of an unavailable database for {@link throwDatabaseErrors}.
 */
const databaseErrorLogger = {
  level: 'error' as const,
  log(_level: string, _message: string, ...details: unknown[]): void {
    const request = current.getStore();
    if (request) request.error ??= details.find(isDatabaseAway);
  },
};

/** Wraps the library's handler to rethrow recorded database errors, which must become 503 and not 401 or 422. */
function throwDatabaseErrors(handler: AuthHandler): AuthHandler {
  return (request) =>
    current.run({}, async () => {
      const response = await handler(request);
      const { error } = current.getStore() ?? {};
      if (!response.ok && error) throw error;
      return response;
    });
}
