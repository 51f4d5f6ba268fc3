import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, PASSWORD } from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

const confirm = async (token: string) => (await app.provider('GET', `/verify-email?token=${token}`)).status;
const undo = (token: string) => app.provider('POST', '/undo-email-change', { token });
const signIn = async (email: string, password = PASSWORD) =>
  (await app.provider('POST', '/sign-in/email', { email, password })).status;
const emailOf = async (token: string) => (await call(app, 'GET', '/api/users/me', { token })).body.email;

/** A person with a profile and a confirmed address, signed in an hour ago. */
async function confirmed() {
  const person = await app.signUpAndIn();
  await call(app, 'POST', '/api/users', { token: person.token, body: signUpData({ email: person.email }) });
  expect(await confirm((await app.emailTo(person.email, 'confirmEmail')).token)).toBe(200);
  await app.identityPool.query(
    `update identity.session set "createdAt" = now() - interval '1 hour'
     where "userId" = (select id from identity."user" where email = $1)`,
    [person.email],
  );
  const ask = (body: object) => app.provider('POST', '/change-email', body, { cookie: person.cookie });
  return { ...person, ask };
}

/** The same person after an e-mail change. */
async function changed() {
  const { ask, ...person } = await confirmed();
  const newEmail = signUpData().email;
  expect((await ask({ newEmail, password: PASSWORD })).status).toBe(200);
  expect(await confirm((await app.emailTo(newEmail, 'confirmEmail')).token)).toBe(200);
  const { token: undoToken } = await app.emailTo(person.email, 'emailChanged');
  return { ...person, newEmail, undoToken };
}

describe('another e-mail address', () => {
  it('is given for the password, in a session that is older than five minutes', async () => {
    const { ask } = await confirmed();
    const { email: newEmail } = signUpData();
    for (const password of [undefined, '', 'não é esta', 42]) {
      expect(await ask({ newEmail, password })).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    }
    expect(app.emailsTo(newEmail)).toEqual([]);
    expect((await ask({ newEmail, password: PASSWORD })).status).toBe(200);
    await app.emailTo(newEmail, 'confirmEmail');
  });

  it('ends the other sessions', async () => {
    const { email, token, ask } = await confirmed();
    const other = await app.signUpAndIn(email);
    await ask({ newEmail: signUpData().email, password: PASSWORD });
    expect(await app.me(other.token)).toBe(401);
    expect(await app.me(token)).toBe(200);
  });
});

describe('the old address', () => {
  it('gets a link that brings it back, ends every session and asks for another password', async () => {
    const { email, newEmail, token, undoToken } = await changed();
    expect(await emailOf(token)).toBe(newEmail);

    const { status, body } = await undo(undoToken);

    expect(status).toBe(200);
    expect(await app.me(token)).toBe(401);
    expect([await signIn(newEmail), await signIn(email)]).toEqual([401, 401]);
    const reset = new URL(body.passwordLink).searchParams.get('token');
    const newPassword = 'outra senha comprida';
    expect((await app.provider('POST', '/reset-password', { token: reset, newPassword })).status).toBe(200);
    expect(await signIn(email, newPassword)).toBe(200);
    expect((await undo(undoToken)).status).toBe(401);
  });

  it('has an undo link that survives another change, a new password and a sign-up with it', async () => {
    const { email, newEmail, cookie, undoToken } = await changed();
    const third = signUpData().email;
    await app.provider('POST', '/change-email', { newEmail: third, password: PASSWORD }, { cookie });
    expect(await confirm((await app.emailTo(third, 'confirmEmail')).token)).toBe(200);
    const { token: secondUndo } = await app.emailTo(newEmail, 'emailChanged');
    await app.provider(
      'POST',
      '/change-password',
      { currentPassword: PASSWORD, newPassword: 'mais uma senha' },
      { cookie },
    );
    const signUp = await app.provider('POST', '/sign-up/email', { name: 'Bia Reis', email, password: PASSWORD });
    expect(signUp.status).toBe(200);
    const squatter = await app.signUpAndIn();
    await app.provider('POST', '/change-email', { newEmail: email }, { cookie: squatter.cookie });
    expect(await confirm((await app.emailTo(email, 'confirmEmail', 2)).token)).toBe(401);

    expect((await undo(undoToken)).status).toBe(200);
    expect((await undo(secondUndo)).status).toBe(401);
    expect(await signIn(third, 'mais uma senha')).toBe(401);
  });

  it('loses its link after seven days', async () => {
    const { undoToken, email } = await changed();
    const { rows } = await app.identityPool.query(
      `update identity.link set expires_at = expires_at - interval '7 days' where email = $1 and purpose = 'undo'
       returning expires_at <= now() as ended, expires_at > now() - interval '1 hour' as lasted`,
      [email],
    );
    expect(rows).toEqual([{ ended: true, lasted: true }]);
    expect((await undo(undoToken)).status).toBe(401);
  });

  it('gets no link where it was never confirmed: it may be a stranger’s, mistyped', async () => {
    const { email, cookie } = await app.signUpAndIn();
    const newEmail = signUpData().email;
    await app.provider('POST', '/change-email', { newEmail }, { cookie });
    expect(await confirm((await app.emailTo(newEmail, 'confirmEmail')).token)).toBe(200);
    expect(app.emailsTo(email).map(({ kind }) => kind)).not.toContain('emailChanged');
  });

  it.each(['', 'abc', 42, null])('is not brought back by %j', async (token) => {
    expect((await undo(token as string)).status).toBe(401);
  });
});
