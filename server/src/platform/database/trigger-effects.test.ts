import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the functions of triggers write to other tables or notify, as decision 58 names them; all others refuse', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and t.tgrelid::regclass::text !~ '^(pgboss|identity)\\.'
      and p.prosrc ~* '\\m(update\\s+\\w+(\\s+\\w+)?\\s+set|insert\\s+into|delete\\s+from|pg_notify)\\M'
    order by 1`.execute(app.db);
  expect(rows.map(({ name }) => name)).toEqual([
    'add_guide_to_crew',
    'count_allotment',
    'count_coupon_line',
    'count_coupon_of_reservation',
    'count_coupon_use',
    'count_extra',
    'count_extras_of_reservation',
    'count_places',
    'count_places_of_seller',
    'count_rooms',
    'count_sold_lines',
    'set_attendance',
    'tell_operator_change',
    'tell_trip_change',
  ]);
});
