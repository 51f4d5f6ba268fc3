import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import { rootData } from '~/test/root-data';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import BuyGiftCard from './buy-gift-card';

const BUY = 'POST /api/gift-cards';
const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const field = (label: string) => page.getByLabelText(label, { exact: true });
const submit = page.getByRole('button', { name: 'Continuar para o Pix' });
const selling = (sellsGiftCards: boolean) => ({
  at: '/portal/vale-presente',
  root: { ...rootData, settings: { ...rootData.settings, sellsGiftCards } },
});
const bought = {
  ...{ state: 'awaiting_payment', valueCents: 20_000, balanceCents: 0, code: null, buyerName: 'Ana Prado' },
  ...{ recipientName: '', message: '', sendOn: null, charge: null, token: TOKEN },
};

test('a gift card is bought for somebody else on a phone, and leads to its Pix code', async () => {
  await setWindow(360);
  const { bodies } = answerCalls({ [BUY]: { status: 201, json: bought } });
  await renderPage(<BuyGiftCard />, selling(true));
  await field('Valor').fill('200');
  await field('Seu nome').fill('Ana Prado');
  await field('Seu e-mail').fill('Ana@exemplo.com.br');
  await field('Nome de quem ganha').fill('Bruno Lima');
  await field('Mensagem (opcional)').fill('Feliz aniversário!');
  await expectNoSidewaysScrolling();
  await expectNothingFound('body');
  await submit.click();
  await expect.element(page.getByRole('heading', { name: /^\/vale#/ })).toBeVisible();
  expect(bodies[BUY]).toEqual({
    valueCents: 20_000,
    buyer: { name: 'Ana Prado', email: 'ana@exemplo.com.br' },
    recipient: { name: 'Bruno Lima' },
    message: 'Feliz aniversário!',
  });
});

test('what is wrong is said beside its field, and a refusal above them', async () => {
  const message = 'Não vendemos vale-presente no momento. Fale com a gente.';
  answerCalls({ [BUY]: refusal(409, { code: 'GIFT_CARDS_OFF', message }) });
  await renderPage(<BuyGiftCard />, selling(true));
  await page.getByLabelText('É um presente').click();
  await field('Valor').fill('10');
  await submit.click();
  await expect.element(page.getByText('O valor mínimo é R$ 20,00.')).toBeVisible();
  await field('Valor').fill('50');
  await field('Seu nome').fill('Ana Prado');
  await field('Seu e-mail').fill('ana@exemplo.com.br');
  await submit.click();
  await expect.element(page.getByText(message)).toBeVisible();
});

test('is not offered where the operator sells none', async () => {
  await renderPage(<BuyGiftCard />, selling(false));
  await expect.element(submit).not.toBeInTheDocument();
});
