import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordReportedNow } from '../src/domains/payments/index.ts';
import { sweepHolds } from '../src/domains/reservations/holds/expire-holds.ts';
import { findFaults } from '../src/platform/database/find-faults.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { call, createPerson, createTrip, type Person } from './factories.ts';
import { createFamily, createFamilyTrip, type Family } from './parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor } from './pix.ts';
import { pdf, reviewReceipt, sendReceipt } from './receipts.ts';
import { reserveAs } from './statements.ts';
import { withoutLocks } from './without-locks.ts';

const DEPOSIT = 5_670;
const TURNS = 6;
const HOUR_MS = 3_600_000;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 16 });
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const partsOf = ({ app: { deps } }: TestApp) => ({ ...deps, publicUrl: 'https://passeio.example' });
const post = (path: string, body: object, { token } = staff) => call(app, 'POST', `/api/${path}`, { token, body });

/** What may happen to a reservation while its deposit is paid. */
const meanwhile: Record<string, (family: Family) => Promise<unknown>> = {
  'is cancelled by its payer': ({ id, payer }) => post(`reservations/${id}/cancel`, {}, payer),
  'is cancelled by staff': ({ id }) => post(`reservations/${id}/cancellation`, { reason: 'Desistiu' }),
  async expires({ id }) {
    const past = { hold_expires_at: new Date(Date.now() - HOUR_MS) };
    await app.db.updateTable('reservations').set(past).where('id', '=', id).where('state', '=', 'held').execute();
    await sweepHolds({ ...partsOf(app), jobs: { enqueueAll: async () => undefined } });
  },
  async 'moves to another departure'({ id }) {
    const trip = await createFamilyTrip(app, { capacity: 4 });
    return post(`reservations/${id}/move`, { tripId: trip.id });
  },
  'gets a discount': ({ id }) => post(`reservations/${id}/adjustments`, { amountCents: -4_000, reason: 'Combinado' }),
  'is paid in cash': ({ id }) =>
    post(`reservations/${id}/payments`, { kind: 'deposit', method: 'cash', amountCents: DEPOSIT }),
};

describe('a Pix that comes while its reservation', () => {
  it.each(Object.keys(meanwhile))('%s counts once, and what is too much is to be refunded', async (what) => {
    const statuses: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const family = await createFamily(app, { adult: 1 });
      const pix = pixFor(await chargeOf(app, family, 'deposit'));
      const happening = [() => recordReportedNow(partsOf(app), pix), () => meanwhile[what]?.(family)];
      if (turn % 2) happening.reverse();
      // At the last turn one after the other, so that it is not the Pix that is always first.
      const answers =
        turn === TURNS - 1
          ? [await happening[0]?.(), await happening[1]?.()]
          : await Promise.all(happening.map((happen) => happen()));
      statuses.push(...answers.map((answer) => (answer as { status?: number } | undefined)?.status ?? 200));
      expect((await ledgerOf(app, family.id)).filter((one) => one.reference === pix.reference)).toHaveLength(1);
      expect(await findFaults(app.db)).toEqual([]);
    }
    // Each turn has two: what happens may be refused, but not always.
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(TURNS);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
  });
});

it('a receipt accepted and refused at once is either', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const family = await createFamily(app, { adult: 1 });
    const { body } = await sendReceipt(app, family.id, family.payer, pdf(), { type: 'application/pdf' });
    const reviews = [{ amountCents: DEPOSIT }, { reason: 'Ilegível' }, { amountCents: DEPOSIT }, { reason: 'Outra' }];
    const answers = await Promise.all(reviews.map((review) => reviewReceipt(app, body.id, staff, review)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
    const isAccepted = answers.find(({ status }) => status === 201)?.body.state === 'accepted';
    expect(await ledgerOf(app, family.id)).toHaveLength(isAccepted ? 1 : 0);
    expect(await findFaults(app.db)).toEqual([]);
  }
});

/** A booked reservation, with the Pix of its first instalment and of all that is due, of codes that the payer has both. */
async function twoPayments(on: TestApp) {
  const departs_at = new Date(Date.now() + 120 * 24 * HOUR_MS);
  const times = { departs_at, returns_at: new Date(departs_at.getTime() + 10 * HOUR_MS) };
  const trip = await createFamilyTrip(on, { ...times, plan_instalments: 3, plan_last_due_days: 10 });
  const family = await createFamily(on, { adult: 1 }, { trip });
  const { token } = family.payer;
  await recordReportedNow(partsOf(on), pixFor(await chargeOf(on, family, 'deposit')));
  const ask = async (body: object) =>
    (await call(on, 'POST', `/api/reservations/${family.id}/charges`, { token, body: { purpose: 'balance', ...body } }))
      .body;
  const { amountCents } = family.reservation.instalments[0] ?? { amountCents: 0 };
  const payments = [pixFor(await ask({ amountCents })), pixFor(await ask({}))];
  return { ...family, payments, amountCents };
}

it('an instalment and all that is due, paid at once, count once each, and what is too much goes back', async () => {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { id, payer, payments, amountCents } = await twoPayments(app);
    await Promise.all([...payments, ...payments].map((pix) => recordReportedNow(partsOf(app), pix)));
    const { body } = await call(app, 'GET', `/api/reservations/${id}`, { token: payer.token });
    expect(body).toMatchObject({ dueCents: 0, refund: { amountCents, state: 'due' } });
    expect(body.instalments.every((one: { state: string }) => one.state === 'paid')).toBe(true);
    expect(await ledgerOf(app, id)).toHaveLength(3);
    expect(await findFaults(app.db)).toEqual([]);
  }
});

describe('without row locks and what the database checks behind them', () => {
  let unguarded: TestApp;
  let other: Person;
  beforeAll(async () => {
    unguarded = await buildTestApp({ connections: 16, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
    other = await createPerson(unguarded, 'ADMIN');
  });
  afterAll(() => unguarded.close());
  const postThere = (path: string, body: object) =>
    call(unguarded, 'POST', `/api/${path}`, { token: other.token, body });

  it('a refund goes out more than once: the race is real', async () => {
    await sql`drop trigger reservations_within_rules on reservations`.execute(unguarded.db);
    await sql`drop function check_money cascade`.execute(unguarded.db);
    let most = 0;
    for (let turn = 0; turn < 8 && most < 2; turn += 1) {
      const { id } = await createFamily(unguarded, { adult: 1 });
      await postThere(`reservations/${id}/payments`, { kind: 'deposit', method: 'cash', amountCents: DEPOSIT });
      await postThere(`reservations/${id}/cancellation`, { reason: 'Desistiu' });
      const { body } = await call(unguarded, 'GET', `/api/reservations/${id}`, { token: other.token });
      const byHand = { via: 'hand', method: 'cash', amountCents: DEPOSIT };
      const pay = () => postThere(`payments/refunds/${body.refund.id}/payment`, byHand);
      await Promise.all(Array.from({ length: 8 }, pay));
      most = Math.max(most, (await ledgerOf(unguarded, id)).filter(({ direction }) => direction === 'out').length);
    }
    expect(most).toBeGreaterThan(1);
  });

  it('of an instalment and all that is due one is lost: the race is real', async () => {
    let faults: string[] = [];
    for (let turn = 0; turn < 12 && faults.length === 0; turn += 1) {
      const { payments, trip } = await twoPayments(unguarded);
      await Promise.allSettled(payments.map((pix) => recordReportedNow(partsOf(unguarded), pix)));
      faults = await findFaults(unguarded.db, [trip.id]);
    }
    expect(faults).not.toEqual([]);
  });

  it('a Pix of nobody is recorded in two reservations: the race is real', async () => {
    await sql`drop index ledger_entries_reference_key`.execute(unguarded.db);
    const trip = await createTrip(unguarded, { capacity: 1_000 });
    let most = 0;
    for (let turn = 0; turn < 8 && most < 2; turn += 1) {
      const pix = { ...pixFor(undefined), reference: newEndToEndId() };
      await recordReportedNow(partsOf(unguarded), pix);
      const both = await Promise.all(['Ana Lima', 'Bia Lima'].map((name) => reserveAs(unguarded, trip.id, name)));
      const { body } = await call(unguarded, 'GET', '/api/payments/unmatched', { token: other.token });
      const path = `payments/unmatched/${body.data[0].id}/assignment`;
      await Promise.all([...both, ...both].map(({ code }) => postThere(path, { code })));
      const ledgers = await Promise.all(both.map(({ id }) => ledgerOf(unguarded, id)));
      most = Math.max(most, ledgers.flat().length);
    }
    expect(most).toBeGreaterThan(1);
  });
});
