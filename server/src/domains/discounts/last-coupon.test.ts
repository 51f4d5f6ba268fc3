import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, couponDraft, createPerson, fareDraft, tripDraft } from '../../../test/factories.ts';

const PEOPLE = 60;
const AMOUNT_CENTS = 1_000;

/** People over two processes, each in one of two trips. */
async function race(app: TestApp, limits: object) {
  const other = await startAnotherProcess(app);
  const { token: staff } = await createPerson(app, 'ADMIN');
  const draft = { ...tripDraft({ isActive: true, capacity: PEOPLE, fares: [fareDraft()] }) };
  const create = () => call(app, 'POST', '/api/trips', { token: staff, body: draft });
  const trips = [await create(), await create()].map(({ body }) => body);
  const { body: coupon } = await call(app, 'POST', '/api/coupons', {
    token: staff,
    body: couponDraft({ effect: 'amount', value: AMOUNT_CENTS, ...limits }),
  });
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson(app)));
  const answers = await Promise.all(
    people.map(async ({ token }, index) => {
      const trip = trips[index % 2];
      const body = { party: [{ fareId: trip.fares[0].id, count: 1 }], coupon: coupon.code };
      const server = index % 3 ? app : other;
      const ask = () => call(server, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body });
      let answer = await ask();
      // A slow machine may not serve everybody within the queue's time-out, and asks the rest to try again.
      while (answer.status === 503 && answer.headers.get('retry-after')) answer = await ask();
      return answer;
    }),
  );
  await other.close();
  const refusals = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code])));
  const { uses, cents } = await app.db
    .selectFrom('coupons')
    .select(['uses', 'discounted_cents as cents'])
    .where('id', '=', coupon.id)
    .executeTakeFirstOrThrow();
  return { got: answers.filter(({ status }) => status === 201).length, uses, cents, refusals: [...refusals] };
}

describe(`${PEOPLE} people at the same moment`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20 });
  });
  afterAll(() => app.close());

  it('the last use of a coupon goes to one', async () => {
    const { got, uses, refusals } = await race(app, { maxUses: 1 });
    expect([got, uses, refusals]).toEqual([1, 1, ['COUPON_USED_UP']]);
  });

  it('its budget is never exceeded by a centavo', async () => {
    const { got, cents, refusals } = await race(app, { maxDiscountCents: 3 * AMOUNT_CENTS + 999 });
    expect([got, cents, refusals]).toEqual([3, 3 * AMOUNT_CENTS, ['COUPON_USED_UP']]);
  });

  it('without the rules of the database more of them get it, which shows that this race is one', async () => {
    await sql`alter table coupons drop constraint coupons_uses_within_limit,
      drop constraint coupons_discount_within_budget`.execute(app.db);
    let most = 0;
    for (let races = 0; races < 10 && most <= 1; races += 1)
      most = Math.max(most, (await race(app, { maxUses: 1 })).got);
    expect(most).toBeGreaterThan(1);
  });
});
