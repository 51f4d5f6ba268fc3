import fc from 'fast-check';
import { expect } from 'vitest';
import { pdf, sendReceipt } from '../receipts.ts';
import { type BankMoney, type Book, type Code, type Entry, Reservation, type Trip } from './book.ts';
import type { Window } from './window.ts';

/** One sequence: what it has moved so far, and how to move more. */
export interface Game {
  window: Window;
  book: Book;
  trips: Trip[];
}

/** Choices of a step among what is there by then. */
type Dice = [number, number, number];
type Step = (game: Game, dice: Dice) => Promise<unknown>;

/** How many days ago payments were made: a bank may say late what it has, and return what is old. */
const AGES = [0, 0, 0, 3, 8, 40, 120];

function pick<One>(list: readonly One[], dice: number): One | undefined {
  return list[dice % Math.max(list.length, 1)];
}
const active = ({ book }: Game) => book.reservations.filter(({ isActive }) => isActive);

/** A step with one of the reservations, if there is one. */
const withOne =
  (
    act: (game: Game, reservation: Reservation, dice: [number, number]) => Promise<unknown>,
    which: (game: Game) => Reservation[] = ({ book }) => book.reservations,
  ): Step =>
  async (game, [at, ...dice]) => {
    const one = pick(which(game), at);
    if (one) await act(game, one, dice);
  };

/** As the payer does it: with an account, or by the link of the reservation. */
function asPayer({ ask }: Window, { facts, owner }: Reservation, path: string, byLink: string, body: object) {
  const proof = { token: facts.link, phoneDigits: facts.digits };
  return owner
    ? ask('POST', `/reservations/${facts.id}/${path}`, owner, body)
    : ask('POST', `/reservation-links/${byLink}`, {}, { ...proof, ...body });
}

let guests = 0;
const reserve: Step = async (game, [who, where, people]) => {
  const { book, window } = game;
  const trip = pick(game.trips, where);
  if (!trip) return;
  const owner = who % 3 === 0 ? null : (pick(book.accounts, who) ?? null);
  const hasOne = owner !== null && active(game).some((one) => one.trip === trip && one.owner === owner);
  const party = [{ fareId: trip.fareId, count: 1 + (people % 3) }];
  guests += 1;
  const digits = String(guests).padStart(8, '0');
  const guest = { name: 'Visita Silva', contact: `+55359${digits}` };
  const asked = { party, boardingPointId: trip.boardingPointId, guest, acceptedPolicy: true };
  const { status, body } = owner
    ? await window.ask('POST', `/trips/enrrol/${trip.id}`, owner, { party })
    : await window.ask('POST', `/trips/${trip.id}/guest-reservations`, {}, asked);
  expect(status, JSON.stringify(body)).toBe(hasOne ? 409 : 201);
  if (status !== 201) return;
  const proof = owner ? {} : { link: body.link.split('#')[1], digits: digits.slice(-4) };
  const ids = body.participants.map(({ id }: { id: string }) => id);
  book.reservations.push(new Reservation({ id: body.id, code: body.code, ...proof }, trip, ids, owner));
};

/** Asks for a code, of exactly what is missing, and pays it: once, twice, another amount, or not yet. */
const payByPix = withOne(async ({ book, window }, one, [purpose, how]) => {
  const isDeposit = purpose % 2 === 0;
  const due = isDeposit ? one.depositCents - one.receivedCents : one.dueCents;
  const answer = await asPayer(window, one, 'charges', 'charges', { purpose: isDeposit ? 'deposit' : 'full' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(one.isActive && due > 0 ? 201 : 409);
  if (answer.status !== 201) return;
  expect(answer.body.amountCents).toBe(due);
  const code: Code = { txid: answer.body.txid, cents: due, madeAfter: one.entries.length };
  if (!one.codes.some(({ txid }) => txid === code.txid)) one.codes.push(code);
  if (how % 6 === 0) return;
  const cents = [due, due, due, due + 700, Math.max(due - 100, 1), due][how % 6] ?? due;
  await pay(window, book, one, code, { cents, daysAgo: pick(AGES, how + purpose) ?? 0 });
  if (how % 6 === 1) await pay(window, book, one, code, { cents });
});

async function pay(
  window: Window,
  book: Book,
  one: Reservation,
  code: Code,
  { cents = code.cents, daysAgo = 0 }: { cents?: number; daysAgo?: number } = {},
): Promise<void> {
  const money: BankMoney = { id: window.transfer(code.txid, cents, daysAgo), method: 'pix', cents, daysAgo };
  book.money.push(money);
  // The poll finds what was paid just now.
  if (daysAgo > 0) await window.noticePix(money.id);
  book.receive(one, money, code);
}

/** A code of earlier is paid, whatever the reservation has become. */
const payLate = withOne(
  async ({ book, window }, one, [which]) => {
    const code = pick(one.codes, which);
    if (code) await pay(window, book, one, code);
  },
  ({ book }) => book.reservations.filter(({ codes }) => codes.length > 0),
);

const payByCard = withOne(async ({ book, window }, one, [how]) => {
  const cents = one.dueCents;
  const body = { purpose: 'full', means: 'card' };
  const { status, body: charge } = await asPayer(window, one, 'charges', 'charges', body);
  expect(status, JSON.stringify(charge)).toBe(cents > 0 ? 201 : 409);
  if (status !== 201 || how % 4 === 0) return;
  expect(charge.amountCents).toBe(cents);
  const id = await window.payByCard(charge);
  const money: BankMoney = { id: String(id), method: 'card', cents, daysAgo: 0 };
  book.money.push(money);
  book.receive(one, money);
});

const typed = withOne(async ({ book, window }, one, [means, amount]) => {
  const method = pick(['cash', 'transfer', 'card', 'pix'] as const, means) ?? 'cash';
  const cents = pick([1, 2_500, one.dueCents, one.depositCents - one.receivedCents, 40_000], amount) ?? 1;
  if (cents <= 0) return;
  const body = { kind: 'balance', method, amountCents: cents };
  const { status } = await window.ask('POST', `/reservations/${one.facts.id}/payments`, undefined, body);
  expect(status).toBe(one.isActive && cents <= one.dueCents ? 201 : 409);
  if (status === 201) book.enter(one, { kind: 'in', direction: 'in', method, cents, byHand: true });
});

/** A receipt for what is asked for, in which staff reads the amount, or some centavos less. */
const receipt = withOne(
  async ({ book, window }, one, [less]) => {
    const { charge } = (await window.ask('GET', `/reservations/${one.facts.id}`, one.owner ?? undefined)).body;
    const sent = await sendReceipt(window.app, one.facts.id, one.owner ?? { token: '' }, pdf(), {
      type: 'application/pdf',
    });
    if (sent.status !== 201) return;
    const cents = Math.max((charge?.amountCents ?? one.dueCents) - (less % 2) * 10, 1);
    const path = `/payments/receipts/${sent.body.id}/approval`;
    expect((await window.ask('POST', path, undefined, { amountCents: cents })).status).toBe(201);
    const shown = charge ? { txid: charge.txid } : {};
    book.enter(one, { kind: 'in', direction: 'in', method: 'pix', cents, byHand: true, ...shown });
  },
  (game) => active(game).filter(({ owner, dueCents }) => owner && dueCents > 0),
);

const owed = ({ book }: Game) => book.reservations.filter(({ owedCents }) => owedCents > 0);
async function readRefund({ ask }: Window, { facts, owedCents }: Reservation) {
  const { refund } = (await ask('GET', `/reservations/${facts.id}`)).body;
  expect(refund).toMatchObject({ state: 'due', amountCents: owedCents });
  return { path: `/payments/refunds/${refund.id}/payment`, throughProvider: refund.throughProvider };
}

/** Staff gives back by hand what it saw, while money arrives at times. */
const refundByHand = withOne(async ({ book, window }, one, [means, meanwhile]) => {
  const method = pick(['pix', 'cash', 'transfer', 'card'] as const, means) ?? 'pix';
  const { path } = await readRefund(window, one);
  const seen = { via: 'hand', method, amountCents: one.owedCents };
  const code = pick(one.codes, meanwhile);
  if (code && meanwhile % 2 === 0) {
    await pay(window, book, one, code);
    await window.settle();
    book.settle();
  }
  const isSame = seen.amountCents === one.owedCents;
  const { status, body } = await window.ask('POST', path, undefined, seen);
  if (!isSame) {
    expect([status, body.code, body.amountCents]).toEqual([409, 'REFUND_CHANGED', one.owedCents]);
    const now = { ...seen, amountCents: one.owedCents };
    expect((await window.ask('POST', path, undefined, now)).status).toBe(200);
  } else expect(status, JSON.stringify(body)).toBe(200);
  book.giveBack(one, method, one.owedCents, { byHand: true });
}, owed);

/** Through the bank, by whichever payments it chooses: how much went back by each means is read there. */
const refundByBank = withOne(async ({ book, window }, one) => {
  const { path, throughProvider } = await readRefund(window, one);
  const [cents, before] = [one.owedCents, returnedByCard(window)];
  const { status } = await window.ask('POST', path, undefined, { via: 'provider', amountCents: cents });
  expect(status).toBe(throughProvider ? 200 : 409);
  if (status !== 200) return;
  await window.settle();
  const byCard = returnedByCard(window) - before;
  if (byCard > 0) book.giveBack(one, 'card', byCard, { isOfBank: true });
  if (cents > byCard) book.giveBack(one, 'pix', cents - byCard, { isOfBank: true });
}, owed);

const returnedByCard = ({ cardPayments }: Window) =>
  [...cardPayments.values()].flatMap(({ refunds }) => refunds).reduce((sum, { amountCents }) => sum + amountCents, 0);

/** A Pix goes back, or a part of it, however old it is: by the bank's own application, or because its payer disputes it. */
const returnPix: Step = async ({ book, window }, [which, part, why]) => {
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
  if (card) book.end(card, 'blocked');
  else if (holder && isDisputed) book.takenBack(money, holder, cents);
  else book.returned(money, cents);
};

function leftOf({ pix }: Window, { id, cents }: BankMoney): number {
  return (pix.get(id)?.refunds ?? []).reduce((rest, { amountCents }) => rest - amountCents, cents);
}

const changeCardPayment: Step = async ({ book, window }, [which, act]) => {
  const held = book.money.filter((one) => one.method === 'card' && isUntouched(window, one.id) && book.holderOf(one));
  const money = pick(held, which);
  const holder = money && book.holderOf(money);
  if (!money || !holder) return;
  const isDisputed = act % 2 === 0;
  await window.changeCard(Number(money.id), isDisputed ? 'charged_back' : 'refund');
  if (isDisputed) book.takenBack(money, holder);
  else book.returned(money, money.cents);
};
function isUntouched({ cardPayments }: Window, id: string): boolean {
  const payment = cardPayments.get(Number(id));
  return payment?.status === 'approved' && payment.refunds.length === 0;
}

const by = (dice: number) => (dice % 2 === 0 ? ('client' as const) : ('operator' as const));
const cancelAll = withOne(async ({ window }, one, [who]) => {
  const quote = one.quote(by(who));
  const body = { reason: 'Desistiu', by: by(who), refundCents: quote.refundCents };
  const { status, body: answer } = await window.ask(
    'POST',
    `/reservations/${one.facts.id}/cancellation`,
    undefined,
    body,
  );
  expect(status, JSON.stringify(answer)).toBe(200);
  one.cancel(by(who));
}, active);

const cancelOne = withOne(
  async ({ window }, one, [who, person]) => {
    const leaving = one.people[1 + (person % (one.people.length - 1))] ?? '';
    const body = { reason: 'Ficou doente', by: by(who), participants: [leaving] };
    const { status } = await window.ask('POST', `/reservations/${one.facts.id}/cancellation`, undefined, body);
    expect(status).toBe(200);
    one.leave(leaving, by(who));
  },
  (game) => active(game).filter(({ people, adjustmentsCents }) => people.length > 1 && adjustmentsCents === 0),
);

const adjust = withOne(
  async ({ window }, one, [sign]) => {
    const amountCents = sign % 2 === 0 ? -1_000 : 1_533;
    const body = { amountCents, reason: 'Combinado' };
    const { status } = await window.ask('POST', `/reservations/${one.facts.id}/adjustments`, undefined, body);
    expect(status).toBe(201);
    one.adjustmentsCents += amountCents;
    one.reprice(one.totalCents + amountCents);
  },
  (game) => active(game).filter(({ people, penaltiesCents }) => people.length === 1 && penaltiesCents === 0),
);

const move = withOne(
  async (game, one) => {
    const other = game.trips.find((trip) => trip !== one.trip);
    if (!other) return;
    const isThere = one.owner && active(game).some(({ owner, trip }) => owner === one.owner && trip === other);
    const path = `/reservations/${one.facts.id}/move`;
    const { status, body } = await game.window.ask('POST', path, undefined, { tripId: other.id });
    expect(status, JSON.stringify(body)).toBe(isThere ? 409 : 200);
    if (status === 200) one.moveTo(other);
  },
  (game) => active(game).filter(({ penaltiesCents }) => penaltiesCents === 0),
);

/** Staff puts an entry of the ledger right. */
const reverse = withOne(async ({ book, window }, one, [which]) => {
  const entry = pick(
    one.entries.filter(({ kind, isReversed }) => kind !== 'reversal' && !isReversed),
    which,
  );
  if (!entry) return;
  const { body } = await window.ask('GET', `/reservations/${one.facts.id}/payments`);
  const shown = body.data.find((read: Shown) => read.reversedBy === null && isShownAs(entry, read));
  if (!shown) {
    // The bank returned it by several payments.
    expect(entry).toMatchObject({ kind: 'refund', isOfBank: true });
    return;
  }
  const path = `/reservations/${one.facts.id}/payments/${shown.id}/reversal`;
  const { status, body: answer } = await window.ask('POST', path, undefined, { reason: 'Engano' });
  expect(status, JSON.stringify([answer, entry])).toBe(book.reverse(one, entry) ? 201 : 409);
});
interface Shown {
  id: string;
  kind: string;
  direction: string;
  method: string;
  amountCents: number;
  endToEndId: string | null;
  recordedVia: string;
  reversedBy: string | null;
}
function isShownAs({ kind, direction, method, cents, money, isOfBank }: Entry, read: Shown): boolean {
  const isSame = read.direction === direction && read.method === method && read.amountCents === cents;
  if (!isSame || read.kind.startsWith('reversal') || (read.kind === 'chargeback') !== (kind === 'chargeback'))
    return false;
  if (direction === 'out') return (read.recordedVia === 'provider') === (isOfBank === true);
  return money ? read.endToEndId?.toUpperCase() === money.id.toUpperCase() : read.endToEndId === null;
}

/** Staff finds the reservation of money that waits, or says that it is none of ours. */
const decide: Step = async ({ book, window }, [which, to, how]) => {
  const money = pick(book.waiting, which);
  const one = pick(book.reservations, to);
  if (!money || !one) return;
  const { body } = await window.ask('GET', '/payments/unmatched?size=100');
  const shown = body.data.find(({ endToEndId }: Shown) => endToEndId?.toUpperCase() === money.id.toUpperCase());
  expect(shown).toMatchObject({ amountCents: money.cents });
  // What its payer has back already is none of ours.
  const isOurs = how % 3 > 0 && (money.method === 'card' || leftOf(window, money) === money.cents);
  const path = `/payments/unmatched/${shown.id}/${isOurs ? 'assignment' : 'dismissal'}`;
  const decision = isOurs ? { code: one.facts.code, isDeliberate: true } : { reason: 'Não é nosso' };
  const { status, body: answer } = await window.ask('POST', path, undefined, decision);
  expect(status, JSON.stringify(answer)).toBe(200);
  book.waiting.splice(book.waiting.indexOf(money), 1);
  if (isOurs) book.enter(one, { kind: 'in', direction: 'in', method: money.method, cents: money.cents, money });
};

const buyCard: Step = async ({ book, window }, [value, how]) => {
  const valueCents = pick([2_000, 9_700, 15_000], value) ?? 2_000;
  const buyer = { name: 'Ana Prado', email: 'ana@exemplo.com.br' };
  const { status, body } = await window.ask('POST', '/gift-cards', {}, { valueCents, buyer });
  expect(status, JSON.stringify(body)).toBe(201);
  const money: BankMoney = { ...{ method: 'pix', cents: valueCents, daysAgo: pick(AGES, how) ?? 0 }, id: '' };
  money.id = window.transfer(body.charge.txid, valueCents, money.daysAgo);
  if (money.daysAgo > 0) await window.noticePix(money.id);
  await window.settle();
  const read = async () => (await window.ask('POST', '/gift-cards/link/read', {}, { token: body.token })).body.code;
  await expect.poll(read).not.toBeNull();
  const { body: list } = await window.ask('GET', '/gift-cards?size=1');
  const card = {
    id: list.data[0].id,
    code: await read(),
    valueCents,
    balanceCents: valueCents,
    state: 'active' as const,
    money,
    txid: body.charge.txid,
  };
  book.cards.push(card);
  book.money.push(money);
  book.cash.in += valueCents;
  if (how % 5 > 0) return;
  const again = { ...money, id: window.transfer(card.txid, valueCents), daysAgo: 0 };
  book.money.push(again);
  book.waiting.push(again);
};

const useCard = withOne(async ({ book, window }, one, [which]) => {
  const card = pick(book.cards, which);
  if (!card) return;
  const cents = Math.min(card.balanceCents, one.dueCents);
  const { status, body } = await asPayer(window, one, 'gift-cards', 'gift-cards', { code: card.code });
  expect(status, JSON.stringify(body)).toBe(cents > 0 ? 200 : 409);
  if (status !== 200) return;
  expect(body).toEqual({ amountCents: cents, leftCents: card.balanceCents - cents });
  book.enter(one, { kind: 'in', direction: 'in', method: 'gift_card', cents, card });
});

const revokeCard: Step = async ({ book, window }, [which]) => {
  const card = pick(
    book.cards.filter(({ state }) => state === 'active'),
    which,
  );
  if (!card) return;
  const { status } = await window.ask('POST', `/gift-cards/${card.id}/revocation`, undefined, {
    reason: 'Código perdido',
  });
  expect(status).toBe(200);
  book.end(card, 'revoked');
};

/** The refund as credit, which only accounts have. */
const takeCredit = withOne(async ({ book, window }, one) => {
  const { owner, owedCents: amountCents } = one;
  const { path } = await readRefund(window, one);
  const byHand = { via: 'hand', method: 'credit', amountCents };
  const { status, body } = owner
    ? await window.ask('POST', `/reservations/${one.facts.id}/refund/credit`, owner, { amountCents })
    : await window.ask('POST', path, undefined, byHand);
  if (!owner) expect([status, body.code]).toEqual([409, 'CREDIT_NEEDS_ACCOUNT']);
  else {
    expect(status, JSON.stringify(body)).toBe(200);
    book.giveBack(one, 'credit', amountCents, { owner });
  }
}, owed);

const useCredit = withOne(
  async ({ book, window }, one, [more]) => {
    const { owner, dueCents } = one;
    if (!owner) return;
    const there = Math.min(owner.creditCents, dueCents);
    const amountCents = there + (more % 3 === 0 ? 1 : 0);
    if (amountCents === 0) return;
    const { status } = await window.ask('POST', `/reservations/${one.facts.id}/credit`, owner, { amountCents });
    expect(status).toBe(amountCents === there ? 200 : 409);
    if (status === 200) book.enter(one, { kind: 'in', direction: 'in', method: 'credit', cents: there, owner });
  },
  (game) => active(game).filter(({ owner }) => owner),
);

/** A guest's reservation passes to an account, with all its money. */
const adopt = withOne(
  async (game, one, [who]) => {
    const owner = pick(game.book.accounts, who);
    if (!owner) return;
    const hasOne = one.isActive && active(game).some((other) => other.owner === owner && other.trip === one.trip);
    const body = { token: one.facts.link, phoneDigits: one.facts.digits };
    const { status, body: answer } = await game.window.ask('POST', '/reservation-links/adoption', owner, body);
    expect(status, JSON.stringify(answer)).toBe(hasOne ? 409 : 200);
    if (status === 200) one.owner = owner;
  },
  ({ book }) => book.reservations.filter(({ owner }) => !owner),
);

const steps = {
  ...{ reserve, payByPix, payLate, payByCard, typed, receipt, refundByHand, refundByBank, returnPix },
  ...{
    changeCardPayment,
    cancelAll,
    cancelOne,
    adjust,
    move,
    reverse,
    decide,
    buyCard,
    useCard,
    revokeCard,
    takeCredit,
  },
  ...{ useCredit, adopt },
} satisfies Record<string, Step>;
type StepName = keyof typeof steps;

const usual: StepName[] = ['payByPix', 'payByPix', 'payLate', 'returnPix', 'refundByHand', 'useCard', 'cancelAll'];
const first: [StepName, Dice][] = [
  ['reserve', [1, 0, 1]],
  ['reserve', [0, 1, 0]],
  ['payByPix', [0, 0, 2]],
];
const name = fc.constantFrom<StepName>(...(Object.keys(steps) as StepName[]), ...usual, ...usual);
const dice = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));
/** What happens, in order. */
export const sequences = fc
  .array(fc.tuple(name, dice), { minLength: 8, maxLength: 18, size: 'max' })
  .map((steps) => [...first, ...steps]);

export async function take(game: Game, [step, choices]: [StepName, Dice]): Promise<void> {
  await steps[step](game, choices);
  await game.window.settle();
  game.book.settle();
}
