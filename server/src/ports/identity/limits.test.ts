import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildEmbeddedIdentityApp, type EmbeddedIdentityApp, ORIGIN } from '../../../test/embedded-identity.ts';
import { call, signUpData } from '../../../test/factories.ts';

const PASSWORD = 'uma senha comprida';

let app: EmbeddedIdentityApp;
beforeAll(async () => {
  app = await buildEmbeddedIdentityApp({ rateLimits: true });
});
afterAll(() => app.close());

const post = (path: string, body: object, headers = {}) =>
  call(app, 'POST', `/identity${path}`, { body, headers: { origin: ORIGIN, ...headers } });

it('lets at most the configured number of 200 parallel sign-ins through, whatever X-Forwarded-For says', async () => {
  const { email } = signUpData();
  await post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      post('/sign-in/email', { email, password: `errada ${index}` }, { 'x-forwarded-for': `10.0.${index}.1` }),
    ),
  );

  const tried = answers.filter(({ status }) => status === 401);
  expect(tried).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(190);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

it('slows requests for links to one address', async () => {
  const { email } = signUpData();
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await post('/request-password-reset', { email })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
});

describe('letters that strangers can ask for', () => {
  const kinds = (email: string) => app.lettersTo(email).map(({ kind }) => kind);

  it('come to one recipient a few times only, from however many addresses they are asked', async () => {
    const email = signUpData().email;
    const signUps = Array.from({ length: 12 }, () =>
      post('/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD }),
    );
    expect((await Promise.all(signUps)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    await vi.waitFor(() => expect(kinds(email).toSorted()).toEqual(['accountExists', 'confirmEmail']));

    // As another client each time: the limit by address alone lets each of them ask.
    for (let count = 0; count < 5; count += 1) {
      await app.db.deleteFrom('rate_limits').where('key', 'like', 'reset%').execute();
      expect((await post('/request-password-reset', { email })).status).toBe(200);
    }
    await vi.waitFor(() => expect(kinds(email).filter((kind) => kind === 'resetPassword')).toHaveLength(3));
    expect(app.log.filter(({ kind }) => kind === 'resetPassword')).toHaveLength(2);
    expect(JSON.stringify(app.log)).not.toContain(email);
  });
});
