import type { ReviewList, StaffReview } from '@passeio/contract/reviews/reviews';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type FakeResponse } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectToast } from '~/test/toast';
import * as reviewsPage from './reviews';

const READ = 'GET /api/reviews';
const trip = { id: crypto.randomUUID(), title: 'Capitólio', date: '2026-11-14T07:30:00.000Z' };
const review = (more: Partial<StaffReview> = {}): StaffReview => ({
  ...{ id: crypto.randomUUID(), stars: 4, sentence: 'Volto sempre.', mayPublish: true, publishedAt: null },
  ...{ createdAt: '2026-11-16T12:00:00.000Z', payer: 'Ana Prado', trip },
  reservation: { id: crypto.randomUUID(), code: 'K7M2QX' },
  ...more,
});
const list = (data: StaffReview[], more: Partial<ReviewList> = {}): { json: ReviewList } => ({
  json: { data, page: { number: 1, size: 30, total: data.length }, count: 2, average: 4.5, trip: null, ...more },
});

async function open(responses: Record<string, FakeResponse | FakeResponse[]>, at = '/admin/avaliacoes') {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  await renderRoute(reviewsPage, { at });
  return network;
}

test('the page shows the average, and publishes or withdraws a review with one tap', async () => {
  const one = review();
  const shown = { ...one, publishedAt: '2026-11-17T12:00:00.000Z' };
  const PUBLISH = `PUT /api/reviews/${one.id}/publication`;
  const { bodies } = await open({
    [READ]: [list([one]), list([shown]), list([one])],
    [PUBLISH]: [{ json: shown }, { json: one }],
  });
  await expect.element(page.getByText('4,5')).toBeVisible();
  await expect.element(page.getByText('de 5 estrelas, em 2 avaliações')).toBeVisible();
  await page.getByRole('button', { name: 'Publicar no site' }).click();
  await expectToast('success', 'Avaliação publicada no site.');
  expect(bodies[PUBLISH]).toEqual({ isPublished: true });
  await page.getByRole('button', { name: 'Tirar do site' }).click();
  await expect.element(page.getByRole('button', { name: 'Publicar no site' })).toBeVisible();
  expect(bodies[PUBLISH]).toEqual({ isPublished: false });
});

test('a review without its author’s consent cannot be published', async () => {
  await open({ [READ]: list([review({ mayPublish: false })]) });
  await expect.element(page.getByText('Quem escreveu não quis publicar.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Publicar no site' })).not.toBeInTheDocument();
});

test('a trip without reviews says when they come', async () => {
  await open({ [READ]: list([], { count: 0, average: null, trip }) }, `/admin/avaliacoes?passeio=${trip.id}`);
  await expect.element(page.getByRole('heading', { name: 'Capitólio' })).toBeVisible();
  await expect.element(page.getByText('Nenhuma avaliação ainda')).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Mostrar' })).not.toBeInTheDocument();
});
