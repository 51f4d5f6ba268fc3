import type { Permission } from '@passeio/contract/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip, type Person, signUpData } from '../../../test/factories.ts';
import { createFamilyTrip } from '../../../test/parties.ts';
import { callByLink, reserveAsGuest } from '../../../test/payer-links.ts';

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

/** A guest with an e-mail, the token of their invitation, and somebody who has confirmed that e-mail. */
async function invited() {
  const { id } = await createGuestPerson(app, { name: 'Iolanda Reis Prado' });
  const { email } = signUpData();
  await app.db.updateTable('users').set({ email }).where('id', '=', id).execute();
  const { token: bearer, identity } = app.identity.issueToken(email, { emailConfirmed: true });
  return { id, token: tokenIn((await invite(id)).body.link), email, bearer, identity };
}

/** The token is in the fragment, which no server sees. */
function tokenIn(link: string): string {
  const { pathname, search, hash } = new URL(link);
  expect([pathname, search]).toEqual(['/auth/invitation', '']);
  return hash.slice(1);
}

const over = { status: 404, body: { code: 'INVITATION_OVER', message: expect.stringContaining('não vale mais') } };

describe('an invitation', () => {
  it('shows a first name and what is missing, and nothing else', async () => {
    const { id, token, email } = await invited();
    expect(await look(token)).toMatchObject({ status: 200 });
    const shown = { firstName: 'Iolanda', email: `${email[0]}•••@exemplo.com.br` };
    expect((await look(token)).body).toEqual({ ...shown, missing: ['rg', 'emitter', 'cpf', 'birthdate'] });
    await app.db.updateTable('users').set(documents()).where('id', '=', id).execute();
    expect((await look(token)).body).toEqual({ ...shown, missing: [] });
  });

  it('links the guest and their reservations to the account that has confirmed their e-mail', async () => {
    const trip = await createTrip(app);
    const { email } = signUpData();
    const written = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: operator.token,
      body: { person: { name: 'Iolanda Reis', contact: '35999990000', cpf: documents().cpf, email } },
    });
    const { id } = written.body.payer;
    const token = tokenIn((await invite(id)).body.link);
    const { token: bearer } = app.identity.issueToken(email, { emailConfirmed: true });

    const { status, body } = await accept(token, bearer, { ...documents(), cpf: undefined });

    expect({ status, body }).toMatchObject({ status: 201, body: { id, email, emailConfirmed: true } });
    const { body: mine } = await call(app, 'GET', '/api/reservations/me', { token: bearer });
    expect(mine.data).toEqual([expect.objectContaining({ code: written.body.code })]);
  });

  it('is accepted by nobody else than who has confirmed the e-mail of the guest', async () => {
    const { id, token, email } = await invited();
    const other = app.identity.issueToken(signUpData().email, { emailConfirmed: true });
    expect(await accept(token, other.token)).toMatchObject({ status: 409, body: { code: 'INVITATION_OF_ANOTHER' } });
    const unconfirmed = app.identity.issueToken(email, { emailConfirmed: false });
    expect(await accept(token, unconfirmed.token)).toMatchObject({ body: { code: 'INVITATION_UNCONFIRMED' } });
    const confirmed = app.identity.issueToken(email.toUpperCase(), { emailConfirmed: true });
    expect((await accept(token, confirmed.token)).body).toMatchObject({ id });
  });

  it('of a guest without an e-mail is the link of one reservation, for staff who may see amounts', async () => {
    const trip = await createFamilyTrip(app);
    const [first, other] = [await reserveAsGuest(app, trip), await reserveAsGuest(app, trip)];
    const payerOf = async ({ id }: { id: string }) =>
      (await app.db.selectFrom('reservations').select('user_id').where('id', '=', id).executeTakeFirstOrThrow())
        .user_id;
    const id = await payerOf(first);
    const blind = await createPerson(app, 'OPERATOR', { permissions: [] });
    expect((await invite(id, blind.token)).status).toBe(403);
    const ofOther = { token: operator.token, body: { reservationId: other.id } };
    expect((await call(app, 'POST', `/api/users/${id}/invitation`, ofOther)).status).toBe(404);

    const { status, body } = await invite(id);

    expect(status).toBe(201);
    expect(body.link).toContain('/reserva#');
    const token = body.link.split('#')[1];
    const opened = await callByLink(app, 'read', token);
    expect(opened.body).toMatchObject({ id: first.id, payer: { contact: '', email: null } });
    expect(await callByLink(app, 'adoption', token, {}, await createPerson(app))).toMatchObject({
      body: { code: 'LINK_UNPROVEN' },
    });
    expect((await invite((await createGuestPerson(app, { name: 'Sem Reserva' })).id)).status).toBe(404);
  });

  it('that was made of a guest without an e-mail before opens nothing', async () => {
    const { id, token, bearer } = await invited();
    await app.db.updateTable('users').set({ email: null }).where('id', '=', id).execute();
    expect(await look(token)).toMatchObject(over);
    expect(await accept(token, bearer)).toMatchObject(over);
  });

  it('follows no e-mail that staff without its permissions writes', async () => {
    const trip = await createFamilyTrip(app);
    const { id } = await reserveAsGuest(app, trip);
    const change = (permissions: Permission[]) => async (body: object) =>
      call(app, 'PUT', `/api/reservations/${id}/payer`, {
        token: (await createPerson(app, 'OPERATOR', { permissions })).token,
        body,
      });
    const { email } = signUpData();
    for (const lacking of [[], ['see_money', 'refund'], ['see_documents', 'see_money']] as Permission[][])
      expect(await change(lacking)({ email })).toMatchObject({ status: 403 });
    expect((await change([])({ name: 'Teresa Rocha Dias Lima' })).status).toBe(200);
    expect((await change(['refund', 'see_documents'])({ email })).status).toBe(200);
  });

  it('takes no data that staff knows already', async () => {
    const { id, token, bearer } = await invited();
    const known = documents();
    await app.db.updateTable('users').set(known).where('id', '=', id).execute();
    expect((await accept(token, bearer)).body).toMatchObject({ id, cpf: known.cpf, rg: known.rg });
  });

  it('requires the missing data, and stays valid until it is complete', async () => {
    const { id, token, bearer } = await invited();
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
    const { token, bearer } = await invited();
    const responses = await Promise.all([accept(token, bearer), accept(token, bearer)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 404]);
    expect(await accept(token, bearer)).toMatchObject(over);
    expect(await look(token)).toMatchObject(over);
  });

  it('ends after seven days', async () => {
    const { id, token, bearer } = await invited();
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
    expect(await accept(token, bearer)).toMatchObject(over);
  });

  it('ends with a newer one, and when staff cancels it', async () => {
    const { id, token: first, bearer } = await invited();
    const second = tokenIn((await invite(id)).body.link);
    expect(await look(first)).toMatchObject(over);
    expect((await look(second)).status).toBe(200);
    const details = async () => (await call(app, 'GET', `/api/users/${id}`, { token: admin.token })).body;
    expect((await details()).invitedUntil).toEqual(expect.any(String));
    expect((await cancel(id)).status).toBe(200);
    expect((await details()).invitedUntil).toBeNull();
    expect(await accept(second, bearer)).toMatchObject(over);
    expect((await cancel(id)).status).toBe(200);
  });

  it('is invalid for a person with an account, created before or after it', async () => {
    const client = await createPerson(app);
    expect(await invite(client.id)).toMatchObject({ status: 409, body: { code: 'PERSON_HAS_ACCOUNT' } });
    const { id, token, identity, bearer } = await invited();
    const { issuer, subject, email } = identity;
    await app.db
      .updateTable('users')
      .set({ issuer, subject, email, ...documents() })
      .where('id', '=', id)
      .execute();
    expect(await look(token)).toMatchObject(over);
    expect(await accept(token, bearer)).toMatchObject(over);
    expect(await invite(crypto.randomUUID())).toMatchObject({ status: 404, body: { code: 'PERSON_NOT_FOUND' } });
  });

  it('is refused to identities with a profile, and without an identity', async () => {
    const { token, bearer, identity } = await invited();
    const other = await invited();
    await app.db
      .updateTable('users')
      .set(identity && { issuer: identity.issuer, subject: identity.subject, ...documents() })
      .where('id', '=', other.id)
      .execute();
    expect(await accept(token, bearer)).toMatchObject({ body: { code: 'PROFILE_EXISTS' } });
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
    const { id, token, bearer } = await invited();
    await cancel(id);
    const second = tokenIn((await invite(id)).body.link);
    await accept(second, bearer);
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
    expect((await accept(token as string, app.identity.issueToken(signUpData().email).token)).status).toBe(400);
  });
});
