import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  await app.db
    .updateTable('operator')
    .set({ legal_name: 'Rota das Águas Turismo Ltda.', cnpj: '11222333000181', address: 'Rua do Porto, 7' })
    .execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 1 });
});

const pay = async (amountCents: number, method = 'cash') => {
  const body = { kind: amountCents === 5_670 ? 'deposit' : 'balance', method, amountCents };
  const path = `/api/reservations/${family.id}/payments`;
  expect((await call(app, 'POST', path, { token: staff.token, body })).status).toBe(201);
  const { body: ledger } = await call(app, 'GET', path, { token: staff.token });
  return ledger.data.at(-1).id as string;
};

async function textOf(response: Response) {
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return { pages: pdf.numPages, text: text.replaceAll('\u200b', '').replaceAll(/\s+/g, ' ') };
}
const slips = (token: string, query = '', { id } = family) =>
  fetch(`${app.url}/api/reservations/${id}/payment-slips${query}`, { headers: { authorization: `Bearer ${token}` } });

it('says who received what of whom, in figures and in words, with a number that stays', async () => {
  const entryId = await pay(5_670);
  const { pages, text } = await textOf(await slips(family.payer.token));
  expect(pages).toBe(1);
  const number = `${family.reservation.code}-${entryId.slice(-6).toUpperCase()}`;
  for (const part of [
    ...['Rota das Águas Turismo Ltda.', 'CNPJ 11.222.333/0001-81', 'Rua do Porto, 7', `Recibo nº ${number}`],
    ...['R$ 56,70', 'Cinquenta e seis reais e setenta centavos', 'Dinheiro', `Reserva ${family.reservation.code}`],
  ])
    expect(text).toContain(part);
  expect(text).toMatch(/CPF\/CNPJ \d{3}\.\d{3}\.\d{3}-\d{2}/);
  await pay(1_000);
  const both = await textOf(await slips(staff.token));
  expect(both.pages).toBe(2);
  expect(both.text).toContain(`Recibo nº ${number}`);
  const one = await textOf(await slips(staff.token, `?entryId=${entryId}`));
  expect([one.pages, one.text.includes('Dez reais')]).toEqual([1, false]);
});

it('of a payment that was taken back says that it is worth nothing', async () => {
  const entryId = await pay(5_670);
  const path = `/api/reservations/${family.id}/payments/${entryId}/reversal`;
  await call(app, 'POST', path, { token: staff.token, body: { reason: 'Valor de outra pessoa' } });
  const { pages, text } = await textOf(await slips(staff.token));
  expect(pages).toBe(1);
  expect(text).toMatch(/Pagamento estornado em .* Este recibo não vale\./);
});

it('is nobody else’s, and there is none without a payment', async () => {
  expect((await slips(family.payer.token)).status).toBe(404);
  await pay(5_670);
  const stranger = await createPerson(app);
  expect((await slips(stranger.token)).status).toBe(404);
  expect((await slips(family.payer.token, `?entryId=${crypto.randomUUID()}`)).status).toBe(404);
  expect((await slips(family.payer.token, '?entryId=1')).status).toBe(400);
  const blind = await createPerson(app, 'OPERATOR');
  await app.db
    .updateTable('users')
    .set({ permissions: ['edit_trips'] })
    .where('id', '=', blind.id)
    .execute();
  expect((await slips(blind.token)).status).toBe(403);
});

it('by the payer’s link and for staff who may see no documents masks the CPF', async () => {
  await pay(5_670);
  const { body: link } = await call(app, 'POST', `/api/reservations/${family.id}/link`, { token: staff.token });
  const byLink = await fetch(`${app.url}/api/reservation-links/payment-slips`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: link.url.split('#')[1] }),
  });
  const cashier = await createPerson(app, 'OPERATOR');
  await app.db
    .updateTable('users')
    .set({ permissions: ['see_money'] })
    .where('id', '=', cashier.id)
    .execute();
  for (const response of [byLink, await slips(cashier.token)])
    expect((await textOf(response)).text).not.toMatch(/\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\/)\b.*Dinheiro/);
});
