import { expect } from 'vitest';
import { codesOf } from './paying-steps.ts';
import type { Entry, Reservation } from './reservation.ts';
import { expectStatus, type Game, leftOf, owed, pay, pick, type Shown, type Step, withOne } from './step.ts';
import type { Window } from './window.ts';

async function readRefund({ must }: Window, { facts, owedCents }: Reservation) {
  const { refund } = await must('GET', `/reservations/${facts.id}`);
  expect(refund).toMatchObject({ state: 'due', amountCents: owedCents });
  return { path: `/payments/refunds/${refund.id}/payment`, throughProvider: refund.throughProvider };
}

/** Staff gives back by hand what it saw, while money arrives at times. */
export const refundByHand = withOne(async (game, one, [means, meanwhile]) => {
  const { book, window } = game;
  const method = pick(['pix', 'cash', 'transfer', 'card'] as const, means) ?? 'pix';
  const { path } = await readRefund(window, one);
  const seen = { via: 'hand', method, amountCents: one.owedCents };
  const code = pick(codesOf(one), meanwhile);
  if (code && meanwhile % 2 === 0) {
    await pay(game, one, code);
    await window.settle();
    book.settle();
  }
  const isSame = seen.amountCents === one.owedCents;
  const { status, body } = await window.ask('POST', path, undefined, seen);
  // The money that came meanwhile has brought an expired reservation back, to which it is due no more.
  if (one.owedCents === 0) return expect(status).toBe(409);
  if (!isSame) {
    expect([status, body.code, body.amountCents]).toEqual([409, 'REFUND_CHANGED', one.owedCents]);
    const now = { ...seen, amountCents: one.owedCents };
    expect((await window.ask('POST', path, undefined, now)).status).toBe(200);
  } else expectStatus({ status, body }, 200);
  book.giveBack(one, method, one.owedCents, { byHand: true });
}, owed);

/** Through the bank, by whichever payments it chooses: how much went back by each means is read there. */
export const refundByBank = withOne(async ({ book, window }, one) => {
  const { path, throughProvider } = await readRefund(window, one);
  const [cents, before] = [one.owedCents, returnedByCard(window)];
  const { status } = await window.ask('POST', path, undefined, { via: 'provider', amountCents: cents });
  expectStatus({ status }, throughProvider && 200);
  if (status !== 200) return;
  await window.settle();
  const byCard = returnedByCard(window) - before;
  if (byCard > 0) book.giveBack(one, 'card', byCard, { isOfBank: true });
  if (cents > byCard) book.giveBack(one, 'pix', cents - byCard, { isOfBank: true });
}, owed);

const returnedByCard = ({ cardPayments }: Window) =>
  [...cardPayments.values()].flatMap(({ refunds }) => refunds).reduce((sum, { amountCents }) => sum + amountCents, 0);

/** A Pix goes back, or a part of it, however old it is: by the bank's own application, or because its payer disputes it. */
export const returnPix: Step = async ({ book, window }, [which, part, why]) => {
  const counted = book.money.filter((one) => book.holderOf(one) ?? book.cardOf(one));
  const money = pick(
    counted.filter((one) => one.method === 'pix' && leftOf(window, one) > 0),
    which,
  );
  if (!money) return;
  const left = leftOf(window, money);
  const cents = part % 2 === 0 ? left : Math.min(1_000, left);
  const isDisputed = why % 3 === 0;
  await window.returnAtBank(money.id, cents, isDisputed);
  await window.noticePix(money.id);
  const [card, holder] = [book.cardOf(money), book.holderOf(money)];
  if (card) {
    book.end(card);
    card.isReturned = true;
    card.takenCents += cents;
    book.cash.out += cents;
  } else if (holder && isDisputed) book.takenBack(money, holder, { cents, isWhole: cents === left });
  else book.returned(money, cents);
};

export const changeCardPayment: Step = async ({ book, window }, [which, act]) => {
  const held = book.money.filter((one) => one.method === 'card' && isUntouched(window, one.id) && book.holderOf(one));
  const money = pick(held, which);
  const holder = money && book.holderOf(money);
  if (!money || !holder) return;
  const isDisputed = act % 2 === 0;
  await window.changeCard(Number(money.id), isDisputed ? 'charged_back' : 'refund');
  if (isDisputed) book.takenBack(money, holder, { cents: money.cents, isWhole: true });
  else book.returned(money, money.cents);
};
function isUntouched({ cardPayments }: Window, id: string): boolean {
  const payment = cardPayments.get(Number(id));
  return payment?.status === 'approved' && payment.refunds.length === 0;
}

const mayBeReversed = ({ kind, isReversed }: Entry) => kind !== 'reversal' && !isReversed;

/** Staff puts an entry of the ledger right. */
export const reverse = withOne(async (game, one, [which]) => {
  const entry = pick(one.entries.filter(mayBeReversed), which);
  if (entry) await putRight(game, one, entry);
});

/** Staff puts a payment right that the bank reported, so that its money waits. */
export const release: Step = async (game, [which]) => {
  const isReported = (one: Entry) =>
    mayBeReversed(one) && one.direction === 'in' && one.money?.isUnreported === undefined;
  const reported = game.book.reservations.flatMap((one) =>
    one.entries.filter((entry) => entry.money && isReported(entry)).map((entry) => [one, entry] as const),
  );
  const found = pick(reported, which);
  if (found) await putRight(game, ...found);
};

async function putRight({ book, window }: Game, one: Reservation, entry: Entry): Promise<void> {
  const { data } = await window.must('GET', `/reservations/${one.facts.id}/payments`);
  const shown = data.find((read: Shown) => read.reversedBy === null && isShownAs(entry, read));
  if (!shown) {
    // The bank returned it by several payments.
    expect(entry).toMatchObject({ kind: 'refund', isOfBank: true });
    return;
  }
  const path = `/reservations/${one.facts.id}/payments/${shown.id}/reversal`;
  const { status, body } = await window.ask('POST', path, undefined, { reason: 'Engano' });
  const isReversed = book.reverse(one, entry);
  expect(status, `${entry.kind} ${entry.method}: ${JSON.stringify(body)}`).toBe(isReversed ? 201 : 409);
  if (isReversed && entry.isOfGuide) await seeCashAgain({ book, window }, one, entry);
}

/** Cash of a guide, whose payment staff put right, is in the guide's hand again. */
async function seeCashAgain({ book, window }: Pick<Game, 'book' | 'window'>, one: Reservation, { cents }: Entry) {
  const { data } = await window.must('GET', '/payments/door-payments');
  const ids: string[] = data.map(({ id }: { id: string }) => id);
  const id = ids.find((read) => !book.door.some((known) => known.id === read));
  expect(id).toBeDefined();
  if (id) book.door.push({ id, reservation: one, cents });
}

function isShownAs(entry: Entry, read: Shown): boolean {
  const { kind, direction, method, cents, money, isOfBank, isOfGuide = false } = entry;
  const isSame =
    read.direction === direction &&
    read.method === method &&
    read.amountCents === cents &&
    read.note.startsWith('Recebido por') === isOfGuide;
  if (!isSame || read.kind.startsWith('reversal') || (read.kind === 'chargeback') !== (kind === 'chargeback'))
    return false;
  if (direction === 'out') return (read.recordedVia === 'provider') === (isOfBank === true);
  return money ? read.endToEndId?.toUpperCase() === money.id.toUpperCase() : read.endToEndId === null;
}

/** Staff finds the reservation of money that waits, or says that it is none of ours. */
export const decide: Step = async ({ book, window }, [which, to, how]) => {
  const money = pick(book.waiting, which);
  const one = pick(book.reservations, to);
  if (!money || !one) return;
  const { data } = await window.must('GET', '/payments/unmatched?size=100');
  const shown = data.find(({ endToEndId }: Shown) => endToEndId?.toUpperCase() === money.id.toUpperCase());
  expect(shown).toMatchObject({ amountCents: money.cents });
  // What its payer has back already is none of ours.
  const isOurs = how % 3 > 0 && (money.method === 'card' || leftOf(window, money) === money.cents);
  const path = `/payments/unmatched/${shown.id}/${isOurs ? 'assignment' : 'dismissal'}`;
  await window.must('POST', path, isOurs ? { code: one.facts.code, isDeliberate: true } : { reason: 'Não é nosso' });
  book.waiting.splice(book.waiting.indexOf(money), 1);
  if (isOurs) book.takeByHand(one, { method: money.method, cents: money.cents, money });
};

/** Dismisses all that waits. */
export async function dismissWaiting({ book, window }: Game): Promise<void> {
  const { data } = await window.must('GET', '/payments/unmatched?size=100');
  for (const { id } of data)
    await window.must('POST', `/payments/unmatched/${id}/dismissal`, { reason: 'Não é nosso' });
  expect(data).toHaveLength(book.waiting.length);
}
