import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, roomiestTrip } from './support/people.ts';
import { expectNoSidewaysScrolling } from './support/screens.ts';

const CONTROLS = 'a, button, input, select, textarea, summary, [role=button]';

/** The visible controls that the element covers once the page is scrolled there. */
function coveredBy(floating: Locator, scrollTop: number): Promise<string[]> {
  const where = { controls: CONTROLS, scrollTop };
  return floating.evaluate((element, { controls, scrollTop }) => {
    scrollTo({ top: scrollTop, behavior: 'instant' });
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    const own = element.getBoundingClientRect();
    const isUnder = (control: Element) => {
      const box = control.getBoundingClientRect();
      const left = Math.max(own.left, box.left);
      const right = Math.min(own.right, box.right);
      const top = Math.max(own.top, box.top);
      const bottom = Math.min(own.bottom, box.bottom);
      // Ignores subpixel overlap.
      if (right - left < 2 || bottom - top < 2) return false;
      const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const below = stack.find((one) => !element.contains(one) && !one.contains(element));
      return below !== undefined && control.contains(below);
    };
    return [...document.querySelectorAll(controls)]
      .filter((control) => !element.contains(control) && control.checkVisibility({ visibilityProperty: true }))
      .filter(isUnder)
      .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.tagName);
  }, where);
}

/** Scrolls down in at most five steps; returns how often the scroll-to-top button was visible. */
async function expectArrowClear(page: Page): Promise<number> {
  const arrow = page.locator('button[aria-label="Voltar ao topo"]');
  const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  // The button is loaded after the first scroll.
  await page.evaluate(() => scrollTo({ top: 140, behavior: 'instant' }));
  let offered = 0;
  for (let top = 140; top < height + 140; top += Math.max(140, height / 5)) {
    // The button moves 100 ms after the scroll.
    const how = { message: `${page.url()} at ${top} px`, intervals: [150] };
    await expect.poll(() => coveredBy(arrow, top), how).toEqual([]);
    if (await arrow.isVisible()) offered += 1;
  }
  return offered;
}

test('the way back up covers no control, nor the bar of a trip or of the area', { tag: '@phone' }, async ({
  page,
  request,
  signInAs,
}) => {
  const trip = await roomiestTrip(request);
  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.waitForLoadState('load');
  expect(await expectArrowClear(page)).toBeGreaterThan(2);
  await signInAs(demoAccount('ADMIN'));
  await page.goto('/admin/passeios/reservas');
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
  await expectNoSidewaysScrolling(page);
  expect(await expectArrowClear(page)).toBeGreaterThan(0);
});
