import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, ORIGIN } from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';
import { codeOf, cookieOf } from '../../../test/second-step.ts';

const PASSWORD = 'uma senha comprida';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp({ rateLimits: true });
});
afterAll(() => app.close());

const post = (path: string, body: object, headers = {}) =>
  call(app, 'POST', `/identity${path}`, { body, headers: { origin: ORIGIN, ...headers } });

it('lets few of 200 parallel sign-ins through, whatever X-Forwarded-For says', async () => {
  const { email } = signUpData();
  await post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });

  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      post('/sign-in/email', { email, password: `errada ${index}` }, { 'x-forwarded-for': `10.0.${index}.1` }),
    ),
  );

  const tried = responses.filter(({ status }) => status === 401);
  expect(tried.length).toBeGreaterThanOrEqual(5);
  expect(tried.length).toBeLessThanOrEqual(10);
  const refused = responses.filter(({ status }) => status === 429);
  expect(refused.length + tried.length).toBe(200);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

it('lets an address begin few sign-ins by passkey', async () => {
  const begin = () => post('/passkey/begin-sign-in', { isSecondStep: false });
  const statuses = await Promise.all(Array.from({ length: 45 }, async () => (await begin()).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

describe('guessing at one account from many addresses', () => {
  const deviceCookie = ({ headers }: Awaited<ReturnType<typeof post>>) =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('passeio.known'))
      ?.split(';')[0] ?? '';
  let visitors = 0;
  /** Every attempt uses another address. */
  const signIn = (email: string, password: string, cookie = '') => {
    visitors += 1;
    const headers = { 'x-forwarded-for': `2001:db8:${visitors.toString(16)}::1`, cookie };
    return call(proxied, 'POST', '/identity/sign-in/email', {
      body: { email, password },
      headers: { origin: ORIGIN, ...headers },
    });
  };
  /** Backdates the last attempt by `seconds`; negative values outlast the test. */
  const lastAttempt = (seconds: number) =>
    proxied.identityPool.query(
      `update identity.sign_in_attempt set last_at = now() - ${seconds} * interval '1 second'`,
    );

  let proxied: EmbeddedIdentityApp;
  beforeAll(async () => {
    proxied = await buildEmbeddedIdentityApp({ rateLimits: true, trustProxy: ['127.0.0.1'] });
  });
  afterAll(() => proxied.close());

  const signedUp = async () => {
    const { email } = signUpData();
    await proxied.provider('POST', '/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
    return email;
  };
  const guess = async (email: string, count: number) => {
    const guesses = await Promise.all(Array.from({ length: count }, (_, n) => signIn(email, `errada ${n}`)));
    expect(guesses.map(({ status }) => status)).toEqual(Array(count).fill(401));
  };

  it('is delayed more with each attempt, also for unknown addresses', async () => {
    for (const email of [await signedUp(), signUpData().email]) {
      await guess(email, 5);
      for (const delay of [1, 2, 4, 8, 16, 32, 60, 60]) {
        await lastAttempt(-5);
        const refused = await signIn(email, 'errada');
        expect(refused.status).toBe(429);
        expect(Math.abs(Number(refused.headers.get('retry-after')) - 5 - delay)).toBeLessThan(5);
        await lastAttempt(delay);
        await guess(email, 1);
      }
    }
  });

  it('does not delay the owner in a browser that signed in before', async () => {
    const [email, other] = [await signedUp(), await signedUp()];
    const cookie = deviceCookie(await signIn(email, PASSWORD));
    expect(cookie).not.toBe('');
    for (const account of [email, other]) await guess(account, 5);
    await lastAttempt(-60);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    expect((await signIn(email, PASSWORD, cookie)).status).toBe(200);
    expect((await signIn(email, PASSWORD, `${cookie}x`)).status).toBe(429);
    expect((await signIn(other, PASSWORD, cookie)).status).toBe(429);
  });

  it('ends with a new password by e-mail, and with the right one after the delay', async () => {
    const email = await signedUp();
    await guess(email, 5);
    await proxied.provider('POST', '/request-password-reset', { email });
    const { token } = await proxied.emailTo(email, 'resetPassword');
    await proxied.provider('POST', '/reset-password', { token, newPassword: 'outra senha comprida' });
    await guess(email, 5);
    await lastAttempt(1);
    expect((await signIn(email, 'outra senha comprida')).status).toBe(200);
    await guess(email, 5);
  });

  it('is delayed too by who has the password and not the second step, but not in the browser of the owner', async () => {
    const email = await signedUp();
    const cookie = cookieOf(await signIn(email, PASSWORD));
    const known = deviceCookie(await signIn(email, PASSWORD));
    const { body } = await proxied.provider('POST', '/two-factor/enable', { password: PASSWORD }, { cookie });
    await proxied.provider('POST', '/two-factor/verify-totp', { code: codeOf(body.totpURI) }, { cookie });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const first = await signIn(email, PASSWORD);
      expect(first.body).toMatchObject({ twoFactorRedirect: true });
      expect(deviceCookie(first)).toBe('');
    }
    await lastAttempt(-60);
    expect((await signIn(email, PASSWORD)).status).toBe(429);

    const own = await signIn(email, PASSWORD, known);
    const code = { code: codeOf(body.totpURI, 1) };
    const second = await proxied.provider('POST', '/two-factor/verify-totp', code, { cookie: cookieOf(own) });
    expect(second.status).toBe(200);
    expect(deviceCookie(second)).not.toBe('');
  });

  it('is in the log with one name for the account, which is not its address', async () => {
    const email = await signedUp();
    await guess(email, 5);
    await lastAttempt(-60);
    await signIn(email, 'errada');
    const events = proxied.log.filter(({ event }) => String(event).startsWith('sign-in ')).slice(-6);
    expect(events.map(({ event }) => event)).toEqual([...Array(5).fill('sign-in failed'), 'sign-in delayed']);
    expect(new Set(events.map(({ account }) => account)).size).toBe(1);
    expect(new Set(events.map(({ address }) => address)).size).toBe(6);
    expect(JSON.stringify(proxied.log)).not.toContain(email);
  });
});

it('counts attempts at an account under a name that is not its address', async () => {
  const { email } = signUpData();
  for (const path of ['/sign-in/email', '/request-password-reset', '/send-verification-email']) {
    await post(path, { email, password: 'errada' });
  }
  const counted = await app.db.selectFrom('rate_limits').select('key').execute();
  expect(counted.filter(({ key }) => /^(sign-in|reset|confirmation)-account:/.test(key)).length).toBeGreaterThan(2);
  expect(counted.filter(({ key }) => key.includes('@'))).toEqual([]);
});

it('slows requests for links to one address', async () => {
  const { email } = signUpData();
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await post('/request-password-reset', { email })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

describe('e-mails that strangers can ask for', () => {
  const kinds = (email: string) => app.emailsTo(email).map(({ kind }) => kind);

  it('come to one recipient a few times only, from however many addresses they are asked', async () => {
    const email = signUpData().email;
    const signUps = Array.from({ length: 12 }, () =>
      post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD }),
    );
    expect((await Promise.all(signUps)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    await vi.waitFor(() => expect(kinds(email).toSorted()).toEqual(['accountExists', 'confirmEmail']));

    // A new client each time, so that only the limit per account applies.
    for (let count = 0; count < 5; count += 1) {
      await app.db.deleteFrom('rate_limits').where('key', 'like', 'reset%').execute();
      expect((await post('/request-password-reset', { email })).status).toBe(200);
    }
    const sent = ['accountExists', 'confirmEmail', 'resetPassword', 'resetPassword', 'resetPassword'];
    await vi.waitFor(() => expect(kinds(email).toSorted()).toEqual(sent));
    await vi.waitFor(() => expect(app.log.filter(({ kind }) => kind === 'resetPassword')).toHaveLength(2));
    expect(kinds(email)).toHaveLength(5);
    expect(JSON.stringify(app.log)).not.toContain(email);
  });

  it('never leave an owner without a link to a new password for longer than an hour', async () => {
    const { email } = signUpData();
    await post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
    for (let hour = 1; hour <= 5; hour += 1) {
      for (let count = 0; count < 4; count += 1) {
        await app.db.deleteFrom('rate_limits').where('key', 'like', 'reset%').execute();
        await post('/request-password-reset', { email });
      }
      const resets = () => kinds(email).filter((kind) => kind === 'resetPassword');
      await vi.waitFor(() => expect(resets()).toHaveLength(3 * hour));
      await app.db
        .updateTable('rate_limits')
        .set({ resets_at: new Date(0) })
        .where('key', 'like', '%:hour')
        .execute();
    }
  });

  it('are counted by mailbox, not by what stands behind a plus sign', async () => {
    const [name, domain] = signUpData().email.split('@');
    const tagged = Array.from({ length: 6 }, (_, tag) => `${name}+${tag}@${domain}`);
    for (const email of tagged) await post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
    const isLimited = ({ kind }: Record<string, unknown>) => kind === 'confirmEmail';
    await vi.waitFor(() => expect(app.log.filter(isLimited)).toHaveLength(3));
    expect(tagged.flatMap(kinds)).toEqual(['confirmEmail', 'confirmEmail', 'confirmEmail']);
  });
});
