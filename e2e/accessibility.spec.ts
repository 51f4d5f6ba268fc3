import { expectNothingFound } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount, enrolByApi, newPerson, roomiestTrip } from './people.ts';
import {
  areaMenu,
  expectAtLeast,
  expectToast,
  isPhone,
  logIn,
  openSchedule,
  openTripDialog,
  portalMenu,
  toastOf,
} from './screens.ts';
import { insertIdentity } from './sessions.ts';

test.describe('pages for everybody', () => {
  for (const path of [
    '/',
    '/portal/passeio',
    '/portal/passeio?q=nada+disso',
    '/portal/passeio/capitolio-canions',
    '/portal/contato',
    '/portal/politicacancelamento',
    '/portal/nada',
    '/portal/sem-internet',
    '/auth/login',
    '/auth/register',
    '/404',
  ]) {
    test(path, async ({ page, tolerate }) => {
      tolerate(/status of 404/);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNothingFound(page);
    });
  }
});

test.describe('what opens over the portal', () => {
  test('the menu', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/');
    await expect(await portalMenu(page)).toBeVisible();
    await expectNothingFound(page);
  });

  test('the schedule', async ({ page }) => {
    await page.goto('/');
    const schedule = await openSchedule(page);
    await expectAtLeast(schedule.getByRole('listitem'), 12);
    await expectNothingFound(page);
  });

  test('the dialog of a trip', async ({ page, request }) => {
    await page.goto('/');
    await openTripDialog(page, (await roomiestTrip(request)).title);
    await expectNothingFound(page);
  });
});

test.describe('authentication', () => {
  test('forms with errors', async ({ page }) => {
    await page.goto('/auth/login');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(page.getByText('Senha: preencha este campo.')).toBeVisible();
    await expectNothingFound(page);
    await page.goto('/auth/register');
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await expect(page.getByText('CPF: preencha este campo.')).toBeVisible();
    await page.getByLabel('Senha', { exact: true }).fill('um dois três');
    await expectNothingFound(page);
  });

  test('a refused sign-in', async ({ page, tolerate }) => {
    tolerate(/status of 401/);
    await page.goto('/auth/login');
    await logIn(page, newPerson());
    await toastOf(page, 'error').hover();
    await expectNothingFound(page);
  });

  test('an account to finish', async ({ page, tolerate }) => {
    tolerate(/status of 404/);
    const person = newPerson();
    await insertIdentity(person);
    await page.goto('/auth/login');
    await logIn(page, person);
    await expect(page.getByRole('heading', { name: 'Falta só concluir o seu cadastro' })).toBeVisible();
    await expectNothingFound(page);
  });

  test('the farewell', async ({ page, tolerate }) => {
    tolerate(/status of 40[01]/);
    // A 204 keeps the page from redirecting to the portal.
    await page.route('**/', (route) => route.fulfill({ status: 204 }));
    await page.goto('/auth/logout');
    await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
    await expectNothingFound(page);
  });
});

test.describe('the area', () => {
  test('without a network', async ({ page, client, request, tolerate }) => {
    tolerate(/net::ERR_FAILED/);
    await enrolByApi(request, client.token, (await roomiestTrip(request)).id);
    await page.goto('/minhasreservas');
    const kept = () => page.evaluate(async () => (await (await caches.match('/own/next-reservation'))?.text()) ?? '');
    await expect.poll(kept).toContain('boardingPoints":[{');
    await page.route(/\/api\/(reservations|trips|users|settings)/, (route) => route.abort());
    for (const path of ['/minhasreservas', '/home']) {
      await page.goto(path);
      await expect(page.getByText(/^Sem conexão/)).toBeVisible();
      await expectNothingFound(page);
    }
  });

  test('without a reservation', async ({ page, client }) => {
    expect(client.token).toBeTruthy();
    await page.goto('/home');
    await expect(page.getByText('Você ainda não tem um passeio marcado.')).toBeVisible();
    await expectNothingFound(page);
    await page.goto('/minhasreservas');
    await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
    await expectNothingFound(page);
  });

  test('with a reservation', async ({ page, client, request }) => {
    await enrolByApi(request, client.token, (await roomiestTrip(request)).id);
    await page.goto('/home');
    await expect(page.getByText('Sua próxima saída')).toBeVisible();
    await expectNothingFound(page);
    await page.goto('/minhasreservas');
    await page.getByRole('button', { name: 'Cancelar reserva' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNothingFound(page);
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expectToast(page, 'success', 'Reserva cancelada.');
    await toastOf(page, 'success').hover();
    await expectNothingFound(page);
  });

  test('my account, as it is and with an error', async ({ page, client }) => {
    await page.goto('/minhaconta');
    await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
    await expectNothingFound(page);
    await page.getByLabel('CPF', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
    await expectNothingFound(page);
  });

  test('menus', { tag: '@phone' }, async ({ page, client }) => {
    expect(client.token).toBeTruthy();
    await page.goto('/home');
    await page.getByRole('button', { name: 'menu da conta' }).click();
    await expect(page.getByRole('link', { name: 'Configurações da conta' })).toBeVisible();
    await expectNothingFound(page);
    await page.keyboard.press('Escape');
    if (!isPhone(page)) return;
    await expect(await areaMenu(page)).toBeVisible();
    await expectNothingFound(page);
  });

  test('administration', async ({ page, signInAs, tolerate }) => {
    tolerate(/status of 404/);
    await signInAs(demoAccount('ADMIN'));
    for (const path of ['/admin/passeios', '/admin/usuarios']) {
      await page.goto(path);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expectNothingFound(page);
    }
    await page.goto('/admin/nada');
    await expect(page.getByText('Não encontramos esta página')).toBeVisible();
    await expectNothingFound(page);
  });
});
