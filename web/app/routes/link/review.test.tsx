import type { OwnReview } from '@passeio/contract/reviews/reviews';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { renderPage } from '~/test/render';
import ReviewPage from './review';

const TOKEN = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const READ = 'POST /api/reviews/link/read';
const SEND = 'PUT /api/reviews/link';
const own: OwnReview = {
  trip: { title: 'Capitólio', slug: 'capitolio', date: '2026-11-14T07:30:00.000Z' },
  firstName: 'Ana',
  review: null,
};
const written = { stars: 4, sentence: 'Volto sempre.', mayPublish: true };

async function open(responses: Record<string, FakeResponse | FakeResponse[]>, fragment = TOKEN) {
  window.location.hash = fragment;
  const network = answerCalls(responses);
  await renderPage(<ReviewPage />, { at: '/avaliar' });
  return network;
}
afterEach(() => {
  window.location.hash = '';
});

test('a review is written by keyboard, says what the site would show, and can be changed', async () => {
  const sent = { ...own, review: { ...written, isPublished: false } };
  const { bodies } = await open({ [READ]: [{ json: own }, { json: sent }], [SEND]: { json: sent } });
  await expect.element(page.getByRole('heading', { name: 'Como foi Capitólio?' })).toBeVisible();
  await page.getByRole('button', { name: 'Enviar avaliação' }).click();
  await expect.element(page.getByText('Escolha de 1 a 5 estrelas.')).toBeVisible();
  (page.getByLabelText('3 de 5 estrelas').element() as HTMLElement).focus();
  await userEvent.keyboard(' {ArrowRight}');
  await expect.element(page.getByLabelText('4 de 5 estrelas')).toBeChecked();
  await page.getByLabelText('Como foi?').fill('Volto sempre.');
  await page.getByLabelText('Pode publicar no site, só com “Ana, novembro de 2026”').click();
  await page.getByRole('button', { name: 'Enviar avaliação' }).click();
  await expect.element(page.getByRole('heading', { name: 'Obrigado!' })).toBeVisible();
  expect(bodies[SEND]).toEqual({ token: TOKEN, review: written });
  await page.getByRole('button', { name: 'Mudar a avaliação' }).click();
  await expect.element(page.getByLabelText('Como foi?')).toHaveValue('Volto sempre.');
});

test('keeps what was typed when sending fails', async () => {
  await open({ [READ]: { json: own }, [SEND]: 'lost' });
  await page.getByLabelText('5 de 5 estrelas').click({ force: true });
  await page.getByLabelText('Como foi?').fill('Muito bom');
  await page.getByRole('button', { name: 'Enviar avaliação' }).click();
  await expect.element(page.getByRole('alert').first()).toBeVisible();
  await expect.element(page.getByLabelText('Como foi?')).toHaveValue('Muito bom');
});

test('a link that is over, too early or published says so', async () => {
  const message = 'Conte como foi depois da volta do passeio.';
  await open({ [READ]: refusal(409, { code: 'REVIEW_NOT_YET', message }) });
  await expect.element(page.getByText(message)).toBeVisible();
});

test('a published review is fixed', async () => {
  await open({ [READ]: { json: { ...own, review: { ...written, isPublished: true } } } });
  await expect.element(page.getByText(/já está publicada no site/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Salvar mudanças' })).not.toBeInTheDocument();
});

test('a link that was cut in the middle of a character is incomplete, not forever loading', async () => {
  const { calls } = await open({}, '%E0%A4%A');
  await expect.element(page.getByText('O endereço está incompleto. Abra de novo o link do e-mail.')).toBeVisible();
  expect(calls).toEqual([]);
});

test('a link that was cut at its end is incomplete', async () => {
  await open({ [READ]: refusal(400, { code: 'INVALID_INPUT', message: 'Confira os campos.' }) }, TOKEN.slice(0, 20));
  await expect.element(page.getByText('O endereço está incompleto. Abra de novo o link do e-mail.')).toBeVisible();
});
