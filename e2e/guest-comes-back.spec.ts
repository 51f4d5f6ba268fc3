import type { APIRequestContext, Page } from '@playwright/test';
import { expectNothingFound } from './support/axe.ts';
import { bornOn, familyTrip, typed } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';

/** Chooses an adult and a child on the trip's page, as a visitor who then reads the login page. */
async function choose(page: Page, request: APIRequestContext) {
  const trip = await familyTrip(request, { title: rareName('Cachoeiras') });
  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.getByRole('button', { name: 'Mais um: Criança', exact: true }).tap();
  await page.getByRole('button', { name: 'Quero participar!' }).tap();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  return trip;
}

async function reserve(page: Page): Promise<void> {
  const { name, contact } = newPerson();
  await page.getByRole('link', { name: 'Continuar sem conta' }).tap();
  await page.getByLabel('Seu nome').fill(name);
  await page.getByLabel('WhatsApp').fill(contact.replace(/^\+55/, ''));
  await page.getByRole('button', { name: 'Guardar as vagas' }).tap();
  await expect(page.getByRole('region', { name: 'Guarde este link' })).toBeVisible();
}

test('a guest without an e-mail comes back by a device that they let remember the reservation', {
  tag: '@phone',
}, async ({ page, request }) => {
  const trip = await choose(page, request);
  const withoutAccount = await page.getByRole('link', { name: 'Continuar sem conta' }).boundingBox();
  const signIn = await page.getByRole('button', { name: 'Entrar', exact: true }).boundingBox();
  expect([withoutAccount?.width, withoutAccount?.height]).toEqual([signIn?.width, signIn?.height]);
  await reserve(page);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);

  await page.goBack();
  await expect(page).toHaveURL(`/portal/passeio/${trip.slug}`);
  await expect(page.getByRole('region', { name: 'Minha reserva' })).toHaveCount(0);
  await page.goForward();
  const remember = page.getByRole('switch', { name: 'Lembrar neste aparelho' });
  await remember.tap();
  await expect(remember).toBeChecked();

  await page.goto('/');
  const remembered = page.getByRole('region', { name: 'Minha reserva' });
  await expect(remembered).toContainText(trip.title);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await remembered.getByRole('link', { name: 'Minha reserva' }).tap();
  await expect(page.getByRole('region', { name: trip.title })).toBeVisible();
  await page.goto('/portal/passeio');
  await remembered.getByRole('button', { name: /^Esquecer/ }).tap();
  await expect(remembered).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(remembered).toHaveCount(0);
});

test('a guest completes a child by the link, and adds and replaces people', {
  tag: '@phone',
}, async ({ page, request }) => {
  const trip = await choose(page, request);
  await reserve(page);
  const people = page.getByRole('region', { name: 'Quem vai' });
  const dialog = page.getByRole('dialog');
  const save = async (button: string, toast: string | RegExp) => {
    await dialog.getByRole('button', { name: button }).tap();
    await expectToast(page, 'success', toast);
    await expect(dialog).toHaveCount(0);
  };
  await people.getByRole('button', { name: /^Preencher: Pessoa 2/ }).tap();
  await dialog.getByLabel('Nome completo', { exact: true }).fill('Caio Prado Lima');
  await dialog.getByLabel('Data de nascimento').fill(typed(bornOn(trip.date, 8)));
  await save('Salvar', 'Dados de Caio salvos.');
  await expect(people.getByText(/quem acompanha/)).toBeVisible();
  await people.getByRole('button', { name: /^Preencher: Caio L\./ }).tap();
  await dialog.getByLabel('Quem acompanha?').selectOption({ index: 1 });
  await expectNoSidewaysScrolling(page);
  await save('Salvar', 'Dados salvos.');
  await expect(people.getByText(/quem acompanha/)).toHaveCount(0);

  await people.getByRole('button', { name: 'Incluir pessoa' }).tap();
  await dialog.getByLabel('Nome completo', { exact: true }).fill('Rute Lima Prado');
  await save('Incluir na reserva', 'Pessoa incluída na reserva.');
  await expect(people.getByText('Rute P.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '473,00' }).first()).toBeVisible();
  await people.getByRole('button', { name: 'Mais ações: Rute P.' }).tap();
  await page.getByRole('menuitem', { name: 'Trocar passageiro' }).tap();
  await dialog.getByLabel('Nome completo', { exact: true }).fill('Clara Nunes Reis');
  await save('Salvar', 'Clara vai no lugar.');
  await expect(people.getByText('Clara R.')).toBeVisible();
});
