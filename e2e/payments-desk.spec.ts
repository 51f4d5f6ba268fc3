import type { APIRequestContext, Page } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations.ts';
import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { payByApi } from './passengers.ts';
import { bearer, demoAccount, newPerson, ownOrigin, rareName } from './people.ts';
import { phonePhotograph } from './photographs.ts';
import { expectNoSidewaysScrolling, expectToast } from './screens.ts';
import { insertPerson, tokenOf } from './sessions.ts';
import { shoot } from './shoot.ts';

const DEPOSIT = /R\$\s113,40/;

/** A client with a name of their own, and their reservation of two adults. */
async function newReservation(request: APIRequestContext) {
  const payer = { ...newPerson(), name: rareName('Cleusa') };
  await insertPerson(payer);
  const token = await tokenOf(payer);
  const reservation = await reserveParty(request, token, await familyTrip(request), { Adulto: 2 });
  return { payer, token, reservation };
}

async function sendReceipt(request: APIRequestContext, token: string, { id }: ReservationDetails): Promise<string> {
  const headers = { ...bearer(token), origin: ownOrigin() };
  const multipart = { file: await phonePhotograph('comprovante.jpg') };
  const answer = await request.post(`/api/reservations/${id}/receipts`, { headers, multipart });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).id;
}

/** Asks for the deposit by Pix, so that it is what the receipt should show. */
async function askForDeposit(request: APIRequestContext, token: string, { id }: ReservationDetails): Promise<void> {
  const headers = { ...bearer(token), origin: ownOrigin() };
  const answer = await request.post(`/api/reservations/${id}/charges`, { headers, data: { purpose: 'deposit' } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function stateOf(request: APIRequestContext, token: string, { id }: ReservationDetails): Promise<string> {
  const answer = await request.get(`/api/reservations/${id}`, { headers: bearer(token) });
  return (await answer.json()).state;
}

/** Opens a receipt at the desk; its picture is on the screen then. */
async function openReceipt(page: Page, receiptId: string, code: string): Promise<void> {
  await page.goto(`/admin/pagamentos?comprovante=${receiptId}`);
  await expect(page.getByRole('heading', { name: code })).toBeVisible();
  const picture = page.getByRole('img', { name: 'Comprovante enviado' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

/** A bank statement with money of these people. */
function ofx(entries: { name: string; amount: string; id: string }[]): Buffer {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
  const lines = entries.map(
    ({ name, amount, id }) =>
      `<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>${day}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${id}</FITID><NAME>${name}</NAME><MEMO>Pix recebido</MEMO></STMTTRN>`,
  );
  return Buffer.from(
    `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>1</ACCTID></BANKACCTFROM><BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
}

test('a receipt is refused, sent again and accepted, by keyboard alone', { tag: '@both' }, async ({
  page,
  request,
  signInAs,
}) => {
  const { token, reservation } = await newReservation(request);
  await askForDeposit(request, token, reservation);
  const first = await sendReceipt(request, token, reservation);
  await signInAs(demoAccount('OPERATOR'));
  await openReceipt(page, first, reservation.code);
  await expect(page.getByRole('article').getByText(DEPOSIT).first()).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'pagamentos-conferir');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Recusar comprovante' });
  await expect(dialog).toBeVisible();
  await shoot(page, 'pagamentos-recusar');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectToast(page, 'success', `Comprovante da reserva ${reservation.code} recusado.`);
  expect(await stateOf(request, token, reservation)).toBe('held');

  const second = await sendReceipt(request, token, reservation);
  await openReceipt(page, second, reservation.code);
  await page.keyboard.press('a');
  await expectToast(page, 'success', new RegExp(`113,40 lançados na reserva ${reservation.code}`));
  expect(await stateOf(request, token, reservation)).toBe('booked');
});

test('a statement is dropped, what it proposes and what staff names is recorded, and nothing twice', {
  tag: '@both',
}, async ({ page, request, signInAs }) => {
  const known = await newReservation(request);
  await askForDeposit(request, known.token, known.reservation);
  const named = await newReservation(request);
  await signInAs(demoAccount('OPERATOR'));
  await page.goto('/admin/pagamentos/extrato');
  await shoot(page, 'pagamentos-extrato-vazio');
  const stranger = rareName('Zuleide');
  const buffer = ofx([
    { name: known.payer.name, amount: '113.40', id: known.reservation.code },
    { name: stranger, amount: '200.00', id: named.reservation.code },
  ]);
  const file = { name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer };
  const input = page.getByLabel('Arquivo do extrato');
  await input.setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'extrato.ofx' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Por valor e nome')).toBeVisible();
  await page.getByLabel(new RegExp(`^Código da reserva de ${stranger}`, 'i')).fill(named.reservation.code);
  await expect(page.getByText(/2 escolhidos: R\$\s313,40/)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'pagamentos-extrato');
  await page.getByRole('button', { name: 'Lançar 2 pagamentos' }).click();
  await expectToast(page, 'success', /2 pagamentos lançados/);
  for (const { token, reservation } of [known, named]) {
    expect(await stateOf(request, token, reservation)).toBe('booked');
  }

  await page.getByRole('link', { name: 'Enviar outro extrato' }).click();
  await input.setInputFiles(file);
  await expect(page.getByText('Já lançado')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Lançar pagamentos' })).toBeDisabled();
});

test('a refund is written down as paid by hand', { tag: '@both' }, async ({ page, request, signInAs }) => {
  const { payer, reservation } = await newReservation(request);
  const staff = await signInAs(demoAccount('OPERATOR'));
  await payByApi(request, staff, reservation, 11_340);
  const headers = { ...bearer(staff), origin: ownOrigin() };
  const data = { reason: 'A pedido da cliente' };
  const cancelled = await request.post(`/api/reservations/${reservation.id}/cancellation`, { data, headers });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  await page.goto('/admin/pagamentos/devolucoes');
  await expect(page.getByText(`Código ${reservation.code}`)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'pagamentos-devolucoes');
  await page.getByRole('button', { name: `Registrar devolução: ${payer.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Registrar devolução' });
  await shoot(page, 'pagamentos-registrar-devolucao');
  await dialog.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast(page, 'success', /113,40 a Cleusa .* registrada/);
  await expect(page.getByText(`Código ${reservation.code}`)).toHaveCount(0);
  await page.getByLabel('Quais devoluções').selectOption('Já devolvidas');
  await expect(page.getByText(`Código ${reservation.code}`)).toBeVisible();
});
