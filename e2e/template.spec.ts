import type { Page } from '@playwright/test';
import { templatePages } from '../web/app/routes/template/pages.ts';
import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount } from './people.ts';
import { areaMenu, expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { shoot } from './shoot.ts';

// On a phone: in a wide window the parts are the same, with more room.
test.use({ viewport: { width: 360, height: 740 } });
test.beforeEach(({ signInAs }) => signInAs(demoAccount('ADMIN')).then(() => {}));

/** What is done on a page before axe looks at it. */
const doings: Partial<Record<string, (page: Page) => Promise<void>>> = {
  async Avisos(page) {
    await page.getByRole('button', { name: 'Sucesso' }).click();
    await expectToast(page, 'success', 'Reserva salva com sucesso!');
    await page.getByRole('button', { name: 'Erro', exact: true }).click();
    await expectToast(page, 'error', 'Houve falha nesta ação');
    await page.getByRole('button', { name: 'Informação' }).click();
    await expectToast(page, 'info', 'Usuário deslogado!');
  },
  async Gráficos(page) {
    await expect(page.locator('.recharts-bar-rectangle').first()).toBeAttached();
  },
  async 'Editor de texto'(page) {
    await expect(page.getByText('Carregando o editor de texto…')).toBeHidden();
    await page.getByRole('textbox', { name: 'Descrição' }).press('Control+End');
    await page.keyboard.type(' e um banho de rio');
    const written = 'Café da manhã incluído e um banho de rio';
    await expect(page.getByRole('listitem').filter({ hasText: written })).toHaveCount(2);
  },
  async Validação(page) {
    await page.getByRole('button', { name: 'Conferir' }).click();
    await expect(page.getByLabel('Nome completo')).toBeFocused();
    await expect(page.getByLabel('CPF', { exact: true })).toHaveAccessibleDescription(/CPF: preencha este campo\./);
  },
};

// One browser context for each section: a new one would load and compile the whole app again.
for (const section of ['ui-elements', 'forms']) {
  test(`${section}: what is there works, gives axe nothing to find, and fits a phone`, async ({ page }) => {
    for (const { label, to } of templatePages.filter((one) => one.to.startsWith(`/template/${section}/`))) {
      await test.step(label, async () => {
        await page.goto(to);
        await expect(page.getByRole('heading', { name: label, level: 1 })).toBeVisible();
        await doings[label]?.(page);
        await shoot(page, to);
        await expectNothingFound(page, 'main');
        await expectNoSidewaysScrolling(page);
      });
    }
  });
}

test('the dialogs open, pass axe, and close', async ({ page }) => {
  await page.goto('/template/ui-elements/dialogos');
  await page.getByRole('button', { name: 'Confirmar algo sem volta' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Remover a foto?' })).toBeVisible();
  await expectNothingFound(page, 'dialog[open]');
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expectToast(page, 'info', 'Você cancelou.');
  await page.getByRole('button', { name: 'Fechar aviso' }).click();
  for (const [button, dialog] of [
    ['Abrir uma tarefa', 'Registrar pagamento'],
    ['Comparar versões', 'Outra pessoa salvou este passeio'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectNothingFound(page, 'dialog[open]');
    await shoot(page, `dialog-${dialog}`, { fullPage: false });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: dialog })).toBeHidden();
  }
});

test('the pages stand in the menu, behind one entry, and nothing is at other addresses', async ({ page, tolerate }) => {
  tolerate(/status of 404 \(Not Found\) @ \S+\/template/);
  await page.goto('/home');
  const menu = await areaMenu(page);
  await expect(menu.getByRole('link', { name: 'Botões' })).toBeHidden();
  await menu.getByText('Componentes').click();
  await expect(menu.getByRole('link')).toContainText(templatePages.map(({ label }) => label));
  await menu.getByRole('link', { name: 'Etiquetas' }).click();
  await expect(page.getByRole('heading', { name: 'Etiquetas', level: 1 })).toBeVisible();
  await expect((await areaMenu(page)).getByRole('link', { name: 'Etiquetas' })).toHaveAttribute('aria-current', 'page');
  for (const path of ['/template', '/template/ui-elements/nada']) {
    await page.goto(path);
    await expect(page.getByText('Não encontramos esta página')).toBeVisible();
  }
});
