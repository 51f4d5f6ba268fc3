import type { GiftCard } from '@passeio/contract/payments/gift-cards';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import { newCharge } from '~/test/reservations';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import GiftCardPage from './gift-card';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const READ = 'POST /api/gift-cards/link/read';
const card: GiftCard = {
  ...{ state: 'active', valueCents: 20_000, balanceCents: 20_000, code: 'Q7XA-4MKD-9TRC-HW3E' },
  ...{ buyerName: 'Ana Prado', recipientName: 'Bruno Lima', message: 'Feliz aniversário!', sendOn: null, charge: null },
};

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  window.location.hash = TOKEN;
  const network = answerCalls(responses);
  await renderPage(<GiftCardPage />, { at: '/vale' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('shows the Pix code until the payment comes, then the code of the card', async () => {
  const unpaid: GiftCard = { ...card, state: 'awaiting_payment', balanceCents: 0, code: null, charge: newCharge() };
  const { bodies } = await open({ [READ]: [{ json: unpaid }, { json: card }] });
  await expect.element(page.getByRole('heading', { name: /^Pague R\$\s200,00 por Pix$/ })).toBeVisible();
  await expect.element(page.getByLabelText('Pix copia e cola')).toBeVisible();
  expect(bodies[READ]).toEqual({ token: TOKEN });
  await expect
    .element(page.getByLabelText('Código', { exact: true }), { timeout: 15_000 })
    .toHaveValue(card.code ?? '');
});

test('shows code, message and balance on a phone, and shares its link by WhatsApp', async () => {
  await setWindow(360);
  await open({ [READ]: { json: { ...card, balanceCents: 5_000 } } });
  await expect.element(page.getByText(/De Ana Prado para Bruno Lima\. Ainda tem R\$\s50,00\./)).toBeVisible();
  await expect.element(page.getByText('Feliz aniversário!')).toBeVisible();
  const share = page.getByRole('link', { name: 'Enviar por WhatsApp' });
  await expect.element(share).toHaveAttribute('href', expect.stringContaining(encodeURIComponent(`/vale#${TOKEN}`)));
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
});

test.each([
  ['expired', 'O vale-presente não foi pago'],
  ['revoked', 'Este vale-presente foi cancelado'],
] as const)('says that it is %s, and shows no code', async (state, title) => {
  await open({ [READ]: { json: { ...card, state, code: null } } });
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByLabelText('Código')).not.toBeInTheDocument();
});

test('a link that is over says so', async () => {
  const message = 'Este link não vale mais. Peça outro a quem o enviou.';
  await open({ [READ]: refusal(404, { code: 'GIFT_CARD_LINK_OVER', message }) });
  await expect.element(page.getByText(message)).toBeVisible();
});
