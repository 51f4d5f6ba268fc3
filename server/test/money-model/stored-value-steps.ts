import { expect } from 'vitest';
import type { BankMoney } from './reservation.ts';
import { AGES, asPayer, expectStatus, going, owed, pick, type Step, withOne } from './step.ts';

export const buyCard: Step = async ({ book, window }, [value, how]) => {
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
  const { data } = await window.must('GET', '/gift-cards?size=1');
  const [id, txid] = [data[0].id, body.charge.txid];
  const card = { ...{ id, txid, code: await read(), valueCents, balanceCents: valueCents, money }, ...NEW_CARD };
  book.cards.push(card);
  book.money.push(money);
  book.cash.in += valueCents;
  if (how % 5 > 0) return;
  const again = { ...money, id: window.transfer(card.txid, valueCents), daysAgo: 0 };
  book.money.push(again);
  book.waiting.push(again);
};
const NEW_CARD = { endedCents: 0, isActive: true, isReturned: false, takenCents: 0 };

export const useCard = withOne(async ({ book, window }, one, [which]) => {
  const card = pick(book.cards, which);
  if (!card) return;
  const cents = one.isGoing ? Math.min(card.balanceCents, one.dueCents) : 0;
  const { status, body } = await asPayer(window, one, 'gift-cards', { code: card.code });
  expectStatus({ status, body }, cents > 0 && 200);
  if (status !== 200) return;
  expect(body).toEqual({ amountCents: cents, leftCents: card.balanceCents - cents });
  book.enter(one, { kind: 'in', direction: 'in', method: 'gift_card', cents, card });
});

export const revokeCard: Step = async ({ book, window }, [which]) => {
  const card = pick(
    book.cards.filter(({ isActive }) => isActive),
    which,
  );
  if (!card) return;
  await window.must('POST', `/gift-cards/${card.id}/revocation`, { reason: 'Código perdido' });
  book.end(card);
};

/** A card that is active, was revoked or blocked gets another code, with all that it had; the former one is nothing. */
export const reissueCard: Step = async ({ book, window }, [which]) => {
  const card = pick(book.cards, which);
  if (!card) return;
  await window.must('POST', `/gift-cards/${card.id}/reissue`, { reason: 'Código perdido' });
  book.reissue(card);
  const [former, code] = [card.code, await window.codeOf(card.id)];
  card.code = code;
  expect(code).not.toBe(former);
  const [one] = book.reservations.filter(({ isGoing, dueCents }) => isGoing && dueCents > 0);
  if (one) expect((await asPayer(window, one, 'gift-cards', { code: former })).status).toBe(409);
};

/** The refund as credit, by its payer or by staff; without an account nobody is asked here. */
export const takeCredit = withOne(
  async ({ book, window }, one, [who]) => {
    const { owner, owedCents: amountCents, facts } = one;
    if (!owner) return;
    const { refund } = await window.must('GET', `/reservations/${facts.id}`);
    const path = `/payments/refunds/${refund.id}/payment`;
    const { status, body } =
      who % 2 === 0
        ? await window.ask('POST', `/reservations/${facts.id}/refund/credit`, owner, { amountCents })
        : await window.ask('POST', path, undefined, { via: 'hand', method: 'credit', amountCents });
    expect(status, JSON.stringify(body)).toBe(200);
    book.giveBack(one, 'credit', amountCents, { owner });
  },
  (game) => owed(game).filter(({ owner }) => owner),
);

export const useCredit = withOne(
  async ({ book, window }, one, [more]) => {
    const { owner, dueCents } = one;
    if (!owner) return;
    const there = Math.min(owner.creditCents, dueCents);
    const amountCents = there + (more % 3 === 0 ? 1 : 0);
    if (amountCents === 0) return;
    const { status } = await window.ask('POST', `/reservations/${one.facts.id}/credit`, owner, { amountCents });
    expectStatus({ status }, amountCents === there && 200);
    if (status === 200) book.enter(one, { kind: 'in', direction: 'in', method: 'credit', cents: there, owner });
  },
  (game) => going(game).filter(({ owner }) => owner),
);
