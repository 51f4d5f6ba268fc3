import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reservationToPay } from '../../../../test/banks/connected-bank.ts';
import { connectCards } from '../../../../test/banks/demo-cards.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { activeCard, sellGiftCards } from '../../../../test/gift-cards.ts';
import { pollProvider } from '../provider/poll-provider.ts';

const DEPOSIT = 5_670;
const TOTAL = 18_900;
const OF_GIFT_CARD = 5_000;

let cards: Awaited<ReturnType<typeof connectCards>>;
let operator: Person;
let reservation: Awaited<ReturnType<typeof reservationToPay>>;
beforeAll(async () => {
  cards = await connectCards();
  operator = await createPerson(cards.app, 'OPERATOR');
  await sellGiftCards(cards.app);
});
afterAll(() => cards.close());
beforeEach(async () => {
  reservation = await reservationToPay(cards.app);
});

const ofPayer = (method: string, path: string, body?: object) =>
  call(cards.app, method, `/api/reservations/${reservation.id}/${path}`, {
    token: reservation.payer.token,
    ...(body && { body }),
  });
const ofStaff = (path: string, body: object) =>
  call(cards.app, 'POST', `/api/reservations/${reservation.id}/${path}`, { token: operator.token, body });

async function payByCard(): Promise<void> {
  await cards.answer(await reservation.openCharge('deposit', 'card'), 'approved', 'lost');
  await pollProvider(cards.parts);
}
async function payByGiftCard(): Promise<void> {
  const { code } = await activeCard(cards.app, operator, OF_GIFT_CARD);
  expect((await ofPayer('POST', 'gift-cards', { code })).status).toBe(200);
}
const payInCash = (amountCents: number) => ofStaff('payments', { kind: 'balance', method: 'cash', amountCents });
const quote = async () => (await ofPayer('GET', 'cancellation')).body;
const cancel = () => ofStaff('cancellation', { reason: 'Chuva', by: 'operator' });
const sumOf = (parts: { amountCents: number }[]) => parts.reduce((sum, { amountCents }) => sum + amountCents, 0);

it('a quote and its refund name the card and the gift card that paid, and ask for no key', async () => {
  await payByCard();
  await payByGiftCard();
  const { refundCents, parts } = await quote();
  expect(parts).toEqual([
    { way: 'card', amountCents: DEPOSIT },
    { way: 'gift_card', amountCents: OF_GIFT_CARD },
  ]);
  expect(sumOf(parts)).toBe(refundCents);
  await cancel();
  expect((await ofPayer('PUT', 'refund/pix-key', { pixKey: 'ana@viajantes.example' })).body.code).toBe(
    'REFUND_TO_ORIGIN',
  );
  expect((await reservation.shown()).refund).toMatchObject({
    ...{ amountCents: DEPOSIT, throughProvider: true },
    parts: [{ way: 'card', amountCents: DEPOSIT }],
  });
});

it('what no provider can return goes by Pix to a key that is asked for, beside the part of a gift card', async () => {
  await payByGiftCard();
  await payInCash(TOTAL - OF_GIFT_CARD);
  const parts = [
    { way: 'gift_card', amountCents: OF_GIFT_CARD },
    { way: 'pix', amountCents: TOTAL - OF_GIFT_CARD },
  ];
  expect((await quote()).parts).toEqual(parts);
  await cancel();
  // The gift card has its part back.
  const rest = { amountCents: TOTAL - OF_GIFT_CARD, throughProvider: false, parts: parts.slice(1) };
  expect((await reservation.shown()).refund).toMatchObject(rest);
  const key = await ofPayer('PUT', 'refund/pix-key', { pixKey: 'ana@viajantes.example' });
  expect(key.body).toMatchObject({ parts: parts.slice(1) });
});

it('a quote without a refund names no way', async () => {
  expect(await quote()).toMatchObject({ refundCents: 0, parts: [] });
});
