import type { Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { openPassengers, openRow, rowOf, tripToFill } from './passengers.ts';
import { demoAccount, newPerson, rareName } from './people.ts';
import { expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { insertPerson } from './sessions.ts';

const fares = [
  { label: 'Adulto', minAge: 13, priceCents: 28_900 },
  { label: 'Criança', minAge: 6, maxAge: 12, priceCents: 14_450 },
  { label: 'Criança de colo', maxAge: 5, priceCents: 0, takesPlace: false },
  { label: 'Cortesia', priceCents: 0, audience: 'staff' },
];

function counterOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Nova reserva' });
  const add = (label: string) => dialog.getByRole('button', { name: new RegExp(`^${label}\\b`) });
  return { dialog, add, reserve: dialog.getByRole('button', { name: 'Reservar' }) };
}

/** Opens an action of the reservation from the row of one of its people. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await rowOf(page, name)
    .first()
    .getByRole('button', { name: /^Mais ações/ })
    .click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('staff reserves for a party of four with a courtesy and a discount, and moves it to another departure', {
  tag: '@phone',
}, async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { fares });
  const dearer = fares.map((fare) => (fare.label === 'Adulto' ? { ...fare, priceCents: 30_900 } : fare));
  const other = await tripToFill(page.request, token, { fares: dearer });
  const payer = { ...newPerson(), name: rareName('Cleusa Maria') };
  await insertPerson(payer);

  await openPassengers(page, trip);
  await page.getByRole('button', { name: 'Nova reserva' }).click();
  const { dialog, add, reserve } = counterOf(page);
  await page.keyboard.type(payer.contact);
  await expect(dialog.getByRole('option', { name: payer.name })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(add('Adulto')).toBeFocused();
  await page.keyboard.press('Enter');
  await add('Criança').first().click();
  await add('Cortesia').click();
  await dialog.getByLabel('Nome da 2ª pessoa').fill('José Prado Lima');
  await dialog.getByLabel('Ponto de embarque').selectOption({ label: '04:30 Três Corações – posto do trevo' });
  await dialog.getByRole('switch', { name: 'Desconto ou acréscimo' }).click();
  await dialog.getByLabel('Valor do desconto').fill('22,50');
  await dialog.getByLabel('Motivo').fill('Cliente antiga');
  await expect(dialog.getByRole('status').filter({ hasText: 'pessoas' })).toContainText(
    /4 pessoas · R\$\s722,50 − R\$\s22,50/,
  );
  await expect(dialog.getByRole('status').filter({ hasText: 'pessoas' })).toContainText(
    /R\$\s700,00 · sinal R\$\s210,00/,
  );
  await reserve.click();
  await expectToast(page, 'success', /^Reserva \w{6} de Cleusa .* feita: 4 pessoas\.$/);
  await expect(page.getByText('4 de 20')).toBeVisible();
  await expect(await openRow(page, 'José Prado Lima')).toContainText('Adulto');

  await choose(page, 'José Prado Lima', 'Mudar de passeio');
  const move = page.getByRole('dialog', { name: 'Mudar de passeio' });
  await move.getByRole('combobox', { name: 'Para qual saída?' }).fill(other.title);
  await move.getByRole('option', { name: other.title }).click();
  await expect(move.getByRole('status').filter({ hasText: other.title })).toContainText(
    /R\$\s700,00 → R\$\s740,00, diferença de R\$\s40,00, a cobrar/,
  );
  await move.getByRole('button', { name: 'Mudar de passeio' }).click();
  await expectToast(page, 'success', /mudou para/);
  await expect(page.getByText('Ninguém reservou ainda')).toBeVisible();

  await openPassengers(page, other);
  await expect(page.getByText('4 de 20')).toBeVisible();
  await expect(page.getByText(/R\$\s740,00/).first()).toBeVisible();
});

test('a reservation gets another person, a courtesy, a deadline of its own, and is confirmed without a deposit', async ({
  page,
  signInAs,
}) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { fares });
  const name = rareName('Nair Siqueira');
  await openPassengers(page, trip);
  await page.getByRole('button', { name: 'Nova reserva' }).click();
  const { dialog, reserve } = counterOf(page);
  await dialog.getByLabel('Nome, CPF ou telefone').fill(name);
  await dialog.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
  await expect(dialog.getByLabel('Nome de quem paga')).toHaveValue(name);
  await reserve.click();
  await expect(dialog.getByLabel('Telefone com DDD')).toHaveAttribute('aria-invalid', 'true');
  await expectNothingFound(page);
  await expectNoSidewaysScrolling(page);
  await dialog.getByLabel('Telefone com DDD').pressSequentially('35988112233');
  await reserve.click();
  await expectToast(page, 'success', /feita: 1 pessoa\.$/);

  await openRow(page, name);
  await choose(page, name, 'Pessoas da reserva');
  const people = page.getByRole('dialog', { name: 'Pessoas da reserva' });
  await people.getByRole('button', { name: 'Incluir pessoa' }).click();
  await page.getByRole('button', { name: 'Incluir na reserva' }).click();
  await expect(people.getByText('Pessoa 2')).toBeVisible();
  await people.getByLabel('Tarifa de Pessoa 2').selectOption({ label: 'Cortesia' });
  await expectToast(page, 'success', /^Tarifa de Pessoa 2: Cortesia\. Total: R\$\s289,00\.$/);
  await expectNothingFound(page);
  await people.getByRole('button', { name: 'Fechar', exact: true }).click();

  await choose(page, name, 'Mudar o prazo');
  const deadline = page.getByRole('dialog', { name: 'Mudar o prazo' });
  await deadline.getByLabel('Sem prazo').check();
  await deadline.getByRole('button', { name: 'Salvar prazo' }).click();
  await expectToast(page, 'success', /ficou sem prazo\.$/);
  await choose(page, name, 'Confirmar sem sinal');
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar sem sinal' }).click();
  await expectToast(page, 'success', /confirmada sem sinal\.$/);
});
