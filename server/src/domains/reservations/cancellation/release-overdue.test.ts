import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../../test/app.ts';
import { events } from '../../../../test/events.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import type { Family } from '../../../../test/parties.ts';
import { tenOClock } from '../../../../test/reminders.ts';
import { releaseOverdue } from './release-overdue.ts';

let app: TestAppWithJobs;
let staff: Person;
let family: Family;
let does: ReturnType<typeof events>;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ connections: 10 });
  staff = await createPerson(app, 'ADMIN');
  does = events(app, app.jobs, staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  await setRule({ releases_overdue: true });
  family = await does.bookedInInstalments(8);
});

const setRule = (rule: { releases_overdue: boolean }) =>
  app.db
    .updateTable('operator')
    .set({ ...rule, pix_key: 'pix@rota.example', overdue_release_days: 5 })
    .execute();
const release = (day: number) =>
  releaseOverdue({ ...app.app.deps, jobs: app.jobs, publicUrl: 'https://rota.example' }, { now: tenOClock(day) });
const read = async () => (await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token })).body;

it('cancels a warned reservation by its policy, once, and frees its places', async () => {
  await does.remindAt(tenOClock(12));
  await Promise.all([release(14), release(14)]);
  const ended = await read();
  expect(ended.state).toBe('cancelled');
  expect(ended.retainedCents + ended.toReturnCents).toBe(11_340);
  const entries = await auditOf(family.id);
  expect(entries.filter(({ action }) => action === 'reservation.cancelled')).toHaveLength(1);
  const { body: trip } = await call(app, 'GET', `/api/trips/${family.trip.id}`, { token: staff.token });
  expect(trip.placesLeft).toBe(trip.capacity);
});

it('leaves alone who was not warned, is not late enough, has paid or shown a receipt, and all where it is off', async () => {
  await release(14);
  expect((await read()).state).toBe('booked');
  await does.remindAt(tenOClock(12));
  await release(12);
  await release(13);
  await setRule({ releases_overdue: false });
  await release(20);
  expect((await read()).state).toBe('booked');
  await setRule({ releases_overdue: true });
  await does.payPix(family, 'full');
  await release(20);
  expect((await read()).state).toBe('booked');
});

const auditOf = (id: string) =>
  app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).execute();
