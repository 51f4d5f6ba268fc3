import type { DoorPaymentToReview } from '@passeio/contract/payments/door-payment-routes';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { newChat } from '~/test/chats';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';

import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as doorPayments from './door-payments';

const LIST = 'GET /api/payments/door-payments';
const TO_DO = { 'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0, bankChecks: 0 } } };
const payment: DoorPaymentToReview = {
  ...{ id: crypto.randomUUID(), amountCents: 15_000, guide: 'Júlia Prado', state: 'waiting', note: '' },
  takenAt: '2026-11-20T07:40:00.000Z',
  reservation: { id: crypto.randomUUID(), code: 'K7M2QX', payer: 'Ana Lima', chat: newChat(), dueCents: 37_800 },
  trip: { id: crypto.randomUUID(), title: 'Cânions de Furnas', date: '2026-11-20T08:00:00.000Z' },
};
const listOf = (...data: DoorPaymentToReview[]) => ({
  json: { data, page: { number: 1, size: 50, total: data.length } },
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls({ ...TO_DO, [LIST]: [listOf(payment), listOf()], ...responses });
  await renderRoute(doorPayments, { at: '/admin/pagamentos/embarque' });
  return network;
}

test('cash of a guide is confirmed by one press', async () => {
  const path = `POST /api/payments/door-payments/${payment.id}/confirmation`;
  await open({ [path]: { json: { ...payment, state: 'confirmed' } } });
  await expect.element(page.getByText('Júlia Prado')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: /^Confirmar: Ana Lima, R\$.150,00$/ }).click();
  await expectToast('success', 'R$\u00a0150,00 lançados na reserva K7M2QX.');
  await expect.element(page.getByText('Nenhum dinheiro com guias')).toBeVisible();
});

test('it is refused with the reason that its payer reads, unless a colleague was faster', async () => {
  const path = `POST /api/payments/door-payments/${payment.id}/refusal`;
  const message = 'Este recebimento já foi conferido.';
  const { bodies } = await open({ [path]: refusal(409, { code: 'DOOR_PAYMENT_DECIDED', message }) });
  await page.getByRole('button', { name: /^Recusar: Ana Lima/ }).click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Motivo: preencha este campo.')).toBeVisible();
  await userEvent.keyboard('O dinheiro voltou{Enter}');
  await expectToast('info', message);
  expect(bodies[path]).toEqual({ reason: 'O dinheiro voltou' });
});

test('cash above what is due can be confirmed, and says that the rest is to be refunded', async () => {
  const about = (dueCents: number) => ({
    ...payment,
    id: crypto.randomUUID(),
    reservation: { ...payment.reservation, dueCents },
  });
  await open({ [LIST]: listOf(about(5_000), about(0)) });
  await expect
    .element(page.getByText(/^Falta pagar só R\$.50,00\. Confirmado, o que passa fica a devolver\.$/))
    .toBeVisible();
  await expect
    .element(page.getByText(/^Não falta pagar nada\. Confirmado, o que passa fica a devolver\.$/))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Confirmar/ }).first()).toBeEnabled();
  await expectToFit();
});

test('cash that came late says why', async () => {
  const note = 'Enviado depois que o link do guia foi cancelado, em 20/11/2026 às 05:10.';
  await open({ [LIST]: listOf({ ...payment, note }) });
  await expect.element(page.getByText(note)).toBeVisible();
  await expectNothingFound();
  await expectToFit();
});
