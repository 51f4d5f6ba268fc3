import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { type Book, counts } from './book.ts';
import { expectSellers } from './commission-steps.ts';
import type { Entry, Reservation, Trip } from './reservation.ts';
import type { Window } from './window.ts';

const PERIOD = 'from=2024-01-01&to=2028-12-31';

/** Sums over everything, which sequences before have added to. */
export type Sums = Awaited<ReturnType<typeof readSums>>;

export async function readSums({ must }: Window) {
  const [refunds, waiting, cash, revenue, returned, lines] = await Promise.all([
    must('GET', '/payments/refunds?state=open&size=1'),
    must('GET', '/payments/unmatched?size=1'),
    must('GET', `/reports?report=cash_book&${PERIOD}`),
    must('GET', `/reports?report=revenue_by_month&${PERIOD}`),
    must('GET', `/reports?report=refunds&${PERIOD}`),
    must('GET', `/accounting/entries?${PERIOD}&size=1`),
  ]);
  const [receivedCents, refundedCents, , , prepaidCents, soldCents] = revenue.totals as number[];
  return {
    refundsCents: refunds.sumCents as number,
    waiting: waiting.page.total as number,
    cash: { in: cash.totals[1] as number, out: cash.totals[2] as number },
    ...{ receivedCents, refundedCents, prepaidCents, soldCents },
    returnedCents: returned.totals[1] as number,
    accountant: { in: lines.totals.inCents as number, out: lines.totals.outCents as number },
  };
}

/** Sums of what a book has moved. */
function sumsOfBook(book: Book): Sums {
  const entries = book.reservations.flatMap((one) => one.entries);
  const moved = movedBy(entries.filter(counts));
  return {
    refundsCents: book.reservations.reduce((sum, { owedCents }) => sum + owedCents, 0),
    waiting: book.waiting.length,
    cash: book.cash,
    ...{ receivedCents: moved.receivedCents, refundedCents: moved.refundedCents },
    prepaidCents: moved.creditUsedCents - moved.creditGrantedCents,
    soldCents: book.cards.reduce((sum, { valueCents, takenCents }) => sum + valueCents - takenCents, 0),
    returnedCents: sumOf(entries.filter((one) => one.kind === 'refund' && counts(one))),
    accountant: book.cash,
  };
}

/**
 * Whatever anybody reads of the money is what the book says, to the centavo: sums over everything, accounts, gift
 * cards, guides and sellers, and all that there is of these reservations and trips.
 */
export async function expectEqual(
  window: Window,
  book: Book,
  { before, reservations, trips }: { before: Sums; reservations: Iterable<Reservation>; trips: Iterable<Trip> },
): Promise<void> {
  const sums = sumsOfBook(book);
  await Promise.all([
    ...[...reservations].map((one) => expectReservation(window, one)),
    ...[...trips].flatMap((trip) => [expectTrip(window, book, trip), expectExports(window, book, trip)]),
    ...book.accounts.map((account) => expectAccount(window, book, account)),
    expectCards(window, book),
    expectSellers(window, book),
    expectDoor(window, book),
    readSums(window).then((now) => expect(now).toEqual(added(before, sums))),
  ]);
}

type Nested = { [key: string]: number | Nested };
function added(one: Sums, other: Sums): Sums {
  const add = (left: Nested, right: Nested): Nested =>
    Object.fromEntries(
      Object.entries(left).map(([key, value]) => {
        const more = right[key];
        return [key, typeof value === 'number' ? value + (more as number) : add(value, more as Nested)];
      }),
    );
  return add(one as unknown as Nested, other as unknown as Nested) as unknown as Sums;
}

/** What pages of a reservation say of its money. */
function moneyOf(one: Reservation) {
  const { totalCents, depositCents, receivedCents, dueCents, refundedCents, owedCents, state } = one;
  return { state, totalCents, depositCents, receivedCents, dueCents, refundedCents, toReturnCents: owedCents };
}

/** The payer's page, by account or link, staff's page, the ledger and what is to be refunded. */
async function expectReservation({ ask, must }: Window, one: Reservation): Promise<void> {
  const { facts, owner } = one;
  const byLink = () => ask('POST', '/reservation-links/read', {}, { token: facts.link });
  const [pages, staff, ledger, sold] = await Promise.all([
    Promise.all(
      owner ? [ask('GET', `/reservations/${facts.id}`, owner), ...(one.hasOwnLink ? [byLink()] : [])] : [byLink()],
    ),
    must('GET', `/reservations/${facts.id}/page`),
    must('GET', `/reservations/${facts.id}/payments`),
    must('GET', `/reservations/${facts.id}/seller`),
  ]);
  const { seller } = one;
  const soldBy = seller && { id: seller.id, commissionCents: one.commissionFor(seller) };
  expect(sold.seller && { id: sold.seller.id, commissionCents: sold.seller.commissionCents }, facts.code).toEqual(
    soldBy,
  );
  for (const page of [...pages.map(({ body }) => body), staff]) {
    expect({ code: facts.code, ...page }).toMatchObject({ code: facts.code, ...moneyOf(one) });
    expect(page.refund?.state === 'due' ? page.refund.amountCents : 0).toBe(one.owedCents);
    if (!one.isActive) expect(page).toMatchObject({ retainedCents: one.retainedCents });
    const instalments = page.instalments.map(
      ({ amountCents, paidCents }: { amountCents: number; paidCents: number }) => {
        return { amountCents, paidCents };
      },
    );
    expect(instalments, facts.code).toEqual(one.instalments());
    expectShares(one, page.shares);
  }
  if (owner) expect(pages[0]?.body.creditCents).toBe(owner.creditCents);
  const written = ledger.data.map(({ amountCents: cents, ...entry }: { amountCents: number } & Written) => ({
    ...entry,
    cents,
  }));
  expect(sumsOf(written)).toEqual(sumsOf(one.entries));
}

interface Share {
  amountCents: number;
  paidCents: number;
  dueCents: number;
}
/** Who pays how much of a payment that is split; by whose payments it was paid is not known here. */
function expectShares(one: Reservation, shares: Share[] | null): void {
  if (!one.isSplit || !one.isActive) {
    expect(shares).toBeNull();
    return;
  }
  const amounts = one.shares();
  if (amounts.every((cents) => cents >= 0)) expect(shares?.map(({ amountCents }) => amountCents)).toEqual(amounts);
  expect(shares?.reduce((sum, { dueCents }) => sum + dueCents, 0)).toBe(one.dueCents);
  for (const { amountCents, paidCents, dueCents } of shares ?? []) expect(paidCents + dueCents).toBe(amountCents);
}

const sumOf = (entries: { cents: number }[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
const isPrepaid = ({ method }: { method: string }) => method === 'credit' || method === 'gift_card';

/** What came in and went back, and of it what is no money, but credit or of a gift card. */
function movedBy(counted: Entry[]) {
  const cents = ({ kind, cents }: Entry) => ({
    in: kind === 'in' ? cents : kind === 'chargeback' ? -cents : 0,
    out: kind === 'refund' ? cents : 0,
  });
  const sum = (entries: Entry[], way: 'in' | 'out') => entries.reduce((total, one) => total + cents(one)[way], 0);
  const [prepaid, money] = [counted.filter(isPrepaid), counted.filter((one) => !isPrepaid(one))];
  return {
    ...{ receivedCents: sum(money, 'in'), refundedCents: sum(money, 'out') },
    ...{ creditUsedCents: sum(prepaid, 'in'), creditGrantedCents: sum(prepaid, 'out') },
    methods: Object.entries(Object.groupBy(counted, ({ method }) => method)).flatMap(([method, entries = []]) => {
      const [inCents, outCents] = [sum(entries, 'in'), sum(entries, 'out')];
      return inCents || outCents ? [{ method, inCents, outCents }] : [];
    }),
  };
}

interface Written {
  direction: string;
  method: string;
}
/** What came in and went out, by each method. */
function sumsOf(entries: (Written & { cents: number })[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { direction, method, cents } of entries) {
    const key = `${method} ${direction}`;
    sums[key] = (sums[key] ?? 0) + cents;
  }
  return sums;
}

interface ByMethod {
  method: string;
  inCents: number;
  outCents: number;
}
const byMethod = (methods: ByMethod[]) =>
  methods
    .flatMap(({ method, inCents, outCents }) => (inCents || outCents ? [{ method, inCents, outCents }] : []))
    .toSorted((one, other) => one.method.localeCompare(other.method));

/** A trip's money and its settlement: what was put right is not in it, and what banks took back did not come in. */
async function expectTrip({ must }: Window, book: Book, { id, isBoarding }: Trip): Promise<void> {
  const of = book.reservations.filter(({ trip }) => trip.id === id);
  const [money, closing, boarding] = await Promise.all([
    must('GET', `/trips/${id}/money?size=1`),
    must('GET', `/trips/${id}/closing`),
    isBoarding ? must('GET', `/trips/${id}/boarding`) : null,
  ]);
  const sum = (cents: (one: Reservation) => number) => of.reduce((total, one) => total + cents(one), 0);
  const { methods, ...moved } = movedBy(of.flatMap(({ entries }) => entries).filter(counts));
  const retainedCents = sum((one) => (one.isActive ? 0 : Math.min(one.retainedCents, one.receivedCents)));
  const figures = {
    expectedCents: sum((one) => (one.isActive ? one.totalCents : 0)) + retainedCents,
    retainedCents,
    ...moved,
    missingCents: sum(({ dueCents }) => dueCents),
    toRefundCents: sum(({ owedCents }) => owedCents),
  };
  for (const read of [money, closing.figures]) {
    expect(read).toMatchObject(figures);
    expect(byMethod(read.methods)).toEqual(byMethod(methods));
  }
  expect(money.booked.totalCents).toBe(sum((one) => (one.state === 'booked' ? one.totalCents : 0)));
  const flow = (key: string) =>
    money.cashFlow.reduce((total: number, row: Record<string, number>) => total + (row[key] ?? 0), 0);
  expect([flow('receivedCents'), flow('dueCents')]).toEqual([
    moved.receivedCents - moved.refundedCents,
    figures.missingCents,
  ]);
  const open = of.flatMap((one) => {
    const amounts = { balance: one.dueCents, refund: one.owedCents, cash: book.atDoor(one) };
    return Object.entries(amounts).flatMap(([kind, cents]) =>
      cents > 0 ? [`${one.facts.code} ${kind} ${cents}`] : [],
    );
  });
  const shown = closing.open.map(({ kind, code, amountCents }: Open) => `${code} ${kind} ${amountCents}`);
  expect(shown.toSorted()).toEqual(open.toSorted());
  for (const { code, dueCents, guideCents } of boarding?.people ?? []) {
    const one = of.find(({ facts }) => facts.code === code);
    expect({ code, dueCents, guideCents }).toEqual({
      code,
      dueCents: one?.dueCents,
      guideCents: one && book.atDoor(one),
    });
  }
}
interface Open {
  kind: string;
  code: string;
  amountCents: number;
}

/** A trip's exports and reports, and its accountant's lines by both bases. */
async function expectExports({ must, download }: Window, book: Book, { id }: Trip): Promise<void> {
  const entries = book.reservations.flatMap((one) => (one.trip.id === id ? one.entries : []));
  const [prepaid, money] = [entries.filter(isPrepaid), entries.filter((one) => !isPrepaid(one))];
  const ways = (of: Entry[]) => ['in', 'out'].map((way) => sumOf(of.filter(({ direction }) => direction === way)));
  const query = `tripId=${id}&${PERIOD}`;
  const [ledger, cashFile, linesFile, methods, lines, competence] = await Promise.all([
    download(`/trips/${id}/money/export?format=csv`),
    download(`/reports/export?report=cash_book&format=csv&${query}`),
    download(`/accounting/entries/export?format=csv&${query}`),
    must('GET', `/reports?report=revenue_by_method&${query}`),
    must('GET', `/accounting/entries?size=1&${query}`),
    must('GET', `/accounting/entries?size=1&by=competence&${query}`),
  ]);
  const columns = ['Entrada (R$)', 'Saída (R$)', 'Crédito usado (R$)', 'Crédito dado (R$)'];
  expect(columns.map((name) => sumOfColumn(ledger, name))).toEqual([...ways(money), ...ways(prepaid)]);
  expect(['Entradas (R$)', 'Saídas (R$)'].map((name) => sumOfColumn(cashFile, name))).toEqual(ways(money));
  const [cashIn = 0, cashOut = 0] = ways(money);
  expect(sumOfColumn(linesFile, 'Valor (R$)')).toBe(cashIn - cashOut);
  const { receivedCents, refundedCents, creditUsedCents, creditGrantedCents } = movedBy(entries.filter(counts));
  const [, received, refunded, , , used] = methods.totals;
  expect([received, refunded, used]).toEqual([receivedCents, refundedCents, creditUsedCents - creditGrantedCents]);
  expect([lines.totals.inCents, lines.totals.outCents]).toEqual([cashIn, cashOut]);
  expect([competence.totals.inCents, competence.totals.outCents]).toEqual(ways(entries));
}

/** The sum of an exported column, without the line of totals. */
function sumOfColumn(file: string, name: string): number {
  const rows = parse(file, { bom: true, delimiter: ';', columns: true, relax_column_count: true }) as Record<
    string,
    string
  >[];
  return rows
    .filter((row) => Object.values(row)[0] !== 'Total')
    .reduce((sum, row) => {
      const cents = (row[name] ?? 'missing').replace(/^'/, '').replaceAll('.', '').replace(',', '.');
      return sum + Math.round(Number(cents) * 100);
    }, 0);
}

/** A client's credit and list of reservations. */
async function expectAccount({ ask }: Window, book: Book, account: Book['accounts'][number]): Promise<void> {
  const [credit, list] = await Promise.all([
    ask('GET', '/users/me/credit', account),
    ask('GET', '/reservations/me', account),
  ]);
  expect(credit.body.balanceCents).toBe(account.creditCents);
  const own = book.reservations.filter(({ owner }) => owner === account);
  expect(list.body.data).toHaveLength(own.length);
  for (const one of own) {
    const read = list.body.data.find(({ id }: { id: string }) => id === one.facts.id);
    expect({ code: one.facts.code, ...read }).toMatchObject(moneyOf(one));
  }
}

async function expectCards({ must }: Window, book: Book): Promise<void> {
  if (book.cards.length === 0) return;
  const { data } = await must('GET', `/gift-cards?size=${book.cards.length}`);
  for (const card of book.cards) {
    const shown = data.find(({ id }: { id: string }) => id === card.id);
    expect(shown).toMatchObject({ balanceCents: card.balanceCents, valueCents: card.valueCents });
  }
}

/** What guides have, as staff reads it. */
async function expectDoor({ must }: Window, { door }: Book): Promise<void> {
  const { data } = await must('GET', '/payments/door-payments');
  const shown = data.map(({ id, amountCents }: { id: string; amountCents: number }) => `${id} ${amountCents}`);
  expect(shown.toSorted()).toEqual(door.map(({ id, cents }) => `${id} ${cents}`).toSorted());
}
