import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until `target` has the focus; fails on a keyboard trap. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  await expect(target).toBeFocused();
}
