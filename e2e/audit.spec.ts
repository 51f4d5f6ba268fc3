import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, newPerson, type Person, signUpByApi } from './people.ts';
import { expectNoSidewaysScrolling, isPhone } from './screens.ts';

/** A new person whose data, role and access an administrator has changed; signs in the administrator. */
async function changedPerson(
  request: Parameters<typeof signUpByApi>[0],
  admin: string,
): Promise<Person & { id: string }> {
  const surname = randomUUID()
    .replace(/[^a-f]/g, '')
    .slice(0, 10)
    .padEnd(10, 'x');
  const person = { ...newPerson(), name: `Úrsula ${surname} Assunção` };
  await signUpByApi(request, person);
  const headers = bearer(admin);
  const found = await request.get(`/api/users?q=${person.email}`, { headers });
  const { id } = (await found.json()).data[0];
  for (const change of [{ emitter: 'DETRAN/MG', cpf: newPerson().cpf }, { role: 'OPERATOR' }, { isDisabled: true }]) {
    const answer = await request.put('/api/users', { data: { id, ...change }, headers });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return { ...person, id };
}

const deeds = (page: Page) => page.getByRole('article').locator('p:first-child');
const entry = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

async function openFilters(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Filtros' }).click();
}

test('tells who changed what, with the values before and after, and leads to the thing', async ({
  page,
  request,
  signInAs,
}) => {
  const person = await changedPerson(request, await signInAs(demoAccount('ADMIN')));
  await page.goto('/admin/auditoria');
  await page.getByRole('searchbox').fill(person.name.replace('Ú', 'u').replace('ção', 'cao'));
  await expect(deeds(page)).toHaveText([
    `Bloqueou o acesso da pessoa: ${person.name}`,
    `Mudou o perfil da pessoa: ${person.name}`,
    `Alterou os dados da pessoa: ${person.name}`,
    `Cadastrou a pessoa: ${person.name}`,
  ]);
  await expect(entry(page, 'Mudou o perfil')).toContainText(`${demoAccount('ADMIN').name} (Administrador)`);
  await expect(entry(page, 'Mudou o perfil')).toContainText(/127\.0\.0\.1|::1/);
  await entry(page, 'Mudou o perfil').getByText('Ver o que mudou').click();
  await expect(entry(page, 'Mudou o perfil').getByRole('deletion')).toHaveText('Cliente');
  await expect(entry(page, 'Mudou o perfil').getByRole('insertion')).toHaveText('Operador');
  const corrected = entry(page, 'Alterou os dados');
  await corrected.getByText('Ver o que mudou (2)').click();
  await expect(corrected.getByRole('insertion')).toHaveText([/^•••\d{3}$/, 'DETRAN/MG']);
  await expect(corrected.getByRole('term')).toHaveText(['CPF', 'Órgão emissor']);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page);

  await entry(page, 'Mudou o perfil').getByRole('link', { name: person.name }).click();
  await expect(page).toHaveURL(`/admin/usuarios/${person.id}`);
  await expect(page.getByRole('region', { name: 'Histórico' }).getByRole('article')).toHaveCount(5);
  await page.getByRole('link', { name: 'o que esta pessoa fez' }).click();
  await expect(deeds(page)).toHaveText([`Cadastrou a pessoa: ${person.name}`]);
});

test('is narrowed by person, action, kind of thing and days, all in the address', async ({
  page,
  request,
  signInAs,
}) => {
  const person = await changedPerson(request, await signInAs(demoAccount('ADMIN')));
  await page.goto(`/admin/auditoria?q=${encodeURIComponent(person.name)}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await openFilters(page);

  await page.getByLabel('Ação').selectOption('Mudou o perfil da pessoa');
  await expect(deeds(page)).toHaveText([`Mudou o perfil da pessoa: ${person.name}`]);
  await expect(page).toHaveURL(/action=person\.role_changed/);
  await page.getByLabel('Ação').selectOption('Todas');
  await expect(page.getByRole('article')).toHaveCount(4);

  await page.getByLabel('Assunto').selectOption('Passeio');
  await expect(page.getByText('Nada encontrado')).toBeVisible();
  await page.getByLabel('Assunto').selectOption('Pessoa');
  await expect(page.getByRole('article')).toHaveCount(4);

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
  await expect(page.getByRole('article')).toHaveCount(4);

  await page.getByRole('combobox', { name: 'Quem fez' }).fill(person.name);
  await page.getByRole('option', { name: person.name }).click();
  await expect(deeds(page)).toHaveText([`Cadastrou a pessoa: ${person.name}`]);
  await page.reload();
  await expect(deeds(page)).toHaveText([`Cadastrou a pessoa: ${person.name}`]);
  await openFilters(page);
  await expect(page.getByRole('combobox', { name: 'Quem fez' })).toHaveValue(person.name);
  await expectNothingFound(page);
});

test('remembers who opened personal data, and what people change of themselves', async ({
  page,
  client,
  signInAs,
  request,
}) => {
  await request.put('/api/users/me', { data: { emitter: 'SSP/SP' }, headers: bearer(client.token) });
  const admin = await signInAs(demoAccount('ADMIN'));
  const found = await request.get(`/api/users?q=${client.email}`, { headers: bearer(admin) });
  const { id } = (await found.json()).data[0];
  await page.goto(`/admin/usuarios/${id}`);
  await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
  await page.goto(`/admin/auditoria?subject=person&subjectId=${id}`);
  await expect(deeds(page)).toHaveText([
    `Abriu os dados da pessoa: ${client.name}`,
    `Alterou os dados da pessoa: ${client.name}`,
    `Cadastrou a pessoa: ${client.name}`,
  ]);
  await expect(entry(page, 'Alterou os dados')).toContainText(`${client.name} (Cliente)`);
  await page.getByRole('button', { name: `Mostrar tudo, não só ${client.name}` }).click();
  await expect(page).not.toHaveURL(/subjectId/);
});

test('unfolds by keyboard alone', async ({ page, request, signInAs }) => {
  const person = await changedPerson(request, await signInAs(demoAccount('ADMIN')));
  await page.goto('/admin/auditoria');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(person.name);
  await expect(page.getByRole('article')).toHaveCount(4);
  const unfold = entry(page, 'Mudou o perfil').locator('summary');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(unfold).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0], timeout: 20_000 });
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Mudou o perfil').getByRole('insertion')).toHaveText('Operador');
});
