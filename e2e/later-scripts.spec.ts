import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('the page is painted before its scripts are asked for', async ({ page }) => {
  for (const path of ['/', '/portal/contato']) {
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
    const [paint, scripts] = await page.evaluate(async () => {
      const isScript = ({ name }: PerformanceEntry) => /\/assets\/[^/]+\.js$/.test(name);
      while (!performance.getEntriesByType('resource').some(isScript)) await new Promise(requestAnimationFrame);
      const starts = performance.getEntriesByType('resource').filter(isScript);
      const first = performance.getEntriesByName('first-contentful-paint')[0];
      return [first?.startTime ?? Number.POSITIVE_INFINITY, Math.min(...starts.map(({ startTime }) => startTime))];
    });
    expect(scripts).toBeGreaterThanOrEqual(paint ?? 0);
  }
});

test('a button that is pressed before the scripts have come does what it says once they have', async ({ page }) => {
  const comeOn = await holdScripts(page);
  await page.goto('/portal/passeio/capitolio-canions', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Quero participar!' }).first().click();
  comeOn();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
});

test('what is typed into the search before the scripts have come is searched once they have', async ({ page }) => {
  const comeOn = await holdScripts(page);
  await page.goto('/portal/passeio', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Buscar passeio' }).fill('capitolio');
  comeOn();
  await expect(page).toHaveURL('/portal/passeio?q=capitolio');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});

/** Keeps the page's scripts from coming until the answered function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let comeOn = () => {};
  const held = new Promise<void>((resolve) => {
    comeOn = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  return comeOn;
}
