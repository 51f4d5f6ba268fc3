import { RESERVATION_CODE_ALPHABET, RESERVATION_CODE_LENGTH } from '../contract/src/reservations.ts';
import { expect, test } from './fixtures.ts';
import { enrolByApi, newPerson, reservationsOf, roomiestTrip, tripsOnSale } from './people.ts';
import {
  areaMenu,
  expectAtLeast,
  expectPicturesLoaded,
  expectToast,
  fillRegister,
  isPhone,
  openSchedule,
  openTripDialog,
} from './screens.ts';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const code = new RegExp(`^[${RESERVATION_CODE_ALPHABET}]{${RESERVATION_CODE_LENGTH}}$`);

test('a visitor opens a trip, signs up, reserves it and finds the reservation', { tag: '@both' }, async ({
  page,
  request,
}) => {
  const trip = await roomiestTrip(request, 6);
  const person = newPerson();

  await page.goto('/');
  await expectPicturesLoaded(page.getByRole('main'), 6);

  const dialog = await openTripDialog(page, trip.title);
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');

  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await fillRegister(page, person);
  await expect(page.getByLabel('CPF', { exact: true })).toHaveValue(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
  await expect(page.getByLabel('Data de nascimento')).toHaveValue('05/12/1990');
  await expect(page.getByLabel('Celular ou telefone')).toHaveValue(/^\(35\) 9\d{4}-\d{4}$/);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
  await expect(page).toHaveURL('/home');

  const pending = page.getByRole('region', { name: `Você está reservando: ${trip.title}` });
  await pending.getByRole('button', { name: 'Concluir reserva' }).click();
  await expectToast(page, 'success', RESERVED);
  await expect(page).toHaveURL(/\/minhasreservas\/[0-9A-Z]{6}$/);
  await page.goto('/home');
  await expect(page.getByText('Sua próxima saída')).toBeVisible();
  await expect(pending).toBeHidden();

  const menu = await areaMenu(page);
  await menu.getByRole('link', { name: 'Minhas reservas' }).click();
  await expect(page).toHaveURL('/minhasreservas');
  const reservation = page.getByRole('article', { name: trip.title });
  await expect(reservation).toContainText('Aguardando pagamento do sinal');
  await expect(reservation.getByRole('definition').first().getByText(code)).toBeVisible();
});

test('the schedule says that it is loading, then lists the trips by month', async ({ page }) => {
  const monthOf = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'America/Sao_Paulo' });
  const months = new Set<string>();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/trips?*', async (route) => {
    await held;
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { date: string }[] };
    for (const { date } of data) months.add(monthOf.format(new Date(date)).toLocaleUpperCase('pt-BR'));
    await route.fulfill({ response });
  });

  await page.goto('/');
  const schedule = await openSchedule(page);
  await expect(schedule.getByText('Carregando...', { exact: true })).toBeVisible();
  answer();
  await expect(schedule.getByText('Carregando...')).toBeHidden();
  expect(months.size).toBeGreaterThan(0);
  await expect(schedule.getByRole('heading')).toHaveText([...months]);
  await expectAtLeast(schedule.getByRole('listitem'), 12);
  await expectPicturesLoaded(schedule, 12);
});

test('the dialog is wide, in two columns, only when the description is to be shown', { tag: '@both' }, async ({
  page,
  request,
}) => {
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
  const picture = await wide.getByRole('region', { name: /^Fotos/ }).boundingBox();
  const heading = await wide.getByRole('heading', { name: shown.title }).boundingBox();
  const wideBox = await wide.boundingBox();
  if (!picture || !heading || !wideBox) throw new Error('The dialog is not laid out');
  if (isPhone(page)) expect(heading.y).toBeGreaterThanOrEqual(picture.y + picture.height);
  else expect(heading.x).toBeGreaterThanOrEqual(picture.x + picture.width);
  await wide.getByRole('button', { name: 'Fechar' }).click();

  const narrow = await openTripDialog(page, hidden.title);
  await expect(narrow.getByRole('button', { name: 'Quero participar!' })).toBeVisible();
  await expect(narrow.getByRole('paragraph')).toHaveCount(0);
  await expectPicturesLoaded(narrow, 1);
  const narrowBox = await narrow.boundingBox();
  if (!isPhone(page)) expect(narrowBox?.width).toBeLessThan(wideBox.width);
});

test('a client reserves from the dialog, which closes', async ({ page, client, request }) => {
  const trip = await roomiestTrip(request);
  const sent: string[] = [];
  page.on('request', (one) => one.url().includes('/enrrol/') && sent.push(one.url()));
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  // A double click.
  await dialog.getByRole('button', { name: 'Quero participar!' }).dblclick();
  await expectToast(page, 'success', RESERVED);
  await expect(dialog).toBeHidden();
  expect(sent).toHaveLength(1);
  expect(await reservationsOf(request, client.token)).toMatchObject([{ state: 'held', trip: { id: trip.id } }]);
});

test('a reservation is cancelled only after Confirmar', async ({ page, client, request }) => {
  const trip = await roomiestTrip(request);
  await enrolByApi(request, client.token, trip.id);
  await page.goto('/minhasreservas');
  const reservation = page.getByRole('article', { name: trip.title });
  const question = page.getByRole('alertdialog', { name: 'Cancelar reserva' });

  await reservation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await question.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(question).toBeHidden();
  await expect(reservation).toContainText('Aguardando pagamento do sinal');
  expect(await reservationsOf(request, client.token)).toMatchObject([{ state: 'held' }]);

  await reservation.getByRole('button', { name: 'Cancelar reserva' }).click();
  await question.getByRole('button', { name: 'Confirmar', exact: true }).click();
  await expectToast(page, 'success', 'Reserva cancelada.');
  await expect(reservation).toContainText('Cancelada');
  await expect(reservation.getByRole('button', { name: 'Cancelar reserva' })).toBeHidden();
  expect(await reservationsOf(request, client.token)).toMatchObject([{ state: 'cancelled' }]);
});
