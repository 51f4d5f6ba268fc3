import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip, type Person, signUpData } from '../../../test/factories.ts';

let app: TestApp;
let operator: Person;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  [operator, admin] = [await createPerson(app, 'OPERATOR'), await createPerson(app, 'ADMIN')];
});
afterAll(() => app.close());

const invite = (id: string, token = operator.token) => call(app, 'POST', `/api/users/${id}/invitation`, { token });
const cancel = (id: string, token = operator.token) => call(app, 'DELETE', `/api/users/${id}/invitation`, { token });
const look = (token: string) => call(app, 'POST', '/api/invitations/read', { body: { token } });
const accept = (token: string, bearer: string | undefined, given: object = documents()) =>
  call(app, 'POST', '/api/invitations/accept', { token: bearer, body: { token, ...given } });

/** The data that an account requires in addition to name and telephone. */
function documents() {
  const { rg, emitter, cpf, birthdate } = signUpData();
  return { rg, emitter, cpf, birthdate };
}

/** A guest without an e-mail, and the token of their invitation. */
async function invited() {
  const { id } = await createGuestPerson(app, { name: 'Iolanda Reis Prado' });
  return { id, token: tokenIn((await invite(id)).body.link) };
}

/** The token is in the fragment, which no server sees. */
function tokenIn(link: string): string {
  const { pathname, search, hash } = new URL(link);
  expect([pathname, search]).toEqual(['/auth/invitation', '']);
  return hash.slice(1);
}

const newcomer = () => app.identity.issueToken(signUpData().email, { emailConfirmed: false });
const over = { status: 404, body: { code: 'INVITATION_OVER', message: expect.stringContaining('não vale mais') } };

describe('an invitation', () => {
  it('shows a first name and what is missing, and nothing else', async () => {
    const { id, token } = await invited();
    expect(await look(token)).toMatchObject({ status: 200 });
    expect((await look(token)).body).toEqual({ firstName: 'Iolanda', missing: ['rg', 'emitter', 'cpf', 'birthdate'] });
    await app.db.updateTable('users').set(documents()).where('id', '=', id).execute();
    expect((await look(token)).body).toEqual({ firstName: 'Iolanda', missing: [] });
  });

  it('links the guest and their reservations to the new account, whose e-mail is unconfirmed', async () => {
    const trip = await createTrip(app);
    const written = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: operator.token,
      body: { person: { name: 'Iolanda Reis', contact: '35999990000', cpf: documents().cpf } },
    });
    const { id } = written.body.payer;
    const token = tokenIn((await invite(id)).body.link);
    const { token: bearer, identity } = newcomer();

    const { status, body } = await accept(token, bearer, { ...documents(), cpf: undefined });

    expect({ status, body }).toMatchObject({ status: 201, body: { id, email: identity.email, emailConfirmed: false } });
    const { body: mine } = await call(app, 'GET', '/api/reservations/me', { token: bearer });
    expect(mine.data).toEqual([expect.objectContaining({ code: written.body.code })]);
  });

  it('takes no data that staff knows already', async () => {
    const { id, token } = await invited();
    const known = documents();
    await app.db.updateTable('users').set(known).where('id', '=', id).execute();
    expect((await accept(token, newcomer().token)).body).toMatchObject({ id, cpf: known.cpf, rg: known.rg });
  });

  it('requires the missing data, and stays valid until it is complete', async () => {
    const { id, token } = await invited();
    const { token: bearer } = newcomer();
    expect(await accept(token, bearer, {})).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { cpf: expect.any(String), rg: expect.any(String) } },
    });
    const other = await createPerson(app);
    expect(await accept(token, bearer, { ...documents(), cpf: other.cpf })).toMatchObject({
      status: 409,
      body: { code: 'PERSON_KNOWN' },
    });
    expect((await accept(token, bearer)).body.id).toBe(id);
  });

  it('works once, also for two at the same moment', async () => {
    const { token } = await invited();
    const responses = await Promise.all([accept(token, newcomer().token), accept(token, newcomer().token)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect(await accept(token, newcomer().token)).toMatchObject(over);
    expect(await look(token)).toMatchObject(over);
  });

  it('ends after seven days', async () => {
    const { id, token } = await invited();
    const { until } = await app.db
      .selectFrom('invitations')
      .select('expires_at as until')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Math.abs(until.getTime() - Date.now() - 7 * 86_400_000)).toBeLessThan(60_000);
    await app.db
      .updateTable('invitations')
      .set({ expires_at: new Date(0) })
      .where('user_id', '=', id)
      .execute();
    expect(await look(token)).toMatchObject(over);
    expect(await accept(token, newcomer().token)).toMatchObject(over);
  });

  it('ends with a newer one, and when staff cancels it', async () => {
    const { id, token: first } = await invited();
    const second = tokenIn((await invite(id)).body.link);
    expect(await look(first)).toMatchObject(over);
    expect((await look(second)).status).toBe(200);
    const details = async () => (await call(app, 'GET', `/api/users/${id}`, { token: admin.token })).body;
    expect((await details()).invitedUntil).toEqual(expect.any(String));
    expect((await cancel(id)).status).toBe(200);
    expect((await details()).invitedUntil).toBeNull();
    expect(await accept(second, newcomer().token)).toMatchObject(over);
    expect((await cancel(id)).status).toBe(200);
  });

  it('is invalid for a person with an account, created before or after it', async () => {
    const client = await createPerson(app);
    expect(await invite(client.id)).toMatchObject({ status: 409, body: { code: 'PERSON_HAS_ACCOUNT' } });
    const { id, token } = await invited();
    const { identity } = newcomer();
    const { issuer, subject, email } = identity;
    await app.db
      .updateTable('users')
      .set({ issuer, subject, email, ...documents() })
      .where('id', '=', id)
      .execute();
    expect(await look(token)).toMatchObject(over);
    expect(await accept(token, newcomer().token)).toMatchObject(over);
    expect(await invite(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'PERSON_NOT_FOUND' } });
  });

  it('is refused to identities with a profile, and without an identity', async () => {
    const { token } = await invited();
    expect(await accept(token, (await createPerson(app)).token)).toMatchObject({ body: { code: 'PROFILE_EXISTS' } });
    expect((await accept(token, undefined)).status).toBe(401);
    expect((await look(token)).status).toBe(200);
  });

  it('is made and cancelled by staff only', async () => {
    const { id } = await invited();
    const client = await createPerson(app);
    expect([(await invite(id, client.token)).status, (await cancel(id, client.token)).status]).toEqual([403, 403]);
    expect([(await invite(id, admin.token)).status, (await cancel(id, admin.token)).status]).toEqual([201, 200]);
  });

  it('is on record, and neither the log nor the database holds the token', async () => {
    const { id, token } = await invited();
    await cancel(id);
    const second = tokenIn((await invite(id)).body.link);
    await accept(second, newcomer().token);
    const { body } = await call(app, 'GET', `/api/users/${id}/history`, { token: admin.token });
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual([
      'person.invitation_accepted',
      'person.invited',
      'person.invitation_cancelled',
      'person.invited',
    ]);
    const stored = await app.db.selectFrom('invitations').selectAll().execute();
    for (const secret of [token, second]) expect(JSON.stringify([app.log, stored, body])).not.toContain(secret);
  });

  it.each(['', 'abc', '\u0000'.repeat(32), 42, null])('is not %j', async (token) => {
    expect((await look(token as string)).status).toBe(400);
    expect((await accept(token as string, newcomer().token)).status).toBe(400);
  });
});
