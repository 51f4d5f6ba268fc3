import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person, signUpData } from '../../../test/factories.ts';
import { endStaffForDay } from './staff-for-a-day.ts';
import { makeStaffInvitationLink } from './staff-invitations.ts';

let app: TestApp;
let admin: Person;
// biome-ignore lint/suspicious/noExplicitAny: e-mails of every kind
let emails: any[];

beforeAll(async () => {
  app = await buildTestApp({
    deps: ({ jobs }) => ({ jobs: { ...jobs, enqueue: async (_, data) => void emails.push(data) } }),
  });
  admin = await createPerson(app, 'ADMIN');
});
beforeEach(() => {
  emails = [];
});
afterAll(() => app.close());

const draft = (more: object = {}) => ({
  name: 'Rita Lopes',
  email: null,
  role: 'OPERATOR',
  permissions: null,
  ...more,
});
const invite = (more: object = {}, { token } = admin) =>
  call(app, 'POST', '/api/staff-invitations', { token, body: draft(more) });
const tokenIn = (link: string) => new URL(link).hash.slice(1);
const read = (token: string) => call(app, 'POST', '/api/staff-invitations/read', { body: { token } });
const accept = (token: string, bearer: string) =>
  call(app, 'POST', '/api/staff-invitations/accept', {
    token: bearer,
    body: { token, name: 'Rita Lopes', contact: '35999990000' },
  });
const newIdentity = (email = signUpData().email) => app.identity.issueToken(email).token;

describe('an invitation by link', () => {
  it('makes somebody staff without documents, once, with the permissions that were chosen', async () => {
    const { status, body } = await invite({ permissions: ['refund'], refundLimitCents: 5_000 });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'Rita Lopes', email: null, role: 'OPERATOR' },
    });
    const token = tokenIn(body.link);
    expect((await read(token)).body).toEqual({ name: 'Rita Lopes', email: null, role: 'OPERATOR' });

    const rita = newIdentity();
    const accepted = await accept(token, rita);
    expect(accepted).toMatchObject({
      status: 201,
      body: { role: 'OPERATOR', cpf: '', rg: '', permissions: ['see_money', 'refund'], refundLimitCents: 5_000 },
    });
    expect((await call(app, 'GET', '/api/users/me', { token: rita })).body).toMatchObject({ cpf: '', birthdate: '' });
    expect((await call(app, 'GET', '/api/departures', { token: rita })).status).toBe(200);
    expect((await call(app, 'POST', '/api/vehicles', { token: rita, body: {} })).status).toBe(403);
    expect((await read(token)).body.code).toBe('INVITATION_OVER');
    expect((await accept(token, newIdentity())).body.code).toBe('INVITATION_OVER');
  });

  it('lets an operator refund nothing without an amount beside it', async () => {
    const all = ['see_money', 'confirm_money', 'edit_trips', 'cancel_departures', 'see_documents', 'answer_chats'];
    for (const [more, permissions] of [
      [{ permissions: null }, all],
      [{ permissions: ['refund'] }, ['see_money']],
      [{ permissions: ['refund'], refundLimitCents: null }, ['see_money', 'refund']],
    ] as const) {
      const { body } = await invite(more);
      const accepted = await accept(tokenIn(body.link), newIdentity());
      expect(accepted.body).toMatchObject({ permissions, refundLimitCents: null });
    }
  });

  it('is used by one of two at once', async () => {
    const { body } = await invite();
    const token = tokenIn(body.link);
    const answers = await Promise.all([accept(token, newIdentity()), accept(token, newIdentity())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  });

  it('is over once it was revoked, and after its days', async () => {
    const { body: one } = await invite();
    const path = `/api/staff-invitations/${one.id}`;
    const { body: left } = await call(app, 'DELETE', path, { token: admin.token });
    expect(left.data.map(({ id }: { id: string }) => id)).not.toContain(one.id);
    expect((await accept(tokenIn(one.link), newIdentity())).body.code).toBe('INVITATION_OVER');
    expect((await call(app, 'DELETE', path, { token: admin.token })).status).toBe(200);

    const { body: other } = await invite();
    await app.db.updateTable('staff_invitations').set({ expires_at: new Date() }).where('id', '=', other.id).execute();
    expect((await read(tokenIn(other.link))).status).toBe(404);
    expect((await accept(tokenIn(other.link), newIdentity())).status).toBe(404);
  });

  it('makes a client staff, and nobody who is staff already', async () => {
    const client = await createPerson(app);
    const { body } = await invite({ role: 'GUIDE' });
    const accepted = await accept(tokenIn(body.link), client.token);
    expect(accepted.body).toMatchObject({ id: client.id, role: 'GUIDE', cpf: client.cpf });
    const { body: again } = await invite({ role: 'OPERATOR' });
    expect((await accept(tokenIn(again.link), admin.token)).body.code).toBe('PROFILE_EXISTS');
    expect((await read(tokenIn(again.link))).status).toBe(200);
  });

  it('is nothing that operators make, and stores no usable link', async () => {
    expect((await invite({}, await createPerson(app, 'OPERATOR'))).status).toBe(403);
    const { body } = await invite();
    const row = await app.db.selectFrom('staff_invitations').selectAll().where('id', '=', body.id).executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(tokenIn(body.link));
    expect((await invite({ role: 'CLIENT' })).status).toBe(400);
  });
});

describe('an invitation by e-mail', () => {
  it('is for the owner of the address alone, and its link is made when it is sent', async () => {
    const { email } = signUpData();
    const { body } = await invite({ email });
    expect(body).toMatchObject({ email: email.toLowerCase(), link: null });
    expect(emails).toMatchObject([
      { kind: 'staffInvitation', to: email, about: { link: { does: 'staffInvitation', invitationId: body.id } } },
    ]);
    const former = tokenIn((await makeStaffInvitationLink(app.db, 'https://passeio.example', body.id)) ?? '');
    const link = (await makeStaffInvitationLink(app.db, 'https://passeio.example', body.id)) ?? '';
    expect((await read(former)).status).toBe(404);
    const other = await accept(tokenIn(link), newIdentity());
    expect(other).toMatchObject({ status: 409, body: { code: 'INVITATION_OF_ANOTHER' } });
    expect((await accept(tokenIn(link), newIdentity(email))).status).toBe(201);
    expect(await makeStaffInvitationLink(app.db, 'https://passeio.example', body.id)).toBeUndefined();
  });
});

it('staff without documents becomes no client before they are entered', async () => {
  const { body } = await invite();
  const { body: rita } = await accept(tokenIn(body.link), newIdentity());
  const change = (more: object) =>
    call(app, 'PUT', '/api/users', { token: admin.token, body: { id: rita.id, role: 'CLIENT', ...more } });
  expect((await change({})).body.code).toBe('PERSON_INCOMPLETE');
  const { cpf, rg, emitter, birthdate } = signUpData();
  expect((await change({ cpf, rg, emitter, birthdate })).body).toMatchObject({ role: 'CLIENT' });
});

it('an address tries thirty invitations in ten minutes, opening and accepting together', async () => {
  const limited = await buildTestApp({ config: { rateLimits: true } });
  onTestFinished(() => limited.close());
  const { token } = limited.identity.issueToken(signUpData().email);
  const body = { token: 'x'.repeat(32), name: 'Rita Lopes', contact: '35999990000' };
  const attempt = (nth: number) =>
    nth % 2
      ? call(limited, 'POST', '/api/staff-invitations/read', { body: { token: body.token } })
      : call(limited, 'POST', '/api/staff-invitations/accept', { token, body });
  const answers = await Promise.all(Array.from({ length: 30 }, (_, nth) => attempt(nth)));
  expect(answers.map(({ status }) => status)).not.toContain(429);
  for (const nth of [0, 1]) expect((await attempt(nth)).status).toBe(429);
});

describe('an invitation for a day', () => {
  const endNow = (email: string) =>
    app.db.updateTable('users').set({ staff_until: new Date() }).where('email', '=', email).execute();

  it('lets somebody in who helps from outside, for a day, as what they do is on record', async () => {
    const { email } = signUpData();
    const { body } = await invite({ role: 'ADMIN', forDay: true });
    expect((await call(app, 'GET', '/api/staff-invitations', admin)).body.data).toContainEqual(
      expect.objectContaining({ id: body.id, forDay: true }),
    );
    const helper = newIdentity(email);
    const { body: profile } = await accept(tokenIn(body.link), helper);
    const { staffUntil } = (await call(app, 'GET', `/api/users/${profile.id}`, admin)).body;
    const left = Date.parse(staffUntil) - Date.now();
    expect([left > 23.9 * 3_600_000, left <= 24 * 3_600_000]).toEqual([true, true]);
    expect((await call(app, 'GET', '/api/settings/operator', { token: helper })).status).toBe(200);
    const entries = (await call(app, 'GET', '/api/audit?subject=person', admin)).body.data;
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'person.staff_invited',
        changes: expect.objectContaining({ forDay: [null, true] }),
      }),
    );

    await endNow(email);
    expect((await call(app, 'GET', '/api/settings/operator', { token: helper })).status).toBe(401);
    await endStaffForDay(app.db);
    expect((await call(app, 'GET', '/api/settings/operator', { token: helper })).status).toBe(401);
    expect((await call(app, 'GET', `/api/users/${profile.id}`, admin)).body).toMatchObject({
      ...{ isDisabled: true, staffUntil: null },
    });
  });

  it('leaves a client who was invited a client', async () => {
    const client = await createPerson(app);
    const { body } = await invite({ forDay: true });
    await accept(tokenIn(body.link), client.token);
    expect((await call(app, 'GET', '/api/users/me', client)).body.role).toBe('OPERATOR');
    await endNow(client.email);
    expect((await call(app, 'GET', '/api/users/me', client)).body.role).toBe('CLIENT');
    await endStaffForDay(app.db);
    expect((await call(app, 'GET', '/api/users/me', client)).body.role).toBe('CLIENT');
  });
});
