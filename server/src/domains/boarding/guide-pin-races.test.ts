import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { createFamily, departIn } from '../../../test/parties.ts';
import { withoutLocks } from '../../../test/without-locks.ts';

const TURNS = 3;
const GUESSES = 12;
const WRONG_PINS_BEFORE_LOCK = 4;

/** How often many wrong PINs at once were answered with "wrong", which helps a guesser; one figure a turn. */
async function* race(app: TestApp, turns: number): AsyncGenerator<number> {
  const { token } = await createPerson(app, 'OPERATOR');
  for (let turn = 0; turn < turns; turn += 1) {
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
    yield codes.filter((code) => code === 'GUIDE_PIN_WRONG').length;
  }
}

describe('many wrong PINs at the same moment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 16 });
  });
  afterAll(() => app.close());

  it('are counted one by one: four are refused as wrong, the fifth locks', async () => {
    for await (const wrong of race(app, TURNS)) expect(wrong).toBe(WRONG_PINS_BEFORE_LOCK);
  });

  it('control: without the lock more are refused as wrong', async () => {
    const unguarded = await buildTestApp({
      connections: 16,
      deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }),
    });
    try {
      // On a busy machine the guesses of a turn may happen to be counted one after the other.
      let most = 0;
      for await (const wrong of race(unguarded, 10 * TURNS)) {
        most = Math.max(most, wrong);
        if (most > WRONG_PINS_BEFORE_LOCK) break;
      }
      expect(most).toBeGreaterThan(WRONG_PINS_BEFORE_LOCK);
    } finally {
      await unguarded.close();
    }
  });
});
