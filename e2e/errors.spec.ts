import { expect, test } from './fixtures.ts';
import { bearer } from './people.ts';
import { errorResponse, expectToast, logIn, openTripDialog, refused } from './screens.ts';

const ENROL = '**/api/trips/enrrol/*';

test.describe('calls to the API', () => {
  test('403: signed out, and asked to sign in to come back', async ({ page, client, tolerate }) => {
    // A session check may be in flight when the session ends.
    tolerate(refused('/(api/(reservations|users)/me|identity/token)'));
    await page.route('**/api/reservations/me', (route) => route.fulfill(errorResponse(403)));
    await page.goto('/minhasreservas');
    await expect(page).toHaveURL('/auth/login?returnUrl=%2Fminhasreservas');
    await expect(page.getByRole('heading', { name: 'Entrar', level: 1 })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('nextjs'))).toContain('"isAuthenticated":false');
    // The server ended the session too.
    expect((await page.request.get('/api/users/me', { headers: bearer(client.token) })).status()).toBe(401);
    await page.unrouteAll();
    await logIn(page, client);
    await expect(page).toHaveURL('/minhasreservas');
  });

  test('no answer at all: Houve falha nesta ação; trying again does not reserve twice', async ({
    page,
    client,
    request,
    tolerate,
  }) => {
    tolerate(refused('/api/trips/enrrol/'));
    // The server reserves, but the answer is lost.
    await page.route(
      ENROL,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto('/');
    const dialog = await openTripDialog(page, 'Ubatuba');
    await dialog.getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast(page, 'error', 'Houve falha nesta ação');
    await dialog.getByRole('button', { name: 'Quero participar!' }).click();
    await expectToast(page, 'success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
    const response = await request.get('/api/reservations/me', { headers: bearer(client.token) });
    expect((await response.json()).data).toHaveLength(1);
  });
});
