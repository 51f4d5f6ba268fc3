import { expect, inject, it } from 'vitest';
import { createEmptyDatabase } from '../../../test/postgres.ts';
import { createClient } from '../../platform/database/connect.ts';
import { prepareDatabase } from '../../platform/database/migrate.ts';

const TOTAL = 18_900;
const DEPOSIT = 5_670;

// Code, state, what came in, what went out, when it was cancelled.
const earlier = [
  ['NOTHIN', 'held', 0, 0, null],
  ['BOOKED', 'booked', DEPOSIT, 0, null],
  ['TWICEE', 'booked', 2 * TOTAL, 0, null],
  ['CANCEL', 'cancelled', DEPOSIT, 1_000, '2026-11-10T23:30:00-03'],
  ['GONEBY', 'cancelled', DEPOSIT, DEPOSIT, '2026-11-10T12:00:00-03'],
  ['TOLATE', 'expired', DEPOSIT, 0, null],
] as const;

it('keeps every payment of before, and finds what is due to go back', async () => {
  const { url, drop } = await createEmptyDatabase(inject('templateUrl'));
  await prepareDatabase(url, async () => undefined, { until: '0041_families' });
  const client = createClient(url);
  await client.connect();
  await client.query(`
    update operator set refund_days = 10, time_zone = 'America/Sao_Paulo';
    insert into trips (id, slug, title, departs_at, returns_at, capacity, price_cents)
      values (uuidv7(), 'serra', 'Serra', now() + interval '1 month', now() + interval '2 months', 10, ${TOTAL});
    insert into users (id, name, contact) values (uuidv7(), 'Equipe', '+5535999990000');
    set session_replication_role = replica`);
  for (const [code, state, came, went, cancelledAt] of earlier) {
    await client.query(
      `with reservation as (
        insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, received_cents,
          channel, cancelled_at, updated_at)
        select uuidv7(), $1, trips.id, users.id, $2, 1, ${TOTAL}, ${DEPOSIT}, $3::integer - $4::integer, 'operator', $5::timestamptz,
          '2026-11-05T12:00:00-03' from trips, users
        returning id, user_id)
      insert into payments (id, reservation_id, kind, method, amount_cents, note, confirmed_by, confirmed_at)
      select uuidv7(), id, kind, 'pix', cents, 'No balcão', user_id, '2026-11-01T12:00:00Z'
      from reservation, (values ('deposit', $3::integer), ('refund', $4::integer)) entry (kind, cents) where cents > 0`,
      [code, state, came, went, cancelledAt],
    );
  }
  await client.query('set session_replication_role = default');

  await prepareDatabase(url, async () => undefined);

  const reservations = await client.query({
    text: `select code, received_cents, refunded_cents, refund_due_on::text, f.amount_cents, f.reason, f.state
      from reservations r left join refunds f on f.reservation_id = r.id order by r.id`,
    rowMode: 'array',
  });
  expect(reservations.rows).toEqual([
    ['NOTHIN', 0, 0, null, null, null, null],
    ['BOOKED', DEPOSIT, 0, null, null, null, null],
    ['TWICEE', 2 * TOTAL, 0, '2026-11-15', TOTAL, 'overpaid', 'due'],
    ['CANCEL', DEPOSIT - 1_000, 1_000, '2026-11-20', DEPOSIT - 1_000, 'cancelled', 'due'],
    ['GONEBY', 0, DEPOSIT, null, null, null, null],
    ['TOLATE', DEPOSIT, 0, '2026-11-15', DEPOSIT, 'expired', 'due'],
  ]);
  const entries = await client.query({
    text: `select code, kind, direction, amount_cents, note, recorded_via, u.name, occurred_at = recorded_at
      from ledger_entries e join reservations r on r.id = e.reservation_id join users u on u.id = e.recorded_by
      order by e.id`,
    rowMode: 'array',
  });
  const of = (...entry: unknown[]) => [...entry, 'No balcão', 'person', 'Equipe', true];
  expect(entries.rows).toEqual([
    of('BOOKED', 'deposit', 'in', DEPOSIT),
    of('TWICEE', 'deposit', 'in', 2 * TOTAL),
    of('CANCEL', 'deposit', 'in', DEPOSIT),
    of('CANCEL', 'refund', 'out', 1_000),
    of('GONEBY', 'deposit', 'in', DEPOSIT),
    of('GONEBY', 'refund', 'out', DEPOSIT),
    of('TOLATE', 'deposit', 'in', DEPOSIT),
  ]);
  await client.end();
  await drop();
});
