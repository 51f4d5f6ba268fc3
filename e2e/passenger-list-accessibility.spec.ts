import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, payByApi, rowOf, tripToFill } from './passengers.ts';
import { demoAccount, rareName } from './people.ts';

test('axe finds nothing in the list, in what opens over it, nor on the page to print', async ({ page, signInAs }) => {
  const longName = rareName('Gumercindo Vasconcelos de Albuquerque');
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const paid = await addByApi(page.request, token, trip, { name: longName });
  await payByApi(page.request, token, paid, 28_900);
  await addByApi(page.request, token, trip, { name: 'Zita', birthdate: '2020-01-31' }, 'Três');
  await page.goto(`/admin/passeios/${trip.id}/passageiros`);
  await expect(rowOf(page, longName)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Escolher todos: 04:30 Três Corações – posto do trevo' }).check();
  await expect(page.getByRole('button', { name: 'Mudar embarque' })).toBeVisible();
  await page.getByRole('button', { name: 'Lista de passageiros' }).click();
  await expect(page.getByRole('menuitem', { name: 'Imprimir' })).toBeVisible();
  await expectNothingFound(page);
  await page.getByRole('menuitem', { name: 'Colunas e grupos' }).click();
  await expect(page.getByRole('dialog', { name: 'Colunas e grupos da lista' })).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Mais ações: ${longName}` }).click();
  await page.getByRole('menuitem', { name: 'Histórico de pagamentos' }).click();
  await expect(page.getByRole('dialog', { name: 'Histórico de pagamentos' })).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Mais ações: ${longName}` }).click();
  await page.getByRole('menuitem', { name: 'Histórico da reserva' }).click();
  await expect(page.getByText('Registrou pagamento da reserva')).toBeVisible();
  await expectNothingFound(page);
  await page.keyboard.press('Escape');

  await page.goto(`/admin/passeios/${trip.id}/lista`);
  await expect(page.getByRole('cell', { name: longName })).toBeVisible();
  await expectNothingFound(page);
});
