import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations.ts';
import { expectNothingFound } from './axe.ts';
import { payInBank } from './bank.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, ownOrigin } from './people.ts';
import { photograph } from './photographs.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn } from './screens.ts';
import { beSignedIn, database, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

async function newReservation(request: APIRequestContext, token: string): Promise<ReservationDetails> {
  return reserveParty(request, token, await familyTrip(request), { Adulto: 2 });
}

/** Staff gives the money back with one press, in a browser of their own of the same size. */
async function payRefundAtDesk(browser: Browser, page: Page, code: string): Promise<void> {
  const context = await browser.newContext({ baseURL: ownOrigin(), viewport: page.viewportSize() });
  await beSignedIn(context, demoAccount('OPERATOR'));
  const desk = await context.newPage();
  await desk.goto('/admin/pagamentos/devolucoes');
  const row = desk.getByRole('row').filter({ hasText: `Código ${code}` });
  await row.getByRole('button', { name: /^Devolver pelo banco/ }).click();
  await desk.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast(desk, 'success', /enviada ao banco/);
  await context.close();
}

/** As an operator without a connected bank has it: the code is that of the Pix key, and nothing tells of the payment. */
async function confirmByHand(reservationId: string): Promise<void> {
  const sql = `update charges set method = 'static_pix', provider_state = null where reservation_id = $1 and state = 'open'`;
  expect((await (await database()).query(sql, [reservationId])).rowCount).toBe(1);
}

/** Staff judges the receipt that waits. */
async function judge(request: APIRequestContext, code: string, verdict: string, data: object): Promise<void> {
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const response = await request.get(`/api/reservations/${code}`, { headers });
  const { receipt } = (await response.json()) as ReservationDetails;
  const judged = await request.post(`/api/payments/receipts/${receipt?.id}/${verdict}`, { data, headers });
  expect(judged.ok(), await judged.text()).toBe(true);
}

test('a Pix paid in the bank confirms the reservation on the open page', { tag: '@phone' }, async ({
  page,
  client,
  request,
  browser,
}) => {
  const { code } = await newReservation(request, client.token);
  await page.goto('/home');
  await page.getByRole('region', { name: 'Passeio de teste' }).getByRole('link', { name: 'Pagar o sinal' }).click();
  await expect(page).toHaveURL(`/minhasreservas/${code}`);
  await shoot(page, 'reserva-a-pagar');
  await page.getByRole('button', { name: /^Pagar o sinal\s*R\$\s*113,40$/ }).click();
  const copy = page.getByRole('button', { name: 'Copiar código Pix' });
  await expect(copy).toBeFocused();
  await expect(page.getByRole('img', { name: /^QR code para pagar R\$\s113,40 por Pix$/ })).toBeVisible();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  const { y = 0 } = (await copy.boundingBox()) ?? {};
  // What is to be done is in sight without scrolling.
  expect(y).toBeLessThan(500);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'reserva-com-codigo-pix');

  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expect(page.getByRole('status').getByText(/^Recebemos R\$\s113,40\. Obrigado!$/)).toBeVisible();
  await shoot(page, 'reserva-sinal-pago');

  await goOnIn(page, 'desktop');
  await page.getByRole('button', { name: /^Pagar o restante\s*R\$\s*264,60$/ }).click();
  await expect(copy).toBeInViewport();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await payInBank(browser, page);
  await expect(page.getByText('Quitada').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Pagar/ })).toHaveCount(0);
});

test('a receipt is sent, refused, sent again and accepted, and the open page tells each', async ({
  page,
  client,
  request,
}) => {
  const { id, code } = await newReservation(request, client.token);
  await page.goto(`/minhasreservas/${code}`);
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  await confirmByHand(id);
  await expect(page.getByRole('button', { name: 'Já paguei: enviar comprovante' })).toBeVisible();
  await shoot(page, 'reserva-com-codigo-estatico');
  const file = page.locator('input[type=file]');
  await file.setInputFiles(await photograph('comprovante.jpg', '#2d7a4f'));
  await expect(page.getByText('Comprovante enviado – em conferência')).toBeVisible();
  await expect(page.getByText(/^Faltam? \d/)).toHaveCount(0);
  await shoot(page, 'reserva-comprovante-em-conferencia');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar o comprovante' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.webp$/);

  await judge(request, code, 'rejection', { reason: 'O valor ainda não entrou na conta.' });
  await expect(page.getByText('O valor ainda não entrou na conta.', { exact: true })).toBeVisible();
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'reserva-comprovante-recusado');
  await goOnIn(page, 'phone');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await file.setInputFiles({ name: 'comprovante.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(page.getByText('Comprovante enviado – em conferência')).toBeVisible();
  await judge(request, code, 'approval', { amountCents: 11_340 });
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await expectNoSidewaysScrolling(page);
});

test('a client sees what cancelling costs, cancels, and is paid back the rest by the day that was promised', async ({
  page,
  client,
  request,
  browser,
}) => {
  const trip = await familyTrip(request, { cancellationTiers: [{ minHoursBefore: 0, penaltyPercent: 20 }] });
  const { id, code } = await reserveParty(request, client.token, trip, { Adulto: 2 });
  const longAgo = `update reservations set accepted_at = now() - interval '10 days' where id = $1`;
  expect((await (await database()).query(longAgo, [id])).rowCount).toBe(1);
  await page.goto(`/minhasreservas/${code}`);
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  const headers = bearer(await tokenOf(demoAccount('OPERATOR')));
  await expect(page.getByText(/^Se cancelar agora, você recebe R\$\s37,80 até /)).toBeVisible();
  await page.getByRole('button', { name: 'Cancelar reserva' }).click();
  const cancelling = page.getByRole('dialog', { name: 'Cancelar reserva' });
  await expect(cancelling.getByText(/: multa de 20% sobre R\$\s378,00\.$/)).toBeVisible();
  await expectNothingFound(page, 'dialog[open]');
  await shoot(page, 'reserva-cancelar', { fullPage: false });
  await cancelling.getByRole('button', { name: /^Cancelar e receber R\$\s37,80$/ }).click();
  await expectToast(page, 'success', 'Reserva cancelada.');
  const refund = page.getByRole('heading', { name: /^Reembolso de R\$\s37,80/ });
  await expect(refund.getByText(/^Previsto até \d\d\/\d\d$/)).toBeVisible();
  await shoot(page, 'reserva-reembolso');
  await goOnIn(page, 'phone');
  await expect(refund).toBeVisible();
  await expectNoSidewaysScrolling(page);

  await payRefundAtDesk(browser, page, code);
  // The bank takes its time, and is asked every 15 s.
  const stateOfRefund = async () => {
    const answer = await request.get(`/api/reservations/${code}`, { headers });
    return ((await answer.json()) as ReservationDetails).refund?.state;
  };
  await expect.poll(stateOfRefund, { timeout: 30_000 }).toBe('paid');
  await page.reload();
  await expect(refund.getByText('Reembolsado', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Previsto até/)).toHaveCount(0);
  await shoot(page, 'reserva-reembolsada');
});
