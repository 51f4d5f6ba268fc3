import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, openPassengers, openRow, rowOf, tripToFill } from './passengers.ts';
import { demoAccount } from './people.ts';
import { expectToast } from './screens.ts';

test('what is missing of a passenger is asked for by WhatsApp, or filled in on the spot', async ({
  page,
  signInAs,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  await addByApi(page.request, token, trip, { name: 'Benedita', contact: '35988112233' });
  await openPassengers(page, trip);
  await expect(page.getByText('0 de 1 completo')).toBeVisible();
  await page.getByRole('link', { name: 'Faltam dados de 1 pessoa' }).click();
  const ask = page.getByRole('link', { name: 'Pedir no WhatsApp de Benedita os dados de Benedita' });
  await expect(ask).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/5535988112233\?text=Ol%C3%A1%2C%20Benedita!.*nascimento/,
  );
  await expectNothingFound(page);
  await page.getByRole('button', { name: 'Preencher os dados de Benedita' }).click();

  const dialog = page.getByRole('dialog', { name: 'Benedita' });
  await dialog.getByLabel('Nome completo').fill('Benedita Rosa Lemos');
  await dialog.getByLabel('Número do documento').fill('MG-7.654.321');
  await dialog.getByRole('combobox', { name: 'Órgão emissor' }).fill('SSP');
  await dialog.getByRole('option', { name: 'SSP/MG' }).click();
  await dialog.getByLabel('Data de nascimento').pressSequentially('31021990');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog.getByLabel('Data de nascimento')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Data de nascimento').fill('');
  await dialog.getByLabel('Data de nascimento').pressSequentially('28021990');
  await dialog.getByRole('button', { name: 'Salvar' }).click();

  await expectToast(page, 'success', 'Dados de Benedita salvos.');
  await expect(page.getByText('Ninguém com dados faltando')).toBeVisible();
  await page.getByRole('link', { name: 'Ver todos' }).click();
  await expect(page.getByText('1 de 1 completo')).toBeVisible();
  await openRow(page, 'Benedita Rosa Lemos');
  await expect(rowOf(page, 'Benedita Rosa Lemos')).toContainText('RG MG-7.654.321 · SSP/MG');
});
