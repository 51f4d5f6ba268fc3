import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { createFamily } from '../../../../test/parties.ts';
import { linkForPayer } from '../../../../test/payer-links.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';

const WRONG_BEFORE_LOCK = 4;
const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** A reservation, with money unless it is not `paid`, and two links of it. */
async function reservation({ paid = true, at = app } = {}) {
  const { token } = await createPerson(at, 'OPERATOR');
  const family = await createFamily(at, { adult: 2 });
  const contact = `+55359${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  await at.db.updateTable('users').set({ contact }).where('id', '=', family.payer.id).execute();
  const payment = { kind: 'deposit', method: 'cash', amountCents: family.reservation.depositCents };
  const headers = { 'idempotency-key': randomUUID() };
  if (paid) await call(at, 'POST', `/api/reservations/${family.id}/payments`, { token, headers, body: payment });
  const link = () => linkForPayer(at, family);
  const right = contact.slice(-4);
  const wrong = Array.from({ length: 20 }, (_, more) => String((Number(right) + 1 + more) % 10_000).padStart(4, '0'));
  return { id: family.id, links: [await link(), await link()] as const, right, wrong: wrong as [string, ...string[]] };
}

type By = Parameters<typeof call>[3];
const ask = (name: string, token: string, body: object, { headers }: NonNullable<By> = {}, at = app) =>
  call(at, 'POST', `/api/reservation-links/${name}`, { headers: headers ?? {}, body: { token, ...body } });
const cancel = (token: string, phoneDigits?: unknown, by?: By, at = app) =>
  ask('cancel', token, { refundCents: 0, ...(phoneDigits === undefined ? {} : { phoneDigits }) }, by, at);
const ofRefund = { pixKey: 'maria@viajantes.example' };
const locked = { status: 429, body: { code: 'PHONE_DIGITS_LOCKED' } };
const wrongOnes = { status: 400, body: { code: 'PHONE_DIGITS_WRONG' } };
const attemptsOf = (id: string) =>
  app.db.selectFrom('reservation_link_attempts').selectAll().where('reservation_id', '=', id).executeTakeFirst();

describe("the last digits of the payer's telephone", () => {
  it('are asked for where money was received, and refused, right ones too, after five wrong ones by any link', async () => {
    const { id, links, right, wrong } = await reservation();
    const [token, other] = links;
    const { refundCents } = (await ask('cancellation', token, {})).body;

    expect(await cancel(token)).toMatchObject({ status: 409, body: { code: 'PHONE_DIGITS_NEEDED' } });
    for (const link of [token, other, token, other]) expect(await cancel(link, wrong[0])).toMatchObject(wrongOnes);
    expect(await cancel(other, wrong[0])).toMatchObject(locked);
    for (const link of links) expect(await cancel(link, right)).toMatchObject(locked);

    await app.db
      .updateTable('reservation_link_attempts')
      .set({ locked_until: new Date(0) })
      .where('reservation_id', '=', id)
      .execute();
    expect(await ask('cancel', token, { refundCents, phoneDigits: right })).toMatchObject({
      status: 200,
      body: { state: 'cancelled' },
    });
  });

  it('are counted by all routes that ask for them together, and each lock is twice as long', async () => {
    const { id, links, right, wrong } = await reservation();
    const [token] = links;
    const { token: session } = await createPerson(app);
    const adopt = (phoneDigits: string) =>
      call(app, 'POST', '/api/reservation-links/adoption', { token: session, body: { token, phoneDigits } });
    const tries = [
      (digits: string) => cancel(token, digits),
      (digits: string) => ask('refund-key', token, { ...ofRefund, phoneDigits: digits }),
      (digits: string) => ask('choose-departure', token, { kind: 'refund', amountCents: 0, phoneDigits: digits }),
      adopt,
    ];
    for (const minutes of [15, 30, 60]) {
      const before = Date.now();
      for (const again of tries) expect(await again(wrong[0])).toMatchObject(wrongOnes);
      expect(await adopt(wrong[0])).toMatchObject(locked);
      for (const again of tries) expect(await again(right)).toMatchObject(locked);
      const until = (await attemptsOf(id))?.locked_until?.getTime() ?? 0;
      expect(Math.round((until - before) / MINUTE_MS)).toBe(minutes);
      await app.db
        .updateTable('reservation_link_attempts')
        .set({ locked_until: new Date(0) })
        .execute();
    }
    expect(await ask('read', token, {})).toMatchObject({ status: 200, body: { state: 'booked' } });
  });

  it('are counted by the reservation, from whatever addresses they come; those of another are its own', async () => {
    const limited = await startAnotherProcess(app, {
      config: { ...app.app.deps.config, rateLimits: true, trustProxy: ['127.0.0.1'] },
    });
    try {
      const [one, other] = [await reservation(), await reservation()];
      for (let from = 1; from <= 5; from += 1) {
        const headers = { 'x-forwarded-for': `203.0.113.${from}` };
        const { body } = await cancel(one.links[0], one.wrong[0], { headers }, limited);
        expect(body.code).toBe(from < 5 ? 'PHONE_DIGITS_WRONG' : 'PHONE_DIGITS_LOCKED');
      }
      expect(await cancel(other.links[0], other.wrong[0])).toMatchObject(wrongOnes);
    } finally {
      await limited.close();
    }
  });

  it.each(['', '123', '12345', '12 4', '+123', '١٢٣٤', '１２３４', 1234, null, ['1234'], { length: 4 }])(
    'that are %j are no attempt',
    async (digits) => {
      const { id, links } = await reservation();
      expect(await cancel(links[0], digits)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(await attemptsOf(id)).toBeUndefined();
      expect((await ask('read', links[0], {})).body.state).toBe('booked');
    },
  );
});

/** How many of 20 wrong guesses at once were answered with "wrong", which helps a guesser. */
async function race(at: TestApp): Promise<number> {
  const { id, links, wrong } = await reservation({ paid: false, at });
  await at.db.insertInto('reservation_link_attempts').values({ reservation_id: id }).execute();
  const answers = await Promise.all(
    wrong.map((phoneDigits, index) =>
      ask('refund-key', links[index % 2 ? 1 : 0], { ...ofRefund, phoneDigits }, {}, at),
    ),
  );
  const codes = answers.map(({ body }) => body.code);
  expect(codes.every((code) => ['PHONE_DIGITS_WRONG', 'PHONE_DIGITS_LOCKED'].includes(code))).toBe(true);
  return codes.filter((code) => code === 'PHONE_DIGITS_WRONG').length;
}

describe('twenty wrong digits at the same moment, by two links', () => {
  it('are counted one by one: four are refused as wrong, the fifth locks', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect(await race(app)).toBe(WRONG_BEFORE_LOCK);
  });

  it('control: without the lock more are refused as wrong', async () => {
    const unguarded = await buildTestApp({
      connections: 16,
      deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }),
    });
    try {
      let most = 0;
      for (let turn = 0; turn < 30 && most <= WRONG_BEFORE_LOCK; turn += 1)
        most = Math.max(most, await race(unguarded));
      expect(most).toBeGreaterThan(WRONG_BEFORE_LOCK);
    } finally {
      await unguarded.close();
    }
  });
});
