import { randomUUID, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Browser, Download, Page } from '@playwright/test';
import { readCompanyCertificate } from '../server/src/ports/fiscal/certificate.ts';
import { expectNothingFound } from './support/axe.ts';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, newPerson, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast, goOnIn } from './support/screens.ts';
import { insertPerson, tokenOf } from './support/sessions.ts';

test('staff issues a note of a paid reservation and cancels it; its payer saves it', async ({
  page,
  request,
  signInAs,
  pageOf,
}) => {
  const payer = { ...newPerson(), name: rareName('Noêmia') };
  await insertPerson(payer);
  const trip = await familyTrip(request);
  const { id, code } = await reserveParty(request, await tokenOf(payer), trip, { Adulto: 1 });
  const headers = bearer(await tokenOf(demoAccount('OPERATOR')));
  const data = { kind: 'balance', method: 'cash', amountCents: 18_900 };
  expect((await request.post(`/api/reservations/${id}/payments`, { headers, data })).ok()).toBe(true);

  await signInAs(demoAccount('OPERATOR'));
  await page.goto(`/admin/reservas/${id}`);
  await page.getByRole('button', { name: 'Emitir nota' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Valor do serviço')).toHaveValue('189,00');
  await expect(dialog.getByLabel('Descrição do serviço')).toHaveValue(new RegExp(code));
  await dialog.getByRole('button', { name: 'Emitir nota' }).click();
  await expectToast(page, 'success', 'Nota enviada. A resposta do governo aparece aqui.');
  await expect(page.getByText('Autorizada', { exact: true })).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Baixar XML da nota/ }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('<NFSe');

  await page.getByRole('button', { name: /^Cancelar nota/ }).click();
  await dialog.getByLabel('Explicação').fill('O passeio não aconteceu neste dia');
  await dialog.getByRole('button', { name: 'Cancelar a nota' }).click();
  await expect(page.getByText('Cancelada', { exact: true })).toBeVisible();

  const own = await pageOf(payer);
  await own.goto(`/minhasreservas/${code}`);
  await expect(own.getByRole('heading', { name: 'Nota fiscal' })).toBeVisible();
  const saved = own.waitForEvent('download');
  await own.getByRole('button', { name: /^Baixar PDF da nota/ }).click();
  expect((await saved).suggestedFilename()).toMatch(/^nfse-\d+\.pdf$/);
});

test('staff issues forty notes at once: two are refused, mended and issued again, and a refund replaces one', async ({
  page,
  request,
  signInAs,
}) => {
  test.setTimeout(240_000);
  const trip = await familyTrip(request, { title: 'Quarenta notas', capacity: 60 });
  const headers = bearer(await tokenOf(demoAccount('ADMIN')));
  const reservations: { id: string; code: string }[] = [];
  for (let index = 0; index < 40; index += 1) {
    const payer = newPerson();
    await insertPerson(payer);
    const { id, code } = await reserveParty(request, await tokenOf(payer), trip, { Adulto: 1 });
    const data = { kind: 'balance', method: 'cash', amountCents: 18_900 };
    expect((await request.post(`/api/reservations/${id}/payments`, { headers, data })).ok()).toBe(true);
    reservations.push({ id, code });
  }
  // The government refuses a note of the operator to itself.
  const { cnpj: taxId } = await (await request.get('/api/settings/operator', { headers })).json();
  const [first, second] = reservations as [{ id: string; code: string }, { id: string; code: string }];
  for (const { id } of [first, second]) {
    const data = { name: 'Nós mesmos', taxId, address: '' };
    expect((await request.put(`/api/reservations/${id}/billing`, { headers, data })).ok()).toBe(true);
  }

  await signInAs(demoAccount('ADMIN'));
  await page.goto(`/admin/contador?passeio=${trip.id}&nota=sem`);
  await page.getByRole('button', { name: 'Emitir 40 notas' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('2 notas a corrigir')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('40 de 40 notas com resposta')).toBeVisible();
  await expect(page.getByText('Recusada', { exact: true })).toHaveCount(2);
  await expect(page.getByText(/^E0202:/)).toHaveCount(2);
  const batch = page.url();

  await page.setViewportSize({ width: 360, height: 780 });
  for (const { id } of [first, second]) {
    await page.goto(`/admin/reservas/${id}`);
    await page.getByRole('button', { name: 'Dados da nota' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome ou razão social').fill('');
    await dialog.getByLabel('CPF ou CNPJ').fill('');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await expectToast(page, 'success', 'Dados salvos.');
  }
  await page.goto(batch);
  await page.getByRole('button', { name: 'Emitir 2 notas de novo' }).click();
  await expect(page.getByText('Pronto', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Autorizada', { exact: true })).toHaveCount(40);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);

  const refund = { kind: 'refund', method: 'cash', amountCents: 10_000 };
  expect((await request.post(`/api/reservations/${first.id}/payments`, { headers, data: refund })).ok()).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin/reservas?lista=nota-a-mais');
  await page.getByRole('row').filter({ hasText: first.code }).getByRole('link').first().click();
  await expect(page.getByText(/As notas somam R\$\s100,00 a mais/)).toBeVisible();
  await page.getByRole('button', { name: /^Substituir nota/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Valor do serviço')).toHaveValue('89,00');
  await dialog.getByLabel('Explicação').fill('Houve devolução de uma parte');
  await dialog.getByRole('button', { name: 'Substituir a nota' }).click();
  await expect(page.getByText('Substituída', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/As notas somam/)).toBeHidden();
});

const contentOf = async (download: Promise<Download>) => readFile(await (await download).path());

/** A certificate of the government's page, in a browser of its own: its pages are not ours. */
async function downloadCertificate(browser: Browser, page: Page): Promise<Buffer> {
  const link = page.getByRole('link', { name: 'Abrir a página do governo' });
  const government = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await government.goto((await link.getAttribute('href')) ?? '');
  await expectNoSidewaysScrolling(government);
  const saving = government.waitForEvent('download');
  await government.getByRole('link', { name: 'Baixar empresa.pfx' }).click();
  const file = await contentOf(saving);
  await government.context().close();
  return file;
}

/** Uploads it, first with a wrong password. */
async function connect(page: Page, buffer: Buffer): Promise<void> {
  const file = { name: 'empresa.pfx', mimeType: 'application/x-pkcs12', buffer };
  await page.locator('input[type="file"]').setInputFiles(file);
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  await fill('Senha do certificado', 'não é esta');
  await page.getByRole('button', { name: 'Testar conexão' }).click();
  await expect(page.getByText('Esta não é a senha do certificado.').first()).toBeVisible();
  await fill('Senha do certificado', 'demonstracao');
  await page.getByRole('button', { name: 'Testar conexão' }).click();
  await expect(page.getByText('A conexão funciona.')).toBeVisible();
  await expectNoSidewaysScrolling(page);
  await expectNothingFound(page, 'main');
  await fill('Senha da sua conta', demoAccount('ADMIN').password);
  await page.getByRole('button', { name: 'Salvar conexão' }).click();
  await expectToast(page, 'success', 'Conexão salva. Ela já vale.');
  await expect(page.getByText('Conectado', { exact: true })).toBeVisible();
}

/** A reservation without an account that was paid, and is to get a note in somebody's name; `link`: the client's own. */
async function paidGuest(request: APIRequestContext) {
  const { name, contact, cpf } = { ...newPerson(), name: rareName('Noêmia') };
  const trip = await familyTrip(request);
  const guest = { name, contact: `+55${contact}` };
  const party = [{ fareId: trip.fares[0]?.id, count: 1 }];
  const reserved = await request.post(`/api/trips/${trip.id}/guest-reservations`, {
    headers: { 'idempotency-key': randomUUID() },
    data: { party, boardingPointId: trip.boardingPoints[0]?.id, acceptedPolicy: true, guest },
  });
  const { id, code, link } = await reserved.json();
  const headers = bearer(await tokenOf(demoAccount('ADMIN')));
  const payment = { kind: 'balance', method: 'cash', amountCents: 18_900 };
  expect((await request.post(`/api/reservations/${id}/payments`, { headers, data: payment })).ok()).toBe(true);
  const billing = { name, taxId: cpf, address: '' };
  expect((await request.put(`/api/reservations/${id}/billing`, { headers, data: billing })).ok()).toBe(true);
  return { id, code, link, digits: contact.slice(-4) };
}

/** The note of the page's reservation in a format, for which the last digits of the telephone are asked. */
async function saveByLink(client: Page, format: 'XML' | 'PDF', digits: string): Promise<Buffer> {
  const saving = client.waitForEvent('download');
  await client.getByRole('button', { name: new RegExp(`^Baixar ${format} da nota`) }).click();
  const dialog = client.getByRole('dialog', { name: 'É você mesmo?' });
  await dialog.getByLabel('4 últimos números do celular').fill(digits);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  return contentOf(saving);
}

test('an administrator uploads the certificate of the company, and a client saves the note that it signed', async ({
  page,
  browser,
  request,
  signInAs,
}) => {
  test.setTimeout(240_000);
  await signInAs(demoAccount('ADMIN'));
  // One after the other, because there is one certificate.
  for (const window of ['phone', 'desktop'] as const) {
    await goOnIn(page, window);
    await page.goto('/admin/conexoes/fiscal');
    await expect(page.getByText('Da demonstração', { exact: true })).toBeVisible();
    const file = await downloadCertificate(browser, page);
    await connect(page, file);

    const { id, code, link, digits } = await paidGuest(request);
    await page.goto(`/admin/reservas/${id}`);
    await page.getByRole('button', { name: 'Emitir nota' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Emitir nota' }).click();
    await expect(page.getByText('Autorizada', { exact: true })).toBeVisible();

    const client = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
    await client.goto(link);
    await expect(client.getByRole('heading', { name: 'Nota fiscal' })).toBeVisible();
    const xml = (await saveByLink(client, 'XML', digits)).toString();
    expect(xml).toContain(`Reserva ${code}.`);
    const { cert } = readCompanyCertificate(file, 'demonstracao');
    expect(xml.replaceAll(/\s/g, '')).toContain(new X509Certificate(cert).raw.toString('base64'));
    expect((await saveByLink(client, 'PDF', digits)).subarray(0, 5).toString()).toBe('%PDF-');
    await expectNoSidewaysScrolling(client);
    await expectNothingFound(client);
    await client.context().close();

    await page.goto('/admin/conexoes/fiscal');
    await page.getByRole('button', { name: 'Remover conexão' }).click();
    await dialog.getByLabel('Senha da sua conta').fill(demoAccount('ADMIN').password);
    await dialog.getByRole('button', { name: 'Remover conexão' }).click();
    await expectToast(page, 'success', 'Conexão removida.');
  }
});
