import type { Browser, Page } from '@playwright/test';
import { familyTrip } from './families.ts';
import { expect, test } from './fixtures.ts';
import { demoAccount, reservationsOf } from './people.ts';
import { expectToast, expectToFit } from './screens.ts';
import { beSignedIn } from './sessions.ts';

/** Staff's page of the request, from the panel. */
async function openDesk(browser: Browser, viewport: ReturnType<Page['viewportSize']>, code: string) {
  const office = await browser.newContext({ viewport });
  await beSignedIn(office, demoAccount('OPERATOR'));
  const desk = await office.newPage();
  await desk.goto('/home');
  await desk.getByRole('link', { name: /^Pedidos de reserva/ }).click();
  await expect(desk.getByText('O prazo mais próximo vem primeiro', { exact: false })).toBeVisible();
  await desk.getByRole('link', { name: `Código ${code}` }).click();
  return desk;
}

test('a trip on request: asked for, accepted by staff and paid; another request is refused with a sentence', {
  tag: '@phone',
}, async ({ page, client, request, browser }) => {
  const trip = await familyTrip(request, { onRequest: true });
  await page.goto(`/portal/passeio/${trip.slug}`);
  const booking = page.getByRole('complementary', { name: 'Reserva' });
  await expect(booking.getByText('Sob consulta: você envia um pedido', { exact: false })).toBeVisible();
  await expectToFit(page);
  await booking.getByRole('button', { name: 'Quero participar!' }).click();
  await expectToast(page, 'success', /^Pedido enviado; respondemos até .+, às \d\d:\d\d$/);
  await expect(page).toHaveURL(/\/minhasreservas\/\w{6}$/);
  const [reservation] = await reservationsOf(request, client.token);
  const { code = '', id = '' } = reservation ?? {};
  await expect(page.getByText('Pedido enviado', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Até lá, guardamos as vagas e você não paga nada.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar pedido' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar o sinal' })).toBeHidden();
  await expectToFit(page);

  const desk = await openDesk(browser, page.viewportSize(), code);
  await desk.getByRole('button', { name: `Aceitar o pedido: reserva ${code}` }).click();
  await expectToFit(desk);
  await desk.getByRole('dialog').getByRole('button', { name: 'Aceitar o pedido' }).click();
  await expectToast(desk, 'success', new RegExp(`^Pedido ${code} aceito: o sinal é esperado até`));
  await desk.context().close();

  await page.reload();
  await expect(page.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByRole('heading', { name: /^Pix: sinal/ })).toBeVisible();
  await expect(page.getByText('Aceitamos o seu pedido')).toBeVisible();
  await page.request.post(`/api/reservations/${id}/cancel`, { headers: { authorization: `Bearer ${client.token}` } });

  await page.goto(`/portal/passeio/${trip.slug}`);
  await booking.getByRole('button', { name: 'Quero participar!' }).click();
  await expect(page).toHaveURL(/\/minhasreservas\/\w{6}$/);
  const again = page.url().slice(-6);
  const other = await openDesk(browser, page.viewportSize(), again);
  await other.getByRole('button', { name: `Recusar o pedido: reserva ${again}` }).press('Enter');
  await other.keyboard.type('O barco deste dia já está fretado.');
  await other.getByRole('dialog').getByRole('button', { name: 'Recusar o pedido' }).click();
  await expectToast(other, 'success', `Pedido ${again} recusado. As vagas ficaram livres.`);
  await other.context().close();

  await page.reload();
  const answer = 'A nossa equipe não pôde aceitar o pedido: O barco deste dia já está fretado.';
  await expect(page.getByText(answer)).toBeVisible();
  await expect(page.getByText('Pedido não aceito', { exact: true }).first()).toBeVisible();
});
