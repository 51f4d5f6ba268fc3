import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { demoAccount, enrolByApi, newPerson, tripsOnSale } from '../support/people.ts';
import {
  areaMenu,
  expectPicturesLoaded,
  isPhone,
  logIn,
  openSchedule,
  openTripDialog,
  portalMenu,
  toastOf,
} from '../support/screens.ts';
import { insertIdentity, tokenOf } from '../support/sessions.ts';
import { archiveTripByApi, createTripByApi } from '../support/trips.ts';
import { shoot } from './shoot.ts';

/** The README's pictures change only on purpose: UPDATE_README=1 npm run screenshots -- --grep README */
const README_PICTURES = process.env.UPDATE_README === '1' ? join(import.meta.dirname, '../../docs/screenshots') : null;

test('portal', async ({ page, tolerate }) => {
  tolerate(/status of 404/);
  for (const [name, path, pictures] of [
    ['home', '/', 6],
    ['trips', '/portal/passeio', 12],
    ['trips-none', '/portal/passeio?q=nada+disso', 0],
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
    await shoot(page, 'menu', { fullPage: false });
    await page.keyboard.press('Escape');
  }
  const schedule = await openSchedule(page);
  await expectPicturesLoaded(schedule, 12);
  await shoot(page, 'schedule', { fullPage: false });
  await page.goto('/');
  const dialog = await openTripDialog(page, 'Capitólio');
  await expectPicturesLoaded(dialog, 1);
  await shoot(page, 'trip-dialog', { fullPage: false });
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
  await expect(page.getByRole('dialog', { name: 'Cancelar reserva' }).getByText('Nada foi pago')).toBeVisible();
  await shoot(page, 'confirm', { fullPage: false });
  await page.getByRole('button', { name: 'Voltar' }).click();
  if (isPhone(page)) {
    await areaMenu(page);
    await shoot(page, 'area-menu', { fullPage: false });
  }
  await page.goto('/minhaconta');
  await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
  await shoot(page, 'account');
  await page.goto('/404');
  await expect(page.getByText('Não encontramos esta página')).toBeVisible();
  await shoot(page, 'denied');
});

test.describe('every other screen of visitors and clients', () => {
  test('portal', async ({ page, tolerate }) => {
    tolerate(/status of 404/);
    await page.goto('/portal/passeio?q=serra');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, 'trips-search');
    await page.goto('/portal/sem-internet');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, 'offline');
  });

  test('a trip without a picture', async ({ page, request, tolerate }) => {
    tolerate(/status of 410/);
    const token = await tokenOf(demoAccount('OPERATOR'));
    const trip = await createTripByApi(request, token, { isActive: true });
    await page.goto(`/portal/passeio/${trip.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, 'trip-without-picture');
    await archiveTripByApi(request, token, trip.id);
    await page.goto(`/portal/passeio/${trip.slug}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await shoot(page, 'trip-withdrawn');
  });

  test('authentication', async ({ page, tolerate }) => {
    tolerate(/status of 40[0-9]/);
    await page.goto('/auth/login');
    await logIn(page, newPerson());
    await toastOf(page, 'error').hover();
    await shoot(page, 'login-refused');
    await page.goto('/auth/forgot-password');
    await shoot(page, 'forgot-password');
    const person = newPerson();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByRole('button', { name: /^Enviar/ }).click();
    await expect(page.getByRole('button', { name: /de novo/ })).toBeVisible();
    await shoot(page, 'forgot-password-sent');
    for (const [name, path] of [
      ['reset-password', '/auth/reset-password?token=x'],
      ['reset-password-incomplete', '/auth/reset-password'],
      ['confirm-mail-refused', '/auth/confirm-mail?token=x'],
      ['confirm-mail', '/auth/confirm-mail'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await shoot(page, name);
    }
    await insertIdentity(person);
    await page.goto('/auth/login');
    await logIn(page, person);
    await expect(page.getByRole('heading', { name: 'Falta só concluir o seu cadastro' })).toBeVisible();
    await shoot(page, 'register-to-finish');
    // It goes on to the portal by itself otherwise.
    await page.route('**/', (route) => route.fulfill({ status: 204 }));
    await page.goto('/auth/logout');
    await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
    await shoot(page, 'logout');
  });

  test('the area of a client', async ({ page, client, tolerate }) => {
    tolerate(/status of 40|net::ERR_FAILED/);
    await page.goto('/home');
    await expect(page.getByText('Você ainda não tem um passeio marcado.')).toBeVisible();
    await shoot(page, 'area-home-none');
    await page.getByRole('button', { name: 'menu da conta' }).click();
    await expect(page.getByRole('link', { name: 'Configurações da conta' })).toBeVisible();
    await shoot(page, 'area-account-menu', { fullPage: false });
    await page.goto('/minhaconta');
    await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
    await page.getByLabel('CPF', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
    await shoot(page, 'account-errors');
    await page.goto('/auth/lock-screen');
    await expect(page.getByLabel('Senha', { exact: true })).toBeVisible();
    await shoot(page, 'lock-screen');
  });

  test('the area without a network', async ({ page, client, request, tolerate }) => {
    tolerate(/net::ERR_FAILED/);
    await reserveTwo(request, client.token);
    await page.goto('/minhasreservas');
    const cached = () =>
      page.evaluate(async () => (await (await caches.match('/own/coming-reservations'))?.text()) ?? '');
    await expect.poll(cached).toContain('boardingPoints":[{');
    await page.route(/\/api\/(reservations|trips|users|settings)/, (route) => route.abort());
    for (const path of ['/minhasreservas', '/home']) {
      await page.goto(path);
      await expect(page.getByText(/^Sem conexão/)).toBeVisible();
      await shoot(page, `without-network${path}`);
    }
  });
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

async function shootForReadme(page: Page, name: string): Promise<void> {
  const folder = README_PICTURES ?? '';
  await mkdir(folder, { recursive: true });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // As PNG they would weigh four times as much.
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 85, animations: 'disabled' });
}
