import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enrolByApi, reservationsOf, roomiestTrip, tripsOnSale } from './people.ts';
import {
  expectAtLeast,
  expectPicturesLoaded,
  expectToast,
  goOnIn,
  isPhone,
  openSchedule,
  openTripDialog,
  refused,
} from './screens.ts';

test('the schedule says that it is loading or could not, then lists the trips by month', async ({ page, tolerate }) => {
  tolerate(refused('/api/trips'));
  const monthOf = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'America/Sao_Paulo' });
  const months = new Set<string>();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/trips?*', async (route) => {
    await held;
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { date: string }[] };
    for (const { date } of data) months.add(monthOf.format(new Date(date)).toLocaleUpperCase('pt-BR'));
    await route.fulfill({ response });
  });
  await page.route('**/api/trips?*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });

  await page.goto('/');
  const schedule = await openSchedule(page);
  await expectToast(page, 'error', 'Houve falha nesta ação');
  await schedule.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(schedule.getByText('Carregando...', { exact: true })).toBeVisible();
  release();
  await expect(schedule.getByText('Carregando...')).toBeHidden();
  expect(months.size).toBeGreaterThan(0);
  await expect(schedule.getByRole('heading')).toHaveText([...months]);
  await expectAtLeast(schedule.getByRole('listitem'), 12);
  await expectPicturesLoaded(schedule, 12);
});

test('the dialog is wide, in two columns, only when the description is to be shown', async ({ page, request }) => {
  const [shown, hidden] = await tripsOnSale(request);
  if (!shown || !hidden) throw new Error('There are not enough trips on sale');
  await page.route('**/api/trips?*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { data: { id: string; showDescription: boolean; tripImages: object[] }[] };
    for (const trip of list.data) {
      if (trip.id === hidden.id) trip.showDescription = false;
      // Demonstration trips may have more pictures; the dialog shows all.
      const [cover] = trip.tripImages;
      if (trip.id === shown.id) trip.tripImages = [cover ?? {}, { ...cover, id: hidden.id, alt: 'Outra foto' }];
      if (trip.id === hidden.id) trip.tripImages = trip.tripImages.slice(0, 1);
    }
    await route.fulfill({ response, json: list });
  });
  await page.goto('/');

  const wide = await openTripDialog(page, shown.title);
  await expect(wide.getByRole('heading', { name: shown.title })).toBeVisible();
  await expect(wide.getByRole('button', { name: 'Quero participar!' })).toBeVisible();
  await expect(wide.getByRole('paragraph').first()).toBeVisible();
  await expect(wide.getByRole('region', { name: `Fotos de ${shown.title}` }).locator('img')).toHaveCount(2);
  await wide.getByRole('button', { name: 'Próxima foto' }).click();
  await expect(wide.getByText('2 de 2')).toBeVisible();
  const wideBox = await wide.boundingBox();
  await expectPictureBesideHeading(page, wide);
  await goOnIn(page, 'phone');
  await expectPictureBesideHeading(page, wide);
  await goOnIn(page, 'desktop');
  await wide.getByRole('button', { name: 'Fechar' }).click();

  const narrow = await openTripDialog(page, hidden.title);
  await expect(narrow.getByRole('button', { name: 'Quero participar!' })).toBeVisible();
  await expect(narrow.getByRole('paragraph')).toHaveCount(0);
  await expectPicturesLoaded(narrow, 1);
  const narrowBox = await narrow.boundingBox();
  if (!isPhone(page)) expect(narrowBox?.width).toBeLessThan(wideBox?.width ?? 0);
});

/** On a phone below each other. */
async function expectPictureBesideHeading(page: Page, dialog: Locator): Promise<void> {
  await expect(async () => {
    const picture = await dialog.getByRole('region', { name: /^Fotos/ }).boundingBox();
    const heading = await dialog.getByRole('heading').first().boundingBox();
    if (!picture || !heading) throw new Error('The dialog is not laid out');
    if (isPhone(page)) expect(heading.y).toBeGreaterThanOrEqual(picture.y + picture.height);
    else expect(heading.x).toBeGreaterThanOrEqual(picture.x + picture.width);
  }).toPass({ timeout: 20_000 });
}

test('a reservation is cancelled only after it is confirmed', async ({ page, client, request }) => {
  const trip = await roomiestTrip(request);
  await enrolByApi(request, client.token, trip.id);
  await page.goto('/minhasreservas');
  const reservation = page.getByRole('article', { name: trip.title });
  const question = page.getByRole('dialog', { name: 'Cancelar reserva' });

  await reservation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await question.getByRole('button', { name: 'Voltar' }).click();
  await expect(question).toBeHidden();
  await expect(reservation).toContainText('Aguardando pagamento do sinal');
  expect(await reservationsOf(request, client.token)).toMatchObject([{ state: 'held' }]);

  await reservation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await question.getByRole('button', { name: 'Cancelar reserva' }).click();
  await expectToast(page, 'success', 'Reserva cancelada.');
  await expect(reservation).toContainText('Cancelada');
  await expect(reservation.getByRole('button', { name: 'Cancelar reserva' })).toBeHidden();
  expect(await reservationsOf(request, client.token)).toMatchObject([{ state: 'cancelled' }]);
});
