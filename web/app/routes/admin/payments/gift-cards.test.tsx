import type { StaffGiftCard } from '@passeio/contract/payments/gift-cards';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as giftCards from './gift-cards';

const LIST = 'GET /api/gift-cards';
const button = (name: string) => page.getByRole('button', { name });
const card: StaffGiftCard = {
  ...{ id: crypto.randomUUID(), state: 'active', last4: 'HW3E', valueCents: 20_000, balanceCents: 12_000 },
  ...{ buyer: { name: 'Ana Prado', email: 'ana@exemplo.com.br' }, recipient: { name: 'Bruno Lima', email: '' } },
  ...{ sendOn: null, sentAt: '2026-11-25T12:00:00.000Z', createdAt: '2026-11-24T12:00:00.000Z', entries: [] },
};
const listOf = (...data: StaffGiftCard[]) => ({ json: { data, page: { number: 1, size: 20, total: data.length } } });

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  await renderRoute(giftCards, { at: '/admin/pagamentos/vales' });
  return network;
}

test('staff gives a lost gift card another code, with the reason', async () => {
  const reissue = `POST /api/gift-cards/${card.id}/reissue`;
  const { bodies } = await open({ [LIST]: listOf(card), [reissue]: { json: card } });
  await expect.element(page.getByText(/Saldo R\$\s120,00/)).toBeVisible();
  await expectToFit();
  await expectNothingFound();
  await button('Emitir de novo').click();
  await page.getByLabelText('Motivo').fill('Perdeu o código');
  await page.getByRole('dialog').getByRole('button', { name: 'Emitir de novo' }).click();
  await expectToast('success', 'Vale-presente emitido de novo.');
  expect(bodies[reissue]).toEqual({ reason: 'Perdeu o código' });
});

test('a payment that is in the account is confirmed by hand', async () => {
  const path = `POST /api/gift-cards/${card.id}/payment`;
  const unpaid = { ...card, state: 'awaiting_payment', balanceCents: 0, sentAt: null } as const;
  const { bodies } = await open({ [LIST]: [listOf(unpaid), listOf(card)], [path]: { status: 201, json: card } });
  await expect.element(button('Emitir de novo')).not.toBeInTheDocument();
  await button('Confirmar pagamento').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar pagamento' }).click();
  await expectToast('success', 'Vale-presente valendo.');
  expect(bodies[path]).toEqual({});
});

test('staff gives the value back in money: all that is left, unless another amount is typed', async () => {
  const path = `POST /api/gift-cards/${card.id}/refund`;
  const fields = { amountCents: 'O vale só tem R$ 70,00.' };
  const short = refusal(409, { code: 'GIFT_CARD_SHORT', fields });
  const { bodies } = await open({ [LIST]: listOf(card), [path]: [short, { status: 201, json: card }] });
  await button('Devolver valor').click();
  await expectToFit();
  await expectNothingFound();
  const amount = page.getByLabelText('Valor devolvido');
  await expect.element(amount).toHaveValue('120,00');
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar devolução' }).click();
  await expect.element(page.getByText('O vale só tem R$ 70,00.')).toBeVisible();
  await amount.fill('70,00');
  await page.getByLabelText('Como foi devolvido').selectOptions('Dinheiro');
  await expect.element(page.getByLabelText('Identificador do Pix')).not.toBeInTheDocument();
  await page.getByLabelText('Observação').fill('Desistiu');
  await page.getByRole('dialog').getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast('success', 'Devolução registrada.');
  expect(bodies[path]).toEqual({ amountCents: 7_000, method: 'cash', note: 'Desistiu' });
});

test('a card without value, or that is blocked, has nothing to give back; its entries say what the bank took', async () => {
  const entry = { id: crypto.randomUUID(), at: '2026-11-25T12:00:00.000Z', reason: '', reservationCode: null };
  const entries = [
    { ...entry, kind: 'issued', amountCents: 20_000 } as const,
    { ...entry, id: crypto.randomUUID(), kind: 'refunded', amountCents: -5_000 } as const,
    { ...entry, id: crypto.randomUUID(), kind: 'charged_back', amountCents: -15_000 } as const,
  ];
  const blocked = { ...card, state: 'revoked', balanceCents: 0, entries } as const;
  await open({ [LIST]: listOf(blocked, { ...card, id: crypto.randomUUID(), balanceCents: 0 }) });
  await page.getByText('Movimentos').click();
  await expect.element(page.getByText(/Devolvido a quem comprou/)).toBeVisible();
  await expect.element(page.getByText(/Devolvido pelo banco/)).toBeVisible();
  await expect.element(button('Devolver valor')).not.toBeInTheDocument();
});

test('an empty list says how gift cards are sold', async () => {
  await open({ [LIST]: listOf() });
  await expect.element(page.getByText('Nenhum vale-presente ainda')).toBeVisible();
});
