import { expect } from 'vitest';
import { pdf, sendReceipt } from '../receipts.ts';
import { chargeOf } from './book.ts';
import type { BankMoney, Reservation } from './reservation.ts';
import { AGES, adjustmentBy, asPayer, expectStatus, type Game, going, pay, pick, seeCharge, withOne } from './step.ts';

/** Asks for a code, of exactly what is missing, and pays it: once, twice, another amount, or not yet. */
export const payByPix = withOne(async (game, one, [what, how]) => {
  const { purpose, due, amountCents } = askedFor(one, what);
  const answer = await asPayer(game.window, one, 'charges', { purpose, ...(amountCents && { amountCents }) });
  expectStatus(answer, one.isGoing && due > 0 && 201);
  if (answer.status !== 201) return;
  const code = seeCharge(game, one, answer.body, { due, means: 'pix' });
  if (how % 6 === 0) return;
  const asked = code.cents;
  const cents = [asked, asked, asked, asked + 700, Math.max(asked - 100, 1), asked][how % 6] ?? asked;
  await pay(game, one, code, { cents, daysAgo: pick(AGES, how + what) ?? 0 });
  if (how % 6 === 1) await pay(game, one, code, { cents });
});

/** The deposit, the next instalment, or all that is due. */
function askedFor(one: Reservation, what: number): { purpose: string; due: number; amountCents?: number } {
  const { nextCents, dueCents } = one;
  if (what % 3 === 0) return { purpose: 'deposit', due: one.isActive ? one.depositCents - one.receivedCents : 0 };
  const isInstalment = what % 3 === 1 && one.isGoing && nextCents >= 100;
  return isInstalment
    ? { purpose: 'balance', due: nextCents, amountCents: nextCents }
    : { purpose: 'full', due: dueCents };
}

/** A code of earlier is paid, whatever the reservation has become. */
export const payLate = withOne(
  async (game, one, [which]) => {
    const code = pick(codesOf(one), which);
    if (code) await pay(game, one, code);
  },
  ({ book }) => book.reservations.filter((one) => codesOf(one).length > 0),
);
export const codesOf = ({ codes }: Reservation) => codes.filter(({ means }) => means === 'pix');

export const payByCard = withOne(async (game, one, [how]) => {
  const { window, book } = game;
  const due = one.isGoing ? one.dueCents : 0;
  const { status, body } = await asPayer(window, one, 'charges', { purpose: 'full', means: 'card' });
  expectStatus({ status, body }, due > 0 && 201);
  if (status !== 201) return;
  const code = seeCharge(game, one, body, { due, means: 'card' });
  if (how % 5 === 0) return;
  if (how % 5 === 1) return window.refuseCard(body);
  const id = await window.payByCard(body);
  const money: BankMoney = { id: String(id), method: 'card', cents: code.cents, daysAgo: 0, of: one };
  book.money.push(money);
  book.receive(one, money, code);
});

/** Somebody pays their share by the link that staff sent them. */
export const payShare = withOne(
  async (game, one, [who, how]) => {
    const person = pick(one.people, who);
    if (!person) return;
    const path = `/reservations/${one.facts.id}/participants/${person}/link`;
    const token = (await game.window.must('POST', path)).url.split('#')[1];
    const { share } = await game.window.must('POST', '/participants/link/read', { token });
    const body = { token, purpose: 'full', means: 'pix' };
    const { status, body: charge } = await game.window.ask('POST', '/participants/link/charges', {}, body);
    expectStatus({ status, body: charge }, share.dueCents > 0 && 201);
    if (status !== 201) return;
    const code = seeCharge(game, one, charge, { due: share.dueCents, means: 'pix', person });
    if (how % 3 > 0) await pay(game, one, code);
  },
  (game) => going(game).filter(({ isSplit }) => isSplit),
);

export const typed = withOne(async ({ book, window }, one, [means, amount]) => {
  const method = pick(['cash', 'transfer', 'card', 'pix'] as const, means) ?? 'cash';
  const cents = pick([1, 2_500, one.dueCents, one.depositCents - one.receivedCents, 40_000], amount) ?? 1;
  if (cents <= 0) return;
  const body = { kind: 'balance', method, amountCents: cents };
  const { status } = await window.ask('POST', `/reservations/${one.facts.id}/payments`, undefined, body);
  const settles = cents - (method === 'pix' ? (chargeOf(one, cents)?.adjustmentCents ?? 0) : 0);
  const isDue = one.state !== 'cancelled' && settles <= one.totalCents - one.receivedCents;
  const isTaken = isDue && (one.isActive || book.mayReturn(one));
  // Cash that is there may be recorded whatever is due.
  if (method === 'cash' && !isTaken) expect([201, 409]).toContain(status);
  else expectStatus({ status }, isTaken && 201);
  if (status === 201) book.takeByHand(one, { method, cents });
});

/** A receipt for what is asked for, in which staff reads the amount, or some centavos less. */
export const receipt = withOne(
  async ({ book, window }, one, [less]) => {
    const { charge } = (await window.ask('GET', `/reservations/${one.facts.id}`, one.owner ?? undefined)).body;
    const sent = await sendReceipt(window.app, one.facts.id, one.owner ?? { token: '' }, pdf(), {
      type: 'application/pdf',
    });
    if (sent.status !== 201) return;
    const cents = Math.max((charge?.amountCents ?? one.dueCents) - (less % 2) * 10, 1);
    await window.must('POST', `/payments/receipts/${sent.body.id}/approval`, { amountCents: cents, isOther: true });
    const code = charge && one.codes.find(({ txid }) => txid === charge.txid);
    book.takeByHand(one, { method: 'pix', cents, code });
  },
  (game) => going(game).filter(({ owner, dueCents }) => owner && dueCents > 0),
);

/** At the boarding point somebody pays what is due, but for what guides took, by a code on a phone. */
export const payAtDoor = withOne(
  async (game, one, [how]) => {
    const { window, book } = game;
    const due = one.dueCents - book.atDoor(one);
    const path = `/trips/${one.trip.id}/door-charges`;
    const { status, body } = await window.ask('POST', path, undefined, { code: one.facts.code });
    expectStatus({ status, body }, due > 0 && 200);
    if (status !== 200) return;
    expect(body.amountCents).toBe(due + adjustmentBy(game, 'pix', due));
    const { charge } = await window.must('GET', `/reservations/${one.facts.id}`);
    const code = seeCharge(game, one, charge, { due, means: 'pix' });
    if (how % 3 > 0) await pay(game, one, code);
  },
  (game) => boarding(game),
);

export const boarding = (game: Game) => going(game).filter(({ trip }) => trip.isBoarding);
