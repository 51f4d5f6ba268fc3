import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { mailedPath } from './mails.ts';
import { newPerson, reservationsOf, roomiestTrip } from './people.ts';
import { expectToast, fillRegister, openTripDialog } from './screens.ts';

const pendingCard = (page: Page, title: string) => page.getByRole('region', { name: `Você está reservando: ${title}` });

test('the pending enrolment survives signing up and confirming the e-mail in another tab, until it is dismissed', async ({
  page,
  context,
  request,
}) => {
  const trip = await roomiestTrip(request);
  const person = newPerson();
  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await fillRegister(page, person);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expect(pendingCard(page, trip.title)).toBeVisible();

  const mail = await context.newPage();
  await mail.goto(await mailedPath(person.email, 'Confirme'));
  await mail.getByRole('button', { name: 'Continuar' }).click();
  await expect(mail).toHaveURL('/home');
  await expect(pendingCard(mail, trip.title).getByRole('button', { name: 'Concluir reserva' })).toBeVisible();
  await pendingCard(mail, trip.title).getByRole('button', { name: 'Agora não' }).click();
  await expect(pendingCard(mail, trip.title)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Próximos passeios' })).toBeVisible();
  await expect(pendingCard(page, trip.title)).toBeHidden();
});

test('a client reserves from the page of the trip; the portal knows, and leads to the reservation', async ({
  page,
  client,
  request,
}) => {
  const trip = await roomiestTrip(request);
  await page.goto(`/portal/passeio/${trip.slug}`);
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast(page, 'success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
  const [reservation, ...others] = await reservationsOf(request, client.token);
  expect(others).toEqual([]);
  await expect(page).toHaveURL(`/minhasreservas/${reservation?.code}`);
  await page.goto(`/portal/passeio/${trip.slug}`);
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking).toContainText('Você já tem uma reserva neste passeio.');
  await expect(booking.getByRole('button', { name: 'Quero participar!' })).toBeHidden();

  await page.goto('/');
  const dialog = await openTripDialog(page, trip.title);
  await dialog.getByRole('link', { name: 'Ver minha reserva' }).click();
  await expect(page).toHaveURL(`/minhasreservas/${reservation?.code}`);
  await expect(page.getByRole('main')).toContainText(trip.title);
});
