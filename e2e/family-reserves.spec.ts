import { RESERVATION_CODE_ALPHABET, RESERVATION_CODE_LENGTH } from '../contract/src/fields.ts';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { mailedPath } from './support/mails.ts';
import { newPerson } from './support/people.ts';
import { areaMenu, expectToast, expectToFit, fillRegister } from './support/screens.ts';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const RESERVATION_PAGE = /\/minhasreservas\/[0-9A-Z]{6}$/;
const code = new RegExp(`^[${RESERVATION_CODE_ALPHABET}]{${RESERVATION_CODE_LENGTH}}$`);

test('a family is chosen, survives signing up and confirming the e-mail in another tab, and has its reservation', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  const trip = await familyTrip(request);
  const person = newPerson();
  const [first] = trip.boardingPoints;
  const total = 'R$\u00a0473,00';
  await page.goto(`/portal/passeio/${trip.slug}`);
  for (const fare of ['Adulto', 'Criança', 'Criança de colo']) {
    await page.getByRole('button', { name: `Mais um: ${fare}`, exact: true }).click();
  }
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking.getByRole('status').filter({ hasText: 'Total' })).toContainText(total);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL('/auth/login?returnUrl=/home');

  await page.getByRole('link', { name: 'Criar conta' }).click();
  await fillRegister(page, person);
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await expectToast(page, 'success', 'Usuário cadastrado com sucesso!');
  await expect(page).toHaveURL('/home');
  const region = { name: `Você está reservando: ${trip.title}` };
  const pending = page.getByRole('region', region);
  await expect(pending).toContainText('2 adultos, 1 criança, 1 criança de colo');
  await expect(pending).toContainText(`embarque ${first?.time} ${first?.place}`);
  await expect(pending).toContainText(total);
  await expectToFit(page);

  const mail = await context.newPage();
  await mail.goto(await mailedPath(person.email, 'Confirme'));
  await mail.getByRole('button', { name: 'Continuar' }).click();
  await expect(mail).toHaveURL('/home');
  await mail.getByRole('region', region).getByRole('button', { name: 'Concluir reserva' }).click();
  await expectToast(mail, 'success', RESERVED);
  await expect(mail).toHaveURL(RESERVATION_PAGE);
  for (const words of [trip.title, total, first?.place ?? ''])
    await expect(mail.getByRole('main')).toContainText(words);

  await page.reload();
  await expect(page.getByText('Sua próxima saída')).toBeVisible();
  await expect(pending).toBeHidden();
  await (await areaMenu(page)).getByRole('link', { name: 'Minhas reservas' }).click();
  const reservation = page.getByRole('article', { name: trip.title });
  await expect(reservation).toContainText('Aguardando pagamento do sinal');
  await expect(reservation).toContainText(new RegExp(`Reserva ${code.source.slice(1, -1)}`));
});
