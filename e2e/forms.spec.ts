import { expect, test } from './support/fixtures.ts';
import { newPerson } from './support/people.ts';
import { holdScripts } from './support/screens.ts';

test('a form that is sent before the scripts have come is not lost', async ({ page, person }) => {
  const send = await holdScripts(page);
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await page.getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(person.password);
  send();
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL('/home');
});

test('what is typed before the scripts have come stays', async ({ page }) => {
  const someone = newPerson();
  const send = await holdScripts(page);
  await page.goto('/auth/register', { waitUntil: 'commit' });
  await page.getByLabel('Nome completo').fill(someone.name);
  const issuer = page.locator('input[name="emitter"]');
  await issuer.fill(someone.emitter);
  send();
  await expect(page.getByRole('combobox', { name: 'Órgão emissor' })).toHaveValue(someone.emitter);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('CPF: preencha este campo.')).toBeVisible();
  await expect(page.getByLabel('Nome completo')).toHaveValue(someone.name);
  await expect(issuer).toHaveValue(someone.emitter);
});
