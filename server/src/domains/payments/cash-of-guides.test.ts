import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, crewOfGuides, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn, type Family } from '../../../test/parties.ts';
import { withoutLocks } from '../../../test/without-locks.ts';
import { findFaults } from '../../platform/database/find-faults.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { openAccounts, storedValueOf } from '../book/index.ts';
import { sweepHolds } from '../reservations/index.ts';

const TOTAL = 37_800;

let app: TestApp;
let bia: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp({ connections: 24 });
  bia = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 2 });
  await departSoon(family.trip);
});
afterEach(async () => expect(await findFaults(app.db)).toEqual([]));

const post = (path: string, body: object = {}, token = bia.token, on = app) =>
  call(on, 'POST', `/api/${path}`, { token, body });
const cash = ({ reservation }: Pick<Family, 'reservation'> = family, amountCents = TOTAL) => {
  const tappedAt = new Date().toISOString();
  return { id: randomUUID(), code: reservation.code, amountCents, tappedAt, clockOffsetMs: 0 };
};
const confirm = (id: string) => post(`payments/door-payments/${id}/confirmation`);
const refuse = (id: string) =>
  post(`payments/door-payments/${id}/refusal`, { reason: 'O dinheiro voltou ao cliente.' });
const read = async ({ id }: Pick<Family, 'id'> = family) =>
  (await call(app, 'GET', `/api/reservations/${id}`, { token: bia.token })).body;
const ledger = async ({ id }: Pick<Family, 'id'> = family) =>
  (await call(app, 'GET', `/api/reservations/${id}/payments`, { token: bia.token })).body.data;
const waiting = async ({ id }: Pick<Family, 'id'> = family) =>
  (await call(app, 'GET', '/api/payments/door-payments', { token: bia.token })).body.data.filter(
    ({ reservation }: { reservation: { id: string } }) => reservation.id === id,
  );

/** Lets a trip board, and its holds end with it. */
async function departSoon({ id }: { id: string }, on = app): Promise<void> {
  await departIn(on, id, 1);
  const soon = { hold_expires_at: new Date(Date.now() + 30 * 60_000) };
  await on.db.updateTable('reservations').set(soon).where('trip_id', '=', id).execute();
}

/** A guide without an account: takes cash, and says what they still have to hand in. */
async function guideOf({ trip }: Pick<Family, 'trip'> = family, on = app, { token } = bia) {
  const { body } = await call(on, 'POST', `/api/trips/${trip.id}/guide-links`, {
    token,
    body: { name: 'Júlia Prado' },
  });
  const pin = { token: body.url.split('#')[1], pin: body.pin };
  const { session } = (await call(on, 'POST', '/api/guide/session', { body: pin })).body;
  return {
    id: body.id as string,
    take: (payment: object) => call(on, 'POST', '/api/guide/door-payments', { body: { session, ...payment } }),
    hand: async () => {
      const account = on.db.selectFrom('accounts').select('balance_cents').where('id', '=', body.id);
      return (await account.executeTakeFirst())?.balance_cents;
    },
  };
}

describe('cash that guides report', () => {
  it('is kept of two guides who took all of it without a signal; what is too much is refunded once confirmed', async () => {
    const guides = [await guideOf(), await guideOf()] as const;
    const payments = [cash(), cash()] as const;
    for (const _ of [1, 2]) {
      const answers = await Promise.all(guides.map((guide, index) => guide.take(payments[index] ?? {})));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
    expect(await read()).toMatchObject({ dueCents: TOTAL, guideCents: 2 * TOTAL, refund: null });
    expect(await waiting()).toHaveLength(2);
    expect((await confirm(payments[0].id)).status).toBe(200);
    expect(await read()).toMatchObject({ dueCents: 0, guideCents: TOTAL, refund: null });
    expect(await guides[0].hand()).toBe(0);
    expect(await guides[1].hand()).toBe(TOTAL);
    expect((await confirm(payments[1].id)).status).toBe(200);
    expect(await read()).toMatchObject({
      ...{ guideCents: 0, receivedCents: 2 * TOTAL, toReturnCents: TOTAL },
      refund: { amountCents: TOTAL, state: 'due' },
    });
  });

  it('is kept of a reservation that was cancelled, and refunded once confirmed', async () => {
    const guide = await guideOf();
    await post(`reservations/${family.id}/cancellation`, { reason: 'Desistiu' });
    const payment = cash();
    expect(await guide.take(payment)).toMatchObject({ status: 200, body: { dueCents: 0, guideCents: TOTAL } });
    expect((await confirm(payment.id)).body).toMatchObject({ state: 'confirmed', reservation: { dueCents: 0 } });
    expect(await read()).toMatchObject({ state: 'cancelled', toReturnCents: TOTAL, refund: { amountCents: TOTAL } });
  });

  it.each([
    [1, 'booked', null],
    [-1, 'expired', { amountCents: TOTAL }],
  ])(
    'is kept of a reservation that expired; confirmed %i hours before the departure it is %s',
    async (hours, state, refund) => {
      const guide = await guideOf();
      const past = { hold_expires_at: new Date(Date.now() - 60_000) };
      await app.db.updateTable('reservations').set(past).where('id', '=', family.id).execute();
      await sweepHolds({
        ...app.app.deps,
        publicUrl: 'https://passeio.example',
        jobs: { enqueueAll: async () => undefined },
      });
      expect((await read()).state).toBe('expired');
      await departIn(app, family.trip.id, hours);
      const payment = cash();
      expect((await guide.take(payment)).status).toBe(200);
      expect((await confirm(payment.id)).status).toBe(200);
      const { refund: due, ...found } = await read();
      expect(found).toMatchObject({ state, receivedCents: TOTAL });
      expect(due).toEqual(refund && expect.objectContaining(refund));
    },
  );

  it.each([
    ['acceptance', 'booked', null],
    ['refusal', 'cancelled', TOTAL],
  ])('is kept of a request, and waits for its %s', async (answer, state, refund) => {
    const trip = await createFamilyTrip(app, { on_request: true });
    const asked = await createFamily(app, { adult: 2 }, { trip });
    await departSoon(trip);
    const [payment, own] = [cash(asked), cash(asked, 100)];
    expect((await (await guideOf(asked)).take(payment)).body).toMatchObject({ guideCents: TOTAL });
    expect((await post(`trips/${trip.id}/door-payments`, own)).body).toMatchObject({ guideCents: TOTAL + 100 });
    expect((await confirm(payment.id)).body.code).toBe('REQUEST_TO_ANSWER');
    expect((await refuse(own.id)).status).toBe(200);
    await post(
      `reservations/${asked.id}/${answer}`,
      answer === 'refusal' ? { reason: 'O barco já está fretado.' } : {},
    );
    expect((await confirm(payment.id)).status).toBe(200);
    const { refund: due, ...found } = await read(asked);
    expect(found).toMatchObject({ state, receivedCents: TOTAL });
    expect(due?.amountCents ?? null).toBe(refund);
  });

  it('is of a guide with an account beside the credit that they have as a client', async () => {
    const guide = await createPerson(app, 'GUIDE');
    await inTransaction(app.db, (trx) => openAccounts(trx, [storedValueOf(guide.id)]));
    await call(app, 'PUT', `/api/trips/${family.trip.id}/crew`, { token: bia.token, body: crewOfGuides([guide.id]) });
    expect((await post(`trips/${family.trip.id}/door-payments`, cash(), guide.token)).status).toBe(200);
    const [report] = await waiting();
    expect(report).toMatchObject({ amountCents: TOTAL, guide: expect.stringMatching(/./) });
    expect((await confirm(report.id)).body).toMatchObject({ state: 'confirmed', guide: report.guide });
  });

  it('is out of the guide’s hand once refused, and is decided once', async () => {
    const guide = await guideOf();
    const payment = cash();
    await guide.take(payment);
    expect(await guide.hand()).toBe(TOTAL);
    expect((await refuse(payment.id)).body).toMatchObject({ state: 'refused' });
    expect((await confirm(payment.id)).body.code).toBe('DOOR_PAYMENT_DECIDED');
    expect((await guide.take(payment)).body).toEqual({ dueCents: TOTAL, guideCents: 0, guides: '' });
    expect([await guide.hand(), (await read()).guideCents, await waiting()]).toEqual([0, 0, []]);
  });

  it('is in the guide’s hand again when its payment is reversed', async () => {
    const guide = await guideOf();
    const payment = cash();
    await guide.take(payment);
    await confirm(payment.id);
    for (const _ of [1, 2]) {
      const entry = (await ledger()).at(-1);
      expect(
        (await post(`reservations/${family.id}/payments/${entry.id}/reversal`, { reason: 'Não chegou' })).status,
      ).toBe(201);
      expect(await read()).toMatchObject({ receivedCents: 0, guideCents: TOTAL });
      expect(await guide.hand()).toBe(TOTAL);
      const [again, ...others] = await waiting();
      expect([others, again.amountCents, again.guide]).toEqual([[], TOTAL, 'Júlia Prado']);
      expect(again.takenAt).toBe(entry.occurredAt);
      await confirm(again.id);
      expect(await read()).toMatchObject({ receivedCents: TOTAL, guideCents: 0 });
    }
    expect((await guide.take(payment)).body).toMatchObject({ dueCents: 0, guideCents: 0 });
  });

  it('stays nowhere when staff reverses what it took and recorded itself', async () => {
    await post(`trips/${family.trip.id}/door-payments`, cash(family, 20_000));
    const [entry] = await ledger();
    await post(`reservations/${family.id}/payments/${entry.id}/reversal`, { reason: 'Valor errado' });
    expect(await read()).toMatchObject({ receivedCents: 0, guideCents: 0, dueCents: TOTAL });
    expect(await waiting()).toEqual([]);
  });

  it('is no received money of any day until staff confirms it', async () => {
    const admin = await createPerson(app, 'ADMIN');
    const today = async () => {
      const { body } = await call(app, 'GET', '/api/overview', { token: admin.token });
      return [body.money.receivedCents, body.money.days.at(-1).receivedCents];
    };
    const before = await today();
    const [payment, other] = [cash(family, 10_000), cash(family, 700)];
    const guide = await guideOf();
    await Promise.all([guide.take(payment), guide.take(other)]);
    await confirm(payment.id);
    // It is read anew once a notification of the database has arrived.
    await expect.poll(today).toEqual(before.map((cents) => cents + 10_000));
  });
});

describe('20 confirmations at once', () => {
  const confirmAll = async (on: TestApp, { token }: Person) => {
    const { id, trip, reservation } = await createFamily(on, { adult: 2 });
    await departSoon(trip, on);
    const payment = cash({ reservation });
    await (await guideOf({ trip }, on, { token } as Person)).take(payment);
    const confirmCash = () => post(`payments/door-payments/${payment.id}/confirmation`, {}, token, on);
    const answers = await Promise.all(Array.from({ length: 20 }, confirmCash));
    const statuses = answers.map(({ status }) => status);
    const { body } = await call(on, 'GET', `/api/reservations/${id}/payments`, { token });
    return { statuses, entries: body.data.length as number };
  };

  it('of one report count once', async () => {
    const { statuses, entries } = await confirmAll(app, bia);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(entries).toBe(1);
  });

  it('of one guide’s reports all count', async () => {
    const trip = await createFamilyTrip(app, { capacity: 40 });
    const families = [];
    for (let turn = 0; turn < 20; turn += 1) families.push(await createFamily(app, { adult: 1 }, { trip }));
    await departSoon(trip);
    const guide = await guideOf({ trip });
    const payments = families.map((one) => cash(one, 18_900));
    await Promise.all(payments.map((payment) => guide.take(payment)));
    expect(await guide.hand()).toBe(20 * 18_900);
    const answers = await Promise.all(payments.map(({ id }) => confirm(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await guide.hand()).toBe(0);
  });

  it('count more than once without locks and guards: the race is real', async () => {
    const unguarded = await buildTestApp({ connections: 24, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
    try {
      const other = await createPerson(unguarded, 'OPERATOR');
      await sql`drop index transfers_cash_counts_once`.execute(unguarded.db);
      await sql`alter table transfers drop constraint transfers_reverses_key`.execute(unguarded.db);
      await sql`alter table accounts drop constraint accounts_balance_not_negative`.execute(unguarded.db);
      await sql`alter table reservations drop constraint reservations_guide_cents_check`.execute(unguarded.db);
      await sql`drop function check_money cascade`.execute(unguarded.db);
      let most = 0;
      for (let turn = 0; turn < 8 && most < 2; turn += 1)
        most = Math.max(most, (await confirmAll(unguarded, other)).entries);
      expect(most).toBeGreaterThan(1);
    } finally {
      await unguarded.close();
    }
  });
});

describe('the database', () => {
  const refusedBy = (...statements: RawBuilder<unknown>[]): Promise<string> =>
    inTransaction(app.db, async (trx) => {
      for (const statement of statements) await statement.execute(trx);
    }).then(
      () => 'nothing',
      ({ constraint, message }) => constraint ?? message,
    );
  const transfer = (
    kind: string,
    [from, to]: [unknown, unknown],
    { cents = TOTAL, reverses = null as string | null, counts = null as string | null } = {},
  ) => sql`
    insert into transfers (id, from_account, to_account, amount_cents, kind, method, recorded_by, reverses, records_again)
    values (${randomUUID()}, ${from}, ${to}, ${cents}, ${kind}, 'cash', ${bia.id}, ${reverses}, ${counts})`;
  const office = sql`own_account('office')`;
  const handTo = (id: string, cents: number) => sql`
    update accounts set balance_cents = balance_cents + ${cents} where id = ${id}`;

  it('lets no hand owe less than nothing, and no report be changed or made of anything else', async () => {
    const { id: hand, take } = await guideOf();
    const { id } = cash();
    await take({ ...cash(), id });
    const reserved = family.id;
    expect(await refusedBy(handTo(hand, -TOTAL - 1))).toBe('accounts_balance_not_negative');
    expect(await refusedBy(handTo(hand, -1))).toBe('accounts_balance_of_transfers');
    expect(await refusedBy(transfer('cash_report', [reserved, hand]))).toBe('accounts_balance_of_transfers');
    expect(await refusedBy(transfer('cash_report', [reserved, office]))).toBe('transfers_accounts_of_kind');
    expect(await refusedBy(transfer('cash_report', [hand, reserved]))).toBe('transfers_accounts_of_kind');
    expect(await refusedBy(sql`update transfers set amount_cents = 1 where id = ${id}`)).toBe('transfers_are_final');
    expect(await refusedBy(sql`delete from transfers where id = ${id}`)).toBe('transfers_are_final');
    const opposite = 'transfers_reversal_is_opposite';
    expect(await refusedBy(transfer('hand_in', [hand, reserved], { reverses: id, cents: 1 }))).toBe(opposite);
    expect(await refusedBy(transfer('reversal_in', [hand, reserved], { reverses: id }))).toBe(opposite);
    expect(await refusedBy(transfer('hand_in', [hand, reserved]))).toBe('transfers_reversal');
  });

  it('has cash in one place: handed in it counts, and counted it is handed in, once', async () => {
    const { id: hand, take } = await guideOf();
    const payment = cash();
    await take(payment);
    const reserved = family.id;
    const ends: [string, string] = [hand, reserved];
    const handIn = [transfer('hand_in', ends, { reverses: payment.id }), handTo(hand, -TOTAL)];
    const paid = (counts: string, cents = TOTAL) => [
      transfer('full', [office, reserved], { counts, cents }),
      sql`update reservations set received_cents = received_cents + ${cents} where id = ${reserved}`,
    ];
    expect(await refusedBy(...handIn)).toBe('transfers_cash_in_one_place');
    expect(await refusedBy(...paid(payment.id))).toBe('transfers_cash_in_one_place');
    expect(await refusedBy(...paid(payment.id, 1))).toBe('transfers_cash_of_report');
    expect(await refusedBy(...paid(randomUUID()))).toBe('transfers_cash_of_report');
    await confirm(payment.id);
    expect(await refusedBy(...paid(payment.id))).toBe('transfers_cash_counts_once');
    expect(await refusedBy(transfer('report_refusal', ends, { reverses: payment.id }))).toBe('transfers_reverses_key');
    const [{ id: counted }] = await ledger();
    const again = transfer('cash_report', [reserved, hand], { counts: counted });
    expect(await refusedBy(again, handTo(hand, TOTAL))).toBe('transfers_cash_of_report');
  });
});
