import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { openPassengers, openRow, rowOf, tripToFill } from './support/passengers.ts';
import { demoAccount, newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { insertPerson } from './support/sessions.ts';

const fares = [
  { label: 'Adulto', minAge: 13, priceCents: 28_900 },
  { label: 'Criança', minAge: 6, maxAge: 12, priceCents: 14_450 },
  { label: 'Criança de colo', maxAge: 5, priceCents: 0, takesPlace: false },
  { label: 'Cortesia', priceCents: 0, audience: 'staff' },
];

function staffBookingOf(page: Page) {
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

test('staff reserves for a party of four, confirms deposit and balance, cancels it and gives the money back', {
  tag: '@phone',
}, async ({ page, signInAs }) => {
  const token = await signInAs(demoAccount('OPERATOR'));
  const trip = await tripToFill(page.request, token, { fares });
  const payer = { ...newPerson(), name: rareName('Cleusa Maria') };
  await insertPerson(payer);

  await openPassengers(page, trip);
  await page.getByRole('button', { name: 'Nova reserva' }).click();
  const { dialog, add, reserve } = staffBookingOf(page);
  await expect(dialog.getByLabel('Nome, CPF ou telefone')).toBeFocused();
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
  const total = dialog.getByRole('status').filter({ hasText: 'pessoas' });
  await expect(total).toContainText(/4 pessoas · R\$\s722,50 − R\$\s22,50/);
  await expect(total).toContainText(/R\$\s700,00 · sinal R\$\s210,00/);
  await expectNoSidewaysScrolling(page);
  await reserve.click();
  await expectToast(page, 'success', /^Reserva \w{6} de Cleusa .* feita: 4 pessoas\.$/);
  await expect(page.getByText('4 de 20')).toBeVisible();
  await expect(rowOf(page, 'José Prado Lima')).toContainText('Adulto');

  const cleusa = await openRow(page, payer.name);
  await cleusa.getByRole('button', { name: /^Confirmar sinal/ }).click();
  const payment = page.getByRole('dialog', { name: 'Confirmar sinal' });
  await expect(payment.getByLabel('Valor recebido')).toHaveValue('210,00');
  await payment.getByRole('button', { name: 'Confirmar sinal' }).click();
  await expectToast(page, 'success', 'Sinal confirmado: a reserva de Cleusa está certa.');
  await cleusa.getByRole('button', { name: /^Marcar como quitada/ }).click();
  const rest = page.getByRole('dialog', { name: 'Marcar como quitada' });
  await expect(rest.getByLabel('Valor recebido')).toHaveValue('490,00');
  await rest.getByLabel('Como foi pago').selectOption('Dinheiro');
  await rest.getByRole('button', { name: 'Marcar como quitada' }).click();
  await expectToast(page, 'success', 'Reserva de Cleusa quitada.');
  await expect(cleusa).toContainText('Quitada');

  await choose(page, payer.name, 'Cancelar reserva');
  const cancellation = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await expect(cancellation.getByRole('region', { name: 'Valores do cancelamento' })).toContainText(
    /O cliente recebe\s*R\$\s700,00/,
  );
  await cancellation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expect(cancellation).toContainText('Motivo: preencha este campo.');
  await cancellation.getByLabel('Motivo').fill('Ficou doente');
  await cancellation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expectToast(page, 'success', 'Reserva de Cleusa cancelada.');
  await expect(cleusa).toHaveCount(0);

  await page.getByRole('link', { name: '4 Cancelada' }).click();
  await openRow(page, payer.name);
  await cleusa.getByRole('button', { name: /^Devolver/ }).click();
  const refund = page.getByRole('dialog', { name: 'Registrar devolução' });
  await expect(refund.getByLabel('Valor devolvido')).toHaveValue('700,00');
  await refund.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast(page, 'success', 'Devolução a Cleusa registrada.');
  await expect(cleusa).not.toContainText(/devolver/i);
  await choose(page, payer.name, 'Abrir reserva');
  const entries = page.getByRole('region', { name: 'Lançamentos' });
  await expectNoSidewaysScrolling(page);
  await expect(entries.getByRole('listitem')).toHaveText([/Sinal · Pix/, /Dinheiro/, /Devolução · Pix/]);
});
