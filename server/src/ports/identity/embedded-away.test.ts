import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, PASSWORD } from '../../../test/embedded-identity.ts';
import { signUpData } from '../../../test/factories.ts';
import { type TcpProxy, tcpProxy } from '../../../test/processes/tcp-proxy.ts';

let app: EmbeddedIdentityApp;
let proxy: TcpProxy;
let cookie: string;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp({}, undefined, async (databaseUrl) => {
    proxy = await tcpProxy(databaseUrl);
    return proxy.url;
  });
  ({ cookie } = await app.signUpAndIn());
  proxy.breakOff();
});
afterAll(async () => {
  await app.close();
  await proxy.close();
});

const email = signUpData().email;
it.each([
  ['POST', '/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD }],
  ['POST', '/sign-in/email', { email, password: PASSWORD }],
  ['POST', '/request-password-reset', { email }],
  ['POST', '/reset-password', { token: 'x'.repeat(24), newPassword: PASSWORD }],
  ['POST', '/change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD} nova` }],
  ['POST', '/change-email', { newEmail: email, password: PASSWORD }],
  ['GET', '/verify-email?token=abc', undefined],
  ['GET', '/get-session', undefined],
  ['GET', '/token', undefined],
])('%s %s says that the database is unavailable', async (method, path, body) => {
  const { status, headers, body: response } = await app.provider(method, path, body, { cookie });
  expect({ status, code: response.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
  expect(headers.get('retry-after')).toBe('5');
});
