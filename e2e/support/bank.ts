import { type Browser, expect, type Page } from '@playwright/test';

/** Pays the code of the open page in the demonstration bank, in a browser of its own: its pages are not ours. */
export async function payInBank(browser: Browser, page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Pagar no banco de demonstração' });
  const bank = await (await browser.newContext()).newPage();
  await bank.goto((await link.getAttribute('href')) ?? '');
  await bank.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(bank.getByRole('heading', { name: 'Pix enviado' })).toBeVisible();
  await bank.context().close();
}
