import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, reservationsOf } from './support/people.ts';
import { expectToast, expectToFit } from './support/screens.ts';
import { beSignedIn } from './support/sessions.ts';

test('a trip on request: asked for, accepted by staff and paid', {
  tag: '@phone',
}, async ({ page, client, request, browser }) => {
  const trip = await familyTrip(request, { onRequest: true });
  await page.goto(`/portal/passeio/${trip.slug}`);
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking.getByText('Sob consulta: você envia um pedido', { exact: false })).toBeVisible();
  await expectToFit(page);
  await booking.getByRole('button', { name: 'Enviar pedido' }).click();
  await expectToast(page, 'success', /^Pedido enviado; respondemos até .+, às \d\d:\d\d$/);
  await expect(page).toHaveURL(/\/minhasreservas\/\w{6}$/);
  const [reservation] = await reservationsOf(request, client.token);
  const { code = '' } = reservation ?? {};
  await expect(page.getByText('Pedido enviado', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Até lá, guardamos as vagas e você não paga nada.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar pedido' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar o sinal' })).toBeHidden();
  await expectToFit(page);

  const office = await browser.newContext({ viewport: page.viewportSize() });
  await beSignedIn(office, demoAccount('OPERATOR'));
  const staffPage = await office.newPage();
  await staffPage.goto('/admin/passeios/reservas?lista=pedidos');
  const asked = staffPage.getByRole('row').filter({ hasText: code });
  await asked.getByRole('rowheader').getByRole('link').click();
  await staffPage.getByRole('button', { name: `Aceitar o pedido: reserva ${code}` }).click();
  await expectToFit(staffPage);
  await staffPage.getByRole('dialog').getByRole('button', { name: 'Aceitar o pedido' }).click();
  await expectToast(staffPage, 'success', new RegExp(`^Pedido ${code} aceito: o sinal é esperado até`));
  await office.close();

  await page.reload();
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByRole('heading', { name: /^Pix: sinal/ })).toBeVisible();
  await expect(page.getByText('Aceitamos o seu pedido')).toBeVisible();
});
