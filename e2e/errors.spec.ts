import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bearer, enrolByApi, roomiestTrip } from './people.ts';
import { errorAnswer, expectAtLeast, expectToast, logIn, openSchedule, openTripDialog, refused } from './screens.ts';

const ENROL = '**/api/trips/enrrol/*';

test('markup that the sanitiser would not have written is refused by the page itself', { tag: '@any-width' }, async ({
  page,
  request,
  tolerate,
}) => {
  tolerate(/Not sanitised HTML/);
  const trip = await roomiestTrip(request);
  await page.route('**/api/trips?*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { data: { id: string; description: string; showDescription: boolean }[] };
    for (const one of list.data) {
      if (one.id === trip.id)
        Object.assign(one, { showDescription: true, description: '<p>Oi</p><img src="/nada.png">' });
    }
    await route.fulfill({ response, json: list });
  });
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  await expect(dialog.getByText('Não foi possível mostrar este texto.')).toBeVisible();
  await expect(dialog.locator('img[src="/nada.png"]')).toHaveCount(0);
});

test.describe('calls to the API', () => {
  for (const status of [401, 403]) {
    test(`${status}: signed out, and asked to sign in to come back`, async ({ page, client, tolerate }) => {
      // The page may be looking at the session in the moment that it ends.
      tolerate(refused('/(api/(reservations|users)/me|identity/token)'));
      await page.route('**/api/reservations/me', (route) => route.fulfill(errorAnswer(status)));
      await page.goto('/minhasreservas');
      await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhasreservas');
      await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem('nextjs'))).toContain('"isAuthenticated":false');
      // The sign-out ran at the server too.
      expect((await page.request.get('/api/users/me', { headers: bearer(client.token) })).status()).toBe(401);
      await page.unrouteAll();
      await logIn(page, client);
      await expect(page).toHaveURL('/minhasreservas');
    });
  }

  test("another error: the server's message", async ({ page, client, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(refused('/api/trips/enrrol/'));
    await page.route(ENROL, (route) => route.fulfill(errorAnswer(500, { message: 'O ônibus não saiu da garagem.' })));
    await clickToJoin(page);
    await expectToast(page, 'error', 'O ônibus não saiu da garagem.');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Quero participar!' })).toBeEnabled();
  });

  test('another error of which only the message is ours: that message', { tag: '@any-width' }, async ({
    page,
    client,
    tolerate,
  }) => {
    expect(client.token).toBeTruthy();
    tolerate(refused('/api/trips/enrrol/'));
    await page.route(ENROL, (route) =>
      route.fulfill({ status: 500, json: { message: 'A estrada está interditada.' } }),
    );
    await clickToJoin(page);
    await expectToast(page, 'error', 'A estrada está interditada.');
  });

  for (const [what, body] of [
    ['without a body', ''],
    ['that is not ours', '<h1>502 Bad Gateway</h1>'],
    ['whose message is no sentence', '{"message":["a","b"]}'],
  ] as const) {
    test(`an answer ${what}: Houve falha nesta ação`, { tag: '@any-width' }, async ({ page, client, tolerate }) => {
      expect(client.token).toBeTruthy();
      tolerate(refused('/api/trips/enrrol/'));
      await page.route(ENROL, (route) => route.fulfill({ status: 502, body }));
      await clickToJoin(page);
      await expectToast(page, 'error', 'Houve falha nesta ação');
    });
  }

  test('no answer at all: Houve falha nesta ação; trying again does not reserve twice', async ({
    page,
    client,
    request,
    tolerate,
  }) => {
    tolerate(refused('/api/trips/enrrol/'));
    // The server reserves, but its answer gets lost.
    await page.route(
      ENROL,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await clickToJoin(page);
    await expectToast(page, 'error', 'Houve falha nesta ação');
    await page.getByRole('dialog').getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast(page, 'success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
    const answer = await request.get('/api/reservations/me', { headers: bearer(client.token) });
    expect((await answer.json()).data).toHaveLength(1);
  });

  for (const answer of ['false', 'null', '0', '""']) {
    test(`enrolment answered ${answer}: Falha ao realizar a ação!`, { tag: '@any-width' }, async ({ page, client }) => {
      expect(client.token).toBeTruthy();
      await page.route(ENROL, (route) => route.fulfill({ contentType: 'application/json', body: answer }));
      await clickToJoin(page);
      await expectToast(page, 'error', 'Falha ao realizar a ação!');
      await expect(page.getByRole('dialog')).toBeVisible();
    });
  }

  test('a second reservation of the same trip says where the first is', async ({ page, client, request, tolerate }) => {
    tolerate(/status of 409 .* @ \S+\/api\/trips\/enrrol\//);
    const trip = await roomiestTrip(request);
    await page.goto('/');
    const known = page.waitForResponse('**/api/reservations/me*');
    const dialog = await openTripDialog(page, trip.title);
    await known;
    // Reserved in another tab meanwhile: this page does not know yet.
    await enrolByApi(request, client.token, trip.id);
    await dialog.getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast(page, 'error', 'Você já tem uma reserva neste passeio. Veja em Minhas reservas.');
  });

  test('a page that cannot be loaded says so and tries again', async ({ page, client, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(refused('/api/reservations/me'));
    await page.route('**/api/reservations/me', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await page.goto('/minhasreservas');
    await expectToast(page, 'error', 'Houve falha nesta ação');
    await expect(page.getByText('Não foi possível carregar esta página')).toBeVisible();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  });

  test('a page says that the server is away, and tries again', async ({ page, client, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(refused('/api/reservations/me'));
    await page.route('**/api/reservations/me', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await page.goto('/minhasreservas');
    await expect(page.getByText('O servidor está fora do ar agora. Tente de novo em instantes.')).toBeVisible();
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Você ainda não tem reservas')).toBeVisible();
  });

  test('an enrolment without a network says so, and can be repeated', async ({ page, context, client, tolerate }) => {
    expect(client.token).toBeTruthy();
    tolerate(/Failed to load resource/);
    await page.route(
      ENROL,
      async (route) => {
        await context.setOffline(true);
        await route.abort();
      },
      { times: 1 },
    );
    await clickToJoin(page);
    await expectToast(page, 'error', 'Houve falha nesta ação. Você está sem internet.');
    await context.setOffline(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast(page, 'success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  });

  test('a form that the server did not answer keeps what was typed', { tag: '@any-width' }, async ({
    page,
    client,
    tolerate,
  }) => {
    tolerate(refused('/api/users'));
    await page.goto('/minhaconta');
    const name = page.getByLabel('Nome completo');
    await expect(name).toHaveValue(client.name);
    await page.route('**/api/users/me', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await name.fill(`${client.name} Neto`);
    const save = page.getByRole('button', { name: 'Salvar alterações' });
    await save.click();
    await expectToast(page, 'error', 'Houve falha nesta ação. O que você digitou continua aqui.');
    await expect(name).toHaveValue(`${client.name} Neto`);
    await page.unrouteAll();
    await save.click();
    await expectToast(page, 'success', 'Dados atualizados com sucesso!');
  });

  test('a schedule that cannot be loaded says so and tries again', async ({ page, tolerate }) => {
    tolerate(refused('/api/trips'));
    await page.route('**/api/trips?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
    await page.goto('/');
    const schedule = await openSchedule(page);
    await expectToast(page, 'error', 'Houve falha nesta ação');
    await schedule.getByRole('button', { name: 'Tentar de novo' }).click();
    await expectAtLeast(schedule.getByRole('listitem'), 12);
  });
});

test('a toast stands at the top right and goes after 4000 ms', async ({ page, client }) => {
  expect(client.token).toBeTruthy();
  await page.clock.install();
  await page.route(ENROL, (route) => route.fulfill({ contentType: 'application/json', body: 'false' }));
  await page.goto('/');
  const dialog = await openTripDialog(page, 'Ubatuba');
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast(page, 'error', 'Falha ao realizar a ação!');
  const toast = page.locator('[data-tipo]');
  const box = await toast.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  if (!box) throw new Error('The toast is not laid out');
  expect(box.y).toBeLessThan(120);
  expect(width - (box.x + box.width)).toBeLessThan(40);
  await page.clock.runFor(3900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test('a toast over a dialog can be closed', async ({ page, client }) => {
  expect(client.token).toBeTruthy();
  await page.route(ENROL, (route) => route.fulfill({ contentType: 'application/json', body: 'false' }));
  await clickToJoin(page);
  await expectToast(page, 'error', 'Falha ao realizar a ação!');
  await page.getByRole('button', { name: 'Fechar aviso' }).click({ timeout: 3000 });
  await expect(page.locator('[data-tipo]')).toBeHidden();
  await expect(page.getByRole('dialog')).toBeVisible();
});

async function clickToJoin(page: Page): Promise<void> {
  await page.goto('/');
  const dialog = await openTripDialog(page, 'Ubatuba');
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
}
