import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildEmbeddedIdentityApp,
  type EmbeddedIdentityApp,
  ORIGIN,
  PASSWORD,
} from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';
import { codeOf, cookieOf, SoftwarePasskey } from '../../../test/second-step.ts';
import { readIssuer } from './embedded.ts';

const AT_HOME = { origin: ORIGIN };
const REFUSED = { status: 401, body: { code: 'PASSKEY_REFUSED' } };

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

const post = (path: string, body: object, cookie = '') => app.provider('POST', path, body, { cookie });
const begin = async (cookie: string) =>
  (await post('/passkey/begin', { password: PASSWORD, site: 'Passeio' }, cookie)).body;
const methods = async (cookie: string) =>
  (await app.provider('GET', '/two-factor/methods', undefined, { cookie })).body;
const tokenBy = async (cookie: string) => (await app.provider('GET', '/token', undefined, { cookie })).body.token;

async function add(cookie: string, key = new SoftwarePasskey(), name = 'Celular') {
  const added = await post('/passkey/add', { name, response: key.register(await begin(cookie), AT_HOME) }, cookie);
  return { key, added };
}

/** Somebody with a passkey as their only second step. */
async function withPasskey() {
  const person = await app.signUpAndIn();
  const { key, added } = await add(person.cookie);
  expect(added.status).toBe(200);
  return { ...person, key, recovery: added.body.recoveryCodes as string[] };
}

/** The first step of a sign-in: the attempt's cookie, and what it offers. */
async function typePassword(email: string) {
  const answer = await post('/sign-in/email', { email, password: PASSWORD });
  return { attempt: cookieOf(answer), offered: answer.body.twoFactorMethods };
}

/** Options of a sign-in, and the cookies to answer with; without an attempt's cookie there was no password. */
async function challenge(attempt?: string) {
  const answer = await post('/passkey/begin-sign-in', { isSecondStep: attempt !== undefined }, attempt);
  expect(answer.status).toBe(200);
  return { options: answer.body, cookie: [attempt, cookieOf(answer)].filter(Boolean).join('; ') };
}

const signInBy = (response: object, cookie: string) => post('/passkey/sign-in', { response }, cookie);

describe('a passkey', () => {
  it('is added with the password, listed with its use, and is the second step of the next sign-in', async () => {
    const { email, cookie, key, recovery } = await withPasskey();
    expect(recovery).toHaveLength(10);
    expect(await methods(cookie)).toEqual({
      hasAuthenticator: false,
      passkeys: [{ id: key.id, name: 'Celular', createdAt: expect.any(String), lastUsedAt: null }],
    });
    const { attempt, offered } = await typePassword(email);
    expect(offered).toEqual(['passkey']);
    expect((await app.provider('GET', '/token', undefined, { cookie: attempt })).status).toBe(401);
    const { options, cookie: asked } = await challenge(attempt);
    expect(options).toMatchObject({ userVerification: 'required', allowCredentials: [{ id: key.id }] });
    const signedIn = await signInBy(key.signIn(options, AT_HOME), asked);
    expect(signedIn).toMatchObject({ status: 200, body: { email } });
    expect(await app.me(await tokenBy(cookieOf(signedIn)))).toBe(404);
    expect((await methods(cookie)).passkeys[0].lastUsedAt).not.toBeNull();
  });

  it('opens the account without e-mail and password too', async () => {
    const { email, key } = await withPasskey();
    const { options, cookie } = await challenge();
    expect(options.allowCredentials).toEqual([]);
    const signedIn = await signInBy(key.signIn(options, AT_HOME), cookie);
    expect(signedIn.body).toEqual({ email });
    expect(await app.me(await tokenBy(cookieOf(signedIn)))).toBe(404);
  });

  it('is not added without the password, nor by a guest, nor by the answer to an earlier question', async () => {
    const { cookie } = await app.signUpAndIn();
    const other = await app.signUpAndIn();
    const wrong = await post('/passkey/begin', { password: 'outra senha', site: 'Passeio' }, cookie);
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    expect((await post('/passkey/begin', { password: PASSWORD, site: 'Passeio' })).status).toBe(401);
    const key = new SoftwarePasskey();
    const response = key.register(await begin(cookie), AT_HOME);
    expect((await post('/passkey/add', { name: 'Celular', response }, other.cookie)).status).toBe(401);
    const unverified = key.register(await begin(cookie), { ...AT_HOME, isVerified: false });
    expect(await post('/passkey/add', { name: 'Celular', response: unverified }, cookie)).toMatchObject(REFUSED);
    const again = await post('/passkey/add', { name: 'Celular', response: unverified }, cookie);
    expect(again.body.code).toBe('PASSKEY_EXPIRED');
    const elsewhere = key.register(await begin(cookie), { origin: 'https://passeio.evil.example' });
    expect(await post('/passkey/add', { name: 'Celular', response: elsewhere }, cookie)).toMatchObject(REFUSED);
    expect(await methods(cookie)).toEqual({ hasAuthenticator: false, passkeys: [] });
  });

  it('belongs to one account, of ten at most, and its name and answer have a length', async () => {
    const { key, cookie } = await withPasskey();
    const other = await app.signUpAndIn();
    expect((await add(other.cookie, key)).added.status).toBe(400);
    expect((await typePassword(other.email)).offered).toBeUndefined();
    expect((await add(cookie, new SoftwarePasskey(), 'n'.repeat(61))).added.status).toBe(400);
    const { options, cookie: asked } = await challenge();
    const answer = key.signIn(options, AT_HOME) as { response: { signature: string } };
    answer.response.signature = 'A'.repeat(2001);
    expect((await signInBy(answer, asked)).status).toBe(400);
    for (let count = 2; count <= 10; count++) expect((await add(cookie)).added.status).toBe(200);
    expect((await add(cookie)).added).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } });
    expect((await methods(cookie)).passkeys).toHaveLength(10);
  });
});

describe('a sign-in by passkey is refused', () => {
  it('when an answer is sent again, or to another question', async () => {
    const { key } = await withPasskey();
    const { options, cookie } = await challenge();
    const response = key.signIn(options, AT_HOME);
    const answers = await Promise.all([signInBy(response, cookie), signInBy(response, cookie)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await signInBy(response, cookie)).body.code).toBe('PASSKEY_EXPIRED');
    expect(await signInBy(response, (await challenge()).cookie)).toMatchObject(REFUSED);
    expect((await signInBy(key.signIn((await challenge()).options, AT_HOME), '')).status).toBe(401);
  });

  it('after five minutes', async () => {
    const { key } = await withPasskey();
    const { options, cookie } = await challenge();
    await app.identityPool.query(`update identity.verification set "expiresAt" = "expiresAt" - interval '5 minutes'`);
    expect((await signInBy(key.signIn(options, AT_HOME), cookie)).body.code).toBe('PASSKEY_EXPIRED');
  });

  it.each([
    ['from another site', { origin: 'https://passeio.evil.example' }],
    ['without a finger, a face or a PIN', { ...AT_HOME, isVerified: false }],
    ['with the counter of a copy', { ...AT_HOME, counter: 1 }],
  ])('%s', async (_name, ceremony) => {
    const { key } = await withPasskey();
    const { options, cookie } = await challenge();
    expect(await signInBy(key.signIn(options, ceremony), cookie)).toMatchObject(REFUSED);
    const again = await challenge();
    expect((await signInBy(key.signIn(again.options, { ...AT_HOME, counter: 9 }), again.cookie)).status).toBe(200);
  });

  it("with somebody else's passkey after one's own password, or with one that is unknown", async () => {
    const [ana, bia] = [await withPasskey(), await withPasskey()];
    const second = await challenge((await typePassword(ana.email)).attempt);
    expect(await signInBy(bia.key.signIn(second.options, AT_HOME), second.cookie)).toMatchObject(REFUSED);
    const { options, cookie } = await challenge();
    expect(await signInBy(new SoftwarePasskey().signIn(options, AT_HOME), cookie)).toMatchObject(REFUSED);
    const again = await challenge();
    const forged = { ...bia.key.signIn(again.options, AT_HOME), id: ana.key.id, rawId: ana.key.id };
    expect(await signInBy(forged, again.cookie)).toMatchObject(REFUSED);
    expect((await post('/passkey/begin-sign-in', { isSecondStep: true })).status).toBe(401);
  });

  it('of somebody whose access is blocked', async () => {
    const data = signUpData();
    const { token, cookie } = await app.signUpAndIn(data.email);
    await call(app, 'POST', '/api/users', { token, body: data });
    const { key } = await add(cookie);
    await app.db.updateTable('users').set({ is_disabled: true }).where('email', '=', data.email).execute();
    const { options, cookie: asked } = await challenge();
    const signedIn = await signInBy(key.signIn(options, AT_HOME), asked);
    const answer = await call(app, 'GET', '/api/users/me', { token: await tokenBy(cookieOf(signedIn)) });
    expect(answer.body.code).toBe('ACCESS_BLOCKED');
  });
});

describe('the second step with a passkey', () => {
  it('lets in by a recovery code, and stays with the authenticator when the passkey goes', async () => {
    const { email, cookie, key, recovery } = await withPasskey();
    const recover = async (code = '') =>
      post('/two-factor/verify-backup-code', { code }, (await typePassword(email)).attempt);
    expect((await recover(recovery[0])).status).toBe(200);
    const { body } = await post('/two-factor/enable', { password: PASSWORD }, cookie);
    expect(body.backupCodes).toEqual([]);
    expect((await typePassword(email)).offered).toEqual(['passkey']);
    expect((await recover(recovery[1])).status).toBe(200);
    expect((await post('/two-factor/verify-totp', { code: codeOf(body.totpURI) }, cookie)).status).toBe(200);
    expect((await typePassword(email)).offered).toEqual(['passkey', 'totp']);
    expect(await methods(cookie)).toMatchObject({ hasAuthenticator: true });
    await post('/passkey/remove', { password: PASSWORD, id: key.id }, cookie);
    expect((await typePassword(email)).offered).toEqual(['totp']);
    expect((await recover(recovery[2])).status).toBe(200);
    const changes = app.emailsTo(email).flatMap((mail) => ('change' in mail ? [mail.change] : []));
    expect(changes).toEqual(['added', 'added', 'passkeyRemoved']);
  });

  it('stays with the passkey when the authenticator goes, which can be replaced', async () => {
    const { email, cookie } = await withPasskey();
    const { body } = await post('/two-factor/enable', { password: PASSWORD }, cookie);
    await post('/two-factor/verify-totp', { code: codeOf(body.totpURI) }, cookie);
    const remove = (password: string) => post('/two-factor/remove-authenticator', { password }, cookie);
    expect((await remove('outra senha')).status).toBe(400);
    expect((await remove(PASSWORD)).body).toEqual({ status: true });
    expect((await remove(PASSWORD)).body).toEqual({ status: false });
    const { attempt, offered } = await typePassword(email);
    expect(offered).toEqual(['passkey']);
    expect((await post('/two-factor/verify-totp', { code: codeOf(body.totpURI, 1) }, attempt)).status).toBe(400);
    expect((await post('/two-factor/enable', { password: PASSWORD }, cookie)).body.totpURI).not.toBe(body.totpURI);
    const changes = app.emailsTo(email).flatMap((mail) => ('change' in mail ? [mail.change] : []));
    expect(changes).toEqual(['added', 'added', 'authenticatorRemoved']);
  });

  it('ends with the last passkey, which goes with the password alone', async () => {
    const { email, cookie, key } = await withPasskey();
    const second = await add(cookie);
    const other = await withPasskey();
    const remove = (id: string, by = cookie, password = PASSWORD) => post('/passkey/remove', { password, id }, by);
    expect((await remove(key.id, cookie, 'outra senha')).status).toBe(400);
    expect((await remove(key.id, other.cookie)).status).toBe(200);
    expect((await methods(cookie)).passkeys).toHaveLength(2);
    await remove(key.id);
    const { options, cookie: asked } = await challenge();
    expect(await signInBy(key.signIn(options, AT_HOME), asked)).toMatchObject(REFUSED);
    expect((await typePassword(email)).offered).toEqual(['passkey']);
    await remove(second.key.id);
    expect((await post('/sign-in/email', { email, password: PASSWORD })).body.twoFactorRedirect).toBeUndefined();
    expect((await post('/two-factor/generate-backup-codes', { password: PASSWORD }, cookie)).status).toBe(400);
    const changes = app.emailsTo(email).flatMap((mail) => ('change' in mail ? [mail.change] : []));
    expect(changes).toEqual(['added', 'passkeyAdded', 'passkeyRemoved', 'removed']);
  });

  it('goes with its passkeys when it is removed as a whole, by the person or by staff', async () => {
    const { key, cookie } = await withPasskey();
    expect((await post('/two-factor/disable', { password: PASSWORD }, cookie)).status).toBe(200);
    const own = await challenge();
    expect(await signInBy(key.signIn(own.options, AT_HOME), own.cookie)).toMatchObject(REFUSED);

    const lost = await withPasskey();
    const { rows } = await app.identityPool.query('select id from identity."user" where email = $1', [lost.email]);
    const issuer = await readIssuer(app.identityPool);
    await app.providerFor(ORIGIN).removeTwoFactor({ issuer, subject: rows[0].id });
    const { options, cookie: asked } = await challenge();
    expect(await signInBy(lost.key.signIn(options, AT_HOME), asked)).toMatchObject(REFUSED);
    expect((await typePassword(lost.email)).offered).toBeUndefined();
  });

  it('loses what was added since the e-mail was changed, when its owner undoes that', async () => {
    const { email, cookie } = await app.signUpAndIn();
    const verify = async (token: string) => app.provider('GET', `/verify-email?token=${token}`);
    await verify((await app.emailTo(email, 'confirmEmail')).token);
    const { email: newEmail } = signUpData();
    await post('/change-email', { newEmail, password: PASSWORD }, cookie);
    await verify((await app.emailTo(newEmail, 'confirmEmail')).token);
    const { key } = await add(cookie);
    const { token } = await app.emailTo(email, 'emailChanged');
    expect((await post('/undo-email-change', { token })).status).toBe(200);
    const { options, cookie: asked } = await challenge();
    expect(await signInBy(key.signIn(options, AT_HOME), asked)).toMatchObject(REFUSED);
  });

  it('is what staff has to have', async () => {
    const data = signUpData();
    const { token, cookie } = await app.signUpAndIn(data.email);
    await call(app, 'POST', '/api/users', { token, body: data });
    await app.db.updateTable('users').set({ role: 'OPERATOR' }).where('email', '=', data.email).execute();
    await app.db.updateTable('operator').set({ require_two_factor: true }).execute();
    const departures = async () => (await call(app, 'GET', '/api/departures', { token })).status;
    expect(await departures()).toBe(428);
    const { key } = await add(cookie);
    expect(await departures()).toBe(200);
    await post('/passkey/remove', { password: PASSWORD, id: key.id }, cookie);
    expect(await departures()).toBe(428);
  });
});
