import { expectNothingFound } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { insertPerson } from './support/sessions.ts';

const SEARCH = 'Buscar por nome, CPF, e-mail ou telefone';

test('an administrator finds somebody, opens them and corrects their data', { tag: '@phone' }, async ({
  page,
  signInAs,
}) => {
  const person = { ...newPerson(), name: `${rareName('Quitéria')} Conceição` };
  await insertPerson(person);
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/usuarios?q=ninguém+tem+este+nome');
  await expect(page.getByText('Ninguém encontrado')).toBeVisible();
  const found = page.getByRole('row').filter({ hasText: person.name });

  const cpf = person.cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
  await page.getByRole('searchbox', { name: SEARCH }).fill(cpf);
  await expect(page).toHaveURL(`/admin/usuarios?q=${encodeURIComponent(cpf)}`);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  // A list shows of a CPF what distinguishes people.
  await expect(found).toContainText(`•••.•••.${cpf.slice(8)}`);
  await expect(found).not.toContainText(cpf);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);
  await found.getByRole('link', { name: person.name }).click();

  await expect(page.getByRole('heading', { name: person.name, level: 2 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/55359\d+\?text=/,
  );
  await page.getByLabel('Nome completo', { exact: true }).fill(`${person.name} Prado`);
  await page.getByLabel('Celular ou telefone').fill('3532120000');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await expectToast(page, 'success', 'Dados salvos.');
  const newest = page.getByRole('region', { name: 'Histórico' }).getByRole('article').first();
  await expect(newest).toContainText('Alterou os dados da pessoa');
  await newest.getByText('Ver o que mudou (2)').click();
  await expect(newest).toContainText('(35) 3212-0000');
  await expectNoSidewaysScrolling(page);

  await page.getByRole('link', { name: 'Todas as pessoas' }).click();
  await expect(page).toHaveURL(`/admin/usuarios?q=${encodeURIComponent(cpf)}`);
  await expect(page.getByRole('row').filter({ hasText: `${person.name} Prado` })).toContainText('(35) 3212-0000');
});
