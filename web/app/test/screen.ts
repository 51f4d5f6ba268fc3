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

/** Expects a control to be as large as a finger needs. */
export async function expectFingerSized(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  const { width, height } = control.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
}

/** Expects a control that lies below a bar at the foot of the window to come into sight once it gets the focus. */
export async function expectAboveBar(control: Locator, bar: Locator): Promise<void> {
  const element = control.element() as HTMLElement;
  const { bottom } = element.getBoundingClientRect();
  window.scrollTo({ top: window.scrollY + bottom - window.innerHeight, behavior: 'instant' });
  element.focus();
  const overlap = () => element.getBoundingClientRect().bottom - bar.element().getBoundingClientRect().top;
  await expect.poll(overlap).toBeLessThanOrEqual(0);
}

/** Expects these words among others in a place, with plain spaces. */
export async function expectWords(place: Locator, words: string): Promise<void> {
  await expect.poll(() => place.element().textContent.replaceAll('\u00a0', ' ')).toContain(words);
}

/** Goes on in a window as narrow as a phone's, with the margins of the area, to the end of the test. */
export async function beOnPhone(): Promise<void> {
  const { style } = document.body;
  style.paddingInline = '1rem';
  onTestFinished(() => {
    style.paddingInline = '';
  });
  await setWindow();
}

/** Expects no horizontal scroll in a narrow and in a wide window, with the margins of the area. */
export async function expectToFit(): Promise<void> {
  document.getElementById('conteudo')?.style.setProperty('padding-inline', '1rem');
  for (const width of [360, 1280]) {
    await setWindow(width);
    await expectNoSidewaysScrolling();
  }
}
