import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, enrolByApi, reservationsOf, roomiestTrip } from './people.ts';
import { expectToast } from './screens.ts';
import { beSignedIn, database, tokenOf } from './sessions.ts';

async function payDeposit(request: APIRequestContext, reservationId: string): Promise<void> {
  const headers = bearer(await tokenOf(demoAccount('OPERATOR')));
  const data = { kind: 'deposit', method: 'pix', amountCents: 1_000 };
  const response = await request.post(`/api/reservations/${reservationId}/payments`, { headers, data });
  expect(response.status()).toBe(201);
}

test('a request to cancel from before is withdrawn by the client, or answered by staff', async ({
  page,
  client,
  request,
  browser,
}) => {
  const trip = await roomiestTrip(request);
  await enrolByApi(request, client.token, trip.id);
  const [reservation] = await reservationsOf(request, client.token);
  await payDeposit(request, reservation?.id ?? '');
  const asks = async () => {
    const sql = 'update reservations set cancellation_requested_at = now() where id = $1';
    expect((await (await database()).query(sql, [reservation?.id])).rowCount).toBe(1);
  };

  await asks();
  await page.goto('/minhasreservas');
  const card = page.getByRole('article', { name: trip.title });
  await expect(card).toContainText('a reserva continua valendo');
  await card.getByRole('button', { name: 'Desistir do cancelamento' }).click();
  await expectToast(page, 'success', 'A sua reserva continua valendo.');
  await expect(card.getByRole('button', { name: 'Desistir do cancelamento' })).toBeHidden();
  await asks();

  const office = await browser.newContext();
  await beSignedIn(office, demoAccount('OPERATOR'));
  const desk = await office.newPage();
  await desk.goto('/home');
  await desk.getByRole('link', { name: /^Cancelamento solicitado/ }).click();
  await desk.getByRole('link', { name: `Código ${reservation?.code}` }).click();
  const more = desk.getByRole('button', { name: `Mais ações: reserva ${reservation?.code}` });
  await expect(more).toBeVisible();
  await expect(desk.getByRole('table').getByText('Cancelamento solicitado')).toBeVisible();
  await more.click();
  await desk.getByRole('menuitem', { name: 'Recusar o cancelamento' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Recusar o cancelamento' }).click();
  await expectToast(desk, 'success', 'A reserva de Marina continua valendo.');
  await office.close();

  await page.reload();
  await expect(card.getByRole('button', { name: 'Cancelar reserva' })).toBeVisible();
  await expect(card.getByText('Cancelamento solicitado', { exact: true })).toBeHidden();
});
