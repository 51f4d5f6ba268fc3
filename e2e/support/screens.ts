import { expect, type Locator, type Page } from '@playwright/test';
import type { Credentials, Person } from './people.ts';

/** Whether menus are behind buttons. */
export function isPhone(page: Page): boolean {
  return (page.viewportSize()?.width ?? 0) < 992;
}

const windows = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/** Goes on in a window of another width, so that one story shows both. */
export async function goOnIn(page: Page, window: keyof typeof windows): Promise<void> {
  await page.setViewportSize(windows[window]);
}

/** The portal's menu, opened on phones. */
export async function portalMenu(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Menu', exact: true }).click();
  return page.getByRole('navigation', { name: 'Principal' });
}

/** Opens the schedule of trips in the portal's header. */
export async function openSchedule(page: Page): Promise<Locator> {
  const menu = await portalMenu(page);
  await menu.getByRole('button', { name: 'Passeios', exact: true }).click();
  return page.getByRole('region', { name: 'Agenda de passeios' });
}

/** Opens the dialog of a trip's next date from the schedule. */
export async function openTripDialog(page: Page, title: string): Promise<Locator> {
  const schedule = await openSchedule(page);
  await schedule.getByRole('button', { name: title }).first().click();
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The sidebar, opened on phones. */
export async function areaMenu(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menu' }).click();
  return page.getByRole('navigation', { name: 'Menu principal' });
}

type AlertType = 'success' | 'error' | 'info';

export function toastOf(page: Page, tipo: AlertType): Locator {
  // Errors are assertive live regions, other toasts polite.
  return page.locator(`[role=${tipo === 'error' ? 'alert' : 'status'}] > [data-tipo=${tipo}]`);
}

/** The toast with exactly this text. */
export async function expectToast(page: Page, tipo: AlertType, mensagem: string | RegExp): Promise<void> {
  await expect(page.locator('[data-tipo] p')).toHaveText(mensagem);
  await expect(toastOf(page, tipo)).toBeVisible();
}

async function fillLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
}

/** Signs in through the form of the open login page. */
export async function logIn(page: Page, who: Credentials): Promise<void> {
  await fillLogin(page, who);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
}

/** Fills the sign-up form's personal data key by key, for the input masks. */
async function fillPerson(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Nome completo').fill(person.name);
  await page.getByLabel('RG', { exact: true }).fill(person.rg);
  await page.getByRole('combobox', { name: 'Órgão emissor' }).fill(person.emitter);
  await page.getByLabel('CPF', { exact: true }).pressSequentially(person.cpf);
  await page.getByLabel('Data de nascimento').pressSequentially(typedDate(person));
  await page.getByLabel('Celular ou telefone').pressSequentially(person.contact);
}

export async function fillRegister(page: Page, person: Person): Promise<void> {
  await fillPerson(page, person);
  await fillLogin(page, person);
}

/** Digits of a date as people type it: "05121990". */
function typedDate({ birthdate }: Person): string {
  return birthdate.split('-').reverse().join('');
}

/** At least that many: other tests may publish trips. */
export async function expectAtLeast(items: Locator, count: number): Promise<void> {
  await expect(items.nth(count - 1)).toBeVisible();
}

/** Scrolls through `place` and expects every picture to be loaded. */
export async function expectPicturesLoaded(place: Locator, atLeast: number): Promise<void> {
  const pictures = place.locator('img');
  await expect(pictures.nth(atLeast - 1)).toBeAttached();
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)))
      .toBeGreaterThan(0);
  }
}

/** Expects no horizontal scroll of the page. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  // Charts are drawn again after the window has changed.
  await expect.poll(overhang, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0);
}

/** The same in a narrow and in a wide window. */
export async function expectToFit(page: Page): Promise<void> {
  await expectNoSidewaysScrolling(page);
  await goOnIn(page, isPhone(page) ? 'desktop' : 'phone');
  await expectNoSidewaysScrolling(page);
  await goOnIn(page, isPhone(page) ? 'desktop' : 'phone');
}

/** An answer as the API gives it. */
export function errorResponse(status: number, more: object = {}) {
  return { status, json: { statusCode: status, code: 'PROVOKED', message: '', requestId: 'e2e', ...more } };
}

/** Console errors of requests that are refused on purpose. */
export function refused(path: string): RegExp {
  return new RegExp(`^Failed to load resource: .* @ \\S+${path}`);
}

/** Blocks the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
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
