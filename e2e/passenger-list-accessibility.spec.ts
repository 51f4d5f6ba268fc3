import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { addByApi, openPassengers, openRow, payByApi, rowOf, tripToFill } from './passengers.ts';
import { demoAccount, rareName } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';

test('axe finds nothing in the list, in what opens over it, nor on the page to print', async ({ page, signInAs }) => {
  const longName = rareName('Gumercindo Vasconcelos de Albuquerque');
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const paid = await addByApi(page.request, token, trip, { name: longName });
  await payByApi(page.request, token, paid, 28_900);
  await addByApi(page.request, token, trip, { name: 'Zita', birthdate: '2020-01-31' }, 'Três');
  await page.goto(`/admin/passeios/${trip.id}/passageiros`);
  await expect(rowOf(page, longName)).toBeVisible();

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

  await page.getByRole('button', { name: 'Nova reserva' }).click();
  const counter = page.getByRole('dialog', { name: 'Nova reserva' });
  await counter.getByLabel('Nome, CPF ou telefone').fill(longName.toLocaleLowerCase());
  await expect(counter.getByText('Já está neste passeio').first()).toBeVisible();
  await counter.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
  await counter.getByLabel('Nome de quem paga').fill('');
  await counter.getByRole('button', { name: 'Reservar' }).click();
  await expect(counter.getByLabel('Nome de quem paga')).toHaveAttribute('aria-invalid', 'true');
  await expectNothingFound(page);

  await page.goto(`/admin/passeios/${trip.id}/lista`);
  await expect(page.getByRole('cell', { name: longName })).toBeVisible();
  await expectNothingFound(page);
});

test('nothing that opens over the list is wider than a phone', { tag: '@phone' }, async ({ page, signInAs }) => {
  const longName = rareName('Gumercindo Vasconcelos de Albuquerque');
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token);
  const paid = await addByApi(page.request, token, trip, { name: longName });
  await payByApi(page.request, token, paid, 28_900);
  await openPassengers(page, trip);
  await openRow(page, longName);
  for (const [entry, name] of [
    ['Histórico de pagamentos', 'Histórico de pagamentos'],
    ['Devolver', 'Registrar devolução'],
    ['Dados da pessoa', longName],
    ['Cancelar reserva', 'Cancelar reserva'],
  ] as const) {
    await page.getByRole('button', { name: `Mais ações: ${longName}` }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name })).toBeHidden();
  }
  await page.goto(`/admin/passeios/${trip.id}/lista`);
  await expect(page.getByRole('cell', { name: longName })).toBeVisible();
  await expectNoSidewaysScrolling(page);
});
