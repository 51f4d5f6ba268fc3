import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { createFamily, departIn } from '../../../test/parties.ts';
import { withoutLocks } from '../../../test/without-locks.ts';

const TURNS = 3;
const GUESSES = 12;

/** How often many wrong PINs at once were answered with "wrong", which tells a guesser something, over all turns. */
async function race(app: TestApp): Promise<number> {
  const { token } = await createPerson(app, 'OPERATOR');
  let told = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { trip } = await createFamily(app, { adult: 1 });
    await departIn(app, trip.id, 1);
    const { body } = await call(app, 'POST', `/api/trips/${trip.id}/guide-links`, { token, body: { name: 'Júlia' } });
    const link: string = body.url.split('#')[1];
    const guesses = Array.from({ length: GUESSES }, (_, more) =>
      String((Number(body.pin) + 1 + more) % 1_000_000).padStart(6, '0'),
    );
    const answers = await Promise.all(
      guesses.map((pin) => call(app, 'POST', '/api/guide/session', { body: { token: link, pin } })),
    );
    const codes = answers.map((one) => one.body.code);
    expect(codes.every((code) => ['GUIDE_PIN_WRONG', 'GUIDE_LINK_LOCKED'].includes(code))).toBe(true);
    told += codes.filter((code) => code === 'GUIDE_PIN_WRONG').length;
  }
  return told;
}

describe('many wrong PINs at the same moment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 16 });
  });
  afterAll(() => app.close());

  it('are counted one by one: four are told that they are wrong, the fifth locks', async () => {
    expect(await race(app)).toBe(4 * TURNS);
  });

  it('control: without the lock more are told', async () => {
    const unguarded = await buildTestApp({
      connections: 16,
      deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }),
    });
    try {
      expect(await race(unguarded)).toBeGreaterThan(4 * TURNS);
    } finally {
      await unguarded.close();
    }
  });
});
