import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestAppWithJobs } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { buyCard, cardDraft, readCard, sellGiftCards } from '../../../../test/gift-cards.ts';
import { type Mailbox, openMailbox } from '../../../../test/mailbox.ts';
import { createFamily } from '../../../../test/parties.ts';
import { newEndToEndId, pixFor } from '../../../../test/pix.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { unknownPayer } from '../../book/index.ts';
import { recordReportedNow } from '../index.ts';
import { sendGiftCards } from './send-gift-cards.ts';

let app: TestAppWithJobs;
let operator: Person;
let mailbox: Mailbox;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ connections: 20 });
  operator = await createPerson(app, 'OPERATOR');
  await sellGiftCards(app);
});
afterAll(async () => {
  expect(await findFaults(app.db)).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  // Cards of other tests are sent already.
  await app.db.updateTable('gift_cards').set({ sent_at: new Date() }).execute();
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const buy = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/gift-cards`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const report = (pix: ReturnType<typeof pixFor>, of = app.app) =>
  recordReportedNow({ ...of.deps, jobs: mailbox.jobs, publicUrl: 'https://passeio.example' }, pix);
const recordPayment = (id: string, body = {}) =>
  call(app, 'POST', `/api/gift-cards/${id}/payment`, { ...operator, body });
const send = (now?: Date) => sendGiftCards({ db: app.db, jobs: mailbox.jobs }, now ? { now } : {});
const unmatched = async (reference: string) =>
  app.db.selectFrom('unmatched_payments').selectAll().where('reference', '=', reference).executeTakeFirst();

it('is bought without an account, shows its Pix code, and shows its own code once it is paid', async () => {
  const { token, charge, id } = await buyCard(app, { valueCents: 20_000, message: 'Feliz aniversário!' });
  expect(charge).toMatchObject({
    amountCents: 20_000,
    state: 'open',
    payload: expect.stringContaining('br.gov.bcb.pix'),
  });
  expect(await readCard(app, token)).toMatchObject({ state: 'awaiting_payment', code: null, balanceCents: 0 });
  expect((await recordPayment(id)).body).toMatchObject({ state: 'active', balanceCents: 20_000 });
  const card = await readCard(app, token);
  expect(card).toMatchObject({ state: 'active', balanceCents: 20_000, charge: null, message: 'Feliz aniversário!' });
  expect(card.code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  expect((await recordPayment(id)).body.code).toBe('GIFT_CARD_PAID');
  // Nothing in the database says the code.
  const rows = await app.db.selectFrom('gift_cards').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(card.code.replaceAll('-', ''));
  const [mail] = await mailbox.deliver();
  expect(mail).toMatchObject({ to: 'ana@exemplo.com.br', subject: expect.stringContaining('R$ 200,00') });
  expect(mail?.text).toContain(`/vale#${token}`);
});

it('is active once, however often the bank reports its Pix; what is too much waits for staff', async () => {
  const { token, charge } = await buyCard(app);
  const pix = pixFor(charge);
  const other = await startAnotherProcess(app);
  await Promise.all([report(pix), report(pix, other.app), report(pix)]);
  await other.close();
  expect(await report(pix)).toBe('known');
  expect(await readCard(app, token)).toMatchObject({ state: 'active', balanceCents: 10_000 });
  expect(await mailbox.deliver()).toHaveLength(1);
  const again = pixFor(charge);
  expect(await report(again)).toBe('unmatched');
  expect((await unmatched(again.reference))?.description).toContain('vale-presente');

  const next = await buyCard(app);
  const short = pixFor(next.charge, { amountCents: 9_999 });
  expect(await report(short)).toBe('unmatched');
  expect(await readCard(app, next.token)).toMatchObject({ state: 'awaiting_payment', balanceCents: 0 });
});

it('a Pix that waited for staff no longer does once it is recorded for a card, and counts nowhere else', async () => {
  const { id } = await buyCard(app);
  const pix = pixFor(undefined);
  await report(pix);
  expect((await recordPayment(id, { endToEndId: pix.reference })).status).toBe(201);
  const sale = app.db.selectFrom('transfers').select(['id', 'from_account']).where('to_account', '=', id);
  const { id: saleId, from_account } = await sale.executeTakeFirstOrThrow();
  expect(from_account).toBe(unknownPayer.id);
  expect(await unmatched(pix.reference)).toMatchObject({ state: 'assigned', transfer_id: saleId });
  expect(await report(pix)).toBe('known');
  const next = await buyCard(app);
  expect((await recordPayment(next.id, { endToEndId: pix.reference })).body.code).toBe('END_TO_END_ID_USED');
  const { id: reservationId } = await createFamily(app, { adult: 1 });
  const deposit = { kind: 'deposit', method: 'pix', amountCents: 100 };
  const pay = (endToEndId: string) =>
    call(app, 'POST', `/api/reservations/${reservationId}/payments`, { ...operator, body: { ...deposit, endToEndId } });
  expect((await pay(pix.reference)).body.code).toBe('END_TO_END_ID_USED');
  // At once, it counts for one of both.
  const reference = newEndToEndId();
  const both = await Promise.all([pay(reference), recordPayment(next.id, { endToEndId: reference })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

it('a statement knows its payment, and proposes it for no reservation', async () => {
  const { id, charge } = await buyCard(app, { valueCents: 12_300 });
  const reference = newEndToEndId();
  await recordPayment(id, { endToEndId: reference });
  const today = new Date().toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const lines = [`${today};123,00;Pix recebido ${reference}`, `${today};123,00;Pix recebido ${charge.txid}`];
  const form = new FormData();
  form.set('file', new Blob([`Data;Valor;Descrição\n${lines.join('\n')}\n`]), 'extrato.csv');
  const headers = { authorization: `Bearer ${operator.token}` };
  const sent = await fetch(`${app.url}/api/payments/statements`, { method: 'POST', headers, body: form });
  const { lines: found } = await sent.json();
  expect(found.map(({ state, reservation }: { state: string; reservation: unknown }) => [state, reservation])).toEqual([
    ['counted', null],
    ['counted', null],
  ]);
});

it('goes out on its day from nine o’clock on, to the recipient, once', async () => {
  const sendOn = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const recipient = { name: 'Bruno Lima', email: 'bruno@exemplo.com.br' };
  const { id, token } = await buyCard(app, { recipient, sendOn, message: 'Aproveite!' });
  await recordPayment(id);
  await mailbox.deliver();
  await send(new Date(`${sendOn}T11:59:00Z`));
  expect(await mailbox.deliver()).toEqual([]);
  await Promise.all([send(new Date(`${sendOn}T12:00:00Z`)), send(new Date(`${sendOn}T12:00:00Z`))]);
  const [mail, ...more] = await mailbox.deliver();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: recipient.email, subject: expect.stringContaining('Ana Prado enviou') });
  expect(mail?.text).toContain('Aproveite!');
  expect(mail?.text).toContain(`/vale#${token}`);
  // Reissued, it goes out again, with a link that opens it.
  await call(app, 'POST', `/api/gift-cards/${id}/reissue`, { ...operator, body: { reason: 'Perdeu o e-mail' } });
  await send(new Date(`${sendOn}T15:00:00Z`));
  const [again] = await mailbox.deliver();
  expect(again?.text).not.toContain(token);
  const fresh = decodeURIComponent(/vale#(\S+)/.exec(again?.text ?? '')?.[1] ?? '');
  expect(await readCard(app, fresh)).toMatchObject({ state: 'active', balanceCents: 10_000 });
});

it('is not sent once it was revoked', async () => {
  const { id } = await buyCard(app);
  await recordPayment(id);
  await send();
  await call(app, 'POST', `/api/gift-cards/${id}/revocation`, { ...operator, body: { reason: 'Fraude' } });
  expect(await mailbox.deliver()).toEqual([]);
});

it('ends unpaid after a day; money that comes later activates it all the same', async () => {
  const { id, token, charge } = await buyCard(app);
  await app.db
    .updateTable('gift_cards')
    .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('id', '=', id)
    .execute();
  await send();
  expect(await readCard(app, token)).toMatchObject({ state: 'expired', charge: null });
  expect(await report(pixFor(charge))).toBe('recorded');
  expect(await readCard(app, token)).toMatchObject({ state: 'active', balanceCents: 10_000 });
});

it('a double press buys one, and another purchase under the same key is refused', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, second] = await Promise.all([buy(cardDraft(), headers), buy(cardDraft(), headers)]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect((await first.json()).token).toBe((await second.json()).token);
  expect((await buy(cardDraft({ valueCents: 30_000 }), headers)).status).toBe(409);
});

it('refuses what no gift card can be', async () => {
  const buyer = { name: 'Ana Prado', email: 'ana@exemplo.com.br' };
  const hostile: object[] = [
    { valueCents: 1_999 },
    { valueCents: 500_001 },
    { valueCents: 2_000.5 },
    { valueCents: '2000' },
    { buyer: { ...buyer, email: 'ana' } },
    { buyer: { ...buyer, name: 'A\u0000na' } },
    { buyer: { ...buyer, name: 'A'.repeat(121) } },
    { message: 'x'.repeat(301) },
    { sendOn: '2020-01-01' },
    { sendOn: '2999-01-01' },
    { sendOn: '2026-02-30' },
    { state: 'active' },
    { recipient: { name: 'Bruno', email: '' } },
  ];
  for (const overrides of hostile) expect((await buy({ ...cardDraft(), ...overrides })).status).toBe(400);
  for (const token of ['', 'x', 'x'.repeat(101)])
    expect((await call(app, 'POST', '/api/gift-cards/link/read', { body: { token } })).status).toBeOneOf([400, 404]);
});

it('is not sold unless the operator says so', async () => {
  await app.db.updateTable('operator').set({ sells_gift_cards: false }).execute();
  expect((await (await buy(cardDraft())).json()).code).toBe('GIFT_CARDS_OFF');
  await sellGiftCards(app);
});

it('staff finds it by the last characters of its code, by name and by e-mail', async () => {
  const { id, token } = await buyCard(app, { buyer: { name: 'Zélia Duncan', email: 'zelia@exemplo.com.br' } });
  await recordPayment(id);
  const { code } = await readCard(app, token);
  const list = async (q: string) =>
    (await call(app, 'GET', `/api/gift-cards?q=${encodeURIComponent(q)}`, operator)).body.data.map(
      (one: { id: string }) => one.id,
    );
  expect(await list(code.slice(-4))).toContain(id);
  expect(await list('zélia')).toEqual([id]);
  expect(await list('zelia@')).toEqual([id]);
  expect(await list('100%_\\')).toEqual([]);
});
