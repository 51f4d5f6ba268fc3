import { email as emailField } from '@passeio/contract/fields';
import { GOOGLE_BASE } from '@passeio/contract/paths';
import { type GoogleAnswer, type GoogleFailure, guestFormPath } from '@passeio/contract/reservations/email-proof';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Deps } from '../../deps.ts';
import { AppError } from '../../platform/http/errors.ts';
import { attemptCounter, limited } from '../../platform/http/rate-limits.ts';
import { GoogleDenied } from '../../ports/google/port.ts';
import { ATTEMPT_LIFETIME_S, readAttempt, signAttempt, signEmailProof } from './payer-links/email-proof.ts';

const COOKIE = 'passeio.google';
const LONGEST_NAME = 120;
// Limits an address, which many people of a telephone network share.
const LIMIT = { name: 'google', max: 60, windowMs: 10 * 60_000 };

/**
 * A guest confirms their e-mail by signing in to Google; no account is made. Browsers navigate here, so that every
 * answer leads somewhere: on to Google, or back to the one page that asked, which says what went wrong.
 */
export async function googleRoutes(app: App): Promise<void> {
  const { google } = app.deps;
  if (!google) return;
  const limit = limited(app, LIMIT);
  const cookie = cookieOf(app.deps);
  const takeOnce = attemptCounter(app.deps.db);
  app.setErrorHandler((error, request, reply) => goBack(reply, { failure: failureOf(error, request) }));

  const signIn = () => {
    if (!google.signIn) throw new Error('Google is not connected');
    return google.signIn;
  };

  app.get('/start', { preHandler: limit }, async (_request, reply) => {
    const { url, attempt } = await signIn().begin();
    reply.header('set-cookie', cookie(await signAttempt(google.proofKey, attempt), ATTEMPT_LIFETIME_S));
    return reply.header('cache-control', 'no-store').redirect(url, 303);
  });

  app.get('/callback', { preHandler: limit }, async (request, reply) => {
    reply.header('set-cookie', cookie('', 0));
    const attempt = await readAttempt(google.proofKey, valueOfCookie(request));
    if (!attempt) throw new Error('the browser has begun nothing, or too long ago');
    // Also where the cookie was kept, and by all servers.
    const key = `google-attempt:${attempt.state}`;
    const { current } = await takeOnce({ key, windowMs: ATTEMPT_LIFETIME_S * 1_000 });
    if (current > 1) throw new Error('this sign-in is over');
    const { search } = new URL(request.url, app.deps.config.publicUrl);
    const { isVerified, ...person } = await signIn().finish(search, attempt);
    if (!isVerified) return goBack(reply, { failure: 'unverified' });
    const email = emailField.parse(person.email);
    const name = person.name.trim().slice(0, LONGEST_NAME);
    return goBack(reply, { proof: await signEmailProof(google.proofKey, { email, name }) });
  });
}

function goBack(reply: FastifyReply, answer: GoogleAnswer): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(guestFormPath(answer), 303);
}

function failureOf(error: unknown, request: FastifyRequest): GoogleFailure {
  if (error instanceof GoogleDenied) return 'denied';
  if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return 'busy';
  // Its message alone: what caused it may hold claims and codes.
  request.log.warn({ reason: error instanceof Error ? error.message : error }, 'Google confirmed no e-mail');
  return 'failed';
}

function cookieOf({ config }: Deps) {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return (value: string, seconds: number) =>
    `${COOKIE}=${value}; Path=${GOOGLE_BASE}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function valueOfCookie({ headers }: FastifyRequest): string {
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  return cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}
