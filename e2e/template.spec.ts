import type { Page } from '@playwright/test';
import { templatePages } from '../web/app/routes/template/pages.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { areaMenu, expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { shoot } from './shoot.ts';

test.beforeEach(({ signInAs }) => signInAs(demoAccount('ADMIN')).then(() => {}));

for (const { label, to } of templatePages) {
  test(`${label}: pictures by day and by night, and nothing for axe to find`, async ({ page }) => {
    await open(page, label, to);
    await expectNoSidewaysScrolling(page);
    await shoot(page, to);
    await expectNothingFound(page);
  });
}

test('the pages stand in the menu, behind one entry', async ({ page }) => {
  await page.goto('/home');
  const menu = await areaMenu(page);
  await expect(menu.getByRole('link', { name: 'Botões' })).toBeHidden();
  await menu.getByText('Componentes').click();
  for (const { label } of templatePages) await expect(menu.getByRole('link', { name: label })).toBeVisible();
  await menu.getByRole('link', { name: 'Etiquetas' }).click();
  await expect(page.getByRole('heading', { name: 'Etiquetas', level: 1 })).toBeVisible();
  await expect((await areaMenu(page)).getByRole('link', { name: 'Etiquetas' })).toHaveAttribute('aria-current', 'page');
});

test('there is nothing at other addresses', async ({ page, tolerate }) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/template/);
  for (const path of ['/template', '/template/ui-elements/nada']) {
    await page.goto(path);
    await expect(page.getByText('Não encontramos esta página')).toBeVisible();
  }
});

test('the alerts are the real ones', async ({ page }) => {
  await page.goto('/template/ui-elements/avisos');
  await page.getByRole('button', { name: 'Sucesso' }).click();
  await expectToast(page, 'success', 'Reserva salva com sucesso!');
  await page.getByRole('button', { name: 'Erro', exact: true }).click();
  await expectToast(page, 'error', 'Houve falha nesta ação');
  await page.getByRole('button', { name: 'Informação' }).click();
  await expectToast(page, 'info', 'Usuário deslogado!');
});

test('the dialogs open, pass axe, and close', async ({ page }) => {
  await page.goto('/template/ui-elements/dialogos');
  await page.getByRole('button', { name: 'Confirmar algo sem volta' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Remover a foto?' })).toBeVisible();
  await expectNothingFound(page);
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expectToast(page, 'info', 'Você cancelou.');
  // Waits until the toast closes, because it covers what is checked next.
  await expect(page.getByText('Você cancelou.')).toBeHidden();
  for (const [button, dialog] of [
    ['Abrir uma tarefa', 'Registrar pagamento'],
    ['Abrir um passeio', 'Serra e cachoeira: um passeio de exemplo'],
    ['Comparar versões', 'Outra pessoa salvou este passeio'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectNothingFound(page);
    await shoot(page, `dialog-${dialog}`, { fullPage: false });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: dialog })).toBeHidden();
  }
});

test('masks write their punctuation', async ({ page }) => {
  await page.goto('/template/forms/mascaras');
  for (const [label, typed, shown] of [
    ['CPF', '12345678909', '123.456.789-09'],
    ['CNPJ', '12abc34501de35', '12.ABC.345/01DE-35'],
    ['Celular ou telefone', '35999990000', '(35) 99999-0000'],
    ['Data de nascimento', '05121990', '05/12/1990'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).pressSequentially(typed);
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(shown);
  }
  await page.getByLabel('Preço').fill('1289,5');
  await page.getByLabel('Preço').blur();
  await expect(page.getByLabel('Preço')).toHaveValue('1.289,50');
});

test('the editor writes what is read', async ({ page }) => {
  await page.goto('/template/forms/editor');
  await page.getByRole('textbox', { name: 'Descrição' }).press('Control+End');
  await page.keyboard.type(' e um banho de rio');
  await expect(page.getByRole('listitem').filter({ hasText: 'Café da manhã incluído e um banho de rio' })).toHaveCount(
    2,
  );
});

test('the form tells what is missing beside each field', async ({ page }) => {
  await page.goto('/template/forms/validacao');
  await page.getByRole('button', { name: 'Conferir' }).click();
  await expect(page.getByLabel('Nome completo')).toBeFocused();
  await expect(page.getByLabel('CPF', { exact: true })).toHaveAccessibleDescription(/CPF: preencha este campo\./);
  await expectNothingFound(page);
});

async function open(page: Page, label: string, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible();
  await expect(page.getByText('Carregando o editor de texto…')).toBeHidden();
  if (label === 'Gráficos') await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached();
}
