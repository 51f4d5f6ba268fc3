import { expect } from 'vitest';
import type { Book, Entry, Reservation } from './book.ts';
import type { Window } from './window.ts';

const PERIOD = 'from=2024-01-01&to=2028-12-31';

/** Sums over everything, which sequences before have added to. */
export interface Sums {
  refundsCents: number;
  waiting: number;
  cashIn: number;
  cashOut: number;
}

export async function readSums({ ask }: Window): Promise<Sums> {
  const [refunds, waiting, cash] = await Promise.all([
    ask('GET', '/payments/refunds?state=open&size=1'),
    ask('GET', '/payments/unmatched?size=1'),
    ask('GET', `/reports?report=cash_book&${PERIOD}`),
  ]);
  return {
    refundsCents: refunds.body.sumCents,
    waiting: waiting.body.page.total,
    cashIn: cash.body.totals[1],
    cashOut: cash.body.totals[2],
  };
}

/** Whatever anybody reads of the money is what the book says, to the centavo. */
export async function expectEqual(window: Window, book: Book, before: Sums): Promise<void> {
  await Promise.all(book.reservations.map((one) => expectReservation(window, one)));
  await Promise.all(
    [...new Set(book.reservations.map(({ trip }) => trip.id))].map((id) => expectTrip(window, book, id)),
  );
  await expectCards(window, book);
  for (const account of book.accounts) {
    expect((await window.ask('GET', '/users/me/credit', account)).body.balanceCents).toBe(account.creditCents);
  }
  const owed = book.reservations.reduce((sum, { owedCents }) => sum + owedCents, 0);
  expect(await readSums(window)).toEqual({
    refundsCents: before.refundsCents + owed,
    waiting: before.waiting + book.waiting.length,
    cashIn: before.cashIn + book.cash.in,
    cashOut: before.cashOut + book.cash.out,
  });
}

/** The payer's page, by account or link, staff's page, the ledger and the list of refunds. */
async function expectReservation({ ask }: Window, reservation: Reservation): Promise<void> {
  const { facts, owner } = reservation;
  const payers = owner
    ? ask('GET', `/reservations/${facts.id}`, owner)
    : ask('POST', '/reservation-links/read', {}, { token: facts.link });
  const [payer, staff, ledger] = await Promise.all([
    payers,
    ask('GET', `/reservations/${facts.id}`),
    ask('GET', `/reservations/${facts.id}/payments`),
  ]);
  const { totalCents, depositCents, receivedCents, dueCents, refundedCents, owedCents } = reservation;
  const money = { totalCents, depositCents, receivedCents, dueCents, refundedCents, toReturnCents: owedCents };
  for (const { body } of [payer, staff]) {
    expect({ code: facts.code, ...body }).toMatchObject({ code: facts.code, ...money });
    expect(body.refund?.state === 'due' ? body.refund.amountCents : 0).toBe(owedCents);
    if (!reservation.isActive)
      expect(body).toMatchObject({ state: 'cancelled', retainedCents: reservation.retainedCents });
  }
  if (owner) expect(payer.body.creditCents).toBe(owner.creditCents);
  expect(
    sumsOf(
      ledger.body.data.map(({ direction, method, amountCents: cents }: Written) => ({ direction, method, cents })),
    ),
  ).toEqual(sumsOf(reservation.entries));
}

interface Written {
  direction: string;
  method: string;
  amountCents: number;
}

const sumOf = (entries: Entry[], cents: (one: Entry) => number) => entries.reduce((sum, one) => sum + cents(one), 0);

interface ByMethod {
  method: string;
  inCents: number;
  outCents: number;
}
const movedBy = (methods: ByMethod[]) =>
  Object.fromEntries(
    methods.flatMap(({ method, inCents, outCents }) => (inCents || outCents ? [[method, [inCents, outCents]]] : [])),
  );

/** What came in and went out, by each method. */
function sumsOf(entries: { direction: string; method: string; cents: number }[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { direction, method, cents } of entries) {
    const key = `${method} ${direction}`;
    sums[key] = (sums[key] ?? 0) + cents;
  }
  return sums;
}

/** A trip's money: what was put right is not in it, and what banks took back did not come in. */
async function expectTrip({ ask }: Window, book: Book, tripId: string): Promise<void> {
  const of = book.reservations.filter(({ trip }) => trip.id === tripId);
  const counted = of
    .flatMap(({ entries }) => entries)
    .filter(({ isReversed, kind }) => !isReversed && kind !== 'reversal');
  const methods = Object.entries(Object.groupBy(counted, ({ method }) => method)).map(([method, entries = []]) => ({
    method,
    inCents: sumOf(entries, ({ kind, cents }) => (kind === 'in' ? cents : kind === 'chargeback' ? -cents : 0)),
    outCents: sumOf(entries, ({ kind, cents }) => (kind === 'refund' ? cents : 0)),
  }));
  const { body } = await ask('GET', `/trips/${tripId}/money`);
  expect(movedBy(body.methods)).toEqual(movedBy(methods));
  const sum = (cents: (one: Reservation) => number) => of.reduce((total, one) => total + cents(one), 0);
  expect(body).toMatchObject({
    missingCents: sum(({ dueCents }) => dueCents),
    toRefundCents: sum(({ owedCents }) => owedCents),
  });
}

async function expectCards({ ask }: Window, book: Book): Promise<void> {
  if (book.cards.length === 0) return;
  const { body } = await ask('GET', '/gift-cards?size=100');
  for (const card of book.cards) {
    const shown = body.data.find(({ id }: { id: string }) => id === card.id);
    expect(shown).toMatchObject({ balanceCents: card.balanceCents, valueCents: card.valueCents });
  }
}
