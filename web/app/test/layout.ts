import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';

/** Goes on in a window as narrow as a phone's, with the margins of the area, to the end of the test. */
export async function beOnPhone(): Promise<void> {
  const { style } = document.body;
  style.paddingInline = '1rem';
  onTestFinished(async () => {
    style.paddingInline = '';
    await page.viewport(1280, 800);
  });
  await page.viewport(360, 740);
}

/** Expects nothing to be wider than the window. */
export async function expectNoSidewaysScrolling(): Promise<void> {
  const { documentElement } = document;
  await expect.poll(() => documentElement.scrollWidth - documentElement.clientWidth).toBeLessThanOrEqual(0);
}
