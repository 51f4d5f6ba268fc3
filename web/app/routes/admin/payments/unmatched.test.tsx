import type { UnmatchedPayment } from '@passeio/contract/payments/statements';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { FIND_RESERVATIONS, foundReservations, newFoundReservation } from '~/test/found-reservations';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as unmatched from './unmatched';

const LIST = 'GET /api/payments/unmatched';
const TO_DO = { 'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0, bankChecks: 0 } } };
const payment: UnmatchedPayment = {
  ...{ id: crypto.randomUUID(), endToEndId: 'E0000000020261120120000000000001', txid: '', amountCents: 8_670 },
  ...{
    payerName: 'Ana Prado',
    method: 'pix',
    description: 'passeio de sábado',
    occurredAt: '2026-11-20T12:00:00.000Z',
  },
};
const listOf = (...data: UnmatchedPayment[]) => ({
  json: {
    data,
    page: { number: 1, size: 20, total: data.length },
    unreadable: [] as object[],
    chargebacks: [] as object[],
    giftCardReturns: [] as object[],
  },
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls({ ...TO_DO, [LIST]: [listOf(payment), listOf()], ...responses });
  await renderRoute(unmatched, { at: '/admin/pagamentos/conciliar' });
  return network;
}

test('an unmatched Pix is assigned to the reservation whose code is typed', async () => {
  const path = `POST /api/payments/unmatched/${payment.id}/assignment`;
  const message = 'Reserva não encontrada.';
  const { bodies } = await open({
    [FIND_RESERVATIONS]: foundReservations(),
    [path]: [refusal(404, { code: 'RESERVATION_NOT_FOUND', message }), { json: {} }],
  });
  await expect.element(page.getByText('passeio de sábado')).toBeVisible();
  await expectToFit();
  await page.getByRole('button', { name: 'Conciliar: Ana Prado, R$ 86,70' }).click();
  await userEvent.keyboard('k7m2q{Enter}');
  await expect.element(page.getByText('Escolha uma reserva da lista', { exact: false })).toBeVisible();
  await userEvent.keyboard('x{Enter}');
  await expect.element(page.getByText(message)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expectToast('success', 'R$\u00a086,70 lançados na reserva K7M2QX.');
  expect(bodies[path]).toEqual({ code: 'K7M2QX' });
  await expect.element(page.getByText('Nada a conciliar')).toBeVisible();
});

test('a Pix whose money staff has recorded already is recorded only by a deliberate choice', async () => {
  const path = `POST /api/payments/unmatched/${payment.id}/assignment`;
  const doubt = 'A equipe já lançou R$ 86,70 nesta reserva. Se for este Pix, descarte-o aqui.';
  const { bodies } = await open({
    [FIND_RESERVATIONS]: foundReservations(),
    [path]: [refusal(409, { code: 'DELIBERATE_CHOICE_NEEDED', fields: { isDeliberate: doubt } }), { json: {} }],
  });
  await page.getByRole('button', { name: 'Conciliar: Ana Prado, R$ 86,70' }).click();
  await userEvent.keyboard('k7m2qx{Enter}');
  await expect.element(page.getByRole('alert').getByText(doubt)).toBeVisible();
  await page.getByLabelText('É outro pagamento').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Conciliar' }).click();
  await expectToast('success', 'R$\u00a086,70 lançados na reserva K7M2QX.');
  expect(bodies[path]).toEqual({ code: 'K7M2QX', isDeliberate: true });
});

test('a reservation is found by its payer, chosen and given the Pix by keyboard alone', async () => {
  const path = `POST /api/payments/unmatched/${payment.id}/assignment`;
  const wanted = newFoundReservation({ code: '34679A', person: { id: crypto.randomUUID(), name: 'Ana Prado Lima' } });
  const { calls, bodies } = await open({
    [FIND_RESERVATIONS]: ['lost', foundReservations(newFoundReservation(), wanted), foundReservations(wanted)],
    [path]: { json: {} },
  });
  const field = page.getByRole('textbox', { name: 'Reserva' });
  await page.getByRole('button', { name: 'Conciliar: Ana Prado, R$ 86,70' }).click();
  await userEvent.keyboard('an');
  await expect.element(page.getByText('Digite pelo menos 3 letras ou números.')).toBeVisible();
  // At once: typed slowly, it would be two searches.
  await field.fill('ana p');
  await expect.element(page.getByText('A busca falhou. Continue digitando para tentar de novo.')).toBeVisible();
  await userEvent.keyboard('r');
  await expect.element(page.getByRole('option', { name: /Ana Prado · K7M2QX/ })).toBeVisible();
  await expectNothingFound('dialog[open]');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(field).toHaveValue('34679A');
  await expect.element(page.getByRole('status').getByText('Ana Prado Lima · 34679A')).toBeVisible();
  await expect.element(page.getByText('Confirmada (sinal pago) · falta pagar R$ 86,70')).toBeVisible();
  expect(calls).not.toContain(path);
  await userEvent.keyboard('{Enter}');
  await expectToast('success', 'R$\u00a086,70 lançados na reserva 34679A.');
  expect(bodies[path]).toEqual({ code: '34679A' });
});

test('Esc closes the list that was found, and only then the dialog', async () => {
  await open({ [FIND_RESERVATIONS]: foundReservations(newFoundReservation()) });
  await page.getByRole('button', { name: 'Conciliar: Ana Prado, R$ 86,70' }).click();
  await userEvent.keyboard('prado');
  await expect.element(page.getByRole('option')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('option')).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('dialog', { name: 'Fechar sem salvar?' }).getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a payment by card is called one', async () => {
  await open({ [LIST]: listOf({ ...payment, payerName: '', method: 'card' }) });
  await expect.element(page.getByText('Pagamento com cartão sem nome')).toBeVisible();
  await page.getByRole('button', { name: /^Conciliar: Pagamento com cartão/ }).click();
  await expect.element(page.getByRole('dialog', { name: 'Conciliar pagamento com cartão' })).toBeVisible();
});

test('a Pix that is not for a reservation is dismissed with a reason', async () => {
  const path = `POST /api/payments/unmatched/${payment.id}/dismissal`;
  const { bodies } = await open({ [path]: { json: {} } });
  await page.getByRole('button', { name: 'Descartar: Ana Prado, R$ 86,70' }).click();
  await page.getByLabelText('Motivo').fill('Aluguel da loja');
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click();
  await expectToast('success', 'Pix descartado.');
  expect(bodies[path]).toEqual({ reason: 'Aluguel da loja' });
});

test('staff marks an unreadable Pix as checked, once', async () => {
  const unreadable = {
    id: crypto.randomUUID(),
    reference: 'E00000000202611201200 de 0,00',
    seenAt: payment.occurredAt,
  };
  const path = `POST /api/payments/unreadable/${unreadable.id}/check`;
  const { calls } = await open({
    [LIST]: [{ json: { ...listOf().json, unreadable: [unreadable] } }, listOf()],
    [path]: { json: {} },
  });
  await expect.element(page.getByText(unreadable.reference)).toBeVisible();
  await expect.element(page.getByText('Entraram na conta', { exact: false })).not.toBeInTheDocument();
  await expectToFit();
  await expectNothingFound('body');
  await page.getByRole('button', { name: `Já conferi: ${unreadable.reference}` }).click();
  await expectToast('success', 'Pagamento conferido.');
  expect(calls.filter((call) => call === path)).toHaveLength(1);
  await expect.element(page.getByText('Nada a conciliar')).toBeVisible();
});

test('staff sees to a payment by card that its bank took back', async () => {
  const chargeback = {
    id: crypto.randomUUID(),
    ...{ kind: 'card', amountCents: 5_670, recordedCents: 5_670, answerBy: null, decisionBy: null },
    noticedAt: '2026-11-20T12:00:00.000Z',
    reservation: { id: crypto.randomUUID(), code: 'A3K7QX', payer: 'Maria da Silva' },
  };
  const path = `POST /api/payments/chargebacks/${chargeback.id}/check`;
  const { bodies } = await open({
    [LIST]: [{ json: { ...listOf().json, chargebacks: [chargeback] } }, listOf()],
    [path]: { json: chargeback },
  });
  await expect.element(page.getByText(/^Contestação no cartão: R\$\s56,70$/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'A3K7QX' })).toBeVisible();
  await page.getByRole('button', { name: 'Já cuidei disso: contestação da reserva A3K7QX' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encerrar contestação' });
  await expect
    .element(dialog.getByText(/Os R\$\s56,70 seguem fora da conta e faltando na reserva A3K7QX\.$/))
    .toBeVisible();
  await dialog.getByLabelText('O que foi combinado (opcional)').fill('Paga em dinheiro');
  await expectNothingFound('body');
  await dialog.getByRole('button', { name: 'Encerrar' }).click();
  await expectToast('success', 'Contestação da reserva A3K7QX encerrada.');
  expect(bodies[path]).toEqual({ note: 'Paga em dinheiro' });
  await expect.element(page.getByText('Nada a conciliar')).toBeVisible();
});

test('staff sees until when the bank waits for an answer about a Pix, and what of it does not fit', async () => {
  const reservation = { id: crypto.randomUUID(), code: 'A3K7QX', payer: 'Maria da Silva' };
  const noticedAt = '2026-11-20T12:00:00.000Z';
  const ofPix = { amountCents: 5_670, recordedCents: 4_000, answerBy: '2026-11-27', decisionBy: '2026-12-01' };
  const unfit = { amountCents: 3_000, recordedCents: 0, answerBy: null, decisionBy: null };
  const chargebacks = [
    { id: crypto.randomUUID(), kind: 'med_fraud', noticedAt, reservation, ...ofPix },
    { id: crypto.randomUUID(), kind: 'unfit', noticedAt, reservation, ...unfit },
  ];
  await open({ [LIST]: { json: { ...listOf().json, chargebacks } } });
  await expect.element(page.getByText(/^Contestação de Pix por fraude: R\$\s56,70$/)).toBeVisible();
  await expect.element(page.getByText('27/11/2026', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/R\$\s40,00 voltaram a faltar nela/)).toBeVisible();
  await expect.element(page.getByText(/^Devolução maior que o saldo do pagamento: R\$\s30,00$/)).toBeVisible();
  await expectToFit();
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Já cuidei disso: devolução da reserva A3K7QX' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Encerrar devolução' })).toBeVisible();
});

test('staff sees which gift card is blocked, and which reservations it paid', async () => {
  const giftCard = { id: crypto.randomUUID(), last4: 'HW3E', valueCents: 20_000, buyer: 'Ana Prado' };
  const path = `POST /api/gift-cards/${giftCard.id}/return/check`;
  const taken = {
    ...{ giftCard, returnedCents: 20_000, blockedCents: 10_300, noticedAt: '2026-11-20T12:00:00.000Z' },
    reservations: [{ id: crypto.randomUUID(), code: 'A3K7QX', cents: 9_700 }],
  };
  const shown = {
    ...{ id: giftCard.id, last4: 'HW3E', valueCents: 20_000, balanceCents: 0, sendOn: null, sentAt: null, entries: [] },
    ...{ state: 'revoked', createdAt: '2026-11-20T12:00:00.000Z' },
    ...{ buyer: { name: 'Ana Prado', email: 'ana@exemplo.com.br' }, recipient: { name: '', email: '' } },
  };
  const { bodies } = await open({
    [LIST]: [{ json: { ...listOf().json, giftCardReturns: [taken] } }, listOf()],
    [path]: { json: shown },
  });
  await expect.element(page.getByText(/Bloqueamos os R\$\s103,00 que ele tinha/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'A3K7QX' })).toBeVisible();
  await expectToFit();
  await expectNothingFound('body');
  await page.getByRole('button', { name: 'Já cuidei disso: vale HW3E' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encerrar devolução do vale' });
  await dialog.getByRole('button', { name: 'Encerrar' }).click();
  await expectToast('success', 'Devolução do vale HW3E encerrada.');
  expect(bodies[path]).toEqual({ note: '' });
});
