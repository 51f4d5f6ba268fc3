import { dueCentsOf, toReturnCentsOf } from '@passeio/contract/reservation-status';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settlePixNow } from '../src/domains/payments/index.ts';
import { sweepHolds } from '../src/domains/reservations/expire-holds.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { call, createPerson, type Person } from './factories.ts';
import { createFamily, createFamilyTrip, type Family, type FamilyTrip } from './parties.ts';
import { chargeOf, ledgerOf, newEndToEndId, pixFor } from './pix.ts';
import { judge, pdf, sendReceipt } from './receipts.ts';

const RUNS = 5;
const HOUR_MS = 3_600_000;

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

/** What is asked may be refused; only what becomes of the money matters. */
type Step = (family: Family) => Promise<unknown>;

const get = async (path: string, { token } = admin) => (await call(app, 'GET', `/api/${path}`, { token })).body;
const post = ({ id }: Family, path: string, body: object, { token } = admin) =>
  call(app, 'POST', `/api/reservations/${id}/${path}`, { token, body });

const amount = fc.constantFrom(1, 2_500, 5_670, 13_230, 18_900, 40_000);
const typed = fc
  .record({
    kind: fc.constantFrom('deposit', 'balance', 'refund'),
    method: fc.constantFrom('pix', 'cash', 'card', 'transfer'),
    amountCents: amount,
  })
  .map(
    (body): Step =>
      (family) =>
        post(family, 'payments', body),
  );
const byPix = fc.tuple(fc.constantFrom('deposit', 'balance', 'full'), fc.option(amount), fc.boolean()).map(
  ([purpose, other, isDoubled]): Step =>
    async (family) => {
      const charge = await chargeOf(app, family, purpose as 'deposit');
      const pix = pixFor(charge.txid ? charge : undefined, other ? { amountCents: other } : {});
      const parts = { ...app.app.deps, publicUrl: 'https://passeio.example' };
      await settlePixNow(parts, pix);
      await settlePixNow(parts, isDoubled ? { ...pix, endToEndId: newEndToEndId() } : pix);
    },
);
const byReceipt = fc.tuple(amount, fc.boolean()).map(
  ([amountCents, isAccepted]): Step =>
    async (family) => {
      const { body } = await sendReceipt(app, family.id, family.payer, pdf(), { type: 'application/pdf' });
      if (body.id) await judge(app, body.id, admin, isAccepted ? { amountCents } : { reason: 'Ilegível' });
    },
);
const refunded = fc.constant<Step>(async ({ id }) => {
  const { refund } = await get(`reservations/${id}`);
  const body = { via: 'hand', method: 'pix' };
  if (refund) await call(app, 'POST', `/api/payments/refunds/${refund.id}/payment`, { token: admin.token, body });
});
const reversed = fc.nat(5).map(
  (nth): Step =>
    async (family) => {
      const entry = (await ledgerOf(app, family.id)).at(nth);
      if (entry) await post(family, `payments/${entry.id}/reversal`, { reason: 'Engano' });
    },
);
const discounted = fc.constantFrom(-4_000, 3_000).map(
  (amountCents): Step =>
    (family) =>
      post(family, 'adjustments', { amountCents, reason: 'Combinado' }),
);
const cancelled = fc.constant<Step>((family) => post(family, 'cancellation', { reason: 'Desistiu' }));
const expired = fc.constant<Step>(async ({ id }) => {
  const past = { hold_expires_at: new Date(Date.now() - HOUR_MS) };
  await app.db.updateTable('reservations').set(past).where('id', '=', id).where('state', '=', 'held').execute();
  const jobs = { enqueueAll: async () => undefined };
  await sweepHolds({ ...app.app.deps, jobs, publicUrl: 'https://passeio.example' });
});
const anything = fc.oneof(typed, byPix, byPix, byReceipt, refunded, reversed, discounted, cancelled, expired);
const histories = fc.array(fc.tuple(fc.nat(2), anything), { minLength: 4, maxLength: 14 });

/** A reservation by its ledger, summed here. */
interface Account {
  family: Family;
  isActive: boolean;
  totalCents: number;
  receivedCents: number;
  dueCents: number;
  toReturnCents: number;
}

async function accountOf(family: Family): Promise<Account> {
  const entries = await ledgerOf(app, family.id);
  const receivedCents = entries.reduce((sum, one) => sum + (one.direction === 'in' ? 1 : -1) * one.amount_cents, 0);
  const {
    state,
    is_active: isActive,
    total_cents: totalCents,
  } = await app.db
    .selectFrom('reservations')
    .select(['state', 'is_active', 'total_cents'])
    .where('id', '=', family.id)
    .executeTakeFirstOrThrow();
  const money = { state, totalCents, receivedCents };
  return {
    family,
    isActive,
    totalCents,
    receivedCents,
    dueCents: dueCentsOf(money),
    toReturnCents: toReturnCentsOf(money),
  };
}

const sumOf = <Row>(rows: readonly Row[], cents: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + cents(row), 0);

it('every screen and file says of money what the ledger says, whatever has happened', async () => {
  const everything: Account[] = [];
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const trip = await createFamilyTrip(app, { capacity: 4 });
      const families = [];
      for (const adult of [1, 1, 2]) families.push(await createFamily(app, { adult }, { trip }));
      for (const [who, step] of history) await step(families[who] as Family);
      const accounts = await Promise.all(families.map(accountOf));
      everything.push(...accounts);
      for (const account of accounts) await compareReservation(account);
      await comparePassengers(trip, accounts);
      await compareTrip(trip, accounts);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  await compareOverview(everything);
}, 120_000);

async function compareReservation({ family: { id, payer }, receivedCents, dueCents, toReturnCents }: Account) {
  const expected = { receivedCents, dueCents, toReturnCents };
  expect(await get(`reservations/${id}`)).toMatchObject(expected);
  expect(await get(`reservations/${id}`, payer)).toMatchObject(expected);
  expect((await get('reservations/me', payer)).data).toMatchObject([expected]);
  expect((await get(`users/${payer.id}/reservations`)).data).toMatchObject([expected]);
  const { data } = await get(`reservations/${id}/payments`);
  const signed = (one: { direction: string; amountCents: number }) =>
    one.direction === 'in' ? one.amountCents : -one.amountCents;
  expect(sumOf(data, signed)).toBe(receivedCents);
}

async function comparePassengers({ id }: FamilyTrip, accounts: Account[]) {
  const { data, totals } = await get(`trips/${id}/passengers?size=100`);
  for (const { family, receivedCents, dueCents, toReturnCents } of accounts) {
    const rows = data.filter((row: { reservation: { id: string } }) => row.reservation.id === family.id);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.reservation).toMatchObject({ receivedCents, dueCents, toReturnCents });
  }
  const dueCents = sumOf(accounts, (one) => one.dueCents);
  expect(totals).toMatchObject({
    dueCents,
    receivedCents: sumOf(accounts, (one) => one.receivedCents),
    toReturnCents: sumOf(accounts, (one) => one.toReturnCents),
  });
  const path = `/api/trips/${id}/passengers/export?columns=due,code`;
  const { csv, xlsx } = await download(path);
  expect(sumOf(csv, ([due]) => centsOf(due))).toBe(dueCents);
  expect(sumOf(xlsx, ([due]) => centsOf(due))).toBe(dueCents);
}

async function compareTrip({ id }: FamilyTrip, accounts: Account[]) {
  const money = await get(`trips/${id}/money?size=100`);
  const balance = sumOf(accounts, (one) => one.receivedCents);
  const expected = {
    expectedCents: sumOf(accounts, (one) => (one.isActive ? one.totalCents : 0)),
    missingCents: sumOf(accounts, (one) => one.dueCents),
    toRefundCents: sumOf(accounts, (one) => one.toReturnCents),
  };
  expect(money).toMatchObject(expected);
  expect(money.receivedCents - money.refundedCents).toBe(balance);
  expect(balance).toBe(expected.expectedCents - expected.missingCents + expected.toRefundCents);
  const net = ({ inCents, outCents }: { inCents: number; outCents: number }) => inCents - outCents;
  expect(sumOf(money.methods, net)).toBe(balance);
  for (const { inCents, outCents } of money.methods) expect(Math.min(inCents, outCents)).toBeGreaterThanOrEqual(0);

  const { csv, xlsx } = await download(`/api/trips/${id}/money/export?`);
  const ofRow = (row: unknown[]) => centsOf(row[6]) - centsOf(row[7]);
  expect(sumOf(csv, ofRow)).toBe(balance);
  expect(ofRow(xlsx.at(-1) ?? [])).toBe(balance);
  expect(sumOf(xlsx.slice(0, -1), ofRow)).toBe(balance);
  expect(csv).toHaveLength(money.page.total);
}

async function compareOverview(accounts: Account[]) {
  const ended = accounts.filter((one) => !one.isActive);
  expect((await get('overview/reservations?list=toReturn')).sumCents).toBe(sumOf(ended, (one) => one.receivedCents));
  const dueCents = sumOf(accounts, (one) => one.dueCents);
  expect((await get('overview/reservations?list=due')).sumCents).toBe(dueCents);
  const { due, payments, money } = await get('overview');
  expect(due.cents).toBe(dueCents);
  expect(payments.refunds.cents).toBe(sumOf(accounts, (one) => one.toReturnCents));
  const balance = sumOf(accounts, (one) => one.receivedCents);
  expect(money.receivedCents - money.refundedCents).toBe(balance);
  const entries = await app.db.selectFrom('ledger_entries').select(['direction', 'amount_cents']).execute();
  expect(sumOf(entries, (one) => (one.direction === 'in' ? one.amount_cents : -one.amount_cents))).toBe(balance);
}

/** A list's file in both formats, without the header. */
async function download(path: string): Promise<{ csv: string[][]; xlsx: unknown[][] }> {
  const read = async (format: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const response = await fetch(`${app.url}${path}&format=${format}`, { headers });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const csv = parse(await read('csv'), { bom: true, delimiter: ';' }) as string[][];
  const [sheet] = await readXlsxFile(await read('xlsx'));
  return { csv: csv.slice(1), xlsx: (sheet?.data ?? []).slice(1) };
}

/** "1.234,56", or a number of reais, in centavos; an empty cell is nothing. */
function centsOf(cell: unknown): number {
  if (typeof cell === 'number') return Math.round(cell * 100);
  return cell ? Number(String(cell).replaceAll('.', '').replace(',', '')) : 0;
}
