import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { bearer, demoAccount, newPerson, type Person, rareName } from './people.ts';
import { expectNoSidewaysScrolling } from './screens.ts';
import { insertPerson, tokenOf } from './sessions.ts';

/** Somebody who has changed their own data, and whose data, role and access an administrator changed then. */
async function changedPerson(request: APIRequestContext, admin: string): Promise<Person & { id: string }> {
  const person = { ...newPerson(), name: `${rareName('Úrsula')} Assunção` };
  const id = await insertPerson(person);
  await change(request, '/api/users/me', await tokenOf(person), { rg: 'MG-1.000.001' });
  await change(request, '/api/users', admin, { id, emitter: 'DETRAN/MG', cpf: newPerson().cpf });
  await change(request, '/api/users', admin, { id, role: 'OPERATOR' });
  await change(request, '/api/users', admin, { id, isDisabled: true });
  return { ...person, id };
}

async function change(request: APIRequestContext, path: string, token: string, data: object): Promise<void> {
  const response = await request.put(path, { data, headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
}

const deeds = (page: Page) => page.getByRole('article').locator('p:first-child');
const entry = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

test('tells who changed what, with the values before and after, leads to the thing, and is narrowed', async ({
  page,
  request,
  signInAs,
}) => {
  const admin = demoAccount('ADMIN');
  const person = await changedPerson(request, await signInAs(admin));
  await page.goto('/admin/auditoria');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(person.name.replace('Ú', 'u').replace('ção', 'cao'));
  await expect(deeds(page)).toHaveText([
    `Bloqueou o acesso da pessoa: ${person.name}`,
    `Mudou o perfil da pessoa: ${person.name}`,
    `Alterou os dados da pessoa: ${person.name}`,
    `Alterou os dados da pessoa: ${person.name}`,
  ]);
  const granted = entry(page, 'Mudou o perfil');
  await expect(granted).toContainText(`${admin.name} (Administrador)`);
  await expect(granted).toContainText(/127\.0\.0\.1|::1/);
  await tabTo(page, granted.locator('summary'));
  await page.keyboard.press('Enter');
  await expect(granted.getByRole('deletion')).toHaveText('Cliente');
  await expect(granted.getByRole('insertion')).toHaveText('Operador');
  const corrected = entry(page, 'Alterou os dados').first();
  await corrected.getByText('Ver o que mudou (2)').click();
  await expect(corrected.getByRole('insertion')).toHaveText([/^•••\d{3}$/, 'DETRAN/MG']);
  await expect(corrected.getByRole('term')).toHaveText(['CPF', 'Órgão emissor']);
  await expectNothingFound(page);
  const wide = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScrolling(page);
  if (wide) await page.setViewportSize(wide);

  await granted.getByRole('link', { name: person.name }).click();
  await expect(page).toHaveURL(`/admin/usuarios/${person.id}`);
  await expect(page.getByRole('region', { name: 'Histórico' }).getByRole('article').first()).toContainText(
    'Abriu os dados da pessoa',
  );
  await page.getByRole('link', { name: 'o que esta pessoa fez' }).click();
  await expect(deeds(page)).toHaveText([`Alterou os dados da pessoa: ${person.name}`]);
  await expect(entry(page, 'Alterou os dados')).toContainText(`${person.name} (Cliente)`);

  // Narrowed by action, days, person and kind of thing, all in the address.
  await page.goto(`/admin/auditoria?subject=person&subjectId=${person.id}`);
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByLabel('Ação').selectOption('Mudou o perfil da pessoa');
  await expect(deeds(page)).toHaveText([`Mudou o perfil da pessoa: ${person.name}`]);
  await expect(page).toHaveURL(/action=person\.role_changed/);
  await page.getByLabel('Ação').selectOption('Todas');
  await expect(page.getByRole('article')).toHaveCount(5);
  await page.getByLabel('Até').fill('31/12/2025');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/to=2025-12-31/);
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await page.getByLabel('Até').fill('');
  await page.keyboard.press('Tab');
  await expect(page).not.toHaveURL(/to=/);
  await page.getByLabel('De', { exact: true }).fill('01/01/2026');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/from=2026-01-01/);
  await expect(page.getByRole('article')).toHaveCount(5);

  await page.getByRole('combobox', { name: 'Quem fez' }).fill(person.name);
  await page.getByRole('option', { name: person.name }).click();
  await expect(deeds(page)).toHaveText([`Alterou os dados da pessoa: ${person.name}`]);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Quem fez' })).toHaveValue(person.name);
  await page.getByRole('button', { name: `Mostrar tudo, não só ${person.name}` }).click();
  await expect(page).not.toHaveURL(/subjectId/);
  await page.getByLabel('Assunto').selectOption('Passeio');
  await expect(page).toHaveURL(/subject=trip/);
  await expect(page.getByText('Nada encontrado')).toBeVisible();
});
