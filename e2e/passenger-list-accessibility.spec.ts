import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, openRow, payByApi, rowOf, tripToFill } from './passengers.ts';
import { demoAccount, rareName } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';

test.describe('axe finds nothing, by day and by night, and nothing scrolls sideways', () => {
  const longName = rareName('Gumercindo Vasconcelos de Albuquerque');
  let tripPage: string;

  test.beforeEach(async ({ page, signInAs }) => {
    const token = await signInAs(demoAccount('OPERATOR'));
    const trip = await tripToFill(page.request, token);
    const paid = await addByApi(page.request, token, trip, { name: longName });
    await payByApi(page.request, token, paid, 28_900);
    await addByApi(page.request, token, trip, { name: 'Zita', birthdate: '2020-01-31' }, 'Três');
    tripPage = `/admin/passeios/${trip.id}`;
    await page.goto(`${tripPage}/passageiros`);
    await expect(rowOf(page, longName)).toBeVisible();
  });

  test('in the list', async ({ page }) => {
    await expectNothingFound(page);
    await openRow(page, longName);
    await expectNothingFound(page);
    await expectNoSidewaysScrolling(page);
  });

  test('in its menu and the choice of columns', async ({ page }) => {
    await page.getByRole('button', { name: 'Lista de passageiros' }).click();
    await expect(page.getByRole('menuitem', { name: 'Imprimir' })).toBeVisible();
    await expectNothingFound(page);
    await page.getByRole('menuitem', { name: 'Escolher colunas' }).click();
    await expectNothingFound(page);
  });

  test('while adding somebody', async ({ page }) => {
    await page.getByRole('button', { name: 'Adicionar passageiro' }).click();
    const drawer = page.getByRole('dialog', { name: 'Adicionar passageiro' });
    await drawer.getByLabel('Buscar cliente').fill(longName.toLocaleLowerCase());
    await expect(drawer.getByText('Já está neste passeio').first()).toBeVisible();
    await expectNothingFound(page);
    await drawer.getByText('Nova pessoa').click();
    await drawer.getByRole('button', { name: 'Adicionar ao passeio' }).click();
    await expect(drawer).toContainText('Nome: preencha este campo.');
    await expectNothingFound(page);
    await expectNoSidewaysScrolling(page);
  });

  for (const [entry, name] of [
    ['Histórico de pagamentos', 'Histórico de pagamentos'],
    ['Devolver', 'Registrar devolução'],
    ['Dados da pessoa', 'Dados da pessoa'],
    ['Cancelar reserva', 'Cancelar reserva'],
  ] as const) {
    test(`in the dialog behind ${entry}`, async ({ page }) => {
      await openRow(page, longName);
      await page.getByRole('button', { name: `Mais ações: ${longName}` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
      await expect(page.getByRole('dialog', { name })).toBeVisible();
      await expectNothingFound(page);
      await expectNoSidewaysScrolling(page);
    });
  }

  test('on the page to print', async ({ page }) => {
    await page.goto(`${tripPage}/lista`);
    await expect(page.getByRole('cell', { name: longName })).toBeVisible();
    await expectNothingFound(page);
    await expectNoSidewaysScrolling(page);
  });
});
