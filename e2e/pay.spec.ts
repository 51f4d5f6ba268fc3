import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations.ts';
import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { bearer, demoAccount, ownOrigin } from './people.ts';
import { phonePhotograph } from './photographs.ts';
import { expectNoSidewaysScrolling, isPhone } from './screens.ts';
import { database, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';

/** How soon a payment shows on an open page. */
const SEEN_MS = 5_000;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

async function newReservation(request: APIRequestContext, token: string): Promise<ReservationDetails> {
  return reserveParty(request, token, await familyTrip(request), { Adulto: 2 });
}

/** Pays in the demonstration bank, in a browser of its own: its pages are not ours. */
async function payInBank(browser: Browser, page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Pagar no banco de demonstração' });
  const bank = await (await browser.newContext()).newPage();
  await bank.goto((await link.getAttribute('href')) ?? '');
  await bank.getByRole('button', { name: /^Pagar R\$/ }).click();
  await expect(bank.getByRole('heading', { name: 'Pix enviado' })).toBeVisible();
  await bank.context().close();
}

/** As an operator without a connected bank has it: the code is that of the Pix key, and nothing tells of the payment. */
async function confirmByHand(reservationId: string): Promise<void> {
  const sql = `update charges set method = 'static_pix', provider_state = null where reservation_id = $1 and state = 'open'`;
  expect((await (await database()).query(sql, [reservationId])).rowCount).toBe(1);
}

/** Staff judges the receipt that waits. */
async function judge(request: APIRequestContext, code: string, verdict: string, data: object): Promise<void> {
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const answer = await request.get(`/api/reservations/${code}`, { headers });
  const { receipt } = (await answer.json()) as ReservationDetails;
  const judged = await request.post(`/api/payments/receipts/${receipt?.id}/${verdict}`, { data, headers });
  expect(judged.ok(), await judged.text()).toBe(true);
}

test('a Pix paid in the bank confirms the reservation on the open page', { tag: '@both' }, async ({
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
  if (isPhone(page)) expect(y).toBeLessThan(500);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'reserva-com-codigo-pix');

  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible({ timeout: SEEN_MS });
  await expect(page.getByRole('status').getByText(/^Recebemos R\$\s113,40\. Obrigado!$/)).toBeVisible();
  await shoot(page, 'reserva-sinal-pago');

  await page.getByRole('button', { name: /^Pagar o restante\s*R\$\s*264,60$/ }).click();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  await payInBank(browser, page);
  await expect(page.getByText('Quitada').first()).toBeVisible({ timeout: SEEN_MS });
  await expect(page.getByRole('button', { name: /^Pagar/ })).toHaveCount(0);
});

test('a receipt is sent, refused, sent again and accepted, and the open page tells each', { tag: '@both' }, async ({
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
  await file.setInputFiles(await phonePhotograph('comprovante.jpg'));
  await expect(page.getByText('Comprovante enviado – em conferência')).toBeVisible();
  await expect(page.getByText(/^Faltam? \d/)).toHaveCount(0);
  await shoot(page, 'reserva-comprovante-em-conferencia');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar o comprovante' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.webp$/);

  await judge(request, code, 'rejection', { reason: 'O valor ainda não entrou na conta.' });
  await expect(page.getByText('O valor ainda não entrou na conta.')).toBeVisible({ timeout: SEEN_MS });
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'reserva-comprovante-recusado');
  await file.setInputFiles({ name: 'comprovante.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(page.getByText('Comprovante enviado – em conferência')).toBeVisible();
  await judge(request, code, 'approval', { amountCents: 11_340 });
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible({ timeout: SEEN_MS });
  await expectNoSidewaysScrolling(page);
});

test('money that goes back is promised for a day', { tag: '@both' }, async ({ page, client, request, browser }) => {
  const { id, code } = await newReservation(request, client.token);
  await page.goto(`/minhasreservas/${code}`);
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
  await expect(page.getByLabel('Pix copia e cola')).toHaveValue(/^000201/);
  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible({ timeout: SEEN_MS });
  const headers = { ...bearer(await tokenOf(demoAccount('OPERATOR'))), origin: ownOrigin() };
  const data = { reason: 'A pedido da cliente' };
  const cancelled = await request.post(`/api/reservations/${id}/cancellation`, { data, headers });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  await page.reload();
  const refund = page.getByRole('heading', { name: /^Reembolso de R\$\s113,40/ });
  await expect(refund.getByText(/^Previsto até \d\d\/\d\d$/)).toBeVisible();
  await shoot(page, 'reserva-reembolso');
});
