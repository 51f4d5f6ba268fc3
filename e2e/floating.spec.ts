import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount, newPerson, roomiestTrip } from './people.ts';
import { expectToast, logIn, openTripDialog } from './screens.ts';
import { insertPerson } from './sessions.ts';

const CONTROLS = 'a, button, input, select, textarea, summary, [role=button]';

/** The visible controls that the element covers; with `scrollTop`, once the page is scrolled there. */
function coveredBy(floating: Locator, scrollTop?: number): Promise<string[]> {
  const where = { controls: CONTROLS, scrollTop };
  return floating.evaluate((element, { controls, scrollTop }) => {
    if (scrollTop !== undefined) scrollTo({ top: scrollTop, behavior: 'instant' });
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

test('the way back up covers no control', { tag: '@phone' }, async ({ page, request, signInAs }) => {
  const trip = await roomiestTrip(request);
  for (const path of ['/', `/portal/passeio/${trip.slug}`]) {
    await page.goto(path);
    await page.waitForLoadState('load');
    expect(await expectArrowClear(page), `${path} offers it`).toBeGreaterThan(2);
  }
  await signInAs(demoAccount('ADMIN'));
  for (const path of ['/admin/passeios', '/admin/passeios/reservas']) {
    await page.goto(path);
    await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false');
    expect(await expectArrowClear(page), `${path} offers it`).toBeGreaterThan(0);
  }
});

const toastOn = (page: Page) => page.locator('[data-tipo]');

test('the toast of a sign-in leaves header, menu and bottom bar free', { tag: '@phone' }, async ({ page }) => {
  const person = newPerson();
  await insertPerson(person);
  await page.clock.install();
  await page.goto('/auth/login');
  await logIn(page, person);
  await expect(page).toHaveURL('/home');
  await expectToast(page, 'success', 'Usuário logado com sucesso!');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500));
  const header = await page.getByRole('banner').boundingBox();
  const toast = await toastOn(page).boundingBox();
  expect(toast?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Number.NaN));
  expect(await coveredBy(toastOn(page))).toEqual([]);

  await page.getByRole('button', { name: /menu da conta/ }).click();
  await expect(page.getByRole('button', { name: 'Bloquear tela' })).toBeVisible();
  expect(await coveredBy(toastOn(page))).toEqual([]);
});

test('a toast on the portal leaves the header free, and in a dialog its close button', { tag: '@phone' }, async ({
  page,
  client,
  request,
}) => {
  expect(client.token).toBeTruthy();
  const trip = await roomiestTrip(request);
  await page.route('**/api/trips/enrrol/*', (route) =>
    route.fulfill({ contentType: 'application/json', body: 'false' }),
  );
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast(page, 'error', 'Falha ao realizar a ação!');
  expect(await coveredBy(toastOn(page))).toEqual([]);

  await page.unrouteAll();
  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.getByRole('button', { name: 'Quero participar!' }).first().click();
  await expectToast(page, 'success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  const header = await page.getByRole('banner').boundingBox();
  const toast = await toastOn(page).boundingBox();
  expect(toast?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN);
});
