import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, ORIGIN, SECRET } from '../test/embedded-identity.ts';
import { call, createPerson, signUpData } from '../test/factories.ts';
import { readIssuer } from './ports/identity/embedded.ts';

const run = promisify(execFile);

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
});
afterAll(() => app.close());

const createAdmin = (...args: string[]) =>
  run(process.execPath, [join(import.meta.dirname, 'create-admin.ts'), ...args], {
    env: {
      ...process.env,
      DATABASE_URL: app.databaseUrl,
      IDENTITY_SECRET: SECRET,
      PUBLIC_URL: ORIGIN,
      NODE_ENV: 'development',
    },
  });

const identity = (path: string, body: object) =>
  call(app, 'POST', `/identity${path}`, { body, headers: { origin: ORIGIN } });

it('makes the first administrator: a one-time link, a password of their own, then the role', async () => {
  const email = signUpData().email;

  const { stdout } = await createAdmin('--email', email, '--name', 'Helena Prado');

  const token = /\/auth\/reset-password\?token=(\S+)/.exec(stdout)?.[1];
  expect((await identity('/reset-password', { token, newPassword: 'uma senha escolhida' })).status).toBe(200);
  expect((await identity('/reset-password', { token, newPassword: 'uma outra senha' })).status).toBe(400);
  const signedIn = await identity('/sign-in/email', { email, password: 'uma senha escolhida' });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { body } = await call(app, 'GET', '/identity/token', { headers: { cookie } });
  const profile = await call(app, 'POST', '/api/users', { token: body.token, body: signUpData({ email }) });
  expect(profile).toMatchObject({ status: 201, body: { role: 'ADMIN', emailConfirmed: true } });
  const { body: record } = await call(app, 'GET', '/api/audit', { token: body.token });
  expect(record.data).toMatchObject([
    { action: 'person.created', actor: { id: profile.body.id }, changes: { role: ['CLIENT', 'ADMIN'] } },
    {
      action: 'person.role_changed',
      actor: { id: null, name: 'Sistema' },
      device: 'create-admin',
      subject: { label: email, isThere: false },
      changes: { role: [null, 'ADMIN'] },
    },
  ]);
});

it('promotes an existing profile, audited', async () => {
  const email = signUpData().email;
  await createAdmin('--email', email, '--name', 'Helena Prado');
  await app.db.deleteFrom('role_grants').execute();
  const { id: subject } = await app.identityPool
    .query('select id from identity."user" where email = $1', [email])
    .then(({ rows }) => rows[0]);
  const person = await createPerson(app);
  const issuer = await readIssuer(app.identityPool);
  await app.db.updateTable('users').set({ issuer, subject, email }).where('id', '=', person.id).execute();

  await createAdmin('--email', email, '--name', 'Helena Prado');

  const { role } = await app.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  expect(role).toBe('ADMIN');
  const entries = await app.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', person.id).execute();
  expect(entries).toMatchObject([{ action: 'person.role_changed', changes: { role: ['CLIENT', 'ADMIN'] } }]);
});

it('says how it is used when something is missing', async () => {
  await expect(createAdmin('--email', 'nobody')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Usage'),
  });
});
