import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { addByApi, openPassengers, tripToFill } from './support/passengers.ts';
import { demoAccount } from './support/people.ts';
import { expectNoSidewaysScrolling } from './support/screens.ts';

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('staff reads the passengers of a full coach on four screens', async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { capacity: 46 });
  const documents = { rg: 'MG-12.345.678', emitter: 'SSP/MG', birthdate: '1961-03-09' };
  for (let number = 1; number <= 46; number += 1) {
    const name = number % 2 === 0 ? 'Gumercindo Vasconcelos' : 'Ana Carolina de Souza';
    const person = {
      name: `${name} ${number}`,
      contact: `3598800${1_000 + number}`,
      ...(number % 3 !== 0 && documents),
    };
    await addByApi(page.request, token, trip, person, number % 2 === 0 ? 'Varginha' : 'Três');
  }
  await openPassengers(page, trip);
  await expect(page.getByRole('row').filter({ hasText: 'Falta R$' })).toHaveCount(46);
  expect(await heightOf(page)).toBeLessThanOrEqual(4 * 800);
  await expectNoSidewaysScrolling(page);
});

test('a visitor finds all of a trip on a page of six screens of a phone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/portal/passeio/capitolio-canions');
  await expect(page.getByRole('heading', { name: 'Sobre o passeio' })).toBeVisible();
  expect(await heightOf(page)).toBeLessThanOrEqual(4_500);
  const included = page.getByText('Passeio de lancha', { exact: true });
  await expect(included).toBeHidden();
  await page.getByText('O que está incluso').click();
  await expect(included).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

test('on a wide screen nothing of a trip is folded', async ({ page }) => {
  await page.goto('/portal/passeio/capitolio-canions');
  await expect(page.getByText('Passeio de lancha', { exact: true })).toBeVisible();
});

test('a client sees the next departure and its voucher first, then short cards', { tag: '@phone' }, async ({
  page,
  signInAs,
}) => {
  await signInAs(demoAccount('CLIENT'));
  await page.goto('/minhasreservas');
  const cards = page.getByRole('article');
  await expect(cards.first().getByRole('link', { name: 'Abrir o voucher' })).toBeInViewport();
  expect((await heightOf(page)) / (await cards.count())).toBeLessThanOrEqual(460);
  await expect(page.getByRole('button', { name: 'Cancelar reserva' })).toHaveCount(0);
  await expectNoSidewaysScrolling(page);
});
