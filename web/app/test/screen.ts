import { expect, onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** Shows this test in a window of that width, by default a phone's. */
export async function setWindow(width = 360): Promise<void> {
  await page.viewport(width, width < 992 ? 740 : 800);
  // The other tests' window, as vitest.config.ts opens it.
  onTestFinished(() => page.viewport(1280, 800));
}

/** Expects no horizontal scroll of the page. */
export async function expectNoSidewaysScrolling(): Promise<void> {
  const overhang = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  // Charts are drawn again after the window has changed.
  await expect.poll(overhang).toBeLessThanOrEqual(0);
}

/** Expects these words among others in a place, with plain spaces. */
export async function expectWords(place: Locator, words: string): Promise<void> {
  await expect.poll(() => place.element().textContent.replaceAll('\u00a0', ' ')).toContain(words);
}
