import { randomUUIDv7 } from 'node:crypto';
import { PASSWORD_LENGTH } from '@passeio/contract/passwords';
import { IDENTITY_BASE } from '@passeio/contract/paths';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { jwt } from 'better-auth/plugins';
import type { JSONWebKeySet } from 'jose';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { databaseErrorLogger, throwDatabaseErrors } from './embedded-database-errors.ts';
import { correctEmail, redeemConfirmation, requirePassword, undoEmailChange } from './embedded-email-change.ts';
import { endLinks, isHeld, linkMaker } from './embedded-links.ts';
import { CLIENT_ADDRESS_HEADER, HELD_ADDRESS_HEADER, mountEmbeddedRoutes } from './embedded-routes.ts';
import {
  endOtherSessions,
  endSession,
  endSessionsOf,
  findPerson,
  isEmailConfirmed,
  listSessions,
  openSessions,
} from './embedded-sessions.ts';
import { TOKEN_ALGORITHM, TokenChecker } from './embedded-tokens.ts';
import { type IdentityEmails, type LimitedEmails, limitedEmails } from './limited-emails.ts';
import { refuseBadPassword } from './password-rules.ts';
import type { IdentityAdministration, IdentityLinks, IdentityProvider } from './port.ts';
import { SignInDelay } from './sign-in-delay.ts';

const TOKEN_LIFETIME = '1h';
const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;
// A browser asks for a token at least every 50 minutes: so "last seen" is never older than about that.
const SESSION_SEEN_S = 40 * 60;

export interface EmbeddedIdentityOptions extends LimitedEmails {
  pool: pg.Pool;
  /** Where the application is reached: issuer and audience of the tokens, and the origin that may sign in. */
  publicUrl: string;
  /** Other origins that are this application too, as 127.0.0.1 is on the developer's machine. */
  moreOrigins: string[];
  onError: (error: unknown) => void;
}

/** Whether keys are stored, which only the secret that encrypted them can open. */
export async function hasSigningKeys(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select exists (select from identity.jwks) as found');
  return rows[0]?.found ?? false;
}

export type EmbeddedIdentity = IdentityProvider & IdentityAdministration & IdentityLinks;

/** The embedded identity provider: Better Auth on our own database. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): EmbeddedIdentity {
  const delay = new SignInDelay(options.pool, options.secret, options.publicUrl.startsWith('https:'));
  const emails = limitedEmails(options);
  const auth = createAuth(options, emails, delay);
  const tokens = new TokenChecker(options.publicUrl, () => auth.api.getJwks() as Promise<JSONWebKeySet>);
  const { pool, publicUrl: issuer } = options;
  const findSession = openSessions(pool);
  const makeLink = linkMaker(pool, issuer, async (token, userId, expiresAt) => {
    const { internalAdapter } = await auth.$context;
    await internalAdapter.createVerificationValue({ identifier: `reset-password:${token}`, value: userId, expiresAt });
  });
  const changes = { pool, makeLink, tellOldAddress: emails.emailChanged };
  const corrections = {
    pool,
    askToConfirm: emails.confirmEmail,
    tellPerson: emails.emailCorrected,
    tellAnyone: emails.emailRemoved,
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
      const { id: sessionId, userId: subject, email, emailConfirmed } = session;
      return { issuer, subject, sessionId, email, emailConfirmed };
    },
    listSessions: ({ subject }) => listSessions(pool, subject),
    endSession: ({ subject }, sessionId) => endSession(pool, subject, sessionId),
    async endSessionsOf(who) {
      if (who.issuer === issuer) await endSessionsOf(pool, who.subject);
    },
    async changeEmail(who, email) {
      if (who.issuer !== issuer) return 'refused';
      return (await correctEmail(corrections, who.subject, email)) ? 'changed' : 'taken';
    },
    // Somebody of another provider is not ours to know.
    isEmailConfirmed: async (who) => (who.issuer === issuer ? isEmailConfirmed(pool, who.subject) : null),
    mount(app) {
      mountEmbeddedRoutes(app, {
        handler: throwDatabaseErrors(auth.handler),
        publicUrl: issuer,
        follow: (token) => redeemConfirmation(changes, token),
        undo: (token) => undoEmailChange(changes, token),
        isHeld: (email) => isHeld(pool, email),
        delay,
      });
    },
    async createPerson({ name, email, password }) {
      // Not through sign-up: nobody has to confirm an address that we were told by who runs the house.
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
    },
    makeLink,
    async passwordLink(email) {
      const { id: userId } = await findPerson(pool, email);
      return (await makeLink({ does: 'resetPassword', userId })) as string;
    },
  };
}

function createAuth(options: EmbeddedIdentityOptions, emails: IdentityEmails, delay: SignInDelay) {
  const { pool, publicUrl, moreOrigins, secret, onError } = options;
  return betterAuth({
    // Its tables are named with their schema: a search path would be lost in a pooler.
    database: { dialect: new PostgresDialect({ pool }), type: 'postgres', schemaName: 'identity', transaction: true },
    secret,
    baseURL: publicUrl,
    basePath: IDENTITY_BASE,
    trustedOrigins: [publicUrl, ...moreOrigins],
    logger: databaseErrorLogger,
    telemetry: { enabled: false },
    // Our own limiter counts in the database and slows instead of locking out.
    rateLimit: { enabled: false },
    // What the library did not foresee, as a database that is away, is for our error handler.
    onAPIError: { throw: true },
    emailAndPassword: {
      enabled: true,
      // Sign-up answers alike for known and unknown addresses; signing in is the next step.
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      revokeSessionsOnPasswordReset: true,
      async onPasswordReset({ user }) {
        await endLinks(pool, user.id);
        await delay.forget(user.email);
      },
      // The library's own tokens reach nobody: links are made when their mail is sent.
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
    databaseHooks: {
      user: {
        create: {
          async before(_user, context) {
            // The library answers this like a sign-up with a known address.
            if (context?.headers?.has(HELD_ADDRESS_HEADER)) throw new APIError('FORBIDDEN');
          },
        },
      },
    },
    session: { expiresIn: SESSION_LIFETIME_S, updateAge: SESSION_SEEN_S },
    // A stolen database must not hold links that work.
    verification: { storeIdentifier: 'hashed' },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        await refuseBadPassword(context);
        await requirePassword(context);
      }),
      after: createAuthMiddleware(async ({ path, body, context }) => {
        if (!context.session || context.returned instanceof Error) return;
        const { user, session } = context.session;
        if (path === '/change-password') await endLinks(pool, user.id);
        if (path !== '/change-email') return;
        await endOtherSessions(pool, user.id, session.id);
        await emails.emailChangeRequested(user.email, { name: user.name, newEmail: String(body.newEmail) });
      }),
    },
    advanced: {
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: publicUrl.startsWith('https:'),
      cookiePrefix: 'passeio',
      // The library turns both off under NODE_ENV=test; what is tested must be what runs.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      // E-mails are queued after the answer, so that known and unknown addresses take the same time.
      backgroundTasks: { handler: (work) => void work.catch(onError) },
    },
    plugins: [
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
