import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { TripNav } from './trip-header';

const TRIP = '0197a1d2-6c1b-7000-8000-000000000001';
const nav = page.getByRole('navigation', { name: 'Passeio' });

beforeEach(() => {
  signIn('OPERATOR');
});

test('staff finds all pages of a trip, and which one is open', async () => {
  await renderPage(<TripNav tripId={TRIP} current="money" />);
  await expect.element(nav.getByRole('link', { name: 'Financeiro' })).toHaveAttribute('aria-current', 'page');
  await expect.element(nav.getByRole('link', { name: 'Embarque' })).toHaveAttribute('href', `/admin/embarque/${TRIP}`);
  expect(
    nav
      .getByRole('link')
      .elements()
      .filter((link) => link.hasAttribute('aria-current')),
  ).toHaveLength(1);
});

test('on a phone the row is scrolled to the open page', async () => {
  await page.viewport(360, 740);
  await renderPage(<TripNav tripId={TRIP} current="edit" />);
  await expect.element(nav.getByRole('link', { name: 'Editar' })).toBeInViewport();
  await page.viewport(1280, 800);
});

test.each([
  [false, 0],
  [true, 1],
])('settlement report and reviews are offered once the trip has departed (%s)', async (hasDeparted, count) => {
  await renderPage(<TripNav tripId={TRIP} current="passengers" hasDeparted={hasDeparted} />);
  await expect.element(nav.getByRole('link', { name: 'Passageiros' })).toBeVisible();
  expect(nav.getByRole('link', { name: 'Fechamento' }).elements()).toHaveLength(count);
  expect(nav.getByRole('link', { name: 'Avaliações' }).elements()).toHaveLength(count);
});
