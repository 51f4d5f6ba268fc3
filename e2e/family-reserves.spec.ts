import type { APIRequestContext, Page } from '@playwright/test';
import { RESERVATION_CODE_ALPHABET, RESERVATION_CODE_LENGTH } from '../contract/src/reservations.ts';
import type { Trip } from '../contract/src/trips.ts';
import { familyTrip } from './families.ts';
import { expect, test } from './fixtures.ts';
import { newPerson } from './people.ts';
import { areaMenu, expectToast, expectToFit, fillRegister, logIn, openTripDialog } from './screens.ts';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const RESERVATION_PAGE = /\/minhasreservas\/[0-9A-Z]{6}$/;
const code = new RegExp(`^[${RESERVATION_CODE_ALPHABET}]{${RESERVATION_CODE_LENGTH}}$`);

/** Listed on the home page: the roomiest trip with fares for adults, children and lap children that needs no answer. */
async function listedTrip(request: APIRequestContext): Promise<Trip> {
  const { data } = (await (await request.get('/api/trips?isActive=true&upcoming=true')).json()) as { data: Trip[] };
  const [trip] = data
    .filter(
      ({ fares, onRequest }) =>
        !onRequest && ['Adulto', 'Criança', 'Criança de colo'].every((label) => fareOf(fares, label)),
    )
    .sort((a, b) => b.placesLeft - a.placesLeft);
  if (!trip) throw new Error('No trip has fares for a family');
  return trip;
}

function fareOf(fares: Trip['fares'], label: string): Trip['fares'][number] | undefined {
  return fares.find((fare) => fare.label === label);
}

function reais(cents: number): string {
  return new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' }).format(cents / 100);
}

const people = (page: Page, fare: string) => page.getByRole('spinbutton', { name: fare, exact: true });
const more = (page: Page, fare: string) => page.getByRole('button', { name: `Mais um: ${fare}`, exact: true });

test('a family is chosen, survives signing up, and has its reservation', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const trip = await familyTrip(request);
  const [first] = trip.boardingPoints;
  const price = (label: string) => fareOf(trip.fares, label)?.priceCents ?? 0;
  const total = reais(2 * price('Adulto') + price('Criança') + price('Criança de colo'));
  await page.goto(`/portal/passeio/${trip.slug}`);
  await more(page, 'Adulto').click();
  await more(page, 'Criança').click();
  await more(page, 'Criança de colo').click();
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking.getByRole('status').filter({ hasText: 'Total' })).toContainText(total);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');

  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await fillRegister(page, newPerson());
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
  await expect(page).toHaveURL('/home');
  const pending = page.getByRole('region', { name: `Você está reservando: ${trip.title}` });
  await expect(pending).toContainText('2 adultos, 1 criança, 1 criança de colo');
  await expect(pending).toContainText(`embarque ${first?.time} ${first?.place}`);
  await expect(pending).toContainText(total);
  await expectToFit(page);

  await pending.getByRole('button', { name: 'Concluir reserva' }).click();
  await expectToast(page, 'success', RESERVED);
  await expect(page).toHaveURL(RESERVATION_PAGE);
  const main = page.getByRole('main');
  await expect(main).toContainText(trip.title);
  await expect(main).toContainText(total);
  await expect(main).toContainText(first?.place ?? '');

  await page.goto('/home');
  await expect(page.getByText('Sua próxima saída')).toBeVisible();
  await expect(pending).toBeHidden();
  await (await areaMenu(page)).getByRole('link', { name: 'Minhas reservas' }).click();
  const reservation = page.getByRole('article', { name: trip.title });
  await expect(reservation).toContainText('Aguardando pagamento do sinal');
  await expect(reservation.getByRole('definition').first().getByText(code)).toBeVisible();
});

test('who changes their mind before signing in finds the party as it was chosen', async ({ page, person, request }) => {
  const trip = await listedTrip(request);
  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  await dialog.getByRole('spinbutton', { name: 'Adulto', exact: true }).fill('3');
  await dialog.getByRole('button', { name: 'Quero participar!' }).click();
  await logIn(page, person);
  const pending = page.getByRole('region', { name: `Você está reservando: ${trip.title}` });
  await pending.getByRole('link', { name: 'Mudar' }).click();
  await expect(people(page, 'Adulto')).toHaveValue('3');
  await page.getByRole('button', { name: 'Menos um: Adulto' }).click();
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL(RESERVATION_PAGE);
  await expectToast(page, 'success', RESERVED);
  await expect(page.getByRole('main')).toContainText(trip.title);
});
