import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, PASSWORD } from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';

const NEW_ORIGIN = 'https://reservas.novo.example';

let app: EmbeddedIdentityApp;
let moved: TestApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp();
  moved = await startAnotherProcess(app, { identity: app.providerFor(NEW_ORIGIN) });
});
afterAll(async () => {
  await moved.close();
  await app.close();
});

it('knows who had an account before the site moved to another address', async () => {
  const { email, token: before } = await app.signUpAndIn();
  const profile = await call(app, 'POST', '/api/users', { token: before, body: signUpData({ email }) });

  const headers = { origin: NEW_ORIGIN };
  const signedIn = await call(moved, 'POST', '/identity/sign-in/email', {
    body: { email, password: PASSWORD },
    headers,
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { body } = await call(moved, 'GET', '/identity/token', { headers: { ...headers, cookie } });

  expect(await call(moved, 'GET', '/api/users/me', { token: body.token })).toMatchObject({
    status: 200,
    body: { id: profile.body.id },
  });
  // What was issued for the old address is not taken at the new one.
  expect((await call(moved, 'GET', '/api/users/me', { token: before })).status).toBe(401);
});
