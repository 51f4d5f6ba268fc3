import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demoAccount, enrolByApi, tripsOnSale } from './people.ts';
import { areaMenu, expectPicturesLoaded, isPhone, openSchedule, openTripDialog, portalMenu } from './screens.ts';

/** The README's pictures change only on purpose. */
const README_PICTURES = process.env.UPDATE_README === '1' ? join(import.meta.dirname, '../docs/screenshots') : null;

test('portal', async ({ page, tolerate }) => {
  tolerate(/status of 404/);
  for (const [name, path, pictures] of [
    ['home', '/', 6],
    ['trips', '/portal/passeio', 12],
    ['trips-none', '/portal/passeio?q=nada', 0],
    ['trip', '/portal/passeio/capitolio-canions', 1],
    ['contact', '/portal/contato', 0],
    ['policy', '/portal/politicacancelamento', 0],
    ['not-found', '/portal/nada', 0],
    ['login', '/auth/login', 0],
    ['register', '/auth/register', 0],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (pictures > 0) await expectPicturesLoaded(page.getByRole('main'), pictures);
    await shoot(page, name);
  }
});

test('what opens over the portal', async ({ page }) => {
  await page.goto('/');
  if (isPhone(page)) {
    await portalMenu(page);
    await shoot(page, 'menu', false);
    await page.keyboard.press('Escape');
  }
  const schedule = await openSchedule(page);
  await expectPicturesLoaded(schedule, 12);
  await shoot(page, 'schedule', false);
  await page.goto('/');
  const dialog = await openTripDialog(page, 'Capitólio');
  await expectPicturesLoaded(dialog, 1);
  await shoot(page, 'trip-dialog', false);
});

test('authentication, with what can go wrong', async ({ page }) => {
  await page.goto('/auth/register');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('CPF: preencha este campo.')).toBeVisible();
  await shoot(page, 'register-errors');
});

test('the area of a client', async ({ page, client, request, tolerate }) => {
  tolerate(/status of 404/);
  await page.goto('/minhasreservas');
  await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  await shoot(page, 'reservations-none');
  await reserveTwo(request, client.token);
  await page.goto('/home');
  await expect(page.getByText('Sua próxima saída')).toBeVisible();
  await expectPicturesLoaded(page.getByRole('main'), 7);
  await shoot(page, 'area-home');
  await page.goto('/minhasreservas');
  await expectPicturesLoaded(page.getByRole('main'), 2);
  await shoot(page, 'reservations');
  await page.getByRole('button', { name: 'Cancelar reserva' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await shoot(page, 'confirm', false);
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
  if (isPhone(page)) {
    await areaMenu(page);
    await shoot(page, 'area-menu', false);
  }
  await page.goto('/minhaconta');
  await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
  await shoot(page, 'account');
  await page.goto('/404');
  await expect(page.getByText('Não encontramos esta página')).toBeVisible();
  await shoot(page, 'denied');
});

test('administration', async ({ page, signInAs }) => {
  await signInAs(demoAccount('ADMIN'));
  for (const [name, path] of [
    ['admin-trips', '/admin/passeios'],
    ['admin-people', '/admin/usuarios'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await shoot(page, name);
  }
});

if (README_PICTURES) {
  test('the pictures of the README', async ({ page, client, request }) => {
    if (isPhone(page)) return;
    await page.goto('/');
    await expectPicturesLoaded(page.getByRole('main'), 6);
    await shootForReadme(page, 'home');
    const dialog = await openTripDialog(page, 'Capitólio');
    await expectPicturesLoaded(dialog, 1);
    await shootForReadme(page, 'trip');
    await reserveTwo(request, client.token);
    await page.goto('/minhasreservas');
    await expectPicturesLoaded(page.getByRole('main'), 2);
    await shootForReadme(page, 'reservations');
  });
}

async function reserveTwo(request: Parameters<typeof enrolByApi>[0], token: string): Promise<void> {
  const roomy = (await tripsOnSale(request)).sort((a, b) => b.placesLeft - a.placesLeft).slice(0, 2);
  for (const { id } of roomy) await enrolByApi(request, token, id);
}

async function shoot(page: Page, name: string, fullPage = true): Promise<void> {
  const { project } = test.info();
  const path = join(project.outputDir, 'screenshots', project.name, `${name}.png`);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.screenshot({ path, fullPage, animations: 'disabled', caret: 'initial' });
}

async function shootForReadme(page: Page, name: string): Promise<void> {
  const folder = README_PICTURES ?? '';
  await mkdir(folder, { recursive: true });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // As PNG they would weigh four times as much.
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 85, animations: 'disabled' });
}
