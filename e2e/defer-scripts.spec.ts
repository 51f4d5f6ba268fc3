import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { expectPicturesLoaded, holdScripts } from './support/screens.ts';

const scriptTimes = (page: Page) =>
  page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /\/assets\/[^/]+\.js$/.test(name));
    return scripts.map(({ startTime }) => startTime);
  });

test('the page is painted before its scripts are asked for, and pictures further down wait for the first one', async ({
  page,
}) => {
  const asked: string[] = [];
  let first: Route | undefined;
  await page.route('**/api/trips/image/**', async (route) => {
    asked.push(route.request().url());
    if (first) return route.continue();
    first = route;
  });
  await page.goto('/', { waitUntil: 'commit' });
  const painted = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await expect.poll(painted).toBeDefined();
  // After two frames everything near would have been requested.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(asked).toHaveLength(1);
  await expect.poll(async () => (await scriptTimes(page)).length).toBeGreaterThan(0);
  expect(Math.min(...(await scriptTimes(page)))).toBeGreaterThanOrEqual((await painted()) ?? Number.POSITIVE_INFINITY);

  await first?.continue();
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expectPicturesLoaded(page.getByRole('main'), 4);
});

test('what is pressed and chosen before the scripts have come counts once they have, in order', async ({ page }) => {
  const comeOn = await holdScripts(page);
  await page.goto('/portal/passeio/capitolio-canions', { waitUntil: 'commit' });
  const more = page.getByRole('button', { name: 'Mais um: Adulto', exact: true });
  const boarding = page.getByRole('combobox', { name: 'Ponto de embarque' });
  await more.click();
  await more.click();
  await boarding.selectOption({ index: 1 });
  const chosen = await boarding.inputValue();
  await page.getByRole('button', { name: 'Quero participar!' }).first().click();
  comeOn();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  await page.goBack();
  await expect(page.getByRole('spinbutton', { name: 'Adulto', exact: true })).toHaveValue('3');
  await expect(boarding).toHaveValue(chosen);
});

test('what is pressed and chosen in the middle of hydration counts once', async ({ page }) => {
  // One task after React has begun to listen on the document, which is before it has rendered.
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventTarget.prototype.addEventListener = function (
      this: EventTarget,
      ...given: Parameters<typeof addEventListener>
    ) {
      addEventListener.apply(this, given);
      if (this !== document || given[0] !== 'click') return;
      EventTarget.prototype.addEventListener = addEventListener;
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        document.querySelector<HTMLElement>('button[aria-label="Mais um: Adulto"]')?.click();
        const boarding = [...document.querySelectorAll('select')].at(-1);
        if (!boarding) return;
        boarding.selectedIndex = 1;
        for (const type of ['input', 'change']) boarding.dispatchEvent(new Event(type, { bubbles: true }));
      };
      port2.postMessage(null);
    };
  });
  await page.goto('/portal/passeio/capitolio-canions');
  const boarding = page.getByRole('combobox', { name: 'Ponto de embarque' });
  await expect(page.getByRole('spinbutton', { name: 'Adulto', exact: true })).toHaveValue('2');
  await expect(boarding).not.toHaveValue('');
});

test('what is pressed as hydration ends comes after what was chosen before', async ({ page }) => {
  // Once the page has heard that it is alive, before any task that is due, as browsers do with a tap.
  await page.addInitScript(() => {
    const press = () => {
      sessionStorage.setItem('pressed', 'once');
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === 'Quero participar!')?.click();
    };
    if (!sessionStorage.getItem('pressed')) addEventListener('alive', () => queueMicrotask(press));
  });
  const comeOn = await holdScripts(page);
  await page.goto('/portal/passeio/capitolio-canions', { waitUntil: 'commit' });
  const boarding = page.getByRole('combobox', { name: 'Ponto de embarque' });
  await boarding.selectOption({ index: 1 });
  const chosen = await boarding.inputValue();
  comeOn();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  await page.goBack();
  await expect(boarding).toHaveValue(chosen);
});

test('what is typed into the search before the scripts have come is searched once they have', async ({ page }) => {
  const comeOn = await holdScripts(page);
  await page.goto('/portal/passeio', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Buscar passeio' }).fill('capitolio');
  comeOn();
  await expect(page).toHaveURL('/portal/passeio?q=capitolio');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
});
