import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildEmbeddedIdentityApp,
  type EmbeddedIdentityApp,
  ORIGIN,
  PASSWORD,
} from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';
import { cookieOf } from '../../../test/second-step.ts';
import { deleteExpired } from './embedded-sessions.ts';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

describe('open sessions', () => {
  it('are listed with the current one marked, and end one by one', async () => {
    const { email, token } = await app.signUpAndIn();
    const other = await app.signUpAndIn(email);
    const { body } = await call(app, 'GET', '/api/users/me/sessions', { token });
    expect(body.data).toHaveLength(2);
    const otherSession = body.data.find((session: { isCurrent: boolean }) => !session.isCurrent);

    const ended = await call(app, 'DELETE', `/api/users/me/sessions/${otherSession.id}`, { token });

    expect(ended.body.data).toMatchObject([{ isCurrent: true }]);
    expect(await app.me(other.token)).toBe(401);
    expect(await app.me(token)).not.toBe(401);
  });

  it('of another person cannot be ended', async () => {
    const [one, two] = [await app.signUpAndIn(), await app.signUpAndIn()];
    const { body } = await call(app, 'GET', '/api/users/me/sessions', { token: one.token });
    const response = await call(app, 'DELETE', `/api/users/me/sessions/${body.data[0].id}`, { token: two.token });
    expect(response).toMatchObject({ status: 404, body: { code: 'SESSION_NOT_FOUND' } });
    expect(await app.me(one.token)).not.toBe(401);
  });

  it('all end when an administrator blocks access', async () => {
    const [chief, person] = [await app.signUpAndIn(), await app.signUpAndIn()];
    const elsewhere = await app.signUpAndIn(person.email);
    for (const { token, email } of [chief, person]) {
      await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    }
    await app.db.updateTable('users').set({ role: 'ADMIN' }).where('email', '=', chief.email).execute();
    const found = await call(app, 'GET', `/api/users?q=${person.email}`, { token: chief.token });
    const [{ id }] = found.body.data;
    const opened = await call(app, 'GET', `/api/users/${id}`, { token: chief.token });
    expect(opened.body.emailConfirmed).toBe(false);

    await call(app, 'PUT', '/api/users', { token: chief.token, body: { id, isDisabled: true } });

    expect([await app.me(person.token), await app.me(elsewhere.token), await app.me(chief.token)]).toEqual([
      401, 401, 200,
    ]);
    expect((await app.provider('GET', '/token', undefined, { cookie: person.cookie })).status).toBe(401);
    const back = await app.signUpAndIn(person.email);
    expect((await call(app, 'GET', '/api/users/me', { token: back.token })).body.code).toBe('ACCESS_BLOCKED');
  });

  it.each([true, false, undefined])(
    'other than this one end with a changed password (asked for: %s)',
    async (revokeOtherSessions) => {
      const { email, token, cookie } = await app.signUpAndIn();
      const other = await app.signUpAndIn(email);
      const change = (currentPassword: string) =>
        app.provider(
          'POST',
          '/change-password',
          { currentPassword, newPassword: 'mais uma senha', revokeOtherSessions },
          { cookie },
        );
      expect(await change('senha errada')).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
      const changed = await change(PASSWORD);
      expect(changed.status).toBe(200);
      expect(await app.me(other.token)).toBe(401);
      const own = changed.headers.getSetCookie().length > 0 ? cookieOf(changed) : cookie;
      const renewed = await app.provider('GET', '/token', undefined, { cookie: own });
      expect(await app.me(renewed.body.token)).toBe(404);
      expect(token).not.toBe(other.token);
    },
  );
});

describe('a token', () => {
  it('stops working the moment its session is ended, and no new one is given', async () => {
    const { token, cookie } = await app.signUpAndIn();
    expect(await app.me(token)).toBe(404);

    expect((await app.provider('POST', '/sign-out', {}, { cookie })).status).toBe(200);

    expect(await app.me(token)).toBe(401);
    expect((await app.provider('GET', '/token', undefined, { cookie })).status).toBe(401);
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
    const { token } = await app.signUpAndIn();
    const { body: keys } = await app.provider('GET', '/jwks');
    expect(await app.me(await forge(keys.keys[0].kid, token))).toBe(401);
  });

  it('is refused for another audience, or once it has expired', async () => {
    const { email } = await app.signUpAndIn();
    const elsewhere = app.providerFor('https://outro.example');
    const { token } = await app.signUpAndIn(email);
    expect(await elsewhere.verify(token)).toBeUndefined();

    await app.identityPool.query(
      'update identity.session set "expiresAt" = now() - interval \'1 second\' where "userId" in (select id from identity."user" where email = $1)',
      [email],
    );
    expect(await app.me(token)).toBe(401);
    const sessions = async () =>
      (await app.identityPool.query(`select from identity.session where "expiresAt" < now()`)).rowCount;
    expect(await sessions()).toBeGreaterThan(0);
    await deleteExpired(app.identityPool);
    expect(await sessions()).toBe(0);
  });

  it('is forgotten with the links in e-mails that have expired; others stay', async () => {
    const { email } = await app.signUpAndIn();
    await app.identityPool.query(
      `insert into identity.link (token_hash, purpose, user_id, email, expires_at)
       select $1 || days, 'undo', id, email, now() + days * interval '1 day'
       from identity."user", unnest('{-1,1}'::integer[]) as days where email = $2`,
      [crypto.randomUUID(), email],
    );
    const links = async () =>
      (await app.identityPool.query("select from identity.link where email = $1 and purpose = 'undo'", [email]))
        .rowCount;
    expect(await links()).toBe(2);
    await deleteExpired(app.identityPool);
    expect(await links()).toBe(1);
  });
});
