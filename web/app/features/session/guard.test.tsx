import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { guard } from './guard';
import { currentAddress } from './return-url';
import { whenRestored } from './session';

import { storeLocked, useUser } from './user-store';

const guarded = { default: () => <h1>A página</h1>, clientMiddleware: [guard], clientLoader: () => null };
const heading = page.getByRole('heading', { level: 1 });

beforeAll(whenRestored);

async function open(path: string): Promise<void> {
  answerCalls({});
  await renderRoute(guarded, { at: path });
}

test.each(['/home', '/admin/passeios', '/homex'])(
  'a visitor of %s is asked to sign in, and comes back',
  async (path) => {
    await open(`${path}?de=teste`);
    await expect.element(heading).toHaveTextContent(`/auth/login?returnUrl=${encodeURIComponent(`${path}?de=teste`)}`);
  },
);

test('a locked screen asks for the password', async () => {
  signIn();
  storeLocked(useUser.getState().user);
  await open('/minhasreservas');
  await expect.element(heading).toHaveTextContent('/auth/lock-screen?returnUrl=%2Fminhasreservas');
});

test.each([
  ['CLIENT', '/minhaconta'],
  ['GUIDE', '/home'],
  ['OPERATOR', '/admin/passeios'],
  ['ADMIN', '/admin/usuarios'],
] as const)('%s sees %s', async (role, path) => {
  signIn(role);
  await open(path);
  await expect.element(heading).toHaveTextContent('A página');
});

test.each([
  ['CLIENT', '/admin/passeios'],
  ['OPERATOR', '/admin/usuarios'],
  ['GUIDE', '/admin/passeios'],
] as const)('%s is led from %s to a page that says why', async (role, path) => {
  signIn(role);
  await open(path);
  await expect.element(heading).toHaveTextContent('/404?sem-acesso');
});

test('a page that is being opened is the one to return to after a refused call', async () => {
  signIn();
  answerCalls({});
  let returnTo = '';
  const asks = { ...guarded, clientLoader: () => (returnTo = currentAddress()) };
  await renderRoute(asks, { at: '/minhasreservas?de=teste' });
  await expect.element(heading).toHaveTextContent('A página');
  expect(returnTo).toBe('/minhasreservas?de=teste');
  expect(currentAddress()).toBe(window.location.pathname + window.location.search);
});
