import type { RefundToPay } from '@passeio/contract/payments/payments';
import type { LinkRequest } from '@passeio/contract/reservations/link-requests';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { newChat } from '~/test/chats';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as refunds from './refunds';

const LIST = 'GET /api/payments/refunds';
const TO_DO = { 'GET /api/payments/to-do': { json: { receipts: 0, refunds: 0, unmatched: 0 } } };

function newRefund(more: Partial<RefundToPay> = {}): RefundToPay {
  return {
    ...{ id: crypto.randomUUID(), amountCents: 8_000, reason: 'cancelled', promisedFor: '2026-12-01', state: 'due' },
    ...{
      paidAt: null,
      pixKey: 'ana@viajantes.example',
      throughProvider: false,
      asCredit: false,
      parts: [],
      isLate: false,
      keyChanged: null,
      linkMakers: [],
    },
    reservation: { id: crypto.randomUUID(), code: 'K7M2QX', payer: 'Ana Prado', chat: newChat() },
    trip: { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' },
    ...more,
  };
}

const listOf = (...data: RefundToPay[]) => ({
  json: {
    data,
    page: { number: 1, size: 50, total: data.length },
    sumCents: data.reduce((sum, { amountCents }) => sum + amountCents, 0),
  },
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls({ ...TO_DO, [REQUESTS]: requestsOf(), ...responses });
  await renderRoute(refunds, { at: '/admin/pagamentos/devolucoes' });
  return network;
}

const REQUESTS = 'GET /api/link-requests';

function newRequest(more: Partial<LinkRequest> = {}): LinkRequest {
  return {
    ...{ id: crypto.randomUUID(), name: 'cancel', askedAt: '2026-11-20T12:00:00.000Z', madeBy: 'Bia Alves' },
    ...{ mayConfirm: true, pixKey: null, refundCents: 20_000, person: null },
    reservation: { id: crypto.randomUUID(), code: 'K7M2QX', payer: 'Ana Prado' },
    trip: { id: crypto.randomUUID(), title: 'Capitólio', date: '2099-12-05T08:00:00.000Z' },
    ...more,
  };
}
const requestsOf = (...data: LinkRequest[]) => ({ json: { data } });

const paymentOf = ({ id }: RefundToPay) => `POST /api/payments/refunds/${id}/payment`;

test('money that came through the bank goes back by one press and one answer', async () => {
  const refund = newRefund({ throughProvider: true, isLate: true });
  const { calls, bodies } = await open({ [LIST]: [listOf(refund), listOf()], [paymentOf(refund)]: { json: refund } });
  await expect.element(page.getByText('A devolver: R$ 80,00')).toBeVisible();
  await expect.element(page.getByText('Atrasada: 01/12/2026')).toBeVisible();
  const press = page.getByRole('button', { name: 'Devolver pelo banco: Ana Prado, R$ 80,00' });
  await press.click();
  await expect.element(page.getByText(/reserva K7M2QX, de Ana Prado, volta para a conta de onde veio/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(paymentOf(refund));
  await press.click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Devolução a Ana Prado enviada ao banco.');
  expect(bodies[paymentOf(refund)]).toEqual({ via: 'provider', amountCents: 8_000 });
  await expect.element(page.getByText('Nada para devolver')).toBeVisible();
});

test('a refund shows that the bank is unavailable, and stays open', async () => {
  const refund = newRefund({ throughProvider: true });
  const message = 'O banco não respondeu. Nada foi feito: tente de novo em instantes.';
  await open({ [LIST]: listOf(refund), [paymentOf(refund)]: refusal(503, { code: 'PROVIDER_UNAVAILABLE', message }) });
  await page.getByRole('button', { name: 'Devolver pelo banco: Ana Prado, R$ 80,00' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('error', message);
});

test('a refund by hand is recorded with method, Pix and note; a second one says so, and is listed as paid', async () => {
  const refund = newRefund();
  const message = 'Esta devolução já foi feita.';
  const { bodies, searches } = await open({
    [LIST]: [listOf(refund), listOf(), listOf({ ...refund, state: 'paid', paidAt: '2026-11-30T12:00:00.000Z' })],
    [paymentOf(refund)]: refusal(409, { code: 'REFUND_NOT_DUE', message }),
  });
  await expect.element(page.getByText('Código K7M2QX')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Devolver pelo banco/ })).not.toBeInTheDocument();
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: 'Registrar devolução: Ana Prado, R$ 80,00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar devolução' });
  await expect.element(dialog.getByLabelText('Chave Pix de quem recebe')).toHaveValue('ana@viajantes.example');
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce();
  await dialog.getByRole('button', { name: 'Copiar chave Pix' }).click();
  await expect.element(dialog.getByText('Chave Pix copiada!')).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith('ana@viajantes.example');
  await dialog.getByLabelText('Identificador do Pix').fill('curto');
  await dialog.getByRole('button', { name: 'Registrar devolução' }).click();
  await expect.element(dialog.getByText('O identificador do Pix tem 32 letras', { exact: false })).toBeVisible();
  await dialog.getByLabelText('Identificador do Pix').fill('E0000000020261120120000000000001');
  await dialog.getByLabelText('Observação').fill('Pelo aplicativo');
  await dialog.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast('info', message);
  expect(bodies[paymentOf(refund)]).toEqual({
    ...{ via: 'hand', method: 'pix', amountCents: 8_000 },
    ...{ endToEndId: 'E0000000020261120120000000000001', note: 'Pelo aplicativo' },
  });
  await expect.element(page.getByText('Nada para devolver')).toBeVisible();
  await page.getByLabelText('Quais devoluções').selectOptions('Já devolvidas');
  await expect.element(page.getByText('Código K7M2QX')).toBeVisible();
  expect(searches[LIST]).toContain('state=paid');
});

test('a refund whose amount changed meanwhile is shown with the new one and asked for again', async () => {
  const refund = newRefund({ throughProvider: true });
  const now = { ...refund, amountCents: 13_000 };
  const message = 'O valor a devolver mudou. Confira o novo valor e confirme de novo.';
  const changed = refusal(409, { code: 'REFUND_CHANGED', message, amountCents: 13_000 });
  const { bodies } = await open({
    [LIST]: [listOf(refund), listOf(now)],
    [paymentOf(refund)]: [changed, changed, { json: now }],
  });
  await page.getByRole('button', { name: 'Devolver pelo banco: Ana Prado, R$ 80,00' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect.element(page.getByText('Devolver R$ 130,00 pelo banco?')).toBeVisible();
  await expect.element(page.getByText(/O valor mudou agora há pouco/)).toBeVisible();
  expect(bodies[paymentOf(refund)]).toEqual({ via: 'provider', amountCents: 8_000 });
  await page.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('button', { name: 'Registrar devolução: Ana Prado, R$ 130,00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar devolução' });
  await dialog.getByRole('button', { name: 'Registrar devolução' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
  await expect.element(dialog.getByText('R$ 130,00 para Ana Prado', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast('success', 'Devolução de R$\u00a0130,00 a Ana Prado registrada.');
  expect(bodies[paymentOf(refund)]).toEqual({ via: 'hand', method: 'pix', amountCents: 13_000, note: '' });
});

test('staff corrects the key and the promised day', async () => {
  const refund = newRefund({ pixKey: '' });
  const path = `PUT /api/payments/refunds/${refund.id}`;
  const { bodies } = await open({ [LIST]: listOf(refund), [path]: { json: refund } });
  await expect.element(page.getByText('Sem chave Pix')).toBeVisible();
  await page.getByRole('button', { name: 'Mudar chave ou data: Ana Prado, R$ 80,00' }).click();
  await page.getByLabelText('Chave Pix').fill('ana@viajantes.example');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expectToast('success', 'Devolução a Ana Prado alterada.');
  expect(bodies[path]).toEqual({ promisedFor: '2026-12-01', pixKey: 'ana@viajantes.example' });
});

test('what a link of staff asks for names its maker, and a colleague confirms it', async () => {
  await setWindow();
  const request = newRequest();
  const own = newRequest({ name: 'refund-key', pixKey: 'ana@viajantes.example', refundCents: null, mayConfirm: false });
  const confirmation = `POST /api/link-requests/${request.id}/confirmation`;
  const { calls } = await open({
    [LIST]: listOf(newRefund({ linkMakers: ['Bia Alves'] })),
    [REQUESTS]: [requestsOf(request, own), requestsOf(own)],
    [confirmation]: requestsOf(own),
  });
  await expect.element(page.getByText('Pelo link feito por Bia Alves')).toBeVisible();
  const table = page.getByRole('table', { name: 'Pedidos pelo link' });
  await expect.element(table.getByText('Devolver R$ 200,00')).toBeVisible();
  await expect.element(table.getByText('Para a chave ana@viajantes.example')).toBeVisible();
  await expect.element(table.getByText('Outra pessoa da equipe confirma.')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: /^Confirmar pedido: Cancelar/ }).click();
  await expect.element(page.getByText(/O link foi feito por Bia Alves/)).toBeVisible();
  await page.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expectToast('success', 'Pedido de Ana Prado confirmado.');
  expect(calls).toContain(confirmation);
  await expect.element(page.getByRole('button', { name: /^Confirmar pedido/ })).not.toBeInTheDocument();
});
