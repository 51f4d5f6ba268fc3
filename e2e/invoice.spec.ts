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
