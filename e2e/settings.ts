import { expect, type Page } from '@playwright/test';
import { isPhone } from './screens.ts';

export const SAVED = 'Configurações salvas. O site já mostra as mudanças.';
export const opening = (page: Page) => page.getByLabel('Texto de abertura');
export const policy = (page: Page) => page.getByRole('textbox', { name: 'Política de cancelamento', exact: true });
/** The list of the settings' pages. */
export const sections = (page: Page) => page.getByRole('navigation', { name: 'Partes das configurações' });
export const saveButton = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true });

/** Opens one page of the settings. */
export async function openSettings(page: Page, section: string): Promise<void> {
  await page.goto(`/admin/configuracoes/${section}`);
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
}

/** Goes on to another page of the settings, as people do; what was typed on the open one stays. */
export async function goOn(page: Page, section: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('main').getByRole('link', { name: 'Configurações' }).click();
  await sections(page)
    .getByRole('link', { name: new RegExp(`^${section}`) })
    .click();
  await expect(page.getByRole('heading', { name: section, level: 2 })).toBeVisible();
}

/** Chooses a file as the logo. */
export async function chooseLogo(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Escolher|Trocar) logo$/ }).click();
  await (await chooser).setFiles(file);
}
