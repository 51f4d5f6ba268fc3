import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTrip, signUpData } from '../../test/factories.ts';
import { type HostServer, startTestHost, type TestHost } from '../../test/hosting.ts';
import { readOperator } from './directory.queries.ts';

const soon = { timeout: 60_000, interval: 100 };

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ hosting: { idleMs: 500 } });
});
afterAll(() => host.close());

const rowOf = (slug: string) => readOperator(host.context.pool, slug);
const untilAsleep = (slug: string) => expect.poll(async () => (await rowOf(slug))?.is_awake, soon).toBe(false);

/** A reservation of the site whose hold ends in so many seconds, of which its payer is warned; returns how to read its state. */
async function reserve(server: Pick<HostServer, 'ask'>, operator: { slug: string; domain: string }, seconds: number) {
  const { slug, domain } = operator;
  const { id: tripId } = await host.inDatabase(slug, (db) => createTrip({ db }, { deposit_percent: 30 }));
  const { token, email } = await host.signIn(domain);
  await host.inDatabase(slug, (db) => db.updateTable('operator').set({ require_confirmed_email: false }).execute());
  await server.ask(domain, '/api/users', { method: 'POST', token, body: signUpData({ email }) });
  const trip = await host.inDatabase(slug, (db) =>
    db.selectFrom('trip_fares').select('id').where('trip_id', '=', tripId).executeTakeFirstOrThrow(),
  );
  const body = { party: [{ fareId: trip.id, count: 1 }] };
  const reserved = await server.ask(domain, `/api/trips/enrrol/${tripId}`, { method: 'POST', token, body });
  expect({ status: reserved.status, body: reserved.body }).toMatchObject({ status: 201 });
  const { id } = reserved.body as { id: string };
  await host.inDatabase(slug, (db) =>
    sql`update reservations set hold_warned_at = now(), hold_expires_at = now() + ${seconds} * interval '1 second'
      where id = ${id}`.execute(db),
  );
  const stateOf = () =>
    host.inDatabase(slug, async (db) => {
      const { state } = await db
        .selectFrom('reservations')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return state;
    });
  return stateOf;
}

it('an operator that nobody visits falls asleep, and answers the next visitor', async () => {
  const operator = await host.add('Dorminhoca');
  await untilAsleep(operator.slug);
  const { due_at: due, last_active_at: active } = (await rowOf(operator.slug)) ?? {};
  expect(due?.getTime()).toBeGreaterThan(Date.now());
  expect(active?.getTime()).toBeLessThan(Date.now());
  const { body } = await host.ask(operator.domain, '/api/settings');
  expect(body.name).toBe('Dorminhoca');
});

it('a hold lapses on time though its operator sleeps', async () => {
  const operator = await host.add();
  const stateOf = await reserve(host, operator, 40);
  await untilAsleep(operator.slug);
  expect(await stateOf()).toBe('held');
  await expect.poll(stateOf, soon).toBe('expired');
  await untilAsleep(operator.slug);
}, 120_000);

it('many who ask a sleeping operator at once open it once', async () => {
  const operator = await host.add();
  await untilAsleep(operator.slug);
  const answers = await Promise.all(Array.from({ length: 20 }, () => host.ask(operator.domain, '/api/settings')));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

it('the least recently visited operator makes room for another one', async () => {
  const small = await startTestHost({ hosting: { maxAwake: 2 } });
  onTestFinished(() => small.close());
  const operators = [await small.add(), await small.add(), await small.add()];
  const areAwake = async () => {
    const rows = await Promise.all(operators.map(({ slug }) => readOperator(small.context.pool, slug)));
    return rows.map((row) => row?.is_awake);
  };
  await small.ask(operators[1]?.domain ?? '', '/api/settings');
  await small.ask(operators[2]?.domain ?? '', '/api/settings');
  await expect.poll(areAwake, soon).toEqual([false, true, true]);
  await small.ask(operators[0]?.domain ?? '', '/api/settings');
  await expect.poll(areAwake, soon).toEqual([true, false, true]);
});

it('operators that are woken for their work take turns, and all have theirs', async () => {
  const small = await startTestHost({ hosting: { connections: 10, connectionsEach: 8, idleMs: 500 } });
  onTestFinished(() => small.close());
  const { pool } = small.context;
  const slugs: string[] = [];
  for (let number = 0; number < 5; number += 1) slugs.push((await small.add()).slug);
  const rows = () => Promise.all(slugs.map((slug) => readOperator(pool, slug)));
  const areAsleep = async () => (await rows()).every((row) => !row?.is_awake && row?.due_at);
  await expect.poll(areAsleep, soon).toBe(true);
  await pool.query("update operators set due_at = now() - interval '1 second'");
  let most = 0;
  const isDone = async () => {
    const current = await rows();
    most = Math.max(most, current.filter((row) => row?.is_awake).length);
    return current.every((row) => !row?.is_awake && row?.due_at && row.due_at > new Date());
  };
  await expect.poll(isDone, { ...soon, interval: 20 }).toBe(true);
  expect(most).toBeGreaterThan(0);
  // Two, and one that is falling asleep.
  expect(most).toBeLessThanOrEqual(3);
}, 120_000);
