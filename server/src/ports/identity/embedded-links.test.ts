import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, PASSWORD } from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';

const NEW_PASSWORD = 'outra senha comprida';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

const askReset = (email: string) => app.provider('POST', '/request-password-reset', { email });
const reset = async (token: string, newPassword = NEW_PASSWORD) =>
  (await app.provider('POST', '/reset-password', { token, newPassword })).status;
const askConfirmation = (email: string, cookie: string) =>
  app.provider('POST', '/send-verification-email', { email }, { cookie });
const confirm = async (token: string) => (await app.provider('GET', `/verify-email?token=${token}`)).status;

/** A person with a reset link and a confirmation link. */
async function withLinks() {
  const person = await app.signUpAndIn();
  await askReset(person.email);
  const { token: resetToken } = await app.emailTo(person.email, 'resetPassword');
  const { token: confirmToken } = await app.emailTo(person.email, 'confirmEmail');
  return { ...person, resetToken, confirmToken };
}

describe('links in e-mails', () => {
  it('all end with a new password by one of them', async () => {
    const { email, confirmToken, resetToken: first } = await withLinks();
    await askReset(email);
    const { token: second } = await app.emailTo(email, 'resetPassword', 2);
    expect(await reset(first)).toBe(400);
    expect(await reset(second)).toBe(200);
    expect(await reset(second)).toBe(400);
    expect(await confirm(confirmToken)).toBe(401);
  });

  it('all end with a change of the password', async () => {
    const { cookie, resetToken, confirmToken } = await withLinks();
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, revokeOtherSessions: true };
    expect((await app.provider('POST', '/change-password', body, { cookie })).status).toBe(200);
    expect(await reset(resetToken)).toBe(400);
    expect(await confirm(confirmToken)).toBe(401);
  });

  it('stay when a change of the password is refused', async () => {
    const { cookie, resetToken, confirmToken } = await withLinks();
    const body = { currentPassword: 'não é esta', newPassword: NEW_PASSWORD };
    expect((await app.provider('POST', '/change-password', body, { cookie })).status).toBe(400);
    expect(await confirm(confirmToken)).toBe(200);
    expect(await reset(resetToken)).toBe(200);
  });

  it('that confirm end with a newer one', async () => {
    const { email, cookie, confirmToken } = await withLinks();
    expect((await askConfirmation(email, cookie)).status).toBe(200);
    const { token: newer } = await app.emailTo(email, 'confirmEmail', 2);
    expect(await confirm(confirmToken)).toBe(401);
    expect(await confirm(newer)).toBe(200);
  });

  it('of somebody else stay', async () => {
    const [one, other] = [await withLinks(), await withLinks()];
    expect(await reset(one.resetToken)).toBe(200);
    expect(await confirm(other.confirmToken)).toBe(200);
    expect(await reset(other.resetToken)).toBe(200);
  });

  it('for an address that somebody else has meanwhile are invalid', async () => {
    const { email, cookie, token } = await app.signUpAndIn();
    await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
    const newEmail = signUpData().email;
    await app.provider('POST', '/change-email', { newEmail }, { cookie });
    const link = await app.emailTo(newEmail, 'confirmEmail');
    await app.signUpAndIn(newEmail);
    expect(await confirm(link.token)).toBe(401);
    expect((await call(app, 'GET', '/api/users/me', { token })).body.email).toBe(email);
  });

  it.each(['', 'abc', '%00', 'x'.repeat(5_000)])('that were made up are refused: "%s"', async (token) => {
    expect(await confirm(token)).toBe(401);
  });
});

describe('concurrent sign-ups with one address', () => {
  const signUp = (email: string) =>
    app.provider('POST', '/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
  const inParallel = async (email: string) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp(email)));
    return responses.map(({ status, body }) => ({ status, fields: Object.keys(body.user ?? body).sort() }));
  };

  it('are answered as with a known address', async () => {
    const { email: known } = await app.signUpAndIn();
    const unknown = signUpData().email;
    expect(await inParallel(unknown)).toEqual(await inParallel(known));
    expect((await app.provider('POST', '/sign-in/email', { email: unknown, password: PASSWORD })).status).toBe(200);
  });

  it('are answered alike also when the other one is written between looking and writing', async () => {
    const email = signUpData().email;
    const other = await app.identityPool.connect();
    await other.query('begin');
    await other.query(
      'insert into identity."user" (id, name, email, "emailVerified") values (gen_random_uuid(), $1, $2, false)',
      ['Bia Reis', email],
    );
    const response = signUp(email);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like 'insert into %user%'`.execute(app.db);
      expect(rows).toHaveLength(1);
    });
    await other.query('commit');
    other.release();
    expect(await response).toMatchObject({ status: 200, body: { user: { email } } });
    await app.emailTo(email, 'accountExists');
  });
});
