import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { giveCredit } from '../../../test/credit.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, departIn } from '../../../test/parties.ts';

import { queueWork } from '../../background-work.ts';
import { deleteExpired } from '../../ports/identity/embedded-sessions.ts';
import { eraseIdlePeople } from './erase-idle.ts';

const YEAR_H = 365.25 * 24;

let app: TestAppWithJobs;
let admin: Person;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('erased_counts').execute();
  await app.db.updateTable('operator').set({ erase_idle_years: null }).execute();
});

/** A client of that many years, without a trip. */
async function clientOf(years: number): Promise<Person> {
  const person = await createPerson(app);
  await sql`update users set created_at = now() - make_interval(hours => ${years * YEAR_H}::integer)
    where id = ${person.id}`.execute(app.db);
  return person;
}

/** A client of six years whose trip was that many years ago. */
async function travelledAgo(years: number): Promise<Person> {
  const payer = await clientOf(6);
  const { id, trip } = await createFamily(app, { adult: 1 }, { payer });
  await departIn(app, trip.id, -years * YEAR_H);
  await sql`update reservations set state = 'expired', hold_expires_at = null,
    created_at = now() - make_interval(hours => ${years * YEAR_H}::integer) where id = ${id}`.execute(app.db);
  return payer;
}

async function erased(people: Person[]): Promise<boolean[]> {
  const ids = people.map(({ id }) => id);
  const rows = await app.db.selectFrom('users').select(['id', 'erased_at']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.erased_at !== null);
}

const settings = { controller: '', contact: 'dados@exemplo.com.br' };
const change = (eraseIdleYears: unknown) =>
  call(app, 'PUT', '/api/privacy/settings', { token: admin.token, body: { ...settings, eraseIdleYears } });
const read = async () => (await call(app, 'GET', '/api/privacy/settings', { token: admin.token })).body;
const run = (limit?: number) => eraseIdlePeople({ db: app.db, jobs: app.jobs }, limit);

it('every job that deletes at night counts what it erased, none too', async () => {
  const person = await createPerson(app);
  const record = { user_id: person.id, name: 'Ana', cpf: null, keep_until: '2020-12-31' };
  await app.db.insertInto('fiscal_records').values(record).execute();
  const parts = { ...app.app.deps, jobs: app.jobs, deleteExpiredSessions: () => deleteExpired(app.pool) };
  // These delete nothing of people.
  const others = ['connections', 'staff-for-a-day', 'whatsapp-budget'];
  const nightly = queueWork.filter(({ cron, queue }) => cron && !others.includes(queue.name));
  expect(nightly.length).toBeGreaterThan(8);
  for (const { queue, handler } of nightly) {
    const counted = () => sql`select from erased_counts`.execute(app.db).then(({ rows }) => rows.length);
    const before = await counted();
    await handler(parts as never)?.({} as never, '', false);
    expect([queue.name, (await counted()) > before]).toEqual([queue.name, true]);
  }
  expect((await read()).erased.counts).toEqual([{ label: 'Registros fiscais de quem foi excluído', count: 1 }]);
});

it('erases nobody for their age until the operator says after how many years', async () => {
  const old = await clientOf(9);
  await run();
  expect(await erased([old])).toEqual([false]);
  for (const wrong of [1, 11, 2.5, '5']) expect((await change(wrong)).status).toBe(400);
  expect(await change(4)).toMatchObject({ status: 200, body: { eraseIdleYears: 4 } });
  await run();
  expect(await erased([old, admin])).toEqual([true, false]);
  expect((await read()).erased).toMatchObject({
    counts: [{ label: 'Pessoas que não viajam há muito tempo', count: 1 }],
    kept: 0,
  });
});

it('erases people whose last trip is too long ago, and keeps and counts those with something open', async () => {
  const [gone, recent, withCredit] = [await travelledAgo(5), await travelledAgo(3), await travelledAgo(5)];
  const [fresh, signedIn] = [await clientOf(1), await clientOf(5)];
  await giveCredit(app, withCredit.id, 100);
  const person = await sql<{ id: string }>`insert into identity."user" (id, name, email, "emailVerified")
    values (gen_random_uuid(), 'Ana', ${signedIn.email}, true) returning id`.execute(app.db);
  const subject = person.rows[0]?.id;
  await sql`insert into identity.session (id, "expiresAt", token, "updatedAt", "userId")
    values (gen_random_uuid(), now() + interval '1 day', 'x', now(), ${subject})`.execute(app.db);
  await app.db.updateTable('users').set({ subject }).where('id', '=', signedIn.id).execute();
  await change(4);
  await run();
  expect(await erased([gone, recent, withCredit, fresh, signedIn])).toEqual([true, false, false, false, false]);
  const { erased: summary } = await read();
  expect(summary).toMatchObject({ counts: [{ count: 1 }], kept: 1 });
  expect(Date.parse(summary.lastAt)).toBeGreaterThan(Date.now() - 60_000);
  const { body } = await call(app, 'GET', '/api/privacy');
  expect(JSON.stringify(body.entries)).toContain('até passarem 4 anos sem você viajar');
});

it('erases only so many people a night', async () => {
  const people = [await clientOf(8), await clientOf(8), await clientOf(8)];
  await change(7);
  await run(2);
  expect((await erased(people)).filter(Boolean)).toHaveLength(2);
  await run(2);
  expect((await erased(people)).filter(Boolean)).toHaveLength(3);
});

it('a page of an earlier release, which does not know of the years, leaves them', async () => {
  await change(4);
  const earlier = await call(app, 'PUT', '/api/privacy/settings', { token: admin.token, body: settings });
  expect(earlier).toMatchObject({ status: 200, body: { eraseIdleYears: 4 } });
  expect(await change(null)).toMatchObject({ body: { eraseIdleYears: null } });
});
