import type { Role } from '@passeio/contract/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, PASSWORD } from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';

let app: EmbeddedIdentityApp;
let admin: Awaited<ReturnType<typeof somebody>>;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
  admin = await somebody({ role: 'ADMIN' });
});
afterAll(() => app.close());

/** A signed-in person with a profile. */
async function somebody({ role = 'CLIENT', confirmed = false }: { role?: Role; confirmed?: boolean } = {}) {
  const { email, token } = await app.signUpAndIn();
  const { body } = await call(app, 'POST', '/api/users', { token, body: signUpData({ email }) });
  if (confirmed) {
    const link = await app.emailTo(email, 'confirmEmail');
    expect((await app.provider('GET', `/verify-email?token=${link.token}`)).status).toBe(200);
  }
  await app.db.updateTable('users').set({ role }).where('id', '=', body.id).execute();
  return { id: body.id as string, email, token };
}

const correct = (id: string, email: string, token = admin.token) =>
  call(app, 'PUT', '/api/users', { token, body: { id, email } });
const signIn = async (email: string) =>
  (await app.provider('POST', '/sign-in/email', { email, password: PASSWORD })).status;
const kinds = (email: string) => app.emailsTo(email).map(({ kind }) => kind);

describe('an administrator who corrects the e-mail of an account', () => {
  it('applies it at once, unconfirmed, and ends sessions and links', async () => {
    const person = await somebody();
    await app.provider('POST', '/request-password-reset', { email: person.email });
    const { token: reset } = await app.emailTo(person.email, 'resetPassword');
    const { email } = signUpData();

    const { status, body } = await correct(person.id, email);

    expect({ status, body }).toMatchObject({ status: 200, body: { email, emailConfirmed: false } });
    expect(await app.me(person.token)).toBe(401);
    expect([await signIn(person.email), await signIn(email)]).toEqual([401, 200]);
    expect((await app.provider('POST', '/reset-password', { token: reset, newPassword: 'outra senha' })).status).toBe(
      400,
    );
    const { token } = await app.emailTo(email, 'confirmEmail');
    expect((await app.provider('GET', `/verify-email?token=${token}`)).status).toBe(200);
    const { body: opened } = await call(app, 'GET', `/api/users/${person.id}`, { token: admin.token });
    expect(opened).toMatchObject({ email, emailConfirmed: true });
  });

  it('is on record, and in the log without the addresses', async () => {
    const person = await somebody();
    const { email } = signUpData();
    await correct(person.id, email);
    const { body } = await call(app, 'GET', `/api/users/${person.id}/history`, { token: admin.token });
    expect(body.data[0]).toMatchObject({
      action: 'person.changed',
      actor: { id: admin.id },
      changes: { email: [person.email, email] },
    });
    expect(app.log).toContainEqual(expect.objectContaining({ event: 'e-mail corrected', person: person.id }));
    for (const address of [person.email, email]) expect(JSON.stringify(app.log)).not.toContain(address);
  });

  it('lets a confirmed old address know, with a link that brings it back', async () => {
    const person = await somebody({ confirmed: true });
    const { email } = signUpData();
    await correct(person.id, email);
    const { token, ...notice } = await app.emailTo(person.email, 'emailCorrected');
    expect(notice).toMatchObject({ newEmail: email });
    expect((await app.provider('POST', '/undo-email-change', { token })).status).toBe(200);
    expect(await signIn(email)).toBe(401);
    expect((await correct(person.id, signUpData().email)).body.emailConfirmed).toBe(false);
  });

  it('notifies an unconfirmed address without personal data or an undo link', async () => {
    const person = await somebody();
    await correct(person.id, signUpData().email);
    expect(kinds(person.email)).toEqual(['confirmEmail', 'emailRemoved']);
    expect(app.emailsTo(person.email)[1]).toEqual({ kind: 'emailRemoved', to: person.email });
  });

  it('refuses an address of somebody else, here, at the provider or reserved for an undo', async () => {
    const [person, other, changed] = [await somebody(), await somebody(), await somebody({ confirmed: true })];
    const { email: withoutProfile } = await app.signUpAndIn();
    await correct(changed.id, signUpData().email);
    // The link is created, and the address reserved, when the e-mail is sent.
    await app.emailTo(changed.email, 'emailCorrected');
    for (const taken of [other.email, withoutProfile, changed.email]) {
      expect(await correct(person.id, taken)).toMatchObject({
        status: 409,
        body: { code: 'PERSON_KNOWN', fields: { email: expect.any(String) } },
      });
    }
    expect(await app.me(person.token)).toBe(200);
    expect(await signIn(person.email)).toBe(200);
  });

  it('is refused the own address, which needs the password', async () => {
    expect(await correct(admin.id, signUpData().email)).toMatchObject({ status: 409, body: { code: 'OWN_EMAIL' } });
    expect(await app.me(admin.token)).toBe(200);
  });

  it.each(['OPERATOR', 'CLIENT'] as const)('must be one: a person who is %s may not', async (role) => {
    const [caller, person] = [await somebody({ role }), await somebody()];
    expect((await correct(person.id, signUpData().email, caller.token)).status).toBe(403);
  });

  it('is refused where only the person themself can change it: at another provider', async () => {
    const person = await somebody();
    await app.db
      .updateTable('users')
      .set({ issuer: 'https://elsewhere.example' })
      .where('id', '=', person.id)
      .execute();
    expect(await correct(person.id, signUpData().email)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_AT_FIREBASE', fields: { email: expect.stringContaining('Minha conta') } },
    });
  });
});
