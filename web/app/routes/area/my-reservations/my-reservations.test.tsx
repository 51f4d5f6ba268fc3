import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import * as myReservations from './my-reservations';

const none = { json: { data: [], page: { number: 1, size: 20, total: 0 } } };

test.each([
  ['failed', { status: 500 }, 'Houve falha nesta ação'],
  ['is away', { status: 503 }, 'O servidor está fora do ar agora. Tente de novo em instantes.'],
])('a page says that the server %s, and tries again', async (_, failure, sentence) => {
  signIn();
  answerCalls({ 'GET /api/reservations/me': [failure, none] });
  await renderRoute(myReservations, { at: '/minhasreservas' });
  await expect.element(page.getByText('Não foi possível carregar esta página')).toBeVisible();
  await expect.element(page.getByText(sentence).first()).toBeVisible();
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect.element(page.getByText('Você ainda não tem reservas')).toBeVisible();
});
