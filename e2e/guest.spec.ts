import type { Browser, Page } from '@playwright/test';
import { expectNothingFound } from './support/axe.ts';
import { payInBank } from './support/bank.ts';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { newHand } from './support/hand.ts';
import { openPassengers, openRow, rowOf, tripToFill } from './support/passengers.ts';
import { demoAccount, newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';

/** Pays in a browser without the client's session, and answers after how many seconds the open page knows of it. */
async function untilKnown(browser: Browser, page: Page): Promise<number> {
  await payInBank(browser, page);
  const paidAt = Date.now();
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  return (Date.now() - paidAt) / 1000;
}

test('a guest goes from the portal to a paid deposit in at most 12 taps and 45 typed characters', {
  tag: '@phone',
}, async ({ page, browser, request }) => {
  const { title } = await familyTrip(request, { title: rareName('Cachoeiras') });
  const { name, contact } = newPerson();
  const hand = newHand(page);
  await page.goto(`/portal/passeio?q=${encodeURIComponent(title)}`);
  const startedAt = Date.now();
  await hand.tap(page.getByRole('link', { name: title }).first());
  await hand.tap(page.getByRole('button', { name: 'Mais um: Adulto', exact: true }));
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  // To open the list, and to choose from it.
  hand.work.taps += 2;
  await hand.tap(page.getByRole('button', { name: 'Quero participar!' }));
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  const chosen = page.getByRole('region', { name: 'O que você escolheu' });
  await expect(chosen).toContainText(title);
  await expect(chosen).toContainText(/as vagas ainda não estão guardadas/i);
  await hand.tap(page.getByRole('link', { name: 'Continuar sem conta' }));
  await hand.type(page.getByLabel('Seu nome'), name);
  await hand.type(page.getByLabel('WhatsApp'), contact.replace(/^\+55/, ''));
  await expectNoSidewaysScrolling(page);
  await hand.tap(page.getByRole('button', { name: 'Guardar as vagas' }));
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await hand.tap(page.getByRole('button', { name: /^Pagar o sinal/ }));
  await expect(page.getByRole('link', { name: 'Pagar no banco de demonstração' })).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  // To the bank, and there "Pagar".
  hand.work.taps += 2;
  const seconds = await untilKnown(browser, page);

  expect(hand.work.taps).toBeLessThanOrEqual(12);
  expect(hand.work.characters).toBeLessThanOrEqual(45);
  const took = `${JSON.stringify(hand.work)}, ${Math.round((Date.now() - startedAt) / 1000)} s in all`;
  const description = `${took}; known ${seconds} s after the payment`;
  test.info().annotations.push({ type: 'measured', description });
  console.log(description);
  expect(seconds).toBeLessThan(10);
});

test('staff reserves by phone and sends the link, by which the client pays', {
  tag: '@phone',
}, async ({ page, browser, signInAs, context }) => {
  const trip = await tripToFill(page.request, await signInAs(demoAccount('OPERATOR')));
  const [name, { contact }] = [rareName('Dona Zefa'), newPerson()];
  await openPassengers(page, trip);
  await page.getByRole('button', { name: 'Nova reserva' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Nova reserva' });
  await dialog.getByLabel('Nome, CPF ou telefone').fill(name);
  await dialog.getByRole('option', { name: /Cadastrar/ }).tap();
  await dialog.getByLabel('Telefone com DDD').fill(contact);
  await dialog.getByRole('button', { name: 'Reservar' }).tap();
  await expectToast(page, 'success', /^Reserva \w{6} de Dona .* feita/);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await (await openRow(page, name))
    .getByRole('button', { name: /^Mais ações/ })
    .first()
    .tap();
  await page.getByRole('menuitem', { name: 'Copiar link da reserva' }).tap();
  await expectToast(page, 'success', 'Link copiado!');
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const client = await (await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })).newPage();
  await client.goto(link);
  await expect(client.getByRole('region', { name: trip.title })).toBeVisible();
  await client
    .getByRole('button', { name: /^Pagar o (sinal|valor total)/ })
    .first()
    .tap();
  await payInBank(browser, client);
  await expect(client.getByText(/^Confirmada|^Quitada/).first()).toBeVisible();
  await client.context().close();

  await page.reload();
  await expect(rowOf(page, name).first()).toContainText(/Confirmada|Sinal pago|Quitada/);
});
