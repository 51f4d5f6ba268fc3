import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Trip } from '../contract/src/trips/trips.ts';
import { askForDeposit, familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn } from './support/screens.ts';
import { insertPerson, tokenOf } from './support/sessions.ts';

/** A client with a name of their own, and their reservation of so many adults. */
async function newReservation(request: APIRequestContext, trip: Trip, adults: number) {
  const payer = { ...newPerson(), name: rareName('Cleusa') };
  await insertPerson(payer);
  const token = await tokenOf(payer);
  return { payer, token, reservation: await reserveParty(request, token, trip, { Adulto: adults }) };
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

// On a wide screen and in a window as narrow as a phone's: staff has both.
test('what a statement proposes and what staff names is recorded, and the trip sums it', async ({
  page,
  request,
  signInAs,
}) => {
  const trip = await familyTrip(request);
  // So many that nobody else's deposit is of the same amount today: it would stand beside the line.
  const known = await newReservation(request, trip, 7);
  await askForDeposit(request, known.token, known.reservation);
  const named = await newReservation(request, trip, 2);
  await signInAs(demoAccount('OPERATOR'));
  await page.goto('/admin/pagamentos/extrato');
  const stranger = rareName('Zuleide');
  const buffer = ofx([
    { name: known.payer.name, amount: '396.90', id: known.reservation.code },
    { name: stranger, amount: '200.00', id: named.reservation.code },
  ]);
  const file = { name: 'extrato.ofx', mimeType: 'application/x-ofx', buffer };
  await page.getByLabel('Arquivo do extrato').setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'extrato.ofx' })).toBeVisible();
  await expect(page.getByText('Por valor e nome')).toBeVisible();
  await page.getByLabel(new RegExp(`^Reserva de ${stranger}`, 'i')).fill(named.reservation.code);
  await expect(page.getByRole('status').getByText(`${named.payer.name} · ${named.reservation.code}`)).toBeVisible();
  await expect(page.getByText(/2 escolhidos: R\$\s596,90/)).toBeVisible();
  const record = page.getByRole('button', { name: 'Lançar 2 pagamentos' });
  for (const window of ['phone', 'desktop'] as const) {
    await goOnIn(page, window);
    await expectClear(page, page.getByRole('row').last(), record);
    await expectNoSidewaysScrolling(page);
  }
  await record.click();
  await expectToast(page, 'success', /2 pagamentos lançados/);

  // The same period sent again is left out.
  await page.getByRole('link', { name: 'Enviar outro extrato' }).click();
  await page.getByLabel('Arquivo do extrato').setInputFiles(file);
  await expect(page.getByText('Parece já lançado')).toHaveCount(2);
  await expect(page.getByText('Nada escolhido para lançar.')).toBeVisible();

  // The inbox's other pages.
  await page.getByRole('link', { name: /^Devoluções/ }).click();
  await expect(page.getByLabel('Quais devoluções')).toBeVisible();
  await page.getByRole('link', { name: /^A conciliar/ }).click();
  await expect(page.getByText(/^(Nada a conciliar$|Entraram na conta)/)).toBeVisible();

  await page.goto(`/admin/passeios/${trip.id}/financeiro`);
  const figure = (label: string) => page.getByText(label, { exact: true }).locator('xpath=..');
  await expect(figure('Esperado')).toContainText(/R\$\s1\.701,00/);
  await expect(figure('Recebido')).toContainText(/R\$\s596,90/);
  await expect(figure('Falta receber')).toContainText(/R\$\s1\.104,10/);
  await expectNoSidewaysScrolling(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const exported = await download;
  expect(exported.suggestedFilename()).toMatch(/^financeiro-.*\.csv$/);
  expect((await readFile(await exported.path())).toString()).toContain(named.reservation.code);
});
