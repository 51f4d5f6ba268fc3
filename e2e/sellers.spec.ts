import type { Page } from '@playwright/test';
import { expectNothingFound } from './support/axe.ts';
import { payInBank } from './support/bank.ts';
import { familyTrip } from './support/families.ts';
import { expect, test } from './support/fixtures.ts';
import { demoAccount, newPerson, ownOrigin, rareName } from './support/people.ts';
import { expectNoSidewaysScrolling, expectToast } from './support/screens.ts';
import { database, insertPerson } from './support/sessions.ts';

test.use({ viewport: { width: 360, height: 740 } });

/** Everything that the site sends to a page, documents and data alike. */
function readBy(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? '';
    if (response.url().startsWith(ownOrigin()) && /json|html|x-script/.test(type))
      texts.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all([...texts, page.content()])).join('\n');
}

/** Reserves without an account what a link shows, and pays the deposit in the demonstration bank. */
async function reserveByLink(page: Page, url: string, client: { name: string; contact: string }): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Mais um: Adulto', exact: true }).click();
  await page.getByRole('combobox', { name: 'Ponto de embarque' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Quero participar!' }).click();
  await page.getByRole('link', { name: 'Continuar sem conta' }).click();
  await page.getByLabel('Seu nome').fill(client.name);
  await page.getByLabel('WhatsApp').fill(client.contact);
  await page.getByRole('button', { name: 'Guardar as vagas' }).click();
  await expect(page).toHaveURL(/\/reserva#/);
  await page.getByRole('button', { name: /^Pagar o sinal/ }).click();
}

/** The trip was on some day of last month. */
async function bringBack(tripId: string): Promise<void> {
  const month = Temporal.Now.zonedDateTimeISO('America/Sao_Paulo').with({ day: 1 }).startOfDay();
  const returned = month.subtract({ days: 5 }).epochMilliseconds;
  const times = [new Date(returned - 36_000_000), new Date(returned)];
  const written = await (await database()).query(
    'update trips set departs_at = $2, returns_at = $3, decision_date = null where id = $1',
    [tripId, ...times],
  );
  expect(written.rowCount).toBe(1);
}

test('a seller is invited, shares a link by which a guest pays, and is paid the commission once the trip is back', {
  tag: '@phone',
}, async ({ page, browser, request, pageOf }) => {
  const { id, title } = await familyTrip(request, { title: rareName('Cachoeiras') });
  const seller = { ...newPerson(), shown: rareName('Jussara'), pixKey: `${crypto.randomUUID()}` };
  const client = { ...newPerson(), name: 'Ludmila Quintanilha Barroso' };

  const staff = await pageOf(demoAccount('OPERATOR'));
  await staff.goto('/admin/vendedores');
  await staff.getByRole('button', { name: 'Novo vendedor' }).click();
  await staff.getByLabel('Nome', { exact: true }).fill(seller.shown);
  await staff.getByLabel('Chave Pix').fill(seller.pixKey);
  await staff.getByRole('button', { name: 'Salvar e convidar' }).click();
  const invitation = await staff.getByLabel('Link', { exact: true }).inputValue();
  await expectNoSidewaysScrolling(staff);

  await insertPerson(seller);
  const phone = await pageOf(seller);
  const readBySeller = readBy(phone);
  await phone.goto(invitation);
  await phone.getByRole('button', { name: 'Aceitar e vender' }).click();
  await expect(phone).toHaveURL(/\/vendas$/);
  await phone.getByRole('searchbox', { name: 'Buscar por passeio ou dia' }).fill(title);
  await phone.getByRole('button', { name: `Compartilhar ${title}` }).click();
  const message = await phone.getByRole('link', { name: 'Enviar pelo WhatsApp' }).getAttribute('href');
  const shared = new URL(message ?? '').searchParams.get('text')?.split('\n').at(-1) ?? '';
  expect(shared).toMatch(/\?v=[A-Z0-9]{7}$/);
  await expectNoSidewaysScrolling(phone);

  const readByClient = readBy(page);
  await reserveByLink(page, shared, client);
  await payInBank(browser, page);
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Confirmada (sinal pago)').first()).toBeVisible();

  await phone.goto('/vendas/reservas');
  const sale = phone.getByRole('listitem').filter({ hasText: title });
  await expect(sale).toContainText('Ludmila · 2 pessoas');
  await expectNoSidewaysScrolling(phone);
  await expectNothingFound(phone);

  await bringBack(id);
  await staff.goto('/admin/vendedores/extratos');
  await staff.getByRole('button', { name: 'Fechar um mês' }).click();
  await staff.getByRole('combobox', { name: 'Vendedor' }).fill(seller.shown);
  await staff.getByRole('option', { name: seller.shown }).click();
  await staff.getByRole('button', { name: 'Fechar extrato' }).click();
  await expectToast(staff, 'success', /^Extrato de .+ fechado: R\$\s11,34\.$/);
  await staff.getByRole('button', { name: new RegExp(`^Pagar o extrato de .+ de ${seller.shown}$`) }).click();
  await expect(staff.getByText(seller.pixKey)).toBeVisible();
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(Math.random() * 10)).join('');
  await staff.getByLabel('Identificador do Pix').fill(`E00000000202611011200${digits(11)}`);
  await expectNoSidewaysScrolling(staff);
  await staff.getByRole('button', { name: 'Marcar como pago' }).click();
  await expectToast(staff, 'success', `Extrato de ${seller.shown} marcado como pago.`);

  await phone.goto('/vendas/comissao');
  await expect(phone.getByText(/^Pago em/)).toBeVisible();
  await phone.getByRole('button', { name: /^Ver extrato de/ }).click();
  await expect(phone.getByRole('dialog')).toContainText('10% das tarifas');
  await expectNoSidewaysScrolling(phone);

  const toClient = await readByClient();
  for (const term of [seller.pixKey, '10% das tarifas', 'commission', 'omissão', seller.shown])
    expect(toClient.includes(term), `the client reads ${term}`).toBe(false);
  const toSeller = await readBySeller();
  const phoneNumber = client.contact.replaceAll(/\D/g, '').slice(-8);
  for (const secret of ['Quintanilha', 'Barroso', phoneNumber, client.contact, client.email, client.cpf])
    expect(toSeller.includes(secret), `the seller reads ${secret}`).toBe(false);
});
