import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { balanceOf, buyCard, readCard, sellGiftCards } from '../../../../test/gift-cards.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { pollProvider } from '../provider/poll-provider.ts';

const VALUE = 10_000;

let connected: Awaited<ReturnType<typeof connectBank>>;
let token: string;
beforeAll(async () => {
  connected = await connectBank();
  ({ token } = await createPerson(connected.app, 'OPERATOR'));
  await sellGiftCards(connected.app);
});
afterAll(() => connected.close());
beforeEach(() => connected.bank.forget());

const post = (path: string, body: object = {}) => call(connected.app, 'POST', `/api/${path}`, { token, body });
const poll = () => pollProvider(connected.parts);
const lastPix = () => {
  const pix = [...connected.bank.system.accounts.pix.values()].at(-1);
  if (!pix) throw new Error('nothing was paid');
  return pix;
};
const pay = (txid: string) => connected.pay(txid, { valor: '100,00', aviso: 'lost' });
async function paidCard() {
  const card = await buyCard(connected.app, { valueCents: VALUE });
  await pay(card.charge.txid);
  await poll();
  const { code } = await readCard(connected.app, card.token);
  expect(code).not.toBeNull();
  return { ...card, code, pix: lastPix() };
}
async function useCard(code: string, amountCents: number) {
  const reservation = await reservationToPay(connected.app);
  const { token: payer } = reservation.payer;
  const body = { code, amountCents };
  const used = await call(connected.app, 'POST', `/api/reservations/${reservation.id}/gift-cards`, {
    token: payer,
    body,
  });
  return { ...reservation, used };
}
async function takeBack({ endToEndId }: { endToEndId: string }, cents: number, way = 'contestar') {
  const valor = (cents / 100).toFixed(2);
  expect(await connected.bank.press(`/${way}/${endToEndId}`, { valor, aviso: 'lost' })).toBe(`/pix/${endToEndId}`);
  connected.bank.system.accounts.skewMs += 60_000;
  await poll();
  await poll();
}
const inbox = async () => (await call(connected.app, 'GET', '/api/payments/unmatched', { token })).body;
const tasks = async (id: string) =>
  (await inbox()).giftCardReturns.filter((one: { giftCard: { id: string } }) => one.giftCard.id === id);
const waiting = async (reference: string) =>
  (await inbox()).data.find(({ endToEndId }: { endToEndId: string }) => endToEndId === reference);
const stateOf = async (id: string) =>
  (await connected.app.db.selectFrom('gift_cards').select('state').where('id', '=', id).executeTakeFirst())?.state;
/** What banks took of a gift card's payment, in the book and as staff sees it. */
const bookedOf = async (id: string) => {
  const booked = await connected.app.db
    .selectFrom('transfers')
    .innerJoin('charges', 'charges.id', 'transfers.charge_id')
    .select('transfers.amount_cents')
    .where('gift_card_id', '=', id)
    .where('transfers.kind', '=', 'sale_chargeback')
    .orderBy('recorded_at')
    .execute();
  return booked.map(({ amount_cents }) => amount_cents);
};
const entriesOf = async (id: string): Promise<[string, number][]> =>
  (await call(connected.app, 'GET', '/api/gift-cards?size=100', { token })).body.data
    .find((one: { id: string }) => one.id === id)
    .entries.map(({ kind, amountCents }: { kind: string; amountCents: number }) => [kind, amountCents]);
const cancel = (id: string) => post(`reservations/${id}/cancellation`, { reason: 'Desistiu' });
const refundOf = async (id: string) =>
  (await call(connected.app, 'GET', '/api/payments/refunds?state=open&size=100', { token })).body.data.find(
    (one: { reservation: { id: string } }) => one.reservation.id === id,
  );

describe('a gift card whose payment the bank took back', () => {
  it.each([
    ['contestar', VALUE],
    ['contestar', 1_000],
    ['devolver', VALUE],
    ['devolver', 2_500],
  ])('(%s, %i) is blocked for what is left, with a task for staff', async (way, cents) => {
    const { id, code, pix } = await paidCard();
    const { used } = await useCard(code, 4_000);
    expect(used.status).toBe(200);
    await takeBack(pix, cents, way);
    expect(await balanceOf(connected.app, id)).toBe(0);
    expect((await useCard(code, 1_000)).used.body.code).toBe('GIFT_CARD_UNKNOWN');
    const [task, ...others] = await tasks(id);
    expect(others).toEqual([]);
    expect(task).toMatchObject({
      ...{ returnedCents: cents, blockedCents: 6_000, giftCard: { id, valueCents: VALUE, buyer: 'Ana Prado' } },
      reservations: [{ cents: 4_000 }],
    });
    const todo = async () => (await call(connected.app, 'GET', '/api/payments/to-do', { token })).body.unmatched;
    const before = await todo();
    expect((await post(`gift-cards/${id}/return/check`, { note: 'Falei com a Ana' })).status).toBe(200);
    expect((await post(`gift-cards/${id}/return/check`)).status).toBe(404);
    expect(await todo()).toBe(before - 1);
    expect(await tasks(id)).toEqual([]);
    await poll();
    expect(await tasks(id)).toEqual([]);
    // Once, however often the bank says so.
    expect(await bookedOf(id)).toEqual([cents]);
    expect(await entriesOf(id)).toEqual([
      ['issued', VALUE],
      ['used', -4_000],
      ['revoked', -6_000],
      ['charged_back', -cents],
    ]);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });

  it('is a task again when the bank takes more, and worth something once staff issues it again', async () => {
    const { id, pix } = await paidCard();
    await takeBack(pix, 4_000);
    await post(`gift-cards/${id}/return/check`);
    await takeBack(pix, 6_000);
    expect(await tasks(id)).toMatchObject([{ returnedCents: VALUE, blockedCents: VALUE }]);
    expect(await bookedOf(id)).toEqual([4_000, 6_000]);
    expect((await post(`gift-cards/${id}/reissue`, { reason: 'O banco nos deu razão' })).status).toBe(200);
    expect(await balanceOf(connected.app, id)).toBe(VALUE);
    await poll();
    expect([await stateOf(id), await balanceOf(connected.app, id)]).toEqual(['active', VALUE]);
  });

  it('gets nothing back that could be spent or paid out: staff is asked again', async () => {
    const { id, code, pix } = await paidCard();
    const { id: reservationId } = await useCard(code, 9_700);
    await takeBack(pix, VALUE);
    await post(`gift-cards/${id}/return/check`);
    await cancel(reservationId);
    expect(await refundOf(reservationId)).toBeUndefined();
    expect(await balanceOf(connected.app, id)).toBe(0);
    expect(await tasks(id)).toMatchObject([{ returnedCents: VALUE, blockedCents: VALUE, reservations: [] }]);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });
});

describe('what staff gave back of a gift card in money', () => {
  const refund = (id: string, amountCents: number, body: object = {}) =>
    post(`gift-cards/${id}/refund`, { method: 'pix', amountCents, ...body });

  it('stands for the return that the bank reports, which blocks nothing', async () => {
    const { id, pix } = await paidCard();
    expect((await refund(id, 4_000)).status).toBe(201);
    await takeBack(pix, 4_000, 'devolver');
    expect([await stateOf(id), await balanceOf(connected.app, id)]).toEqual(['active', 6_000]);
    expect(await bookedOf(id)).toEqual([]);
    // Another one of that amount is the bank's.
    await takeBack(pix, 4_000, 'devolver');
    expect(await stateOf(id)).toBe('revoked');
    expect(await bookedOf(id)).toEqual([4_000]);
    expect(await tasks(id)).toMatchObject([{ returnedCents: 4_000, blockedCents: 6_000 }]);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });

  it('does not stand for a dispute', async () => {
    const { id, pix } = await paidCard();
    await refund(id, 4_000);
    await takeBack(pix, 4_000);
    expect(await stateOf(id)).toBe('revoked');
    expect(await bookedOf(id)).toEqual([4_000]);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });
});

describe('what the bank took back before that was in the book', () => {
  it('stays out of it, and what it takes later is in it', async () => {
    const { id, pix } = await paidCard();
    const { db } = connected.app;
    const earlier = {
      state: 'revoked',
      returned_cents: 4_000,
      returned_at: new Date(),
      unbooked_return_cents: 4_000,
    } as const;
    await db.updateTable('gift_cards').set(earlier).where('id', '=', id).execute();
    await takeBack(pix, 4_000);
    expect(await bookedOf(id)).toEqual([]);
    await takeBack(pix, 6_000);
    expect(await bookedOf(id)).toEqual([6_000]);
    expect(await tasks(id)).toMatchObject([{ returnedCents: VALUE }]);
    expect(await findFaults(db)).toEqual([]);
  });
});

describe('a gift card that staff recorded as paid', () => {
  it('is paid by its own Pix of before, of which nothing waits', async () => {
    const { id, charge, token: link } = await buyCard(connected.app, { valueCents: VALUE });
    await pay(charge.txid);
    const pix = lastPix();
    pix.at -= 60_000;
    expect((await post(`gift-cards/${id}/payment`)).status).toBe(201);
    await poll();
    expect(await waiting(pix.endToEndId)).toBeUndefined();
    expect(await readCard(connected.app, link)).toMatchObject({ state: 'active', balanceCents: VALUE });
    // It is known by its id from now on.
    await takeBack(pix, VALUE);
    expect(await stateOf(id)).toBe('revoked');
    await connected.bank.press(`/pagar/${charge.txid}`, { valor: '100,00', nome: 'Ana', aviso: 'lost' });
    await poll();
    expect((await waiting(lastPix().endToEndId)).description).toContain('vale-presente');
  });

  it('and whose Pix comes later is paid once, with a question to staff', async () => {
    const { id, charge } = await buyCard(connected.app, { valueCents: VALUE });
    await post(`gift-cards/${id}/payment`);
    await pay(charge.txid);
    lastPix().at = Date.now() + 1_000;
    await poll();
    const question = await waiting(lastPix().endToEndId);
    expect(question.description).toMatch(/A equipe já lançou o pagamento do vale-presente .*Se for este Pix, descarte/);
    expect(await balanceOf(connected.app, id)).toBe(VALUE);
    await post(`payments/unmatched/${question.id}/dismissal`, { reason: 'É o mesmo' });
    // What its payer disputes is the card's only payment.
    await takeBack(lastPix(), VALUE);
    expect(await stateOf(id)).toBe('revoked');
    expect(await bookedOf(id)).toEqual([VALUE]);
  });

  it('keeps its value when a second Pix goes back to its payer', async () => {
    const { id, charge } = await buyCard(connected.app, { valueCents: VALUE });
    await post(`gift-cards/${id}/payment`);
    await pay(charge.txid);
    lastPix().at = Date.now() + 1_000;
    await poll();
    await takeBack(lastPix(), VALUE, 'devolver');
    expect([await stateOf(id), await balanceOf(connected.app, id)]).toEqual(['active', VALUE]);
  });
});

describe('what goes back of a gift card that staff revoked', () => {
  it('is a refund due, which staff pays', async () => {
    const { id, code } = await paidCard();
    const reservation = await useCard(code, 9_700);
    await post(`gift-cards/${id}/revocation`, { reason: 'Código perdido' });
    await cancel(reservation.id);
    const due = await refundOf(reservation.id);
    expect(due).toMatchObject({ amountCents: 9_700, state: 'due', throughProvider: false });
    expect(await balanceOf(connected.app, id)).toBe(0);
    const paid = await post(`payments/refunds/${due.id}/payment`, { via: 'hand', method: 'pix', amountCents: 9_700 });
    expect(paid.status).toBe(200);
    expect(await balanceOf(connected.app, id)).toBe(0);
    expect((await reservation.shown()).receivedCents).toBe(0);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });

  it('by a reversal of its entry is refused, until it was issued again', async () => {
    const { id, code } = await paidCard();
    const reservation = await useCard(code, 5_670);
    await post(`gift-cards/${id}/revocation`, { reason: 'Código perdido' });
    const [entry] = await reservation.entries();
    const path = `reservations/${reservation.id}/payments/${entry?.id}/reversal`;
    expect((await post(path, { reason: 'Engano' })).body.code).toBe('GIFT_CARD_NOT_ACTIVE');
    await post(`gift-cards/${id}/reissue`, { reason: 'Outro código' });
    expect((await post(path, { reason: 'Engano' })).status).toBe(201);
    expect(await balanceOf(connected.app, id)).toBe(VALUE);
    expect(await findFaults(connected.app.db)).toEqual([]);
  });
});
