import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaErrors } from '../../../../../demo/government/schema.ts';
import { parseXml, textIn } from '../../../../../demo/government/signature.ts';
import { buildInvoicing, type Invoicing, RECEIVED } from '../../../../test/invoices.ts';

let inv: Invoicing;
beforeAll(async () => {
  inv = await buildInvoicing();
});
afterAll(() => inv.close());

const declarationOf = async (invoiceId: string) => {
  const { declaration } = await inv.app.db
    .selectFrom('issued_invoices')
    .select('declaration')
    .where('id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  expect(await schemaErrors('DPS', [declaration])).toEqual([]);
  return parseXml(declaration);
};
const NOTHING = { serviceCode: null, municipalCode: null, nbsCode: null, rate: null, ownPercent: null };

it('the codes and the share of a trip are its own; what is empty is as in the settings, and copies keep it', async () => {
  const family = await inv.paidFamily();
  const path = (tripId: string) => `/api/trips/${tripId}/fiscal`;
  expect((await inv.asStaff('PUT', path(family.trip.id), NOTHING)).status).toBe(403);
  const own = { ...NOTHING, serviceCode: '090201', rate: 250, ownPercent: 20 };
  const saved = await inv.asAdmin('PUT', path(family.trip.id), own);
  expect(saved.body).toEqual({ own, usual: expect.objectContaining({ serviceCode: '090202', ownPercent: 100 }) });
  const { proposed } = await inv.notesOf(family);
  expect(proposed.amountCents).toBe(RECEIVED / 5);
  const { body } = await inv.issue(family, { amountCents: proposed.amountCents });
  const declaration = await declarationOf(body.id);
  expect(['cTribNac', 'pAliq', 'cNBS'].map((name) => textIn(declaration, name))).toEqual([
    '090201',
    '2.50',
    '118053900',
  ]);
  const copied = await inv.asAdmin('POST', `/api/trips/${family.trip.id}/copies`, { dates: ['2031-05-10'] });
  expect(copied.status).toBe(201);
  expect((await inv.asAdmin('GET', path(copied.body.data[0].id))).body.own).toEqual(own);
  const another = await inv.paidFamily();
  expect((await inv.notesOf(another)).proposed.amountCents).toBe(RECEIVED);
});

it.each<[string, object, string]>([
  ['a code with letters', { serviceCode: '09020A' }, 'serviceCode'],
  ['a rate above 5%', { rate: 501 }, 'rate'],
  ['no share', { ownPercent: 0 }, 'ownPercent'],
])('%s is refused for a trip, by its field', async (_, change, field) => {
  const { trip } = await inv.paidFamily();
  const { status, body } = await inv.asAdmin('PUT', `/api/trips/${trip.id}/fiscal`, { ...NOTHING, ...change });
  expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
});

it('IBS and CBS are written once all their codes are given, and not before', async () => {
  const first = await inv.issue(await inv.paidFamily());
  expect(textIn(await declarationOf(first.body.id), 'IBSCBS')).toBe('');
  const half = await inv.saveSettings({ personalUse: '1', operationIndicator: '030102' });
  expect(half.body.fields).toEqual({ taxSituation: expect.any(String), taxClass: expect.any(String) });
  const codes = { personalUse: '1', operationIndicator: '030102', taxSituation: '000', taxClass: '000001' };
  expect((await inv.saveSettings(codes)).status).toBe(200);
  const { body } = await inv.issue(await inv.paidFamily());
  const declaration = await declarationOf(body.id);
  expect(['indFinal', 'cIndOp', 'CST', 'cClassTrib'].map((name) => textIn(declaration, name))).toEqual(
    Object.values(codes),
  );
  await inv.work();
  expect((await inv.saveSettings()).status).toBe(200);
});

it('a program that knows no rule changes none', async () => {
  await inv.saveSettings({ issueRule: 'departure' });
  const { issueRule: _, ...known } = (await inv.asAdmin('GET', '/api/settings/fiscal')).body.settings;
  const { status, body } = await inv.asAdmin('PUT', '/api/settings/fiscal', { ...known, series: 2 });
  expect([status, body.fields]).toEqual([200, undefined]);
  expect(body.settings).toMatchObject({ issueRule: 'departure', series: 2 });
  await inv.saveSettings();
});

it('the payer is e-mailed once a note is authorised', async () => {
  const family = await inv.paidFamily();
  const { body } = await inv.issue(family);
  const sent = () => inv.emails.filter(({ about }) => about?.invoiceId === body.id);
  expect(sent()).toEqual([]);
  await inv.work();
  await inv.work();
  expect(sent()).toMatchObject([{ kind: 'invoiceIssued', about: { reservationId: family.id } }]);
});

it('"Saúde" shows what waits, what was refused, and the certificate', async () => {
  const health = async () => (await inv.asAdmin('GET', '/api/health')).body.invoices;
  const { rejected } = await health();
  inv.government.registry.condition = 'refusing';
  await inv.issue(await inv.paidFamily());
  await inv.work();
  inv.government.registry.condition = 'open';
  await expect.poll(health, { timeout: 10_000, interval: 500 }).toMatchObject({
    ...{ state: 'attention', rejected: rejected + 1, oldestSeconds: null, certificateEndsAt: expect.any(String) },
  });
});

it('staff saves what a departure knows for the document of transport, which names no passenger', async () => {
  const { trip, payer } = await inv.paidFamily();
  const { db } = inv.app;
  await db.updateTable('trips').set({ title: 'Um dia em Capitólio/MG' }).where('id', '=', trip.id).execute();
  const file = (format: string) =>
    fetch(`${inv.app.url}/api/trips/${trip.id}/transport-document?format=${format}`, {
      headers: { authorization: `Bearer ${inv.staff.token}` },
    });
  const json = await (await file('json')).json();
  expect(json).toMatchObject({ 'Município de início (IBGE)': '', 'Município de término (IBGE)': '3112802' });
  expect(json['Municípios sem código']).toMatch(/^O código sai quando o primeiro embarque/);
  expect(json).toMatchObject({ Passageiros: '1', 'Valor recebido': expect.stringMatching(/189,00$/) });
  const csv = await (await file('csv')).text();
  expect(csv).toContain('CT-e OS (modelo 67). Este arquivo não é um documento fiscal.');
  for (const text of [csv, JSON.stringify(json)]) expect(text).not.toContain(payer.id);
});
