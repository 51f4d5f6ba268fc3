import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { balanceOf } from '../../../../test/gift-cards.ts';
import { findFaults } from '../../../../test/invariants.ts';
import { createReservation } from '../../../../test/reservations.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { kept, storedValueOf, writeTransfer } from '../../book/index.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const post = (id: string, path: string, body: object, { token }: Pick<Person, 'token'> = operator) =>
  call(app, 'POST', `/api/reservations/${id}/${path}`, { token, body });
const creditOf = async ({ token }: Person) => (await call(app, 'GET', '/api/users/me/credit', { token })).body;
const use = (id: string, amountCents: number, person: Person) => post(id, 'credit', { amountCents }, person);
const cancel = (id: string) => post(id, 'cancellation', { reason: 'Poucas pessoas', by: 'operator' });
const rowOf = (id: string) =>
  app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A client whose cancelled reservation gives so much credit. */
async function clientWithCredit(cents = 10_000) {
  const client = await createPerson(app);
  const { id: tripId } = await createTrip(app);
  const id = await createReservation(app, operator, tripId, { state: 'booked', receivedCents: cents, person: client });
  await cancel(id);
  const taken = await post(id, 'refund/credit', { amountCents: cents }, client);
  expect(taken).toMatchObject({ status: 200, body: { balanceCents: cents } });
  return { client, cancelled: id, tripId };
}
const reserved = async (client: Person) => {
  const { id: tripId } = await createTrip(app);
  return { tripId, id: await createReservation(app, operator, tripId, { person: client }) };
};

async function fiveOf(client: Person): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < 5) ids.push((await reserved(client)).id);
  return ids;
}

it('a refund becomes credit once, which ends the refund; the credit books the next reservation', async () => {
  const { client, cancelled } = await clientWithCredit();
  expect(await rowOf(cancelled)).toMatchObject({ received_cents: 0, refunded_cents: 10_000, refund_due_on: null });
  expect((await call(app, 'GET', `/api/reservations/${cancelled}`, client)).body).toMatchObject({
    status: { key: 'refunded', label: 'Virou crédito' },
    refund: { state: 'paid', asCredit: true },
  });
  expect(await post(cancelled, 'refund/credit', { amountCents: 10_000 }, client)).toMatchObject({
    body: { code: 'REFUND_NOT_DUE' },
  });

  const { id, tripId } = await reserved(client);
  expect(await use(id, 4_000, client)).toMatchObject({ status: 200, body: { balanceCents: 6_000 } });
  expect(await rowOf(id)).toMatchObject({ state: 'booked', received_cents: 4_000 });
  expect(await creditOf(client)).toMatchObject({
    balanceCents: 6_000,
    data: [
      { kind: 'used', amountCents: -4_000 },
      { kind: 'granted', amountCents: 10_000 },
    ],
  });
  const { body: money } = await call(app, 'GET', `/api/trips/${tripId}/money`, operator);
  expect(money.methods).toEqual([{ method: 'credit', inCents: 4_000, outCents: 0, entries: 1 }]);
});

it('credit is no money that comes or goes: the overview, the trips and the export show it apart', async () => {
  const admin = await createPerson(app, 'ADMIN');
  const overview = async () => (await call(app, 'GET', '/api/overview', admin)).body.money;
  const before = await overview();
  const client = await createPerson(app);
  const first = await reserved(client);
  const cash = { kind: 'deposit', method: 'cash', amountCents: 9_000 };
  expect((await post(first.id, 'payments', cash)).status).toBe(201);
  await cancel(first.id);
  await post(first.id, 'refund/credit', { amountCents: 9_000 }, client);
  const second = await reserved(client);
  expect((await use(second.id, 8_000, client)).status).toBe(200);

  const after = await overview();
  expect(after.receivedCents - before.receivedCents).toBe(9_000);
  expect(after.refundedCents - before.refundedCents).toBe(0);
  expect(after.days.at(-1).receivedCents - before.days.at(-1).receivedCents).toBe(9_000);
  const by = (money: typeof after, of: string) =>
    money.methods.find(({ method }: { method: string }) => method === of) ?? { inCents: 0, outCents: 0 };
  expect(by(after, 'cash').inCents - by(before, 'cash').inCents).toBe(9_000);
  expect(by(after, 'credit').inCents - by(before, 'credit').inCents).toBe(8_000);
  expect(by(after, 'credit').outCents - by(before, 'credit').outCents).toBe(9_000);

  const moneyOf = async (tripId: string) => (await call(app, 'GET', `/api/trips/${tripId}/money`, operator)).body;
  expect(await moneyOf(first.tripId)).toMatchObject({
    ...{ receivedCents: 9_000, refundedCents: 0, creditUsedCents: 0, creditGrantedCents: 9_000 },
  });
  expect(await moneyOf(second.tripId)).toMatchObject({
    ...{ receivedCents: 0, refundedCents: 0, creditUsedCents: 8_000, creditGrantedCents: 0, missingCents: 2_000 },
  });
  const report = await call(app, 'GET', `/api/trips/${second.tripId}/closing`, operator);
  // Who paid with credit has paid: the trip's result counts it.
  expect(report.body.figures).toMatchObject({ receivedCents: 0, creditUsedCents: 8_000, resultCents: 8_000 });

  const [header, row] = await exported(second.tripId);
  const cell = (name: string) => row?.[header?.indexOf(name) ?? -1];
  expect([cell('Entrada (R$)'), cell('Crédito usado (R$)'), cell('Crédito dado (R$)')]).toEqual(['', '80,00', '']);
});

async function exported(tripId: string): Promise<string[][]> {
  const headers = { authorization: `Bearer ${operator.token}` };
  const response = await fetch(`${app.url}/api/trips/${tripId}/money/export?format=csv`, { headers });
  const text = (await response.text()).replace('\uFEFF', '');
  return text.split('\r\n').map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')));
}

it('paying with credit is refused above what is due and above what is there, and for somebody else', async () => {
  const { client } = await clientWithCredit(3_000);
  const { id } = await reserved(client);
  expect(await use(id, 10_001, client)).toMatchObject({ status: 409, body: { code: 'PAYMENT_ABOVE_DUE' } });
  expect(await use(id, 3_001, client)).toMatchObject({ status: 409, body: { code: 'CREDIT_SHORT' } });
  expect(await use(id, 1_000, await createPerson(app))).toMatchObject({ status: 404 });
  expect(await use(id, 3_000, client)).toMatchObject({ status: 200, body: { balanceCents: 0 } });
  const other = await clientWithCredit();
  expect((await use(other.cancelled, 1_000, other.client)).body).toMatchObject({ code: 'RESERVATION_OVER' });
  expect((await post(id, 'refund/credit', { amountCents: 1 }, await createPerson(app))).status).toBe(404);
});

it('used in a reservation that is cancelled, it is to be returned, and a mistake of staff is put right', async () => {
  const { client } = await clientWithCredit();
  const { id } = await reserved(client);
  await use(id, 10_000, client);
  await cancel(id);
  expect((await creditOf(client)).balanceCents).toBe(0);
  await post(id, 'refund/credit', { amountCents: 10_000 }, client);
  expect((await creditOf(client)).balanceCents).toBe(10_000);

  const next = await reserved(client);
  await post(next.id, 'payments', { kind: 'deposit', method: 'credit', amountCents: 3_000 });
  expect((await creditOf(client)).balanceCents).toBe(7_000);
  const { body } = await call(app, 'GET', `/api/reservations/${next.id}/payments`, operator);
  await post(next.id, `payments/${body.data[0].id}/reversal`, { reason: 'Era Pix' });
  expect(await creditOf(client)).toMatchObject({
    balanceCents: 10_000,
    data: [{ kind: 'reversed', amountCents: 3_000 }, {}, {}, {}, {}],
  });

  // The refund that gave it cannot be put right any more once it is used.
  await use(next.id, 10_000, client);
  const { body: ledger } = await call(app, 'GET', `/api/reservations/${id}/payments`, operator);
  const refund = ledger.data.find(({ kind }: { kind: string }) => kind === 'refund');
  expect(await post(id, `payments/${refund.id}/reversal`, { reason: 'Engano' })).toMatchObject({
    body: { code: 'CREDIT_SHORT' },
  });
});

it('the same credit used in many reservations at once pays as far as it goes; without the check it would not', async () => {
  const { client } = await clientWithCredit();
  const ids = await fiveOf(client);
  const answers = await Promise.all(ids.map((id) => use(id, 10_000, client)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect((await creditOf(client)).balanceCents).toBe(0);

  // The control: what the race does where the balance is not checked.
  const other = await clientWithCredit();
  const theirs = await fiveOf(other.client);
  await sql`alter table accounts drop constraint accounts_balance_not_negative`.execute(app.db);
  try {
    await Promise.all(theirs.map((id) => use(id, 10_000, other.client)));
    expect(await balanceOf(app, other.client.id)).toBeLessThan(0);
  } finally {
    await sql`alter table accounts add constraint accounts_balance_not_negative check (balance_cents >= 0) not valid`.execute(
      app.db,
    );
    const cents = -(await balanceOf(app, other.client.id));
    const facts = { kind: 'reissue', method: 'gift_card', recorded_via: 'system', amount_cents: cents } as const;
    await inTransaction(app.db, (trx) =>
      writeTransfer(trx, { ...facts, from: kept, to: storedValueOf(other.client.id) }),
    );
  }
});

it('a double press uses it once', async () => {
  const { client } = await clientWithCredit();
  const { id } = await reserved(client);
  const key = crypto.randomUUID();
  const press = () =>
    fetch(`${app.url}/api/reservations/${id}/credit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ amountCents: 3_000 }),
    });
  await Promise.all([press(), press()]);
  expect((await press()).status).toBe(200);
  expect((await creditOf(client)).balanceCents).toBe(7_000);
});

type Step = 'cash' | 'credit' | 'cancel' | 'asCredit' | 'refundCash' | 'reverse' | 'reserve';
const steps = fc.array(
  fc.record({
    step: fc.constantFrom<Step>(
      'cash',
      'credit',
      'credit',
      'cancel',
      'asCredit',
      'asCredit',
      'refundCash',
      'reverse',
      'reserve',
    ),
    which: fc.nat(2),
    cents: fc.integer({ min: 1, max: 12_000 }),
    isAtOnce: fc.boolean(),
  }),
  { minLength: 6, maxLength: 16 },
);

it('whatever happens, also at once, ledger, refunds and credit agree, and nobody has less than none', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { client, tripId, cancelled } = await clientWithCredit();
      const mine = [{ id: cancelled, tripId }, await reserved(client)];
      const running: Promise<unknown>[] = [];
      for (const { step, which, cents, isAtOnce } of history) {
        if (!isAtOnce || step === 'reserve') await Promise.all(running.splice(0));
        const { id } = mine[which % mine.length] as { id: string };
        running.push(perform(step, { id, cents, client, mine }));
      }
      await Promise.all(running);
      expect(
        await findFaults(
          app.db,
          mine.map((one) => one.tripId),
        ),
      ).toEqual([]);
      const { balanceCents } = await creditOf(client);
      expect(balanceCents).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

interface At {
  id: string;
  cents: number;
  client: Person;
  mine: { id: string; tripId: string }[];
}

async function perform(step: Step, { id, cents, client, mine }: At): Promise<unknown> {
  switch (step) {
    case 'cash':
      return post(id, 'payments', { kind: 'deposit', method: 'cash', amountCents: cents });
    case 'refundCash':
      return post(id, 'payments', { kind: 'refund', method: 'cash', amountCents: cents });
    case 'credit':
      return use(id, cents, client);
    case 'cancel':
      return cancel(id);
    case 'asCredit': {
      const due = app.db.selectFrom('refunds').select('amount_cents').where('reservation_id', '=', id);
      const refund = await due.where('state', '=', 'due').executeTakeFirst();
      return refund && post(id, 'refund/credit', { amountCents: refund.amount_cents }, client);
    }
    case 'reverse': {
      const { body } = await call(app, 'GET', `/api/reservations/${id}/payments`, operator);
      const entry = body.data.at(-1);
      return entry && post(id, `payments/${entry.id}/reversal`, { reason: 'Engano' });
    }
    case 'reserve': {
      mine.push(await reserved(client));
    }
  }
  return undefined;
}
