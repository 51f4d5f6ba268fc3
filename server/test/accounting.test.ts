import { dueCentsOf, toReturnCentsOf } from '@passeio/contract/reservations/reservation-status';
import { MONEY_DAYS } from '@passeio/contract/staff/overview';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { providerTable } from '../src/ports/payments/providers.ts';
import { buildTestApp, type TestApp } from './app.ts';
import { scriptedBank } from './banks/scripted-bank.ts';
import { call, createPerson, type Person } from './factories.ts';
import {
  histories,
  moved,
  paidAtBank,
  receiptSent,
  refundedBy,
  type Step,
  typedBy,
  type World,
} from './money-steps.ts';
import { createFamily, createFamilyTrip, type Family } from './parties.ts';
import { ledgerOf, pixFor, refundsOf } from './pix.ts';

const RUNS = 5;
const bank = scriptedBank();
bank.find = async (reference) => pixFor(undefined, { reference });

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp({ deps: () => ({ providers: providerTable([bank]) }) });
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const get = async (path: string, { token } = admin) => (await call(app, 'GET', `/api/${path}`, { token })).body;

// What must be among the histories, so that every number is compared where it is not zero.
const cancelledByOperator: Step = ({ id }) =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, {
    token: admin.token,
    body: { reason: 'Desistiu', by: 'operator' },
  });
const reverseRefund: Step = async ({ id }) => {
  const refund = (await ledgerOf(app, id)).find(({ kind }) => kind === 'refund');
  const body = { reason: 'Engano' };
  await call(app, 'POST', `/api/reservations/${id}/payments/${refund?.id}/reversal`, { token: admin.token, body });
};
const certain: [number, Step][] = [
  [0, paidAtBank('deposit')],
  [0, cancelledByOperator],
  [0, refundedBy('sent')],
  [1, typedBy({ kind: 'deposit', method: 'cash', amountCents: 2_500 }, 2)],
  [1, receiptSent(0, 'none')],
  [1, typedBy({ kind: 'refund', method: 'cash', amountCents: 1_000 })],
  [1, reverseRefund],
  [2, paidAtBank('full')],
  [2, moved],
];

/** A reservation by its ledger, summed here. */
interface Account {
  family: Family;
  isActive: boolean;
  totalCents: number;
  receivedCents: number;
  dueCents: number;
  toReturnCents: number;
  retainedCents: number;
  tripId: string;
  /** Refunds that the bank is asked for, and that are due beside them. */
  sentCents: number;
  openCents: number;
}

async function accountOf(family: Family): Promise<Account> {
  const entries = await ledgerOf(app, family.id);
  const receivedCents = entries.reduce((sum, one) => sum + (one.direction === 'in' ? 1 : -1) * one.amount_cents, 0);
  const {
    state,
    is_active: isActive,
    total_cents: totalCents,
    retained_cents: retainedCents,
    trip_id: tripId,
  } = await app.db
    .selectFrom('reservations')
    .select(['state', 'is_active', 'total_cents', 'retained_cents', 'trip_id'])
    .where('id', '=', family.id)
    .executeTakeFirstOrThrow();
  const money = { state, totalCents, receivedCents, retainedCents };
  const toReturnCents = toReturnCentsOf(money);
  const sent = (await refundsOf(app, family.id)).filter((refund) => refund.state === 'sent');
  const sentCents = sumOf(sent, (refund) => refund.amount_cents);
  return {
    family,
    isActive,
    totalCents,
    receivedCents,
    dueCents: dueCentsOf(money),
    toReturnCents,
    // Less where a payment was put right since the cancellation.
    retainedCents: Math.min(retainedCents, receivedCents),
    tripId,
    sentCents,
    openCents: sentCents + Math.max(toReturnCents - sentCents, 0),
  };
}

const signed = (one: { direction: string; amountCents: number }) =>
  one.direction === 'in' ? one.amountCents : -one.amountCents;
const sumOf = <Row>(rows: readonly Row[], cents: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + cents(row), 0);

it('every screen and file says of money what the ledger says, whatever has happened', async () => {
  const everybody: Family[] = [];
  const seen = { moved: 0, sentCents: 0, waiting: 0 };
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const trip = await createFamilyTrip(app, { capacity: 4 });
      const other = await createFamilyTrip(app, { capacity: 4, price_cents: 19_900 });
      const world: World = { app, admin, bank, other };
      const families = [];
      for (const adult of [1, 1, 2]) families.push(await createFamily(app, { adult }, { trip }));
      everybody.push(...families);
      for (const [who, step] of history) await step(families[who] as Family, world);
      const accounts = await Promise.all(families.map(accountOf));
      for (const account of accounts) await compareReservation(account);
      for (const { id } of [trip, other]) {
        const there = accounts.filter(({ tripId }) => tripId === id);
        await comparePassengers(id, there);
        await compareTrip(id, there);
      }
      seen.moved += accounts.filter(({ tripId }) => tripId === other.id).length;
      seen.sentCents += sumOf(accounts, (one) => one.sentCents);
      seen.waiting += await compareReceipts(accounts);
      await compareRefunds(await Promise.all(everybody.map(accountOf)));
    }),
    { numRuns: RUNS, endOnFailure: true, examples: [[certain]] },
  );
  for (const number of Object.values(seen)) expect(number).toBeGreaterThan(0);
  // As they stand now: the bank may have paid what it was asked for in an earlier history.
  const everything = await Promise.all(everybody.map(accountOf));
  await compareOverview(everything);
}, 120_000);

async function compareReservation({ family: { id, payer }, receivedCents, dueCents, toReturnCents }: Account) {
  const expected = { receivedCents, dueCents, toReturnCents };
  expect(await get(`reservations/${id}`)).toMatchObject(expected);
  expect(await get(`reservations/${id}`, payer)).toMatchObject(expected);
  expect((await get('reservations/me', payer)).data).toMatchObject([expected]);
  expect((await get(`users/${payer.id}/reservations`)).data).toMatchObject([expected]);
  const { data } = await get(`reservations/${id}/payments`);
  expect(sumOf(data, signed)).toBe(receivedCents);
}

async function comparePassengers(id: string, accounts: Account[]) {
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

async function compareTrip(id: string, accounts: Account[]) {
  const money = await get(`trips/${id}/money?size=100`);
  const balance = sumOf(accounts, (one) => one.receivedCents);
  const expected = {
    expectedCents: sumOf(accounts, (one) => (one.isActive ? one.totalCents : one.retainedCents)),
    retainedCents: sumOf(accounts, (one) => one.retainedCents),
    missingCents: sumOf(accounts, (one) => one.dueCents),
    toRefundCents: sumOf(accounts, (one) => one.toReturnCents),
  };
  expect(money).toMatchObject(expected);
  expect(money.receivedCents - money.refundedCents).toBe(balance);
  expect(balance).toBe(expected.expectedCents - expected.missingCents + expected.toRefundCents);
  const net = ({ inCents, outCents }: { inCents: number; outCents: number }) => inCents - outCents;
  expect(sumOf(money.methods, net)).toBe(balance);
  for (const { inCents, outCents } of money.methods) expect(Math.min(inCents, outCents)).toBeGreaterThanOrEqual(0);

  const { header, csv, xlsx } = await download(`/api/trips/${id}/money/export?`);
  const [incoming, outgoing] = ['Entrada (R$)', 'Saída (R$)'].map((name) => header.indexOf(name)) as [number, number];
  const ofRow = (row: unknown[]) => centsOf(row[incoming]) - centsOf(row[outgoing]);
  expect(sumOf(csv, ofRow)).toBe(balance);
  expect(ofRow(xlsx.at(-1) ?? [])).toBe(balance);
  expect(sumOf(xlsx.slice(0, -1), ofRow)).toBe(balance);
  expect(csv).toHaveLength(money.page.total);
}

async function compareOverview(accounts: Account[]) {
  const ended = accounts.filter((one) => !one.isActive);
  expect((await get('overview/reservations?list=toReturn')).sumCents).toBe(sumOf(ended, (one) => one.toReturnCents));
  const dueCents = sumOf(accounts, (one) => one.dueCents);
  expect((await get('overview/reservations?list=due')).sumCents).toBe(dueCents);
  const { due, payments, money } = await get('overview');
  expect(due.cents).toBe(dueCents);
  expect(payments.refunds.cents).toBe(sumOf(accounts, (one) => one.openCents - one.sentCents));
  const balance = sumOf(accounts, (one) => one.receivedCents);
  expect(money.receivedCents - money.refundedCents).toBe(balance);
  const entries = await app.db.selectFrom('entries').selectAll().execute();
  expect(sumOf(entries, (one) => (one.direction === 'in' ? one.amount_cents : -one.amount_cents))).toBe(balance);
  expect(money.days).toEqual(perDay(entries));
}

/** What came in and went back on each day; what was put right counts nowhere. */
function perDay(entries: Awaited<ReturnType<typeof ledgerOf>>) {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const counting = entries.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
  const today = Temporal.Now.plainDateISO('America/Sao_Paulo');
  return Array.from({ length: MONEY_DAYS }, (_, index) => {
    const date = today.subtract({ days: MONEY_DAYS - 1 - index }).toString();
    const ofDay = counting.filter(
      (entry) => entry.occurred_at.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }) === date,
    );
    const sum = (direction: string) =>
      sumOf(
        ofDay.filter((entry) => entry.direction === direction),
        (entry) => entry.amount_cents,
      );
    return { date, receivedCents: sum('in'), refundedCents: sum('out') };
  });
}

async function compareReceipts(accounts: Account[]): Promise<number> {
  const { data } = await get('payments/receipts?size=100');
  let waiting = 0;
  for (const { family, receivedCents, dueCents } of accounts) {
    for (const { reservation, received } of data) {
      if (reservation.id !== family.id) continue;
      expect(reservation).toMatchObject({ receivedCents, dueCents });
      expect(sumOf(received, signed)).toBe(receivedCents);
      waiting += 1;
    }
  }
  return waiting;
}

async function compareRefunds(accounts: Account[]) {
  const open = await get('payments/refunds?size=100');
  expect(open.sumCents).toBe(sumOf(accounts, (one) => one.openCents));
  expect(sumOf(open.data, (one: { amountCents: number }) => one.amountCents)).toBe(open.sumCents);
  const paid = await get('payments/refunds?state=paid&size=100');
  const entries = await app.db.selectFrom('entries').selectAll().execute();
  // A refund that was recorded by mistake has not gone back.
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const returned = entries.filter(({ id, kind }) => kind === 'refund' && !reversed.has(id));
  expect(paid.sumCents).toBe(sumOf(returned, (one) => one.amount_cents));
  expect(sumOf(paid.data, (one: { amountCents: number }) => one.amountCents)).toBe(paid.sumCents);
}

/** A list's file in both formats: its column names, and the rows below them. */
async function download(path: string): Promise<{ header: string[]; csv: string[][]; xlsx: unknown[][] }> {
  const read = async (format: string) => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const response = await fetch(`${app.url}${path}&format=${format}`, { headers });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const csv = parse(await read('csv'), { bom: true, delimiter: ';' }) as string[][];
  const [sheet] = await readXlsxFile(await read('xlsx'));
  return { header: csv[0] ?? [], csv: csv.slice(1), xlsx: (sheet?.data ?? []).slice(1) };
}

/** "1.234,56", or a number of reais, in centavos; an empty cell is nothing. */
function centsOf(cell: unknown): number {
  if (typeof cell === 'number') return Math.round(cell * 100);
  return cell ? Number(String(cell).replaceAll('.', '').replace(',', '')) : 0;
}
