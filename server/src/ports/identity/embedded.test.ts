import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, ORIGIN } from '../../../test/embedded-identity.ts';
import { call, createTrip, signUpData } from '../../../test/factories.ts';

const PASSWORD = 'uma senha comprida';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

const letterTo = (to: string, kind: string) => app.letterTo(to, kind);

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
    ['one of the commonest passwords', { email: 'a@exemplo.com.br', password: 'Password123' }],
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

describe('a forgotten password', () => {
  const ask = (email: string) => identity('POST', '/request-password-reset', { email });
  const reset = (token: string, newPassword = 'outra senha comprida') =>
    identity('POST', '/reset-password', { token, newPassword });

  it('is replaced through a link that works once and ends every open session', async () => {
    const { email, token: jwt } = await signUpAndIn();
    expect((await ask(email)).status).toBe(200);
    const { token, link } = await letterTo(email, 'resetPassword');
    expect(link).toBe(`${ORIGIN}/auth/reset-password?token=${token}`);

    expect((await reset(token)).status).toBe(200);

    expect(await me(jwt)).toBe(401);
    expect((await identity('POST', '/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
    expect((await identity('POST', '/sign-in/email', { email, password: 'outra senha comprida' })).status).toBe(200);
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('is asked for with the same answer for known and unknown addresses', async () => {
    const { email } = await signUpAndIn();
    const [known, unknown] = [await ask(email), await ask(signUpData().email)];
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
  });

  it('leaves no link in the database that would work', async () => {
    const { email } = await signUpAndIn();
    await ask(email);
    const { token } = await letterTo(email, 'resetPassword');
    const { rows } = await app.identityPool.query('select identifier from verification');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(['password1', 'curta', 'x'.repeat(129)])('is not replaced by "%s"', async (newPassword) => {
    const { email } = await signUpAndIn();
    await ask(email);
    const { token } = await letterTo(email, 'resetPassword');
    expect(await reset(token, newPassword)).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^PASSWORD_TOO_/) },
    });
    expect((await reset(token)).status).toBe(200);
  });
});

describe('the e-mail address', () => {
  it('is confirmed by the link of the first letter', async () => {
    const { email, token } = await signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const confirmed = async () => (await call(app, 'GET', '/api/users/me', { token })).body.emailConfirmed;
    expect(await confirmed()).toBe(false);

    const letter = await letterTo(email, 'confirmEmail');
    expect((await identity('GET', `/verify-email?token=${letter.token}`)).status).toBe(200);

    expect(await confirmed()).toBe(true);
    expect((await identity('GET', '/verify-email?token=abc')).status).toBe(401);
  });

  it('must be confirmed before enrolling, where the operator asks for it', async () => {
    const { email, token } = await signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const trip = await createTrip(app);
    const enrol = () => call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token });
    expect(await enrol()).toMatchObject({ status: 409, body: { code: 'EMAIL_UNCONFIRMED' } });

    const letter = await letterTo(email, 'confirmEmail');
    await identity('GET', `/verify-email?token=${letter.token}`);
    expect((await enrol()).status).toBe(201);
  });

  it('changes once the new one is confirmed, and the old one is told', async () => {
    const { email, token, cookie } = await signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const newEmail = signUpData().email;
    const current = async () => (await call(app, 'GET', '/api/users/me', { token })).body.email;

    await identity('POST', '/change-email', { newEmail }, { cookie });
    expect(await letterTo(email, 'emailChangeRequested')).toMatchObject({ newEmail });
    expect(await current()).toBe(email);

    const letter = await letterTo(newEmail, 'confirmEmail');
    await identity('GET', `/verify-email?token=${letter.token}`);
    expect(await current()).toBe(newEmail);
  });

  it('is told when someone signs up with it again', async () => {
    const { email } = await signUpAndIn();
    await identity('POST', '/sign-up/email', { name: 'Bia', email, password: PASSWORD });
    expect(await letterTo(email, 'accountExists')).toMatchObject({ link: `${ORIGIN}/auth/login` });
  });
});

describe('open sessions', () => {
  it('are listed with the current one marked, and end one by one', async () => {
    const { email, token } = await signUpAndIn();
    const other = await signUpAndIn(email);
    const { body } = await call(app, 'GET', '/api/users/me/sessions', { token });
    expect(body.data).toHaveLength(2);
    const otherSession = body.data.find((session: { isCurrent: boolean }) => !session.isCurrent);

    const ended = await call(app, 'DELETE', `/api/users/me/sessions/${otherSession.id}`, { token });

    expect(ended.body.data).toMatchObject([{ isCurrent: true }]);
    expect(await me(other.token)).toBe(401);
    expect(await me(token)).not.toBe(401);
  });

  it('of another person cannot be ended', async () => {
    const [one, two] = [await signUpAndIn(), await signUpAndIn()];
    const { body } = await call(app, 'GET', '/api/users/me/sessions', { token: one.token });
    const answer = await call(app, 'DELETE', `/api/users/me/sessions/${body.data[0].id}`, { token: two.token });
    expect(answer).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } });
    expect(await me(one.token)).not.toBe(401);
  });

  it('of somebody whose access an administrator takes away end all at once', async () => {
    const [chief, person] = [await signUpAndIn(), await signUpAndIn()];
    const elsewhere = await signUpAndIn(person.email);
    for (const { token, email } of [chief, person]) {
      await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    }
    await app.db.updateTable('users').set({ role: 'ADMIN' }).where('email', '=', chief.email).execute();
    const found = await call(app, 'GET', `/api/users?q=${person.email}`, { token: chief.token });
    const [{ id }] = found.body.data;
    const opened = await call(app, 'GET', `/api/users/${id}`, { token: chief.token });
    expect(opened.body.emailConfirmed).toBe(false);

    await call(app, 'PUT', '/api/users', { token: chief.token, body: { id, isDisabled: true } });

    expect([await me(person.token), await me(elsewhere.token), await me(chief.token)]).toEqual([401, 401, 200]);
    expect((await identity('GET', '/token', undefined, { cookie: person.cookie })).status).toBe(401);
    const back = await signUpAndIn(person.email);
    expect((await call(app, 'GET', '/api/users/me', { token: back.token })).body.code).toBe('ACCESS_BLOCKED');
  });

  it('other than this one end with a changed password', async () => {
    const { email, token, cookie } = await signUpAndIn();
    const other = await signUpAndIn(email);
    const change = (currentPassword: string) =>
      identity(
        'POST',
        '/change-password',
        { currentPassword, newPassword: 'mais uma senha', revokeOtherSessions: true },
        { cookie },
      );
    expect(await change('senha errada')).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    expect((await change(PASSWORD)).status).toBe(200);
    expect(await me(other.token)).toBe(401);
    expect(token).not.toBe(other.token);
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
    const elsewhere = app.providerFor('https://outro.example');
    const { token } = await signUpAndIn(email);
    expect(await elsewhere.verify(token)).toBeUndefined();

    await app.identityPool.query(
      'update session set "expiresAt" = now() - interval \'1 second\' where "userId" in (select id from "user" where email = $1)',
      [email],
    );
    expect(await me(token)).toBe(401);
  });
});

it('offers nothing of the library beyond the paths this product uses', async () => {
  for (const path of ['/update-user', '/delete-user', '/list-sessions', '/error', '/ok']) {
    expect((await identity('POST', path, {})).status).toBe(404);
    expect((await identity('GET', path)).status).toBe(404);
  }
});
