import { expect } from 'vitest';
import { recordReportedNow } from '../src/domains/payments/index.ts';
import type { TestApp } from './app.ts';
import { WEBHOOK_SECRET } from './banks/connected-bank.ts';
import type { TestBank } from './banks/demo-bank.ts';
import { giveCredit } from './credit.ts';
import { call } from './factories.ts';
import { cardDraft } from './gift-cards.ts';
import { createFamilyTrip, type Family } from './parties.ts';
import { newEndToEndId, pixFor } from './pix.ts';
import { pdf, sendReceipt } from './receipts.ts';
import { csv, reais, upload } from './statements.ts';

const HOUR_MS = 3_600_000;
const CENTS = 2_000;

/** Where money moves: an application, at the address of any of its processes, its bank and its staff. */
export interface Till {
  app: TestApp;
  bank: TestBank;
  staff: { token: string };
  /** A gift card of which something is left. */
  giftCard(till: Till): Promise<{ id: string; code: string }>;
}

/** A request that moves money. It may be sent again, under the same key. */
export interface MoneyAct {
  path: string;
  body?: object;
  token?: string;
  key: string;
  /** The reservation or gift card whose transfers it adds to. */
  accountId: string;
  /** The kinds of all transfers of a new one by then, in the order of the alphabet. */
  transfers: string[];
  /** Its answer does not say that the money has moved. */
  isLater?: boolean;
}

export const sendAct = ({ url }: { url: string }, { path, body, token, key }: MoneyAct) =>
  call({ url }, 'POST', path, { token, body, headers: { 'idempotency-key': key } });

/** The kinds of the transfers of an account, in the order of the alphabet. */
export async function transfersOf({ db }: TestApp, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('kind')
    .where(({ or, eb }) => or([eb('from_account', '=', accountId), eb('to_account', '=', accountId)]))
    .execute();
  return rows.map(({ kind }) => kind).toSorted();
}

/** A departure that boards already, whose clients pay a penalty. */
export function boardingTrip(app: TestApp) {
  const departs_at = new Date(Date.now() + 10 * HOUR_MS);
  const cancellation_tiers = JSON.stringify([{ minHoursBefore: 0, penaltyPercent: 20 }]);
  const returns_at = new Date(departs_at.getTime() + 10 * HOUR_MS);
  return createFamilyTrip(app, { departs_at, returns_at, cancellation_tiers, capacity: 1_000 });
}

/** The operator sells gift cards, asks for penalties at once, and lets anybody reserve as much as they like. */
export async function prepareOperator({ db }: TestApp): Promise<void> {
  const generous = { require_confirmed_email: false, unpaid_places: 1_000_000, sells_gift_cards: true };
  await db
    .updateTable('operator')
    .set({ ...generous, withdrawal_right: false })
    .execute();
}

/** Gets what an act needs of a reservation, which may be refused where others use the same one, and says how to act. */
type KindOfMoney = (till: Till, family: Family) => Promise<MoneyAct>;

const act = (
  { id }: { id: string },
  path: string,
  more: Partial<MoneyAct> & Pick<MoneyAct, 'transfers'>,
): MoneyAct => ({
  ...{ path: `/api${path}`, key: crypto.randomUUID(), accountId: id },
  ...more,
});
const asked = async ({ app, staff }: Till, method: string, path: string, body?: object, { token } = staff) =>
  (await call(app, method, `/api${path}`, { token, body, headers: { 'idempotency-key': crypto.randomUUID() } })).body;

const payCash = (till: Till, { id }: Family, amountCents = CENTS) =>
  asked(till, 'POST', `/reservations/${id}/payments`, { kind: 'deposit', method: 'cash', amountCents });

/** Pays a charge at the bank, which notifies nobody. */
function payAtBank({ bank }: Till, txid: string): string {
  const charge = bank.system.accounts.charges.get(txid);
  if (!charge) return newEndToEndId();
  const { amountCents } = charge;
  return bank.system.accounts.pay(charge, { amountCents, payerName: 'PAGADOR' }).endToEndId;
}
const notice = (of: { id: string }, endToEndId: string, transfers: string[]): MoneyAct => ({
  ...act(of, '', { transfers, body: { pix: [{ endToEndId }] }, isLater: true }),
  path: `/webhooks/pix/${WEBHOOK_SECRET}/pix`,
});
async function paidByPix(till: Till, family: Family): Promise<string> {
  const body = { purpose: 'full' };
  return payAtBank(till, (await asked(till, 'POST', `/reservations/${family.id}/charges`, body, family.payer)).txid);
}

async function orderedCard(till: Till, draft = cardDraft()): Promise<{ id: string; token: string; txid: string }> {
  const { token, charge } = await asked(till, 'POST', '/gift-cards', draft, { token: '' });
  const row = till.app.db.selectFrom('charges').select('gift_card_id').where('reference', '=', charge.txid);
  return { id: (await row.executeTakeFirstOrThrow()).gift_card_id ?? '', token, txid: charge.txid };
}
/** A gift card that staff saw paid. */
export async function newGiftCard(till: Till, valueCents = 10_000): Promise<{ id: string; code: string }> {
  const { id, token } = await orderedCard(till, cardDraft({ valueCents }));
  await asked(till, 'POST', `/gift-cards/${id}/payment`, {});
  const { code } = await asked(till, 'POST', '/gift-cards/link/read', { token }, { token: '' });
  return { id, code };
}
const payByCard = async (till: Till, { id, payer }: Family) => {
  const { code } = await till.giftCard(till);
  return asked(till, 'POST', `/reservations/${id}/gift-cards`, { code }, payer);
};

async function creditToUse({ app }: Till, family: Family): Promise<MoneyAct> {
  const { payer } = family;
  await giveCredit(app, payer.id, CENTS);
  const body = { amountCents: CENTS };
  return act(family, `/reservations/${family.id}/credit`, { body, token: payer.token, transfers: ['deposit'] });
}

const sessions = new Map<string, Promise<string>>();
async function openSession(till: Till, tripId: string): Promise<string> {
  const { url, pin } = await asked(till, 'POST', `/trips/${tripId}/guide-links`, { name: 'Júlia' });
  return (await asked(till, 'POST', '/guide/session', { token: url.split('#')[1], pin })).session;
}
async function cashOfGuide(till: Till, family: Family): Promise<MoneyAct & { body: { id: string } }> {
  const { trip, reservation } = family;
  const session = sessions.get(trip.id) ?? openSession(till, trip.id);
  sessions.set(trip.id, session);
  const cash = { id: crypto.randomUUID(), code: reservation.code, amountCents: CENTS };
  const body = { session: await session, ...cash, tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  return { ...act(family, '/guide/door-payments', { transfers: ['cash_report'] }), body };
}
async function takenByGuide(till: Till, family: Family): Promise<string> {
  const taken = await cashOfGuide(till, family);
  await sendAct(till.app, taken);
  return `/payments/door-payments/${taken.body.id}`;
}

/** What is due back of a reservation once the operator cancels it. */
async function refundOf(till: Till, { id }: Family): Promise<{ id: string; amountCents: number }> {
  await asked(till, 'POST', `/reservations/${id}/cancellation`, { reason: 'Desistiu', by: 'operator' });
  const { refund } = await asked(till, 'GET', `/reservations/${id}`);
  return refund ?? { id: crypto.randomUUID(), amountCents: CENTS };
}
const payRefund = (family: Family, { id, amountCents }: Awaited<ReturnType<typeof refundOf>>, way: object) => ({
  ...act(family, `/payments/refunds/${id}/payment`, { transfers: ['deposit', 'refund'] }),
  body: { ...way, amountCents },
});

/** Each kind of money that moves. */
export const kindsOfMoney: Record<string, KindOfMoney> = {
  'a Pix by notice': async (till, family) => notice(family, await paidByPix(till, family), ['full']),
  'cash that staff types': async ({ staff }, family) =>
    act(family, `/reservations/${family.id}/payments`, {
      ...staff,
      body: { kind: 'deposit', method: 'cash', amountCents: CENTS },
      transfers: ['deposit'],
    }),
  async 'a receipt that staff approves'({ app, staff }, family) {
    const { body } = await sendReceipt(app, family.id, family.payer, pdf(), { type: 'application/pdf' });
    const approval = { ...staff, body: { amountCents: CENTS, isOther: true }, transfers: ['deposit'] };
    return act(family, `/payments/receipts/${body.id}/approval`, approval);
  },
  async 'a statement that staff confirms'({ app, staff }, family) {
    const file = csv([{ amount: reais(CENTS), text: `PIX RECEBIDO ${newEndToEndId()}` }]);
    const { body } = await upload(app, staff.token, file, 'extrato.csv');
    const lines = [{ id: body.lines?.[0].id, code: family.reservation.code, isDeliberate: true }];
    const path = `/payments/statements/${body.id}/confirmation`;
    return act(family, path, { ...staff, body: { lines }, transfers: ['deposit'] });
  },
  async 'the Pix of a gift card'(till) {
    const card = await orderedCard(till);
    return notice(card, payAtBank(till, card.txid), ['sale']);
  },
  async 'a gift card used'(till, family) {
    const body = { code: (await till.giftCard(till)).code, amountCents: CENTS };
    const path = `/reservations/${family.id}/gift-cards`;
    return act(family, path, { body, token: family.payer.token, transfers: ['deposit'] });
  },
  async 'unused value of a gift card refunded'(till) {
    const card = await till.giftCard(till);
    const body = { amountCents: 100, method: 'cash' };
    return act(card, `/gift-cards/${card.id}/refund`, { ...till.staff, body, transfers: ['sale', 'sale_refund'] });
  },
  'credit used': creditToUse,
  async 'credit given back as credit'(till, family) {
    await sendAct(till.app, await creditToUse(till, family));
    const { amountCents } = await refundOf(till, family);
    const path = `/reservations/${family.id}/refund/credit`;
    return act(family, path, { token: family.payer.token, body: { amountCents }, transfers: ['deposit', 'refund'] });
  },
  'cash that a guide reports': cashOfGuide,
  'cash of a guide confirmed': async (till, family) =>
    act(family, `${await takenByGuide(till, family)}/confirmation`, {
      ...till.staff,
      transfers: ['cash_report', 'deposit', 'hand_in'],
    }),
  'cash of a guide refused': async (till, family) =>
    act(family, `${await takenByGuide(till, family)}/refusal`, {
      ...till.staff,
      body: { reason: 'Não chegou' },
      transfers: ['cash_report', 'report_refusal'],
    }),
  async 'a refund by hand'(till, family) {
    await payCash(till, family);
    return { ...payRefund(family, await refundOf(till, family), { via: 'hand', method: 'cash' }), ...till.staff };
  },
  async 'a refund through the bank'(till, family) {
    const endToEndId = await paidByPix(till, family);
    await sendAct(till.app, notice(family, endToEndId, []));
    const recorded = till.app.db.selectFrom('transfers').select('id').where('reference', '=', endToEndId);
    if (till.bank.system.accounts.pix.has(endToEndId)) await expect.poll(() => recorded.execute()).not.toHaveLength(0);
    const paid = payRefund(family, await refundOf(till, family), { via: 'provider' });
    return { ...paid, ...till.staff, transfers: ['full', 'refund'], isLater: true };
  },
  async 'a payment put right'(till, family) {
    await payCash(till, family);
    const { data } = await asked(till, 'GET', `/reservations/${family.id}/payments`);
    const entry = data.findLast((one: { kind: string; reversedBy: string | null }) => {
      return one.kind === 'deposit' && one.reversedBy === null;
    });
    const path = `/reservations/${family.id}/payments/${entry?.id}/reversal`;
    return act(family, path, { ...till.staff, body: { reason: 'Engano' }, transfers: ['deposit', 'reversal_out'] });
  },
  async 'unknown money assigned'(till, family) {
    const pix = pixFor(undefined, { amountCents: CENTS });
    await recordReportedNow({ ...till.app.app.deps, publicUrl: 'https://passeio.example' }, pix);
    const { id } = await till.app.db
      .selectFrom('unmatched_payments')
      .select('id')
      .where('reference', '=', pix.reference)
      .executeTakeFirstOrThrow();
    const body = { code: family.reservation.code, isDeliberate: true };
    return act(family, `/payments/unmatched/${id}/assignment`, { ...till.staff, body, transfers: ['deposit'] });
  },
  async 'a cancellation with a penalty, the rest of which returns to a gift card'(till, family) {
    await payByCard(till, family);
    const path = `/reservations/${family.id}`;
    const { refundCents } = await asked(till, 'GET', `${path}/cancellation`, undefined, family.payer);
    const transfers = ['deposit', 'penalty', 'refund'];
    return act(family, `${path}/cancel`, { token: family.payer.token, body: { refundCents }, transfers });
  },
};
