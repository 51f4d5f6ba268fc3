import { expect } from 'vitest';
import { type call, couponDraft, createPerson, createTrip } from '../../factories.ts';
import type { Window } from '../../money-model/window.ts';
import { createFamily, createFamilyTrip, departIn } from '../../parties.ts';
import { pdf, sendReceipt } from '../../receipts.ts';
import { ofx, reais, upload } from '../../statements.ts';

type Ask = (method: string, path: string, body?: object, token?: string) => ReturnType<typeof call>;

/** Moves the money that the release's own money model does not: each act at least once. */
export async function moveOtherMoney(window: Window): Promise<void> {
  const ask: Ask = (method, path, body, token = window.admin.token) => window.ask(method, path, { token }, body);
  const must: Ask = async (...asked) => {
    const answer = await ask(...asked);
    expect(answer.status, `${asked[0]} ${asked[1]}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer;
  };
  await moveGiftCards(window, must);
  await leaveToStaff(window, must);
  await moveCredit(window, must);
  await payByStatement(window, must);
  await sendReceipts(window, must);
  await reserveWithCoupon(window, must);
  await takeCashAtTheDoor(window, must);
  await keepPenalties(window, must);
  await refundThroughBank(window, must);
}

const pay = (must: Ask, id: string, amountCents: number) =>
  must('POST', `/reservations/${id}/payments`, { kind: 'balance', method: 'transfer', amountCents });
const cancel = (must: Ask, id: string) => must('POST', `/reservations/${id}/cancellation`, { reason: 'Desistiu' });

/** Cards that are used up, used in part, given back to, revoked and issued again, and taken back by their bank. */
async function moveGiftCards(window: Window, must: Ask): Promise<void> {
  const buy = async (valueCents: number) => {
    const buyer = { name: 'Ana Prado', email: 'ana@exemplo.com.br' };
    const { body } = await must('POST', '/gift-cards', { valueCents, buyer }, '');
    const pix = window.transfer(body.charge.txid, valueCents);
    await window.settle();
    const { code } = (await must('POST', '/gift-cards/link/read', { token: body.token }, '')).body;
    expect(code).toEqual(expect.any(String));
    return { id: (await must('GET', '/gift-cards?size=1')).body.data[0].id as string, code: code as string, pix };
  };
  const use = async ({ code }: { code: string }) => {
    const family = await createFamily(window.app, { adult: 2 });
    await must('POST', `/reservations/${family.id}/gift-cards`, { code }, family.payer.token);
    return family;
  };
  const decide = (card: { id: string }, deed: 'revocation' | 'reissue') =>
    must('POST', `/gift-cards/${card.id}/${deed}`, { reason: 'Código perdido' });
  const takeBack = async ({ pix }: { pix: string }, cents: number) => {
    await window.returnAtBank(pix, cents, true);
    await window.noticePix(pix);
    await window.settle();
  };
  await buy(5_000);
  // Used up: 0 centavos are revoked, and issued again.
  for (const deed of ['revocation', 'reissue'] as const) {
    const card = await buy(3_000);
    await use(card);
    await decide(card, deed);
  }
  const again = await buy(4_100);
  await decide(again, 'reissue');
  await decide(again, 'revocation');
  const returned = await buy(50_001);
  const family = await use(returned);
  await cancel(must, family.id);
  await window.settle();
  const [all, part, checked] = [await buy(6_200), await buy(7_300), await buy(8_400)];
  await use(part);
  await takeBack(all, 6_200);
  await takeBack(part, 1_111);
  await takeBack(checked, 8_400);
  await must('POST', `/gift-cards/${checked.id}/return/check`, {});
}

/**
 * A gift card is paid again and again: one payment is assigned, one assigned and reversed, one dismissed, one buys
 * another card, one waits. And one waits that staff may have typed already.
 */
async function leaveToStaff(window: Window, must: Ask): Promise<void> {
  const draft = { valueCents: 2_345, buyer: { name: 'Ana Prado', email: 'ana@exemplo.com.br' } };
  const { txid } = (await must('POST', '/gift-cards', draft, '')).body.charge;
  window.transfer(txid, draft.valueCents);
  await window.settle();
  const { id, payer, reservation } = await createFamily(window.app, { adult: 2 });
  const wait = async () => {
    const reference = window.transfer(txid, draft.valueCents);
    await window.settle();
    const { data } = (await must('GET', '/payments/unmatched?size=100')).body;
    const found = data.find(({ endToEndId }: { endToEndId: string }) => endToEndId === reference);
    expect(found, reference).toMatchObject({ amountCents: draft.valueCents });
    return { path: `/payments/unmatched/${found.id}`, reference };
  };
  const assign = async () =>
    must('POST', `${(await wait()).path}/assignment`, { code: reservation.code, isDeliberate: true });
  await assign();
  const { data: before } = (await must('GET', `/reservations/${id}/payments`)).body;
  await assign();
  const { data: after } = (await must('GET', `/reservations/${id}/payments`)).body;
  const isNew = (entry: { id: string }) => before.every((one: { id: string }) => one.id !== entry.id);
  await must('POST', `/reservations/${id}/payments/${after.find(isNew).id}/reversal`, { reason: 'Engano' });
  await must('POST', `${(await wait()).path}/dismissal`, { reason: 'Não é nosso' });
  await must('POST', '/gift-cards', draft, '');
  const [unpaid] = (await must('GET', '/gift-cards?size=1')).body.data;
  await must('POST', `/gift-cards/${unpaid.id}/payment`, { endToEndId: (await wait()).reference });
  await wait();

  const { body: code } = await must('POST', `/reservations/${id}/charges`, { purpose: 'full' }, payer.token);
  await must('POST', `/reservations/${id}/payments`, { kind: 'balance', method: 'pix', amountCents: code.amountCents });
  window.transfer(code.txid, code.amountCents);
  await window.settle();
}

/** Credit that is given, used in part, and whose use staff reverses. */
async function moveCredit({ app }: Window, must: Ask): Promise<void> {
  const first = await createFamily(app, { adult: 1 });
  const { token } = first.payer;
  await pay(must, first.id, 18_900);
  await cancel(must, first.id);
  const { refund } = (await must('GET', `/reservations/${first.id}`)).body;
  await must('POST', `/reservations/${first.id}/refund/credit`, { amountCents: refund.amountCents }, token);
  const second = await createFamily(app, { adult: 1 }, { payer: first.payer });
  for (const amountCents of [1_001, 2_002]) {
    await must('POST', `/reservations/${second.id}/credit`, { amountCents }, token);
  }
  const { data } = (await must('GET', `/reservations/${second.id}/payments`)).body;
  await must('POST', `/reservations/${second.id}/payments/${data[0].id}/reversal`, { reason: 'Engano' });
}

/** One line is recorded, one is left. */
async function payByStatement({ app, admin }: Window, must: Ask): Promise<void> {
  const trip = await createTrip(app, { price_cents: 23_457 });
  const payer = await createPerson(app);
  const { body: reserved } = await must('POST', `/trips/enrrol/${trip.id}`, {}, payer.token);
  const lines = [
    { amount: reais(23_457), id: 'LINHA1', text: 'PIX RECEBIDO' },
    { amount: reais(99_999), id: 'LINHA2', text: 'PIX RECEBIDO' },
  ];
  const { status, body } = await upload(app, admin.token, ofx(lines));
  expect(status, JSON.stringify(body)).toBe(201);
  const line = body.lines.find(({ amountCents }: { amountCents: number }) => amountCents === 23_457);
  await must('POST', `/payments/statements/${body.id}/confirmation`, { lines: [{ id: line.id, code: reserved.code }] });
}

/** One is approved, one is rejected, one waits. */
async function sendReceipts({ app }: Window, must: Ask): Promise<void> {
  for (const deed of ['approval', 'rejection', undefined]) {
    const family = await createFamily(app, { adult: 1 });
    const { body } = await sendReceipt(app, family.id, family.payer, pdf(), { type: 'application/pdf' });
    if (!deed) continue;
    const decision = deed === 'approval' ? { amountCents: 5_671 } : { reason: 'Ilegível' };
    await must('POST', `/payments/receipts/${body.id}/${deed}`, decision);
  }
}

async function reserveWithCoupon({ app }: Window, must: Ask): Promise<void> {
  const coupon = couponDraft();
  await must('POST', '/coupons', coupon);
  const trip = await createTrip(app);
  await must('POST', `/trips/enrrol/${trip.id}`, { coupon: coupon.code }, (await createPerson(app)).token);
}

/**
 * Cash of guides with and without an account, confirmed, confirmed and reversed, refused and waiting, in a trip whose
 * manifest is final and whose accounts are closed with that open.
 */
async function takeCashAtTheDoor({ app }: Window, must: Ask): Promise<void> {
  const { id, trip, reservation, payer } = await createFamily(app, { adult: 2 });
  await departIn(app, trip.id, 1);
  const { body: link } = await must('POST', `/trips/${trip.id}/guide-links`, { name: 'Júlia Prado' });
  const opening = { token: link.url.split('#')[1], pin: link.pin };
  const { session } = (await must('POST', '/guide/session', opening, '')).body;
  const guide = await createPerson(app, 'GUIDE');
  await must('PUT', `/trips/${trip.id}/guides`, { userIds: [guide.id] });
  const cash = (amountCents: number) => {
    const tappedAt = new Date().toISOString();
    return { id: crypto.randomUUID(), code: reservation.code, amountCents, tappedAt, clockOffsetMs: 0 };
  };
  const take = async (isOfLink: boolean, amountCents: number) => {
    const taken = cash(amountCents);
    await (isOfLink
      ? must('POST', '/guide/door-payments', { session, ...taken }, '')
      : must('POST', `/trips/${trip.id}/door-payments`, taken, guide.token));
    return taken.id;
  };
  for (const isOfLink of [true, false]) {
    await take(isOfLink, 1_001);
    await must('POST', `/payments/door-payments/${await take(isOfLink, 2_002)}/confirmation`);
    const refused = await take(isOfLink, 3_003);
    await must('POST', `/payments/door-payments/${refused}/refusal`, { reason: 'O dinheiro não chegou.' });
  }
  await must('POST', `/payments/door-payments/${await take(true, 4_004)}/confirmation`);
  const { data } = (await must('GET', `/reservations/${id}/payments`)).body;
  const entry = data.find(({ amountCents }: { amountCents: number }) => amountCents === 4_004);
  await must('POST', `/reservations/${id}/payments/${entry.id}/reversal`, { reason: 'Engano' });

  await must('POST', `/trips/${trip.id}/road-list/versions`, {
    ...{ origin: 'Alfenas', destination: 'Capitólio', plate: 'ABC1D23', driver: 'Davi Prado', guide: 'Júlia Prado' },
    acceptedMissing: reservation.participants.map((one) => one.id),
  });
  await departIn(app, trip.id, -12);
  const { open, figures } = (await must('GET', `/trips/${trip.id}/closing`)).body;
  const accepted = open.map(({ kind, reservationId, amountCents }: Record<string, unknown>) => {
    return { kind, reservationId, amountCents };
  });
  await must('POST', `/trips/${trip.id}/closing`, { resultCents: figures.resultCents, accepted, note: 'Combinado' });
  // What comes after that is shown beside the figures.
  await pay(must, id, 505);
  expect(payer.id).toEqual(expect.any(String));
}

/** Keeps a penalty of a participant who leaves, and of a cancelled reservation; both had paid. */
async function keepPenalties({ app }: Window, must: Ask): Promise<void> {
  const tiers = [{ minHoursBefore: 0, penaltyPercent: 20 }];
  const trip = await createFamilyTrip(app, { cancellation_tiers: JSON.stringify(tiers) });
  for (const isAll of [false, true]) {
    const { id, adults } = await createFamily(app, { adult: 2 }, { trip });
    await pay(must, id, 20_001);
    const participants = isAll ? {} : { participants: [adults[1]?.id] };
    await must('POST', `/reservations/${id}/cancellation`, { reason: 'Desistiu', by: 'client', ...participants });
  }
}

/** A refund that nobody has decided, and one that the bank was asked for and has not answered yet. */
async function refundThroughBank(window: Window, must: Ask): Promise<void> {
  for (const isSent of [false, true]) {
    const { id, payer } = await createFamily(window.app, { adult: 1 });
    const { txid, amountCents } = (await must('POST', `/reservations/${id}/charges`, { purpose: 'full' }, payer.token))
      .body;
    window.transfer(txid, amountCents);
    await window.settle();
    await cancel(must, id);
    const { refund } = (await must('GET', `/reservations/${id}`)).body;
    if (!isSent) continue;
    const decision = { via: 'provider', amountCents: refund.amountCents };
    await must('POST', `/payments/refunds/${refund.id}/payment`, decision);
  }
}
