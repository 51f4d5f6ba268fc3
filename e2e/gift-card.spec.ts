import { expectNothingFound } from './support/axe.ts';
import { payInBank } from './support/bank.ts';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { database } from './support/sessions.ts';

test('a gift card is bought, shared, and pays a part of a reservation', {
  tag: '@phone',
}, async ({ page, client, request, browser, tolerate }) => {
  // The wrong code.
  tolerate(/status of 4\d\d .*\/gift-cards/);
  await (await database()).query('update operator set sells_gift_cards = true');
  const trip = await familyTrip(request);
  const { code } = await reserveParty(request, client.token, trip, { Adulto: 2 });

  await page.goto('/portal/vale-presente');
  await page.getByLabel('Valor').fill('150');
  await page.getByLabel('Seu nome').fill('Bruna Reis');
  await page.getByLabel('Seu e-mail').fill(`bruna-${Date.now()}@viajantes.example`);
  await page.getByLabel('Nome de quem ganha').fill('Caio Reis');
  await page.getByLabel('Mensagem').fill('Feliz aniversário!');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await page.getByRole('button', { name: 'Continuar para o Pix' }).tap();
  await expect(page.getByRole('heading', { name: /^Pague R\$\s150,00 por Pix$/ })).toBeVisible();
  await payInBank(browser, page);
  await expect(page.getByRole('heading', { name: /^Vale-presente de R\$\s150,00$/ })).toBeVisible();
  const card = await page.getByLabel('Código').inputValue();
  expect(card).toMatch(/^([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}$/);
  await expectNothingFound(page);
  const shared = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href');
  const link = /https?:\/\/\S+\/vale#\S+/.exec(decodeURIComponent(shared ?? ''))?.[0];

  const friend = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await friend.goto(link ?? '');
  await expect(friend.getByLabel('Código')).toHaveValue(card);
  await friend.context().close();

  await page.goto(`/minhasreservas/${code}`);
  await page.getByRole('button', { name: 'Tenho um vale-presente' }).tap();
  await page.getByLabel('Código do vale-presente').fill('ABCD-EFGH-JKMN-PQRT');
  await page.getByRole('button', { name: 'Conferir' }).tap();
  await expect(page.getByLabel('Código do vale-presente')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Código do vale-presente').fill(card.toLowerCase().replaceAll('-', ' '));
  await page.getByRole('button', { name: 'Conferir' }).tap();
  await page.getByRole('button', { name: /^(Usar|Pagar) .*R\$\s150,00/ }).tap();
  await expectToast(page, 'success', /R\$\s150,00/);
  // The total is R$ 378,00; the deposit of R$ 113,40 is covered.
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagar o restante\s*R\$\s228,00$/ })).toBeVisible();
});
