import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import type { ReservationDetails } from '../contract/src/reservations.ts';
import { expectNothingFound } from './axe.ts';
import { familyTrip, reserveParty } from './families.ts';
import { expect, test } from './fixtures.ts';
import { payByApi } from './passengers.ts';
import { bearer, type Credentials, demoAccount, newPerson, ownOrigin, rareName } from './people.ts';
import { photograph } from './photographs.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn } from './screens.ts';
import { beSignedIn, insertPerson, tokenOf } from './sessions.ts';
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
  const multipart = { file: await photograph('comprovante.jpg', '#2d7a4f') };
  const response = await request.post(`/api/reservations/${id}/receipts`, { headers, multipart });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).id;
}

/** Asks for the deposit by Pix, so that it is what the receipt should show; answers the charge's txid. */
async function askForDeposit(request: APIRequestContext, token: string, { id }: ReservationDetails): Promise<string> {
  const headers = { ...bearer(token), origin: ownOrigin() };
  const response = await request.post(`/api/reservations/${id}/charges`, { headers, data: { purpose: 'deposit' } });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()).txid;
}

async function stateOf(request: APIRequestContext, token: string, { id }: ReservationDetails): Promise<string> {
  const response = await request.get(`/api/reservations/${id}`, { headers: bearer(token) });
  return (await response.json()).state;
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
  // Today where the operator is: tomorrow's lines are none yet.
  const day = Temporal.Now.plainDateISO('America/Sao_Paulo').toString().replaceAll('-', '');
  const lines = entries.map(
    ({ name, amount, id }) =>
      `<STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>${day}</DTPOSTED><TRNAMT>${amount}</TRNAMT><FITID>${id}</FITID><NAME>${name}</NAME><MEMO>Pix recebido</MEMO></STMTTRN>`,
  );
  return Buffer.from(
    `<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><ACCTID>1</ACCTID></BANKACCTFROM><BANKTRANLIST>${lines.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
}

/** At the end of the page a bar that stands still leaves what is last in sight. */
async function expectClear(page: Page, last: Locator, inBar: Locator): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  const bottom = async (place: Locator) => {
    const box = await place.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const top = async () => (await inBar.locator('..').boundingBox())?.y ?? 0;
  await expect.poll(async () => (await top()) - (await bottom(last))).toBeGreaterThanOrEqual(0);
}

/** Tells the server of a Pix of a charge, as the bank would; answers the status. */
async function notify(request: APIRequestContext, secret: string, txid: string): Promise<number> {
  const pix = [{ endToEndId: `E9999999920261122${txid.slice(0, 15)}`, txid, valor: '113.40', chave: 'x' }];
  return (await request.post(`/webhooks/pix/${secret}/pix`, { data: { pix } })).status();
}

/** The payer's own page still asks for the deposit. */
async function expectDepositAsked(browser: Browser, page: Page, payer: Credentials, code: string): Promise<void> {
  const context = await browser.newContext({ baseURL: ownOrigin(), viewport: page.viewportSize() });
  await beSignedIn(context, payer);
  const own = await context.newPage();
  await own.goto(`/minhasreservas/${code}`);
  await expect(own.getByText('Aguardando pagamento do sinal').first()).toBeVisible();
  await expect(own.getByRole('link', { name: 'Pagar no banco de demonstração' })).toBeVisible();
  await context.close();
}

/** Sends a Pix to the agency's key, without a charge, in the demonstration bank. */
async function sendStrayPix(browser: Browser, bankUrl: string, payer: string, amount: string): Promise<void> {
  const bank = await (await browser.newContext()).newPage();
  await bank.goto(bankUrl);
  await bank.getByText('Pix sem cobrança').click();
  const form = bank.locator('form[action="/avulso"]');
  await form.getByLabel('Valor em reais').fill(amount);
  await form.getByLabel('Quem paga').fill(payer);
  await form.getByRole('button', { name: 'Enviar Pix' }).click();
  await expect(bank.getByRole('heading', { name: 'Pix enviado' })).toBeVisible();
  await bank.context().close();
}

// On a wide screen first, then in a window as narrow as a phone's: staff has both.
test('a receipt is refused, sent again and accepted, by keyboard alone', async ({ page, request, signInAs }) => {
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
  await goOnIn(page, 'phone');
  await openReceipt(page, second, reservation.code);
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await page.keyboard.press('a');
  await expectToast(page, 'success', new RegExp(`113,40 lançados na reserva ${reservation.code}`));
  expect(await stateOf(request, token, reservation)).toBe('booked');
});

test('a statement is dropped, what it proposes and what staff names is recorded, and nothing twice', async ({
  page,
  request,
  signInAs,
}) => {
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
  await page.getByLabel(new RegExp(`^Reserva de ${stranger}`, 'i')).fill(named.reservation.code);
  await expect(page.getByRole('status').getByText(`${named.payer.name} · ${named.reservation.code}`)).toBeVisible();
  await expect(page.getByText(/2 escolhidos: R\$\s313,40/)).toBeVisible();
  await expectClear(page, page.getByRole('row').last(), page.getByRole('button', { name: 'Lançar 2 pagamentos' }));
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'pagamentos-extrato');
  await goOnIn(page, 'phone');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await expectClear(page, page.getByRole('row').last(), page.getByRole('button', { name: 'Lançar 2 pagamentos' }));
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

test('a refund is written down as paid by hand', async ({ page, request, signInAs }) => {
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
  const record = page.getByRole('button', { name: `Registrar devolução: ${payer.name}` });
  await expect(record).toBeVisible();
  await goOnIn(page, 'phone');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await record.click();
  const dialog = page.getByRole('dialog', { name: 'Registrar devolução' });
  await shoot(page, 'pagamentos-registrar-devolucao');
  await dialog.getByRole('button', { name: 'Registrar devolução' }).click();
  await expectToast(page, 'success', /113,40 a Cleusa .* registrada/);
  await expect(page.getByText(`Código ${reservation.code}`)).toHaveCount(0);
  await page.getByLabel('Quais devoluções').selectOption('Já devolvidas');
  await expect(page.getByText(`Código ${reservation.code}`)).toBeVisible();
});

test('forged notices change nothing; a Pix of nobody is given to its reservation, and the trip sums it', async ({
  page,
  request,
  browser,
  signInAs,
}) => {
  const { payer, token, reservation } = await newReservation(request);
  const { code, trip } = reservation;
  const txid = await askForDeposit(request, token, reservation);
  const secret = (await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secrets/pix-webhook'), 'utf8')).trim();
  expect(await notify(request, secret, txid)).toBe(200);
  expect(await notify(request, 'adivinhado', txid)).toBe(404);

  // A real notice comes after the forged ones.
  const stranger = rareName('Anastácia');
  const { demoBankUrl } = await (await request.get('/api/settings')).json();
  await sendStrayPix(browser, demoBankUrl, stranger, '113,40');
  await signInAs(demoAccount('OPERATOR'));
  const stray = page.getByRole('button', { name: new RegExp(`^Conciliar: ${stranger}`) });
  await expect(async () => {
    await page.goto('/admin/pagamentos/conciliar');
    await expect(stray).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 90_000 });
  await expectDepositAsked(browser, page, payer, code);
  const money = `/admin/passeios/${trip.id}/financeiro`;
  await page.goto(money);
  await expect(page.getByText('Nenhum lançamento ainda')).toBeVisible();
  await shoot(page, 'financeiro-vazio');

  await page.goto('/admin/pagamentos/conciliar');
  await shoot(page, 'pagamentos-a-conciliar');
  await expect(stray).toBeVisible();
  await goOnIn(page, 'phone');
  await expectNoSidewaysScrolling(page);
  await stray.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reserva' })).toBeFocused();
  await page.keyboard.type(payer.cpf);
  await expect(page.getByRole('option', { name: new RegExp(code) })).toBeVisible();
  await expectNothingFound(page, 'dialog');
  await shoot(page, 'pagamentos-conciliar-busca');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reserva' })).toHaveValue(code);
  await shoot(page, 'pagamentos-conciliar-escolhida');
  await page.keyboard.press('Enter');
  await expectToast(page, 'success', new RegExp(`113,40 lançados na reserva ${code}`));

  await goOnIn(page, 'desktop');
  await page.goto(money);
  const figure = (label: string) => page.getByText(label, { exact: true }).locator('xpath=..');
  await expect(figure('Esperado')).toContainText(/R\$\s378,00/);
  await expect(figure('Recebido')).toContainText(/R\$\s113,40/);
  await expect(figure('Falta receber')).toContainText(/R\$\s264,60/);
  await expect(page.getByText(`Pago por ${stranger}`)).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  await shoot(page, 'financeiro');
  await goOnIn(page, 'phone');
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, '#conteudo');
  for (const [label, extension] of [
    ['Exportar CSV', 'csv'],
    ['Exportar Excel', 'xlsx'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: label }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^financeiro-.*\\.${extension}$`));
    const content = await readFile(await file.path());
    if (extension === 'csv') expect(content.toString()).toContain(code);
    else expect(content.subarray(0, 2).toString()).toBe('PK');
  }
});
