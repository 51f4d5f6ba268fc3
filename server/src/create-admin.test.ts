import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, ORIGIN, SECRET } from '../test/embedded-identity.ts';
import { call, signUpData } from '../test/factories.ts';

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
});

it('says how it is used when something is missing', async () => {
  await expect(createAdmin('--email', 'nobody')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Usage'),
  });
});
