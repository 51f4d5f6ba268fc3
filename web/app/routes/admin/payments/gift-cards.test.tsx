import type { StaffGiftCard } from '@passeio/contract/payments/gift-cards';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse } from '~/test/network';
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

test('an empty list says how gift cards are sold', async () => {
  await open({ [LIST]: listOf() });
  await expect.element(page.getByText('Nenhum vale-presente ainda')).toBeVisible();
});
