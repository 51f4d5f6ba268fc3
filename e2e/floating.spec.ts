import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, reservationsOf, roomiestTrip, tripsOnSale } from './support/people.ts';
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
  await page.goto('/admin/passeios');
  await expect(page.getByRole('main').getByRole('link').nth(12)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  expect(await expectArrowClear(page)).toBeGreaterThan(0);
});

/**
 * What stays under the button or a bar at the foot of the window, although the page is scrolled to its end: texts,
 * fields and pictures that say something.
 */
function coveredAtEnd(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const floating = [...document.querySelectorAll('body *')].filter((element) => {
      const { bottom, width, height } = element.getBoundingClientRect();
      const stays = ['fixed', 'sticky'].includes(getComputedStyle(element).position);
      // The button fades in.
      const isShown = element.checkVisibility({ visibilityProperty: true });
      return stays && bottom > innerHeight / 2 && width * height > 0 && isShown;
    });
    const isCovered = (element: Element, box: DOMRect) =>
      floating.some((bar) => {
        const own = bar.getBoundingClientRect();
        const [left, right] = [Math.max(own.left, box.left), Math.min(own.right, box.right)];
        const [top, bottom] = [Math.max(own.top, box.top), Math.min(own.bottom, box.bottom)];
        // Ignores subpixel overlap.
        if (bar.contains(element) || right - left < 2 || bottom - top < 2) return false;
        const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
        const below = stack.findIndex((one) => element.contains(one));
        // The corners of the round button count too.
        const isOver = bar.matches('button') || stack.slice(0, below).some((one) => bar.contains(one));
        return below >= 0 && isOver;
      });
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const covered: string[] = [];
    while (texts.nextNode()) {
      const { parentElement: element, textContent } = texts.currentNode;
      if (!element || !textContent?.trim() || !isSeen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      if ([...range.getClientRects()].some((box) => isCovered(element, box))) covered.push(textContent);
    }
    for (const element of document.querySelectorAll('input, select, textarea, img:not([alt=""])')) {
      if (isSeen(element) && isCovered(element, element.getBoundingClientRect())) covered.push(element.outerHTML);
    }
    return covered;
  });
}

async function expectEndClear(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // On pages that are long enough the button is loaded after a scroll, which hydration may undo.
  const arrows = page.locator('button[aria-label="Voltar ao topo"]');
  const isArrowThere = async () => {
    const top = await page.evaluate(() => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
      return scrollY;
    });
    return top <= 100 || (await arrows.count()) === 1;
  };
  await expect.poll(isArrowThere).toBe(true);
  let looks = 0;
  const look = async () => {
    const covered = await coveredAtEnd(page);
    looks = covered.length === 0 ? looks + 1 : 0;
    return looks === 1 ? ['the button may still move, 100 ms after the scroll'] : covered;
  };
  await expect.poll(look, { message: `the end of ${page.url()}`, intervals: [150] }).toEqual([]);
}

for (const [tag, width, height] of [
  [['@phone'], 360, 640],
  [[], 1280, 800],
] as [string[], number, number][]) {
  test.describe(`at the end of every page, ${width} px wide,`, { tag }, () => {
    test.use({ viewport: { width, height } });

    test('nothing stays under the way back up or a bar: on the portal and before signing in', async ({
      page,
      request,
    }) => {
      const onSale = await tripsOnSale(request);
      const full = onSale.find(({ placesLeft }) => placesLeft === 0);
      const paths = ['/', '/portal/passeio', '/portal/contato', '/portal/politicacancelamento', '/auth/register'];
      for (const path of paths) {
        await page.goto(path);
        await expectEndClear(page);
      }
      // Its bar says why not.
      await page.goto(`/portal/passeio/${full?.slug}`);
      await expect(page.getByText(/Na lista de espera, guardamos/)).toBeVisible();
      await expectEndClear(page);
    });

    test('nothing stays under it in the client area', async ({ page, request, signInAs }) => {
      const token = await signInAs(demoAccount('CLIENT'));
      const [reservation] = await reservationsOf(request, token);
      for (const path of ['/home', '/minhasreservas', `/minhasreservas/${reservation?.code}`, '/minhaconta']) {
        await page.goto(path);
        await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
        await expectEndClear(page);
      }
    });

    test('nothing stays under it, nor under the bars of staff', async ({ page, request, signInAs }) => {
      await signInAs(demoAccount('ADMIN'));
      const trip = await roomiestTrip(request);
      await page.goto(`/admin/passeios/${trip.id}`);
      await page.getByLabel('Título', { exact: true }).first().fill('Outro título');
      await expect(page.getByText('Há alterações não salvas').first()).toBeVisible();
      await expectEndClear(page);
      const withPeople = (await tripsOnSale(request)).find(({ placesLeft, capacity }) => placesLeft < capacity);
      await page.goto(`/admin/passeios/${withPeople?.id}/passageiros`);
      await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
      await page.getByRole('checkbox').nth(1).check();
      await expectEndClear(page);
    });
  });
}
