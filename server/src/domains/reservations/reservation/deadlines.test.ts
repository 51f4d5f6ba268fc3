import { hoursByDay } from '@passeio/contract/trips/pricing';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { balanceDueHours } from './deadlines.ts';

const HOUR_MS = 3_600_000;
const timeZone = 'America/Sao_Paulo';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the database and the pages move deadlines out of the night to the same minute', async () => {
  const { rows } = await sql<{ departs_at: Date; balance_due_hours: number; by_day: number }>`
    select trips.*, ${balanceDueHours} as by_day
    from (
      select timestamptz '2026-12-05 00:00Z' + make_interval(hours => hour, mins => minute) as departs_at, balance_due_hours
      from generate_series(0, 23) hour cross join unnest(array[0, 1, 29, 59]) minute
      cross join unnest(array[1, 5, 12, 20, 24, 47, 48, 240]) balance_due_hours
    ) as trips`.execute(app.db);
  expect(rows.length).toBe(24 * 4 * 8);
  for (const { departs_at: departsAt, balance_due_hours: hours, by_day } of rows) {
    expect(by_day).toBeCloseTo(hoursByDay(hours, { departsAt, timeZone }), 6);
    const due = new Date(Math.round(departsAt.getTime() - by_day * HOUR_MS));
    const clock = due.toLocaleTimeString('pt-BR', { timeZone, hour: '2-digit', minute: '2-digit' });
    expect(clock >= '08:00' && clock < '22:00', clock).toBe(true);
    expect(due < departsAt).toBe(true);
  }
});
