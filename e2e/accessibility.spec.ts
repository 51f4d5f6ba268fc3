import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { enrolByApi, newPerson, roomiestTrip } from './people.ts';
import { areaMenu, expectAtLeast, expectToast, logIn, portalMenu, toastOf } from './screens.ts';
import { insertIdentity } from './sessions.ts';

// Once per template and by day and by night: what differs on a narrow screen is the menus, which the phone looks at too.
test.describe('pages for everybody', () => {
  const paths = [
    ...['/', '/portal/passeio', '/portal/passeio?q=nada+disso', '/portal/passeio/capitolio-canions'],
    ...['/portal/contato', '/portal/politicacancelamento', '/portal/nada', '/portal/sem-internet'],
  ];
  test('trips, texts and messages', async ({ page, tolerate }) => {
    tolerate(/status of 404/);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNothingFound(page, path === '/' ? undefined : 'main');
    }
  });

  test('what opens over the portal', { tag: '@phone' }, async ({ page, request }) => {
    const { title } = await roomiestTrip(request);
    await page.goto('/');
    const menu = await portalMenu(page);
    await expect(menu).toBeVisible();
    await expectNothingFound(page);
    await menu.getByRole('button', { name: 'Passeios', exact: true }).click();
    const schedule = page.getByRole('region', { name: 'Agenda de passeios' });
    await expectAtLeast(schedule.getByRole('listitem'), 12);
    await expectNothingFound(page, 'section[aria-label="Agenda de passeios"]');
    await schedule.getByRole('button', { name: title }).click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await expectNothingFound(page, 'dialog[open]');
  });
});

test('authentication: fields with errors, a refused sign-in, an account to finish, the farewell', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 40[014]/);
  await page.goto('/auth/register');
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(page.getByText('CPF: preencha este campo.')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill('um dois três');
  await expectNothingFound(page);

  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByText('Senha: preencha este campo.')).toBeVisible();
  await logIn(page, newPerson());
  await toastOf(page, 'error').hover();
  await expectNothingFound(page);

  const person = newPerson();
  await insertIdentity(person);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'Falta só concluir o seu cadastro' })).toBeVisible();
  await expectNothingFound(page);

  // A 204 keeps the page from redirecting to the portal.
  await page.route('**/', (route) => route.fulfill({ status: 204 }));
  await page.goto('/auth/logout');
  await expect(page.getByRole('heading', { name: 'Até logo!' })).toBeVisible();
  await expectNothingFound(page);
});

test.describe('the area', () => {
  test('of somebody without a reservation: menus, the own account as it is and with an error', {
    tag: '@phone',
  }, async ({ page, client }) => {
    await page.goto('/home');
    await expect(page.getByText('Você ainda não tem um passeio marcado.')).toBeVisible();
    await page.getByRole('button', { name: 'menu da conta' }).click();
    await expect(page.getByRole('link', { name: 'Configurações da conta' })).toBeVisible();
    await expectNothingFound(page);
    await page.keyboard.press('Escape');
    await expect(await areaMenu(page)).toBeVisible();
    await expectNothingFound(page);

    await page.goto('/minhaconta');
    await expect(page.getByLabel('Nome completo')).toHaveValue(client.name);
    await page.getByLabel('CPF', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await expect(page.getByText('CPF inválido. Confira os números digitados.')).toBeVisible();
    await expectNothingFound(page, 'main');
  });

  test('of somebody with a reservation, with and without a network', async ({ page, client, request, tolerate }) => {
    tolerate(/net::ERR_FAILED/);
    await enrolByApi(request, client.token, (await roomiestTrip(request)).id);
    await page.goto('/home');
    await expect(page.getByText('Sua próxima saída')).toBeVisible();
    await expectNothingFound(page);
    await page.goto('/minhasreservas');
    const cached = () => page.evaluate(async () => (await (await caches.match('/own/next-reservation'))?.text()) ?? '');
    await expect.poll(cached).toContain('boardingPoints":[{');
    await page.route(/\/api\/(reservations|trips|users|settings)/, (route) => route.abort());
    for (const path of ['/minhasreservas', '/home']) {
      await page.goto(path);
      await expect(page.getByText(/^Sem conexão/)).toBeVisible();
      await expectNothingFound(page, 'main');
    }
    await page.unrouteAll();

    await page.goto('/minhasreservas');
    await page.getByRole('button', { name: 'Cancelar reserva' }).click();
    const cancelling = page.getByRole('dialog', { name: 'Cancelar reserva' });
    await expect(cancelling.getByText('Nada foi pago')).toBeVisible();
    await expectNothingFound(page, 'dialog[open]');
    await cancelling.getByRole('button', { name: 'Cancelar reserva' }).click();
    await expectToast(page, 'success', 'Reserva cancelada.');
    await toastOf(page, 'success').hover();
    await expectNothingFound(page, '[data-tipo]');
  });

  test('of a family: its reservation, the form of a person, a link and what opens by it', async ({
    page,
    client,
    request,
  }) => {
    const { code } = await reserveParty(request, client.token, await familyTrip(request), { Adulto: 1, Criança: 1 });
    await page.goto(`/minhasreservas/${code}`);
    await expect(page.getByRole('heading', { name: 'Quem vai' })).toBeVisible();
    await expectNothingFound(page, 'main');
    await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
    await page.getByLabel('Data de nascimento').pressSequentially('01012000');
    await expect(page.getByText(/vale a tarifa Adulto/)).toBeVisible();
    await expectNothingFound(page);
    await page.getByRole('button', { name: 'Fechar', exact: true }).click();
    await page.getByRole('button', { name: 'Pedir que Pessoa 2 preencha' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    await expectNothingFound(page);
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Salvar meus dados' })).toBeVisible();
    await expectNothingFound(page);
  });
});
