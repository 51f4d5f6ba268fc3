import { setTimeout as wait } from 'node:timers/promises';
import { email as emailField } from '@passeio/contract/fields';
import { IDENTITY_BASE } from '@passeio/contract/paths';
import { checkPassword, passwordProblems } from '@passeio/contract/users/passwords';
import { identityName } from '@passeio/contract/users/users';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { clientNetwork } from '../../platform/http/client-address.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type Limit, limited } from '../../platform/http/rate-limits.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';

import type { SignInDelay } from './sign-in-delay.ts';

/** Passes the client's address to the library; removed from incoming requests. */
export const CLIENT_ADDRESS_HEADER = 'x-passeio-client-address';

/** Makes the library answer a sign-up as for a known address. */
export const HELD_ADDRESS_HEADER = 'x-passeio-held-address';

type AuthHandler = (request: Request) => Promise<Response>;

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<string | object>;

interface EmbeddedRoutes {
  handler: AuthHandler;
  publicUrl: string;
  /** Redeems a confirmation link; false if it is invalid. */
  follow: (token: string) => Promise<boolean>;
  /** Redeems an undo link; returns where to set a password, undefined if it is invalid. */
  undo: (token: string) => Promise<string | undefined>;
  /** Whether an address is reserved for its previous owner. */
  isHeld: (email: string) => Promise<boolean>;
  delay: SignInDelay;
}

const MINUTE_MS = 60_000;
// Responses that must not reveal whether an address is known are delayed to the same time, longer than either case
// takes (bench/identity.ts).
const EVEN_RESPONSE_MS = 250;

// Sentences for the library's error codes; clients still get the codes.
const messages: Record<string, string> = {
  ...Object.fromEntries(Object.entries(passwordProblems).map(([code, { sentence }]) => [code, sentence])),
  INVALID_EMAIL_OR_PASSWORD: 'Email ou senha inválidos',
  INVALID_EMAIL: 'E-mail inválido. Confira o endereço digitado.',
  INVALID_PASSWORD: 'A senha informada não confere.',
  INVALID_TOKEN: 'Este link não vale mais. Peça um novo.',
  TOKEN_EXPIRED: 'Este link expirou. Peça um novo.',
  VALIDATION_ERROR: 'Confira os dados informados e tente de novo.',
  UNAUTHORIZED: 'Entre na sua conta para continuar.',
  INVALID_CODE: 'Código incorreto ou já usado. Espere o próximo código do aplicativo e tente de novo.',
  INVALID_BACKUP_CODE: 'Código de recuperação incorreto ou já usado.',
  INVALID_TWO_FACTOR_COOKIE: 'A entrada demorou demais. Digite a senha de novo.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Foram muitos códigos errados. Digite a senha de novo.',
  PASSKEY_REFUSED: 'Esta chave de acesso não foi aceita.',
  PASSKEY_EXPIRED: 'A espera foi longa demais. Tente de novo.',
  TOTP_NOT_ENABLED: 'A verificação em duas etapas não está ativada nesta conta.',
};
const FALLBACK_MESSAGE = 'Não foi possível concluir. Tente de novo em instantes.';

const OPENED_LINKS: Limit = { name: 'link', max: 30, windowMs: 10 * MINUTE_MS };
/** `byAccount`: the account that an attempt is about. */
const limitsOf = (byAccount: (request: FastifyRequest) => string) =>
  ({
    signUp: [{ name: 'sign-up', max: 30, windowMs: 10 * MINUTE_MS }],
    signIn: [
      { name: 'sign-in', max: 60, windowMs: MINUTE_MS },
      { name: 'sign-in-account', max: 10, windowMs: MINUTE_MS, by: byAccount },
    ],
    reset: [
      { name: 'reset', max: 20, windowMs: 10 * MINUTE_MS },
      { name: 'reset-account', max: 3, windowMs: 10 * MINUTE_MS, by: byAccount },
    ],
    confirmation: [
      { name: 'confirmation', max: 20, windowMs: 10 * MINUTE_MS },
      { name: 'confirmation-account', max: 3, windowMs: 10 * MINUTE_MS, by: byAccount },
    ],
    link: [OPENED_LINKS],
    code: [{ name: 'two-factor', max: 20, windowMs: 10 * MINUTE_MS }],
    passkey: [{ name: 'passkey', max: 40, windowMs: 10 * MINUTE_MS }],
    credentials: [{ name: 'credentials', max: 10, windowMs: 10 * MINUTE_MS }],
  }) satisfies Record<string, Limit[]>;

/** The library's paths that this product uses; all others are closed. */
export function mountEmbeddedRoutes(
  app: FastifyInstance,
  { handler, publicUrl, follow, undo, isHeld, delay }: EmbeddedRoutes,
): void {
  // Counted by address and e-mail, so that nobody can lock another person out.
  const limits = limitsOf((request) => `${clientNetwork(request.ip)}:${delay.accountOf(emailOf(request))}`);
  const ask = (request: FastifyRequest, headers: Record<string, string> = {}) =>
    handler(toFetchRequest(publicUrl, request, headers));
  const forward = async (request: FastifyRequest, reply: FastifyReply) => passOn(await ask(request), request, reply);
  // The loser of a race for a new address retries, and is answered as for a known one.
  const signUp = async (request: FastifyRequest, reply: FastifyReply) => {
    // Before the library opens its transaction: two connections per request could exhaust the pool.
    const { data: email } = emailField.safeParse(emailOf(request));
    const extra: Record<string, string> = email && (await isHeld(email)) ? { [HELD_ADDRESS_HEADER]: 'yes' } : {};
    const response = await ask(request, extra);
    return passOn(response.status === 422 ? await ask(request, extra) : response, request, reply);
  };
  const signIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await ask(request);
    // While a second step is to come, the password alone is no success: attempts count until that is done.
    if (response.ok && !(await asksForSecondStep(response))) await delay.succeed(request, reply, emailOf(request));
    else if (!response.ok) logSecurityEvent(request, 'sign-in failed', { account: delay.accountOf(emailOf(request)) });
    return passOn(response, request, reply);
  };
  const secondStep = async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await ask(request);
    if (!response.ok) logSecurityEvent(request, 'second step failed', { path: request.url });
    const email = response.ok ? await signedInAs(response) : undefined;
    if (email !== undefined) await delay.succeed(request, reply, email);
    return passOn(response, request, reply);
  };
  const evenly = (respond: Respond) => async (request: FastifyRequest, reply: FastifyReply) => {
    const evenMoment = wait(EVEN_RESPONSE_MS);
    const body = await respond(request, reply);
    // A fresh session knew the address already.
    const isSignedIn = request.url === `${IDENTITY_BASE}/sign-in/email` && reply.statusCode === 200;
    if (!isSignedIn) await evenMoment;
    return body;
  };
  const post = (path: string, by: Limit[], respond: Respond = forward, check?: preHandlerAsyncHookHandler) =>
    app.route({
      method: 'POST',
      url: `${IDENTITY_BASE}${path}`,
      preHandler: [rejectNul, ...by.map((limit) => limited(app, limit)), ...(check ? [check] : [])],
      handler: respond,
    });
  const get = (path: string) => app.route({ method: 'GET', url: `${IDENTITY_BASE}${path}`, handler: forward });

  post('/sign-up/email', limits.signUp, evenly(signUp), validateName);
  post('/sign-in/email', limits.signIn, evenly(signIn), async (request, reply) => {
    if (app.deps.config.rateLimits) await delay.begin(request, reply, emailOf(request));
  });
  post('/sign-out', []);
  post('/request-password-reset', limits.reset, evenly(forward));
  post('/reset-password', limits.link);
  post('/send-verification-email', limits.confirmation);
  post('/change-password', limits.credentials);
  post('/change-email', limits.credentials);
  post('/two-factor/enable', limits.credentials);
  post('/two-factor/disable', limits.credentials);
  post('/two-factor/generate-backup-codes', limits.credentials);
  post('/two-factor/verify-totp', limits.code, secondStep);
  post('/two-factor/verify-backup-code', limits.code, secondStep);
  post('/two-factor/remove-authenticator', limits.credentials);
  post('/passkey/begin', limits.credentials);
  post('/passkey/add', limits.passkey);
  post('/passkey/remove', limits.credentials);
  post('/passkey/begin-sign-in', limits.passkey);
  post('/passkey/sign-in', limits.passkey, secondStep);
  app.get(`${IDENTITY_BASE}/verify-email`, { onRequest: limited(app, OPENED_LINKS) }, async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    const isGood = typeof token === 'string' && (await follow(token));
    reply.status(isGood ? 200 : 401).header('cache-control', 'no-store');
    return isGood ? { status: true } : errorBody(401, 'INVALID_TOKEN', request);
  });
  post('/undo-email-change', limits.link, async (request, reply) => {
    const { token } = (request.body ?? {}) as { token?: unknown };
    const passwordLink = typeof token === 'string' ? await undo(token) : undefined;
    reply.status(passwordLink ? 200 : 401).header('cache-control', 'no-store');
    return passwordLink ? { passwordLink } : errorBody(401, 'INVALID_TOKEN', request);
  });
  get('/two-factor/methods');
  get('/get-session');
  get('/token');
  get('/jwks');
}

// PostgreSQL refuses NUL in text.
async function rejectNul(request: FastifyRequest): Promise<void> {
  const values = Object.values((request.body ?? {}) as Record<string, unknown>);
  if (values.some((value) => typeof value === 'string' && value.includes('\0'))) throw new AppError('INVALID_INPUT');
}

// The library accepts any name; problems of name and password are reported together.
async function validateName(request: FastifyRequest): Promise<void> {
  const { name, email, password } = (request.body ?? {}) as Record<string, unknown>;
  const read = identityName.safeParse(name);
  if (read.success) return;
  const problem =
    typeof password === 'string'
      ? checkPassword(password, { email: typeof email === 'string' ? email : '' })
      : undefined;
  throw new AppError('INVALID_INPUT', {
    name: read.error.issues[0]?.message ?? '',
    ...(problem ? { password: passwordProblems[problem].sentence } : {}),
  });
}

async function passOn(response: Response, request: FastifyRequest, reply: FastifyReply) {
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (request.url !== `${IDENTITY_BASE}/jwks`) reply.header('cache-control', 'no-store');
  reply.status(response.status);
  const text = await response.text();
  reply.type('application/json');
  return response.ok ? text : explain(response.status, text, request);
}

async function asksForSecondStep(response: Response): Promise<boolean> {
  return ((await response.clone().json()) as { twoFactorRedirect?: unknown }).twoFactorRedirect === true;
}

async function signedInAs(response: Response): Promise<string | undefined> {
  const { user } = (await response.clone().json()) as { user?: { email?: string } };
  return user?.email;
}

function emailOf({ body }: FastifyRequest): unknown {
  return ((body ?? {}) as { email?: unknown }).email;
}

function toFetchRequest(publicUrl: string, request: FastifyRequest, extra: Record<string, string>): Request {
  const headers = new Headers(extra);
  for (const name of [
    'cookie',
    'origin',
    'referer',
    'user-agent',
    'sec-fetch-site',
    'sec-fetch-mode',
    'sec-fetch-dest',
  ]) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  const hasBody = request.method === 'POST';
  if (hasBody) headers.set('content-type', 'application/json');
  return new Request(new URL(request.url, publicUrl), {
    method: request.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(request.body ?? {}) } : {}),
  });
}

function explain(statusCode: number, text: string, request: FastifyRequest): object {
  const code = readCode(text) ?? (statusCode === 401 ? 'UNAUTHORIZED' : 'IDENTITY_REFUSED');
  return errorBody(statusCode, code, request);
}

function errorBody(statusCode: number, code: string, request: FastifyRequest): object {
  return { statusCode, code, message: messages[code] ?? FALLBACK_MESSAGE, requestId: request.id };
}

function readCode(text: string): string | undefined {
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? code : undefined;
  } catch {
    return undefined;
  }
}
