import { readFile } from 'node:fs/promises';
import { familyTrip, reserveParty } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { bearer, demoAccount, newPerson, rareName } from './support/people.ts';
import { expectToast } from './support/screens.ts';
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
