import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildEmbeddedIdentityApp,
  type EmbeddedIdentityApp,
  ORIGIN,
  PASSWORD,
} from '../../../test/embedded-identity.ts';
import { call, createTrip, signUpData } from '../../../test/factories.ts';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

describe('signing up and in', () => {
  it('gives a token that the API accepts', async () => {
    const { token, email } = await app.signUpAndIn();
    const { status, body } = await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    expect(status).toBe(201);
    expect(body.email).toBe(email);
    expect(await app.me(token)).toBe(200);
  });

  it('stores the session in an HttpOnly cookie', async () => {
    const { setCookie } = await app.signUpAndIn();
    expect(setCookie.join()).toMatch(/HttpOnly/i);
    expect(setCookie.join()).toMatch(/SameSite=Lax/i);
  });

  it('answers a known and an unknown address alike', async () => {
    const { email } = await app.signUpAndIn();
    const signUp = (address: string) =>
      app.provider('POST', '/sign-up/email', { name: 'Bia', email: address, password: PASSWORD });
    const [known, unknown] = [await signUp(email), await signUp(signUpData().email)];
    expect(known.status).toBe(unknown.status);
    expect(Object.keys(known.body.user).sort()).toEqual(Object.keys(unknown.body.user).sort());
    const signIn = (address: string) =>
      app.provider('POST', '/sign-in/email', { email: address, password: 'outra senha' });
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
    const response = await app.provider('POST', '/sign-up/email', { name: 'Ana Lima', ...body });
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(/[çãé]|dados|Senha/);
  });

  it('reports problems of password and name together', async () => {
    const email = signUpData().email;
    const signUp = (name: unknown, password: string) =>
      app.provider('POST', '/sign-up/email', { name, email, password });
    for (const name of ['', undefined, 42, 'evil.com', '\u3164\u3164']) {
      expect(await signUp(name, 'password1')).toMatchObject({
        status: 400,
        body: {
          code: 'INVALID_INPUT',
          fields: { name: expect.stringMatching(/^Nome/), password: expect.stringMatching(/adivinhar/) },
        },
      });
      expect((await signUp(name, PASSWORD)).body.fields).toEqual({ name: expect.stringContaining('Nome') });
    }
    expect((await signUp('Zuleica Prates', 'zuleica2024')).body.code).toBe('PASSWORD_LIKE_PERSON');
    expect((await app.provider('POST', '/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
  });

  it('refuses a page of another site that sends our cookie along', async () => {
    const { cookie } = await app.signUpAndIn();
    const response = await app.provider('POST', '/sign-out', {}, { cookie, origin: 'https://outro.example' });
    expect(response.status).toBe(403);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => app.provider('POST', '/request-password-reset', { email });
  const reset = (token: string, newPassword = 'outra senha comprida') =>
    app.provider('POST', '/reset-password', { token, newPassword });

  it('is replaced through a link that works once and ends every open session', async () => {
    const { email, token: jwt } = await app.signUpAndIn();
    expect((await ask(email)).status).toBe(200);
    const { token, link } = await app.emailTo(email, 'resetPassword');
    expect(link).toBe(`${ORIGIN}/auth/reset-password?token=${token}`);

    expect((await reset(token)).status).toBe(200);

    expect(await app.me(jwt)).toBe(401);
    expect((await app.provider('POST', '/sign-in/email', { email, password: PASSWORD })).status).toBe(401);
    expect((await app.provider('POST', '/sign-in/email', { email, password: 'outra senha comprida' })).status).toBe(
      200,
    );
    expect(await reset(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('is asked for with the same answer for known and unknown addresses', async () => {
    const { email } = await app.signUpAndIn();
    const [known, unknown] = [await ask(email), await ask(signUpData().email)];
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
  });

  it('leaves no link in the database that would work', async () => {
    const { email } = await app.signUpAndIn();
    await ask(email);
    const { token } = await app.emailTo(email, 'resetPassword');
    const { rows } = await app.identityPool.query('select identifier from identity.verification');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each(['password1', 'curta', 'x'.repeat(129)])('is not replaced by "%s"', async (newPassword) => {
    const { email } = await app.signUpAndIn();
    await ask(email);
    const { token } = await app.emailTo(email, 'resetPassword');
    expect(await reset(token, newPassword)).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/^PASSWORD_TOO_/) },
    });
    expect((await reset(token)).status).toBe(200);
  });
});

describe('the e-mail address', () => {
  it('is confirmed by the link of the first e-mail', async () => {
    const { email, token } = await app.signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const confirmed = async () => (await call(app, 'GET', '/api/users/me', { token })).body.emailConfirmed;
    expect(await confirmed()).toBe(false);

    const confirmation = await app.emailTo(email, 'confirmEmail');
    expect((await app.provider('GET', `/verify-email?token=${confirmation.token}`)).status).toBe(200);

    expect(await confirmed()).toBe(true);
    expect((await app.provider('GET', '/verify-email?token=abc')).status).toBe(401);
  });

  it('must be confirmed before enrolling, where the operator asks for it', async () => {
    const { email, token } = await app.signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const trip = await createTrip(app);
    const enrol = () => call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token });
    expect(await enrol()).toMatchObject({ status: 409, body: { code: 'EMAIL_UNCONFIRMED' } });

    const confirmation = await app.emailTo(email, 'confirmEmail');
    await app.provider('GET', `/verify-email?token=${confirmation.token}`);
    expect((await enrol()).status).toBe(201);
  });

  it('changes once the new one is confirmed, and the old one is notified', async () => {
    const { email, token, cookie } = await app.signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const newEmail = signUpData().email;
    const current = async () => (await call(app, 'GET', '/api/users/me', { token })).body.email;

    await app.provider('POST', '/change-email', { newEmail }, { cookie });
    expect(await app.emailTo(email, 'emailChangeRequested')).toMatchObject({ newEmail });
    expect(await current()).toBe(email);

    const confirmation = await app.emailTo(newEmail, 'confirmEmail');
    await app.provider('GET', `/verify-email?token=${confirmation.token}`);
    expect(await current()).toBe(newEmail);
  });

  it('its owner is notified when someone signs up with it again', async () => {
    const { email } = await app.signUpAndIn();
    await app.provider('POST', '/sign-up/email', { name: 'Bia', email, password: PASSWORD });
    expect(await app.emailTo(email, 'accountExists')).toMatchObject({ link: `${ORIGIN}/auth/login` });
  });
});

it('offers nothing of the library beyond the paths this product uses', async () => {
  for (const path of ['/update-user', '/delete-user', '/list-sessions', '/error', '/ok']) {
    expect((await app.provider('POST', path, {})).status).toBe(404);
    expect((await app.provider('GET', path)).status).toBe(404);
  }
});
