import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, signUpData } from '../../../test/factories.ts';
import { createPool } from '../../platform/database/connect.ts';
import { embeddedIdentity } from './embedded.ts';

const ORIGIN = 'http://localhost:3000';
const PASSWORD = 'uma senha comprida';

let app: TestApp;
let pool: pg.Pool;
beforeAll(async () => {
  app = await buildTestApp({
    deps: ({ databaseUrl }) => {
      pool = createPool({ connectionString: databaseUrl, max: 5, searchPath: 'identity', onError: () => undefined });
      return {
        identity: embeddedIdentity({
          pool,
          publicUrl: ORIGIN,
          moreOrigins: [],
          secret: 'segredo-de-teste-com-mais-de-32-caracteres',
        }),
      };
    },
  });
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

const identity = (method: string, path: string, body?: unknown, headers = {}) =>
  call(app, method, `/identity${path}`, { body, headers: { origin: ORIGIN, ...headers } });

async function signUpAndIn(email = signUpData().email) {
  await identity('POST', '/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
  const { headers, status } = await identity('POST', '/sign-in/email', { email, password: PASSWORD });
  expect(status).toBe(200);
  const cookie = headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { body } = await identity('GET', '/token', undefined, { cookie });
  return { email, cookie, token: body.token as string, setCookie: headers.getSetCookie() };
}

const me = async (token: string) => (await call(app, 'GET', '/api/users/me', { token })).status;

describe('signing up and in', () => {
  it('gives a token that the API accepts', async () => {
    const { token, email } = await signUpAndIn();
    const { status, body } = await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    expect(status).toBe(201);
    expect(body.email).toBe(email);
    expect(await me(token)).toBe(200);
  });

  it('keeps the session in a cookie that scripts cannot read', async () => {
    const { setCookie } = await signUpAndIn();
    expect(setCookie.join()).toMatch(/HttpOnly/i);
    expect(setCookie.join()).toMatch(/SameSite=Lax/i);
  });

  it('answers a known and an unknown address alike', async () => {
    const { email } = await signUpAndIn();
    const signUp = (address: string) =>
      identity('POST', '/sign-up/email', { name: 'Bia', email: address, password: PASSWORD });
    const [known, unknown] = [await signUp(email), await signUp(signUpData().email)];
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.body.user).sort()).toEqual(Object.keys(unknown.body.user).sort());
    const signIn = (address: string) => identity('POST', '/sign-in/email', { email: address, password: 'outra senha' });
    const [wrong, nobody] = [await signIn(email), await signIn(signUpData().email)];
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...nobody.body, requestId: '' });
    expect(wrong).toMatchObject({ status: 401, body: { message: 'Email ou senha inválidos' } });
  });

  it.each([
    ['a short password', { email: 'a@exemplo.com.br', password: '1234567' }],
    ['an overlong password', { email: 'a@exemplo.com.br', password: 'x'.repeat(129) }],
    ['no e-mail', { password: PASSWORD }],
    ['an e-mail of another type', { email: { $ne: '' }, password: PASSWORD }],
    ['a NUL byte', { email: 'a\u0000@exemplo.com.br', password: PASSWORD }],
  ])('refuses %s in Portuguese', async (_, body) => {
    const answer = await identity('POST', '/sign-up/email', { name: 'Ana Lima', ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/[çãé]|dados|senha/);
  });

  it('refuses a page of another site that sends our cookie along', async () => {
    const { cookie } = await signUpAndIn();
    const answer = await identity('POST', '/sign-out', {}, { cookie, origin: 'https://outro.example' });
    expect(answer.status).toBe(403);
  });
});

describe('a token', () => {
  it('stops working the moment its session is ended, and no new one is given', async () => {
    const { token, cookie } = await signUpAndIn();
    expect(await me(token)).toBe(404);

    expect((await identity('POST', '/sign-out', {}, { cookie })).status).toBe(200);

    expect(await me(token)).toBe(401);
    expect((await identity('GET', '/token', undefined, { cookie })).status).toBe(401);
  });

  const claims = { email: 'ana@exemplo.com.br', sid: crypto.randomUUID() };
  const base = (kid?: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', ...(kid ? { kid } : {}) })
      .setSubject(crypto.randomUUID())
      .setIssuedAt()
      .setIssuer(ORIGIN)
      .setAudience(ORIGIN)
      .setExpirationTime('1h');

  it.each([
    [
      'unsigned',
      async () => new UnsecuredJWT(claims).setIssuer(ORIGIN).setAudience(ORIGIN).setExpirationTime('1h').encode(),
    ],
    [
      'signed with a key of the attacker',
      async (kid: string) => base(kid).sign((await generateKeyPair('EdDSA')).privateKey),
    ],
    [
      'naming a key that does not exist',
      async () => base('no-such-key').sign((await generateKeyPair('EdDSA')).privateKey),
    ],
    [
      'tampered with',
      async (_: string, token: string) => {
        const [header, , signature] = token.split('.');
        return `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${signature}`;
      },
    ],
    ['cut short', async (_: string, token: string) => token.slice(0, -4)],
    ['no token at all', async () => 'abc.def.ghi'],
  ])('is refused when it is %s', async (_, forge) => {
    const { token } = await signUpAndIn();
    const { body: keys } = await identity('GET', '/jwks');
    expect(await me(await forge(keys.keys[0].kid, token))).toBe(401);
  });

  it('is refused for another audience, or once it has expired', async () => {
    const { email } = await signUpAndIn();
    const elsewhere = embeddedIdentity({
      pool,
      publicUrl: 'https://outro.example',
      moreOrigins: [],
      secret: 'segredo-de-teste-com-mais-de-32-caracteres',
    });
    const { token } = await signUpAndIn(email);
    expect(await elsewhere.verify(token)).toBeUndefined();

    await pool.query(
      'update session set "expiresAt" = now() - interval \'1 second\' where "userId" in (select id from "user" where email = $1)',
      [email],
    );
    expect(await me(token)).toBe(401);
  });
});

it('offers nothing of the library beyond the paths this product uses', async () => {
  for (const path of [
    '/update-user',
    '/change-password',
    '/delete-user',
    '/list-sessions',
    '/verify-email',
    '/error',
    '/ok',
  ]) {
    expect((await identity('POST', path, {})).status).toBe(404);
    expect((await identity('GET', path)).status).toBe(404);
  }
});
