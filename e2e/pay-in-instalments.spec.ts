import type { Page } from '@playwright/test';
import { expectNothingFound } from './support/axe.ts';
import { payInBank } from './support/bank.ts';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, ownOrigin } from './support/people.ts';
import { expectNoSidewaysScrolling } from './support/screens.ts';
import { tokenOf } from './support/sessions.ts';

const extra = (label: string, priceCents: number, stock: number | null) => ({
  ...{ label, description: '', priceCents, per: 'participant', minQuantity: 1, maxQuantity: 1 },
  ...{ stock, soldUntilHours: 0, refundable: true },
});

/** What the lines of the reservation's page say of money, as "Parcela 1 R$ 100,00". */
const lines = (page: Page) => page.getByRole('main').getByRole('listitem').or(page.locator('dl > div'));

test.setTimeout(60_000);

test('a family takes two extras with a coupon and pays the deposit and the first instalment', {
  tag: '@phone',
}, async ({ page, client, request, browser }) => {
  const code = `FAMILIA${Date.now()}`;
  const made = await request.post('/api/coupons', {
    data: { code, effect: 'percent', value: 10 },
    headers: { ...bearer(await tokenOf(demoAccount('ADMIN'))), origin: ownOrigin() },
  });
  expect(made.ok(), await made.text()).toBe(true);
  const trip = await familyTrip(request, {
    extras: [extra('Almoço', 4_500, null), extra('Snorkel', 2_500, 12)],
    paymentPlan: { instalments: 3, lastDueDaysBefore: 10 },
  });
  expect(client.token).toBeTruthy();

  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.getByRole('button', { name: 'Mais um: Adulto', exact: true }).tap();
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  await expect(page.getByText(/^O restante em 2 parcelas mensais de R\$\s132,30 no Pix\.$/)).toBeVisible();

  // 2 × 189,00 less 10% of it, 2 × 45,00 and 25,00: 455,20, of which 30% now.
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  for (const name of ['Almoço', 'Almoço', 'Snorkel']) {
    await booking.getByRole('button', { name: `Mais um: ${name}`, exact: true }).tap();
  }
  await booking.getByRole('button', { name: 'Tem um cupom?' }).tap();
  await booking.getByLabel('Código do cupom').fill(code.toLowerCase());
  await booking.getByRole('button', { name: 'Aplicar' }).tap();
  await expect(booking.getByText(/^− R\$\s37,80$/)).toBeVisible();
  await expect(booking.getByRole('status').filter({ hasText: 'Total' })).toContainText(/R\$\s455,20.*R\$\s136,56/);
  await expect(booking.getByText(/^O restante em 2 parcelas mensais de R\$\s159,32 no Pix\.$/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, 'aside');
  await booking.getByRole('button', { name: 'Quero participar!' }).tap();

  await page.getByRole('button', { name: /^Pagar o sinal\s*R\$\s136,56$/ }).tap();
  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expect(lines(page).filter({ hasText: 'Parcela 1' })).toContainText(/Vence em .*R\$\s159,32/);
  await page.getByRole('button', { name: /^Pagar a parcela\s*R\$\s159,32$/ }).tap();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await payInBank(browser, page);
  await expect(lines(page).filter({ hasText: 'Parcela 1' })).toContainText('Paga');
  await expect(
    page.getByRole('button', { name: /^Pagar (a parcela|o restante)\s*R\$\s159,32$/ }).first(),
  ).toBeVisible();
});
