import { randomUUIDv7 } from 'node:crypto';
import { MAX_PASSKEY_NAME } from '@passeio/contract/users/passkeys';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware, sensitiveSessionMiddleware } from 'better-auth/api';
import { expireCookie, setSessionCookie } from 'better-auth/cookies';
import { generateRandomString, symmetricEncrypt } from 'better-auth/crypto';
import type pg from 'pg';
import { z } from 'zod';
import { hashCodes, newRecoveryCodes } from './embedded-two-factor.ts';
import type { TwoFactorChange } from './limited-emails.ts';
import {
  addPasskey,
  credentialsOf,
  findPasskey,
  hasAuthenticator,
  hasPasskeys,
  listPasskeys,
  recordUse,
  removeAuthenticator,
  removePasskeys,
} from './passkey-table.ts';

const CHALLENGE_LIFETIME_MS = 5 * 60_000;
// EdDSA, ECDSA and RSA, which every authenticator has one of.
const ALGORITHMS = [-8, -7, -257];
const ENDED = { code: 'PASSKEY_EXPIRED', message: 'No such challenge' };
const REFUSED = { code: 'PASSKEY_REFUSED', message: 'The passkey was not accepted' };

interface PasskeyOptions {
  pool: pg.Pool;
  /** Hashes recovery codes. */
  secret: string;
  publicUrl: string;
  /** Where browsers may use passkeys of this site. */
  origins: string[];
  notify: (to: string, data: { name: string; change: TwoFactorChange }) => Promise<void>;
}

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);
const password = z.string().max(1000);
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const attestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(10_000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
  }),
});

/** What a challenge of a sign-in is for: an attempt that goes on with the second step, or one without a password. */
interface SignInChallenge {
  challenge: string;
  attempt?: { id: string; userId: string };
}

/**
 * Passkeys: a second step of signing in, or a way in of its own, because each asks for a finger, a face or a PIN.
 * Better Auth's own plugin has no part in the second step and its recovery codes.
 */
export function passkeyPlugin(options: PasskeyOptions) {
  return {
    id: 'passkey',
    endpoints: { ...addingEndpoints(options), ...secondStepEndpoints(options), ...signInEndpoints(options) },
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (context) => {
            const { returned } = context.context as { returned?: { twoFactorMethods?: string[] } };
            const methods = returned?.twoFactorMethods;
            if (!methods || !(await hasPasskeys(options.pool, String(context.body.email).toLowerCase()))) return;
            return context.json({ ...returned, twoFactorMethods: ['passkey', ...methods] });
          }),
        },
        {
          // The recovery codes that came with a passkey stay: a trigger keeps them.
          matcher: ({ path }) => path === '/two-factor/enable',
          handler: createAuthMiddleware(async (context) => {
            const { returned, session } = context.context;
            if (returned instanceof Error || !session?.user.twoFactorEnabled) return;
            return context.json({ ...(returned as object), backupCodes: [] });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const signedIn = [sensitiveSessionMiddleware];

/** Adding a passkey, the first with recovery codes. */
function addingEndpoints({ pool, secret, notify, ...site }: PasskeyOptions) {
  const expected = expectedOf(site);
  return {
    beginPasskey: createAuthEndpoint(
      '/passkey/begin',
      { method: 'POST', use: signedIn, body: z.object({ password, site: z.string().max(100) }) },
      async (context) => {
        const { user, session } = context.context.session;
        await context.context.password.checkPassword(user.id, context);
        const options = await generateRegistrationOptions({
          rpName: context.body.site,
          rpID: expected.expectedRPID,
          userID: new TextEncoder().encode(user.id),
          userName: user.email,
          userDisplayName: user.name,
          excludeCredentials: await credentialsOf(pool, user.id),
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
          supportedAlgorithmIDs: ALGORITHMS,
          timeout: CHALLENGE_LIFETIME_MS,
        });
        await keep(context, `passkey-of-${session.id}`, options.challenge);
        return context.json(options);
      },
    ),
    addPasskey: createAuthEndpoint(
      '/passkey/add',
      {
        method: 'POST',
        use: signedIn,
        body: z.object({ name: z.string().trim().min(1).max(MAX_PASSKEY_NAME), response: attestation }),
      },
      async (context) => {
        const { user, session } = context.context.session;
        const { name, response } = context.body;
        const expectedChallenge = await take(context, `passkey-of-${session.id}`);
        const { registrationInfo } = await orRefuse(
          verifyRegistrationResponse({
            ...expected,
            response,
            expectedChallenge,
            supportedAlgorithmIDs: ALGORITHMS,
          }),
        );
        if (!registrationInfo) throw new APIError('BAD_REQUEST', REFUSED);
        const recoveryCodes = newRecoveryCodes();
        const { id, publicKey, counter } = registrationInfo.credential;
        const outcome = await addPasskey(
          pool,
          user.id,
          { id, name, publicKey, counter, transports: response.response.transports },
          {
            id: randomUUIDv7(),
            secret: await symmetricEncrypt({ key: context.context.secretConfig, data: generateRandomString(32) }),
            backupCodes: hashCodes(secret, recoveryCodes),
          },
        );
        if (outcome === 'refused') throw new APIError('BAD_REQUEST', REFUSED);
        await notify(user.email, { name: user.name, change: outcome === 'first' ? 'added' : 'passkeyAdded' });
        return context.json({ recoveryCodes: outcome === 'first' ? recoveryCodes : [] });
      },
    ),
  };
}

/** The second steps that a person has, and their end. */
function secondStepEndpoints({ pool, notify }: PasskeyOptions) {
  return {
    listSecondSteps: createAuthEndpoint('/two-factor/methods', { method: 'GET', use: signedIn }, async (context) => {
      const { id } = context.context.session.user;
      const [authenticator, passkeys] = await Promise.all([hasAuthenticator(pool, id), listPasskeys(pool, id)]);
      return context.json({ hasAuthenticator: authenticator, passkeys });
    }),
    removePasskey: createAuthEndpoint(
      '/passkey/remove',
      { method: 'POST', use: signedIn, body: z.object({ password, id: base64url(1400) }) },
      async (context) => {
        const { user } = context.context.session;
        await context.context.password.checkPassword(user.id, context);
        const outcome = await removePasskeys(pool, user.id, { id: context.body.id });
        if (outcome !== 'none') {
          const change = outcome === 'last removed' ? 'removed' : 'passkeyRemoved';
          await notify(user.email, { name: user.name, change });
        }
        return context.json({ status: true });
      },
    ),
    removeAuthenticator: createAuthEndpoint(
      '/two-factor/remove-authenticator',
      { method: 'POST', use: signedIn, body: z.object({ password }) },
      async (context) => {
        const { user } = context.context.session;
        await context.context.password.checkPassword(user.id, context);
        const isRemoved = await removeAuthenticator(pool, user.id);
        if (isRemoved) await notify(user.email, { name: user.name, change: 'authenticatorRemoved' });
        return context.json({ status: isRemoved });
      },
    ),
  };
}

/** Signing in by a passkey, after the password or without one. */
function signInEndpoints({ pool, ...site }: PasskeyOptions) {
  const expected = expectedOf(site);
  return {
    beginPasskeySignIn: createAuthEndpoint(
      '/passkey/begin-sign-in',
      { method: 'POST', body: z.object({ isSecondStep: z.boolean() }) },
      async (context) => {
        const attempt = context.body.isSecondStep ? await findAttempt(context) : undefined;
        const options = await generateAuthenticationOptions({
          rpID: expected.expectedRPID,
          userVerification: 'required',
          allowCredentials: attempt ? await credentialsOf(pool, attempt.userId) : [],
          timeout: CHALLENGE_LIFETIME_MS,
        });
        const id = generateRandomString(32);
        const kept: SignInChallenge = { challenge: options.challenge, ...(attempt && { attempt }) };
        await keep(context, `passkey-${id}`, JSON.stringify(kept));
        const { name, attributes } = challengeCookie(context);
        await context.setSignedCookie(name, id, context.context.secret, attributes);
        return context.json(options);
      },
    ),
    signInByPasskey: createAuthEndpoint(
      '/passkey/sign-in',
      { method: 'POST', body: z.object({ response: assertion }) },
      async (context) => {
        const { response } = context.body;
        const { internalAdapter, secret } = context.context;
        const cookie = challengeCookie(context);
        const id = await context.getSignedCookie(cookie.name, secret);
        expireCookie(context, cookie);
        const { challenge, attempt }: SignInChallenge = JSON.parse(await take(context, `passkey-${id}`));
        const passkey = await findPasskey(pool, response.id);
        if (!passkey || (attempt && attempt.userId !== passkey.userId)) throw new APIError('UNAUTHORIZED', REFUSED);
        const { verified, authenticationInfo } = await orRefuse(
          verifyAuthenticationResponse({
            ...expected,
            response,
            expectedChallenge: challenge,
            credential: { ...passkey, publicKey: new Uint8Array(passkey.publicKey) },
          }),
        );
        const isUsed = verified && (await recordUse(pool, { id: passkey.id, counter: authenticationInfo.newCounter }));
        if (!isUsed) throw new APIError('UNAUTHORIZED', REFUSED);
        // The password was right for one sign-in.
        if (attempt && !(await internalAdapter.consumeVerificationValue(attempt.id)))
          throw new APIError('UNAUTHORIZED', ENDED);
        if (attempt) expireCookie(context, attemptCookie(context));
        const user = await internalAdapter.findUserById(passkey.userId);
        if (!user) throw new APIError('UNAUTHORIZED', REFUSED);
        await setSessionCookie(context, { session: await internalAdapter.createSession(user.id), user });
        return context.json({ email: user.email });
      },
    ),
  };
}

/** What every answer of an authenticator must be. */
function expectedOf({ publicUrl, origins }: Pick<PasskeyOptions, 'publicUrl' | 'origins'>) {
  return { expectedOrigin: origins, expectedRPID: new URL(publicUrl).hostname, requireUserVerification: true };
}

async function keep({ context }: GenericEndpointContext, identifier: string, value: string): Promise<void> {
  const expiresAt = new Date(Date.now() + CHALLENGE_LIFETIME_MS);
  await context.internalAdapter.createVerificationValue({ identifier, value, expiresAt });
}

/** What was kept, once. */
async function take({ context }: GenericEndpointContext, identifier: string): Promise<string> {
  const kept = await context.internalAdapter.consumeVerificationValue(identifier);
  if (!kept) throw new APIError('UNAUTHORIZED', ENDED);
  return kept.value;
}

function challengeCookie({ context }: GenericEndpointContext) {
  return context.createAuthCookie('passkey', { maxAge: CHALLENGE_LIFETIME_MS / 1000 });
}

// The library's.
function attemptCookie({ context }: GenericEndpointContext) {
  return context.createAuthCookie('two_factor');
}

/** The sign-in whose password was right. */
async function findAttempt(context: GenericEndpointContext): Promise<{ id: string; userId: string }> {
  const { internalAdapter, secret } = context.context;
  const id = await context.getSignedCookie(attemptCookie(context).name, secret);
  const attempt = id ? await internalAdapter.findVerificationValue(id) : null;
  if (!id || !attempt || attempt.expiresAt < new Date())
    throw new APIError('UNAUTHORIZED', { code: 'INVALID_TWO_FACTOR_COOKIE', message: 'No such sign-in' });
  return { id, userId: attempt.value };
}

/** The library throws at everything that is wrong with a browser's answer. */
async function orRefuse<Result>(verifying: Promise<Result>): Promise<Result> {
  try {
    return await verifying;
  } catch {
    throw new APIError('UNAUTHORIZED', REFUSED);
  }
}
