import type pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../test/app.ts';
import { createTrip, signUpData } from '../../test/factories.ts';
import { startTestHost } from '../../test/hosting.ts';
import { createFamily } from '../../test/parties.ts';
import { mailQueue } from '../domains/messages/index.ts';
import { noteDueReminders } from '../domains/reminders/reminders.queries.ts';
import { dueMoments } from '../due-moments.ts';
import { createDatabase } from '../platform/database/connect.ts';
import { readOperator } from './directory.queries.ts';
import { readDue } from './due.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const soon = { timeout: 90_000, interval: 100 };

/** The time zone in which it is noon now, or a little later. */
function zoneAtNoon(): string {
  const hours = 12 - new Date().getUTCHours();
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

let app: TestAppWithJobs;
let noon: number;
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  await app.db
    .updateTable('operator')
    .set({ time_zone: zoneAtNoon(), balance_due_hours: 72, transfer_hours: 48, releases_overdue: true })
    .execute();
  noon = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await createFamily(app, { adult: 1 });
});
afterAll(() => app.close());

// A day later than it is: the night is then further away than every moment of these tests.
const dueIn = (pool: pg.Pool) => readDue(pool, 'rota', new Date(Date.now() + DAY_MS));

/** A moment that no other work is due at. */
const inTwoHours = () => new Date(Math.floor(Date.now() / 1_000) * 1_000 + 2 * HOUR_MS);

type Pool = Pick<pg.PoolClient, 'query'>;

/** Runs `work` in a transaction that is rolled back, in which no trigger or foreign key asks for more. */
async function inSandbox(work: (pool: pg.Pool, client: Pool) => Promise<void>): Promise<void> {
  const client = await app.pool.connect();
  const query = client.query.bind(client);
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(`update reservations set state = 'booked', hold_expires_at = null, acknowledged_at = now()`);
    await work({ connect: async () => ({ query, release: () => undefined }) } as unknown as pg.Pool, client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const id = 'gen_random_uuid()';
const anybody = '(select id from users limit 1)';
const trip = '(select id from trips limit 1)';
const reservation = '(select id from reservations limit 1)';
const onTrip = (set: string) =>
  `update trips set places_taken = 0, returns_at = $1::timestamptz + interval '9 days', ${set}`;
const dueOn = "jsonb_build_array(jsonb_build_object('dueOn', due::date, 'dueAt', due, 'cents', 18900))";

/** What a row of the work does at the moment $1. */
const kinds: [work: string, what: string, ...statements: string[]][] = [
  ['holds', 'a hold ends', `update reservations set state = 'held', hold_expires_at = $1, hold_warned_at = now()`],
  [
    'holds',
    'a request ends',
    `update reservations set state = 'requested', requested_at = now(), hold_expires_at = $1`,
  ],
  [
    'holds',
    'a payer is warned',
    `update reservations set state = 'held', hold_warned_at = null, created_at = now() - interval '9 hours',
     hold_expires_at = $1::timestamptz + interval '2 hours'`,
  ],
  ['holds', 'places of added people end', 'update participants set held_until = $1'],
  [
    'holds',
    'a waiting list ends',
    onTrip(`departs_at = $1::timestamptz + (select last_moment_minutes from operator) * interval '1 minute'`),
    `insert into waiting_list_entries (id, trip_id, user_id, party, places)
     values (${id}, ${trip}, ${anybody}, '[]', 1 + 0 * extract(hour from $1::timestamptz)::integer)`,
  ],
  [
    'holds',
    'places that are set aside come free',
    `insert into allotments (id, trip_id, coupon_id, places, ends_at) values (${id}, ${trip}, ${id}, 2, $1)`,
  ],
  ['new-reservations', 'a payer is told', 'update reservations set acknowledged_at = null, created_at = $1'],
  [
    'instalments',
    'an overdue reservation is cancelled',
    `update reservations set instalments = ${dueOn}, instalment_reminder = due::date || ' overdue',
     instalment_reminded_at = $1::timestamptz - interval '1 day' from (select now() - interval '20 days' as due) due`,
  ],
  [
    'announcements',
    'an announcement leaves',
    `insert into trip_announcements (id, trip_id, audience, subject, text, send_at, created_by, missing_data_only, unpaid_only)
     values (${id}, ${trip}, 'payers', 'Aviso', 'Aviso', $1, ${anybody}, false, false)`,
  ],
  [
    'trip-alerts',
    'a new date is announced',
    `insert into trip_alerts (id, series_id, trip_id, name, email, asked_at, confirmed_at)
     select ${id}, series_id, id, 'Rita', 'rita@exemplo.com.br', '2020-01-01', $1 from trips`,
    `update trips set published_at = least(now(), $1)`,
  ],
  [
    'gift-cards',
    'an unpaid one ends',
    `insert into gift_cards (id, buyer_email, buyer_name, code_hash, last4, link_hash, value_cents, created_at)
     values (${id}, 'a@b.example', 'Rita', 'a', '1234', 'b', 5000, $1::timestamptz - interval '24 hours')`,
  ],
  [
    'gift-card-returns',
    'a payer reads of it',
    `insert into refunds (id, reservation_id, amount_cents, promised_for, reason, state, paid_at)
     values (${id}, ${reservation}, 100, now(), 'cancelled', 'paid', $1)`,
    `insert into transfers (id, amount_cents, from_account, to_account, kind, method, recorded_via, refund_id, occurred_at)
     select ${id}, 100, ${reservation}, ${id}, 'refund', 'gift_card', 'system', id, least(now(), $1) from refunds`,
  ],
  [
    'series-changes',
    'a change goes on',
    `insert into series_changes (id, series_id, fields, created_at) values (${id}, ${id}, '{}', $1)`,
  ],
  [
    'guaranteed-departures',
    'people read of it',
    `update trips set guaranteed_at = $1::timestamptz - interval '2 minutes', is_active = true`,
  ],
  [
    'cancelled-departures',
    'payers are told',
    `insert into trip_cancellations (trip_id, reason, choose_until, cancelled_by, cancelled_at)
     values (${trip}, 'Chuva', now() + interval '5 days', ${anybody}, $1::timestamptz - interval '2 minutes')`,
  ],
  ['overdue-choices', 'a payer has not chosen', 'update reservations set choose_until = $1'],
  [
    'lost-imports',
    'an import is given up',
    `insert into imports (id, columns, created_by, filename, header_line, kind, state, created_at)
     values (${id}, '{}', ${anybody}, 'a.csv', 1, 'trips', 'applying', $1)`,
  ],
  [
    'seats',
    'people get seats',
    onTrip(`auto_seating = true, departs_at = $1::timestamptz + interval '48 hours'`),
    `insert into trip_vehicles (id, trip_id, vehicle_id, name, position, seat_map)
     select ${id}, ${trip}, ${id}, 'Van', 0, '[[{"kind":"seat","label":"1"}]]' where $1::timestamptz is not null`,
  ],
  [
    'shared-rooms',
    'a room becomes a single',
    `insert into reservation_rooms (id, reservation_id, room_type_id, position, share, warned_at)
     values (${id}, ${reservation}, ${id}, 0, 'any', $1::timestamptz - interval '24 hours')`,
  ],
  [
    'invoices',
    'a note by the rule is written',
    `insert into fiscal_settings (allows_unnamed, municipal_code, municipal_registration, municipality, nbs_code, own_percent,
       series, service_code, simples_option, simples_regime, special_regime, issue_rule, rule_by, rule_since)
     values (true, '', '', '3170701', '118066200', 50, 1, '060101', '1', '', '0', 'departure', ${anybody}, least(now(), $1))`,
    onTrip('departs_at = $1'),
    'update reservations set received_cents = 100 where $1::timestamptz is not null',
  ],
  [
    'invoices',
    'a batch is written',
    `insert into invoice_batches (id, requested_by, created_at) values (${id}, ${anybody}, $1)`,
    `insert into invoice_batch_items (batch_id, reservation_id, by_rule)
     select id, ${reservation}, false from invoice_batches where created_at = $1`,
  ],
  [
    'charges',
    'a code is made',
    `insert into charges (id, reservation_id, amount_cents, provider, provider_state, purpose, reference, updated_at)
     values (${id}, ${reservation}, 100, 'pix_api', 'wanted', 'deposit', 'A1', $1)`,
    `update operator set provider_names = '{pix_api}' where $1::timestamptz is not null`,
    `insert into provider_polls (provider, asked_at, polled_until) values ('pix_api', $1, $1)`,
  ],
  [
    'payment-poll',
    'the bank is asked, while somebody owes money',
    `update operator set provider_names = '{pix_api}' where $1::timestamptz is not null`,
    `insert into provider_polls (provider, asked_at, polled_until) values ('pix_api', $1::timestamptz - interval '1 hour', $1)`,
  ],
  [
    'sent-refunds',
    'the bank is asked for one',
    `insert into refunds (id, reservation_id, amount_cents, promised_for, reason, state, provider_reference, returned_entry, created_at)
     values (${id}, ${reservation}, 100, now(), 'cancelled', 'sent', 'D1', ${id}, $1)`,
  ],
];

it.each(kinds)('%s: %s when it is due', async (_, __, ...statements) => {
  await inSandbox(async (pool, client) => {
    expect((await dueIn(pool)).getTime()).toBeGreaterThan(Date.now() + 12 * HOUR_MS);
    const at = inTwoHours();
    for (const statement of statements) await client.query(statement, [at]);
    expect(await dueIn(pool)).toEqual(at);
  });
});

it('every kind of work that is due by the clock is among them', () => {
  const others = ['reminders', 'staff-for-a-day', 'whatsapp-budget'];
  const named = Object.keys(dueMoments).filter((name) => dueMoments[name]?.length);
  expect(new Set([...kinds.map(([work]) => work), ...others])).toEqual(new Set(named));
});

it('a reminder is due at its moment, but in the night in the morning after', async () => {
  await inSandbox(async (pool, client) => {
    const departAt = async (departsAt: Date) => {
      await client.query(`update trips set departs_at = $1, returns_at = $1`, [departsAt]);
      await client.query('delete from trip_reminders');
      // Those whose moments have passed are sent already.
      await noteDueReminders(createDatabase(pool), new Date());
      await client.query('update trip_reminders set done_at = now()');
    };
    // The second one of the balance leaves two days before that is due.
    const moment = inTwoHours();
    await departAt(new Date(moment.getTime() + 5 * DAY_MS));
    expect(await dueIn(pool)).toEqual(moment);
    const evening = noon + 9.5 * HOUR_MS;
    await departAt(new Date(evening + 5 * DAY_MS));
    expect(await dueIn(pool)).toEqual(new Date(noon + 20 * HOUR_MS));
  });
});

it('jobs that the clock starts at fixed minutes are due then', async () => {
  await inSandbox(async (pool, client) => {
    const { rows } = await client.query<{ at: Date }>(
      `insert into whatsapp_settings (monthly_budget_cents) values (1000) on conflict (only_row) do update
         set monthly_budget_cents = 1000
       returning date_trunc('hour', now() - interval '5 minutes') + interval '65 minutes' as at`,
    );
    const message = `insert into conversation_messages (id, conversation_id, direction, kind, status, cost_hundredths, at)
      values (${id}, ${id}, 'out', 'text', 'sent', 500, now())`;
    await client.query(message);
    expect(await dueIn(pool)).toEqual(rows[0]?.at);
    await client.query('delete from conversation_messages');
    await client.query(`update users set staff_until = date_trunc('hour', now()) + interval '3 hours'`);
    const ended = await client.query<{ at: Date }>(
      `select date_trunc('hour', now()) + interval '3 hours 10 minutes' as at`,
    );
    expect(await dueIn(pool)).toEqual(ended.rows[0]?.at);
  });
});

it('a job that waits is due when it may begin', async () => {
  await app.jobs.enqueue({ ...mailQueue, startAfter: 5_400 }, { kind: 'signUp' });
  await inSandbox(async (pool) => {
    const due = await dueIn(pool);
    expect(Math.abs(due.getTime() - Date.now() - 5_400_000)).toBeLessThan(MINUTE_MS);
  });
  await app.pool.query('delete from pgboss.job');
});

it('what cannot be done is tried again after as long as it has waited, an hour at most', async () => {
  await inSandbox(async (pool, client) => {
    const dueAfter = async (minutes: number) => {
      const overdue = new Date(Date.now() - minutes * MINUTE_MS);
      await client.query('update reservations set choose_until = $1', [overdue]);
      return Math.round(((await dueIn(pool)).getTime() - Date.now()) / MINUTE_MS);
    };
    expect([await dueAfter(1), await dueAfter(10), await dueAfter(30), await dueAfter(900)]).toEqual([-1, 10, 30, 60]);
    // It hides nothing that is due earlier.
    await client.query("update participants set held_until = now() + interval '20 minutes'");
    expect(Math.round(((await dueIn(pool)).getTime() - Date.now()) / MINUTE_MS)).toBe(20);
  });
});

it('a reminder leaves on time though its operator sleeps', async () => {
  const host = await startTestHost({ hosting: { idleMs: 500 } });
  onTestFinished(() => host.close());
  const { slug, domain } = await host.add();
  const { id: tripId } = await host.inDatabase(slug, (db) => createTrip({ db }, { deposit_percent: 0 }));
  const { token, email } = await host.signIn(domain);
  const fare = await host.inDatabase(slug, async (db) => {
    const settings = { time_zone: zoneAtNoon(), balance_due_hours: 72, require_confirmed_email: false };
    await db.updateTable('operator').set(settings).execute();
    return db.selectFrom('trip_fares').select('id').where('trip_id', '=', tripId).executeTakeFirstOrThrow();
  });
  await host.ask(domain, '/api/users', { method: 'POST', token, body: signUpData({ email }) });
  const body = { party: [{ fareId: fare.id, count: 1 }] };
  const reserved = await host.ask(domain, `/api/trips/enrrol/${tripId}`, { method: 'POST', token, body });
  expect(reserved.status).toBe(201);
  const moment = Date.now() + 45_000;
  const departsAt = new Date(moment + 5 * DAY_MS);
  await host.inDatabase(slug, (db) =>
    db
      .updateTable('trips')
      .set({ departs_at: departsAt, returns_at: new Date(departsAt.getTime() + HOUR_MS) })
      .where('id', '=', tripId)
      .execute(),
  );
  const row = () => readOperator(host.context.pool, slug);
  const sentAt = () =>
    host.inDatabase(slug, async (db) => {
      const reminder = db.selectFrom('trip_reminders').select('done_at').where('kind', '=', 'balance_soon');
      return (await reminder.executeTakeFirst())?.done_at?.getTime();
    });
  // It may be woken once more to notify of the new reservation.
  const asleepUntil = async () => {
    const current = await row();
    return current?.is_awake ? undefined : current?.due_at?.getTime();
  };
  await expect.poll(asleepUntil, soon).toBe(moment);
  expect(await sentAt()).toBeUndefined();
  await expect.poll(sentAt, soon).toBeGreaterThanOrEqual(moment);
  expect(((await sentAt()) ?? 0) - moment).toBeLessThan(MINUTE_MS);
}, 180_000);
