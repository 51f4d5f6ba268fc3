import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { expectToast, refused } from './screens.ts';

const OPENING = 'Texto de abertura';
const saveButton = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });

// The one text of the operator that no other test looks at; put back at the end.
test('the portal shows what an administrator has changed at the next look', { tag: '@any-width' }, async ({
  page,
  signInAs,
  browser,
}) => {
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes');
  const opening = page.getByLabel(OPENING);
  const before = await opening.inputValue();
  await opening.fill('Serra e cachoeira a um passo de casa.');
  await expect(page.getByText('Há alterações não salvas')).toBeVisible();

  await page.reload();
  await expect(opening).toHaveValue('Serra e cachoeira a um passo de casa.');
  await page.keyboard.press('Control+s');
  await expectToast(page, 'success', 'Configurações salvas. O site já mostra as mudanças.');

  const visitor = await browser.newPage();
  await visitor.goto(new URL('/', page.url()).href);
  await expect(visitor.getByText('Serra e cachoeira a um passo de casa.')).toBeVisible();
  await opening.fill(before);
  await saveButton(page).click();
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText(before)).toBeVisible();
  await visitor.close();
});

test('what cannot be right is told beside its field, and nothing is lost', async ({ page, signInAs, tolerate }) => {
  tolerate(refused('/api/settings/operator'));
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/configuracoes');
  const cnpj = page.getByLabel('CNPJ');
  const before = await cnpj.inputValue();
  await cnpj.fill('11.111.111/1111-11');
  await saveButton(page).click();
  await expect(cnpj).toHaveAttribute('aria-invalid', 'true');
  await expect(cnpj).toHaveValue('11.111.111/1111-11');
  await page.getByRole('button', { name: 'Descartar alterações' }).click();
  await expect(cnpj).toHaveValue(before);
});
