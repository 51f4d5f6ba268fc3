import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildEmbeddedIdentityApp,
  type EmbeddedIdentityApp,
  ORIGIN,
  PASSWORD,
} from '../../../test/embedded-identity.ts';
import { call, createTrip, signUpData } from '../../../test/factories.ts';
import { codeOf, cookieOf } from '../../../test/second-step.ts';
import { readIssuer } from './embedded.ts';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

const post = (path: string, body: object, cookie = '') => app.provider('POST', path, body, { cookie });
const signIn = (email: string) => post('/sign-in/email', { email, password: PASSWORD });
const tokenBy = async (cookie: string) => (await app.provider('GET', '/token', undefined, { cookie })).body.token;

/** Somebody whose sign-in takes a second step; `used`: the code that confirmed it. */
async function enrolled() {
  const person = await app.signUpAndIn();
  const { status, body } = await post('/two-factor/enable', { password: PASSWORD }, person.cookie);
  expect(status).toBe(200);
  const used = codeOf(body.totpURI);
  const confirmed = await post('/two-factor/verify-totp', { code: used }, person.cookie);
  expect(confirmed.status).toBe(200);
  return { ...person, used, uri: body.totpURI, recovery: body.backupCodes as string[], session: cookieOf(confirmed) };
}

it('a session that is minutes old proves the second step, later a code that was not used', async () => {
  const { identity } = app.app.deps;
  const identityBy = async (cookie: string) => {
    const who = await identity.verify(await tokenBy(cookie));
    if (!who) throw new Error('the session is over');
    return who;
  };
  const { session, uri, used } = await enrolled();
  const who = await identityBy(session);
  expect(await identity.provesSecondStep(who, undefined)).toBe(true);
  await app.identityPool.query(`update identity.session set "createdAt" = now() - interval '16 minutes'`);
  for (const code of [undefined, '', '000000', used, 'x'.repeat(500)]) {
    expect(await identity.provesSecondStep(who, code)).toBe(false);
  }
  expect(await identity.provesSecondStep(who, ` ${codeOf(uri, 1)}`)).toBe(true);
  expect(await identity.provesSecondStep(who, codeOf(uri, 1))).toBe(false);
  const without = await app.signUpAndIn();
  expect(await identity.provesSecondStep(await identityBy(without.cookie), undefined)).toBe(true);
});

describe('signing in with a second step', () => {
  it('gives no session before the code of the authenticator', async () => {
    const { email, uri } = await enrolled();
    const first = await signIn(email);
    expect(first.body).toMatchObject({ twoFactorRedirect: true });
    const cookie = cookieOf(first);
    expect((await app.provider('GET', '/token', undefined, { cookie })).status).toBe(401);
    expect((await post('/two-factor/verify-totp', { code: '000000' }, cookie)).status).toBe(401);
    const second = await post('/two-factor/verify-totp', { code: codeOf(uri, 1), trustDevice: true }, cookie);
    expect(second.status).toBe(200);
    expect(await app.me(await tokenBy(cookieOf(second)))).toBe(404);
    // No device is exempt the next time.
    const again = await app.provider(
      'POST',
      '/sign-in/email',
      { email, password: PASSWORD },
      { cookie: cookieOf(second) },
    );
    expect(again.body).toMatchObject({ twoFactorRedirect: true });
  });

  it('takes each code once, also of two at the same moment', async () => {
    const { email, uri, used } = await enrolled();
    const again = await post('/two-factor/verify-totp', { code: used }, cookieOf(await signIn(email)));
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
    const cookies = [cookieOf(await signIn(email)), cookieOf(await signIn(email))];
    const answers = await Promise.all(
      cookies.map((one) => post('/two-factor/verify-totp', { code: codeOf(uri, 1) }, one)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const { rows } = await app.identityPool.query(
      'select s.id from identity.session s join identity."user" u on u.id = s."userId" where u.email = $1',
      [email],
    );
    // The one that confirmed the authenticator, and one of both.
    expect(rows).toHaveLength(2);
  });

  it('ends a challenge after five wrong codes', async () => {
    const { email, uri } = await enrolled();
    const cookie = cookieOf(await signIn(email));
    for (let attempt = 0; attempt < 5; attempt++) await post('/two-factor/verify-totp', { code: '000000' }, cookie);
    const { status } = await post('/two-factor/verify-totp', { code: codeOf(uri, 1) }, cookie);
    expect(status).toBe(400);
  });

  it('locks nobody out by wrong codes in other sign-ins', async () => {
    const { email, uri } = await enrolled();
    for (let challenge = 0; challenge < 4; challenge += 1) {
      const cookie = cookieOf(await signIn(email));
      for (let attempt = 0; attempt < 5; attempt += 1)
        await post('/two-factor/verify-totp', { code: '000000' }, cookie);
    }
    const owner = await post('/two-factor/verify-totp', { code: codeOf(uri, 1) }, cookieOf(await signIn(email)));
    expect(owner.status).toBe(200);
  });

  it('stores recovery codes with the key of the server, and still takes those from before', async () => {
    const { email, recovery } = await enrolled();
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const stored = async () => {
      const { rows } = await app.identityPool.query(
        'select t.id, t."backupCodes" from identity."twoFactor" t join identity."user" u on u.id = t."userId" where u.email = $1',
        [email],
      );
      return rows[0] as { id: string; backupCodes: string };
    };
    const plain = recovery.map((code) => code.replaceAll('-', ''));
    const { id, backupCodes } = await stored();
    for (const code of plain) expect(backupCodes).not.toContain(sha256(code));

    await app.identityPool.query('update identity."twoFactor" set "backupCodes" = $2 where id = $1', [
      id,
      JSON.stringify(plain.map(sha256)),
    ]);
    const recover = async (code: string) =>
      (await post('/two-factor/verify-backup-code', { code }, cookieOf(await signIn(email)))).status;
    expect(await recover(sha256(plain[0] ?? ''))).toBe(401);
    expect(await recover(recovery[0] ?? '')).toBe(200);
    expect(await recover(recovery[0] ?? '')).toBe(401);
    for (const code of plain) expect((await stored()).backupCodes).not.toContain(sha256(code));
    expect(await recover(recovery[1] ?? '')).toBe(200);
  });

  it('takes a recovery code once, typed in any case and without hyphens, of which only a hash is stored', async () => {
    const { email, recovery } = await enrolled();
    const { rows } = await app.identityPool.query(
      'select t."backupCodes" from identity."twoFactor" t join identity."user" u on u.id = t."userId" where u.email = $1',
      [email],
    );
    const [code = ''] = recovery;
    expect(recovery).toHaveLength(10);
    expect(rows[0].backupCodes).not.toContain(code);
    const [hash] = JSON.parse(rows[0].backupCodes);
    const recover = async (typed: string) =>
      post('/two-factor/verify-backup-code', { code: typed }, cookieOf(await signIn(email)));
    expect((await recover(hash)).status).toBe(401);
    const recovered = await recover(` ${code.toLowerCase().replaceAll('-', '')} `);
    expect(recovered.status).toBe(200);
    expect((await recover(code)).body.code).toBe('INVALID_BACKUP_CODE');
    expect((await recover(recovery[1] ?? '')).status).toBe(200);
  });

  it('is added, renewed and removed with the password alone', async () => {
    const person = await app.signUpAndIn();
    expect((await post('/two-factor/enable', { password: 'outra senha' }, person.cookie)).status).toBe(400);
    expect((await post('/two-factor/enable', { password: PASSWORD })).status).toBe(401);
    const { session, email, recovery } = await enrolled();
    expect((await post('/two-factor/generate-backup-codes', { password: 'outra senha' }, session)).status).toBe(400);
    const renewed = await post('/two-factor/generate-backup-codes', { password: PASSWORD }, session);
    expect(renewed.body.backupCodes).not.toContain(recovery[0]);
    expect((await post('/two-factor/disable', { password: 'outra senha' }, session)).status).toBe(400);
    expect((await post('/two-factor/disable', { password: PASSWORD }, session)).status).toBe(200);
    expect((await signIn(email)).body.twoFactorRedirect).toBeUndefined();
  });

  it('is notified to its owner by e-mail when it is added, renewed, or removed by them or by staff', async () => {
    const { session, email } = await enrolled();
    const told = () => app.emailsTo(email).flatMap((mail) => ('change' in mail ? [mail.change] : []));
    expect(told()).toEqual(['added']);
    await post('/two-factor/generate-backup-codes', { password: 'outra senha' }, session);
    await post('/two-factor/disable', { password: 'outra senha' }, session);
    expect(told()).toEqual(['added']);
    await post('/two-factor/generate-backup-codes', { password: PASSWORD }, session);
    const removed = await post('/two-factor/disable', { password: PASSWORD }, session);
    await post('/two-factor/disable', { password: PASSWORD }, cookieOf(removed));
    expect(told()).toEqual(['added', 'recoveryCodesRenewed', 'removed']);

    const other = await enrolled();
    const { rows } = await app.identityPool.query('select id from identity."user" where email = $1', [other.email]);
    const identity = app.providerFor(ORIGIN);
    const who = { issuer: await readIssuer(app.identityPool), subject: rows[0].id };
    expect([await identity.removeTwoFactor(who), await identity.removeTwoFactor(who)]).toEqual([true, true]);
    const toOther = app.emailsTo(other.email).filter(({ kind }) => kind === 'twoFactorChanged');
    expect(toOther).toMatchObject([{ change: 'added' }, { change: 'removedByStaff' }]);
  });

  it('offers no other way in', async () => {
    const { email } = await enrolled();
    const cookie = cookieOf(await signIn(email));
    for (const path of ['/two-factor/send-otp', '/two-factor/verify-otp', '/two-factor/get-totp-uri'])
      expect((await post(path, { code: '1', password: PASSWORD }, cookie)).status).toBe(404);
  });
});

describe('where staff has to have a second step', () => {
  it('nothing is answered to staff without one, and everything after it was added', async () => {
    const data = signUpData();
    const person = await app.signUpAndIn(data.email);
    expect((await call(app, 'POST', '/api/users', { token: person.token, body: data })).status).toBe(201);
    const client = await app.signUpAndIn();
    const other = signUpData({ email: client.email });
    await call(app, 'POST', '/api/users', { token: client.token, body: other });
    await app.db.updateTable('users').set({ role: 'OPERATOR' }).where('email', '=', data.email).execute();
    const departures = (token: string) => call(app, 'GET', '/api/departures', { token });
    const me = async (token: string) => (await call(app, 'GET', '/api/users/me', { token })).body;
    expect((await departures(person.token)).status).toBe(200);

    await app.db.updateTable('operator').set({ require_two_factor: true }).execute();
    expect(await departures(person.token)).toMatchObject({ status: 428, body: { code: 'TWO_FACTOR_MISSING' } });
    expect((await call(app, 'GET', '/api/reservations/me', { token: person.token })).status).toBe(428);
    expect(await me(person.token)).toMatchObject({ hasTwoFactor: false, mustAddTwoFactor: true });
    expect(await me(client.token)).toMatchObject({ hasTwoFactor: false, mustAddTwoFactor: false });
    expect((await call(app, 'GET', '/api/reservations/me', { token: client.token })).status).toBe(200);

    // On open routes they are nobody.
    const { id, slug } = await createTrip(app);
    const fare = { trip_id: id, position: 1, min_age: null, max_age: null, price_cents: 0 };
    await app.db
      .insertInto('trip_fares')
      .values({ ...fare, id: randomUUID(), label: 'Cortesia', audience: 'staff' })
      .execute();
    const draft = await createTrip(app, { is_active: false });
    for (const path of ['/api/trips', `/api/trips/${id}`, `/api/trips/${slug}`, `/api/trips/${draft.slug}`]) {
      const [theirs, anybodys] = [await call(app, 'GET', path, { token: person.token }), await call(app, 'GET', path)];
      expect([theirs.status, { ...theirs.body, requestId: '' }]).toEqual([
        anybodys.status,
        { ...anybodys.body, requestId: '' },
      ]);
    }

    const { body } = await post('/two-factor/enable', { password: PASSWORD }, person.cookie);
    expect((await departures(person.token)).status).toBe(428);
    const confirmed = await post('/two-factor/verify-totp', { code: codeOf(body.totpURI) }, person.cookie);
    const token = await tokenBy(cookieOf(confirmed));
    expect((await departures(token)).status).toBe(200);
    expect(await me(token)).toMatchObject({ hasTwoFactor: true, mustAddTwoFactor: false });
  });
});
