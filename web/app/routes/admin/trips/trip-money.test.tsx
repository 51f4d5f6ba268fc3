import type { TripEntry, TripMoney } from '@passeio/contract/payments/trip-money';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { expectNoSidewaysScrolling, expectToFit, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as tripMoneyPage from './trip-money';

const trip = { id: crypto.randomUUID(), title: 'Capitólio', date: '2026-12-05T08:00:00.000Z' };
const READ = `GET /api/trips/${trip.id}/money`;
const EXPORT = `GET /api/trips/${trip.id}/money/export`;
const reservation = { id: crypto.randomUUID(), code: 'K7M2QX', payer: 'Ana Prado' };

function newEntry(more: Partial<TripEntry> = {}): TripEntry {
  const when = '2026-11-20T12:00:00.000Z';
  return {
    ...{ id: crypto.randomUUID(), kind: 'deposit', direction: 'in', method: 'pix', amountCents: 8_670, note: '' },
    ...{ payerName: '', endToEndId: null, occurredAt: when, recordedAt: when, recordedVia: 'person' },
    ...{ recordedBy: 'Rita', reversedBy: null, reservation },
    ...more,
  };
}

const byBank = newEntry({
  recordedVia: 'provider',
  recordedBy: '',
  payerName: 'Rui',
  endToEndId: 'E00000000202611201200',
});
const wrong = newEntry({ method: 'cash', amountCents: 5_000, reversedBy: crypto.randomUUID() });
const back = newEntry({ kind: 'refund', direction: 'out', amountCents: 2_000, note: 'Pago a mais' });

const noCosts = { vehicleCents: 0, guideCents: 0, otherCents: 0, ticketCents: 0, mealCents: 0, ads: [], version: 0 };

function newMoney(entries: TripEntry[], more: Partial<TripMoney> = {}): { json: TripMoney } {
  const sums = { expectedCents: 28_900, receivedCents: 8_670, refundedCents: 2_000, missingCents: 22_230 };
  const methods: TripMoney['methods'] = [{ method: 'pix', inCents: 8_670, outCents: 2_000, entries: 2 }];
  const rest = {
    retainedCents: 0,
    toRefundCents: 0,
    creditUsedCents: 0,
    creditGrantedCents: 0,
    methods,
    entries,
    extras: [],
    cashFlow: [],
    booked: { places: 12, totalCents: 346_800 },
    priceCents: 28_900,
    capacity: 46,
    costs: noCosts,
    page: { number: 1, size: 50, total: entries.length },
  };
  return { json: { trip, ...sums, ...rest, ...more } };
}

const open = (responses: Record<string, FakeResponse | FakeResponse[]>) =>
  renderInArea(tripMoneyPage, {
    ...{ at: `/admin/passeios/${trip.id}/financeiro`, path: '/admin/passeios/:tripId/financeiro' },
    ...{ role: 'OPERATOR', responses },
  });

/** What the summary says of a figure. */
const figure = (label: string) =>
  page
    .getByText(label, { exact: true })
    .element()
    .parentElement?.querySelector('dd')
    ?.textContent?.replace('\u00a0', ' ');

test('shows penalties that were kept only where there are any', async () => {
  await open({ [READ]: newMoney([byBank], { expectedCents: 32_680, retainedCents: 3_780 }) });
  await expect.element(page.getByText('reservas ativas e multas')).toBeVisible();
  expect(figure('Multas retidas')).toBe('R$ 37,80');
});

test('says month by month what came in and what is to be paid', async () => {
  const cashFlow = [{ month: '2027-03', receivedCents: 30_000, dueCents: 9_000 }];
  await open({ [READ]: newMoney([], { cashFlow }) });
  const month = page.getByRole('region', { name: 'Por mês' }).getByRole('listitem');
  await expect.element(month).toMatchTextContent(/03\/2027R\$\s300,00a receber R\$\s90,00/);
});

test('says what extras bring, also before anybody has paid', async () => {
  const extras = [{ id: crypto.randomUUID(), label: 'Almoço', count: 3, incomeCents: 13_500 }];
  await open({ [READ]: newMoney([], { extras }) });
  const sold = page.getByRole('region', { name: 'Adicionais' }).getByRole('listitem');
  await expect.element(sold).toMatchTextContent(/3 × AlmoçoR\$ 135,00/);
});

test('distinguishes credits from money that came or went', async () => {
  await open({ [READ]: newMoney([byBank], { creditUsedCents: 5_000, creditGrantedCents: 3_000 }) });
  await expect.element(page.getByText('Créditos e vales usados')).toBeVisible();
  expect(['Recebido', 'Créditos e vales usados', 'Créditos dados'].map(figure)).toEqual([
    'R$ 86,70',
    'R$ 50,00',
    'R$ 30,00',
  ]);
});

test('sums what the trip expects, has received, misses and gives back, by method too', async () => {
  await open({ [READ]: newMoney([back, wrong, byBank], { toRefundCents: 1_500 }) });
  await expect.element(page.getByRole('heading', { name: 'Capitólio' })).toBeVisible();
  await expect.element(page.getByText('Multas retidas')).not.toBeInTheDocument();
  expect(['Esperado', 'Recebido', 'Falta receber', 'Devolvido', 'A devolver'].map(figure)).toEqual([
    'R$ 289,00',
    'R$ 86,70',
    'R$ 222,30',
    'R$ 20,00',
    'R$ 15,00',
  ]);
  const methods = page.getByRole('region', { name: 'Por forma de pagamento' });
  await expect.element(methods.getByText('devolvidos R$ 20,00')).toBeVisible();
  await expect.element(methods.getByText('2 lançamentos')).toBeVisible();
  await expectNothingFound();
  await expectToFit();
});

test('a payment by card has its fee and what is left of it; without cards there are no columns of them', async () => {
  const card = newEntry({ method: 'card', amountCents: 5_670, feeCents: 282, settlesOn: '2026-12-20' });
  await open({ [READ]: [newMoney([back, card]), newMoney([back])] });
  const table = page.getByRole('table', { name: 'Lançamentos' });
  const cells = (row: number) =>
    table
      .getByRole('row')
      .nth(row)
      .getByRole('cell')
      .elements()
      .slice(-3)
      .map((cell) => cell.textContent?.replaceAll('\u00a0', ' '));
  await expect.element(table.getByRole('columnheader', { name: 'Líquido' })).toBeVisible();
  expect([cells(1), cells(2)]).toEqual([
    ['-R$ 20,00', '—', '-R$ 20,00'],
    ['R$ 56,70', 'R$ 2,82', 'R$ 53,88'],
  ]);
  await expectNothingFound();
  await expectToFit();
});

test('lists every entry with who recorded it; what went out is negative, what was wrong is marked', async () => {
  await open({ [READ]: newMoney([back, wrong, byBank]) });
  const rows = page.getByRole('table', { name: 'Lançamentos' }).getByRole('row');
  await expect.element(rows.nth(1).getByText('-R$ 20,00')).toBeVisible();
  await expect.element(rows.nth(1).getByText('Pago a mais')).toBeVisible();
  await expect.element(rows.nth(2).getByText('Estornado')).toBeVisible();
  await expect.element(rows.nth(2).getByText('Sinal · Dinheiro')).toBeVisible();
  await expect.element(rows.nth(3).getByText('Banco (Pix)')).toBeVisible();
  await expect.element(rows.nth(3).getByText('Pago por Rui')).toBeVisible();
  await rows.nth(3).getByRole('link', { name: 'Ana Prado' }).click();
  await expect.element(page.getByRole('heading', { name: /^\/admin\/reservas\// })).toBeVisible();
});

test('a trip without money says so, and offers nothing to export', async () => {
  await open({ [READ]: newMoney([], { methods: [], receivedCents: 0, refundedCents: 0, missingCents: 28_900 }) });
  await expect.element(page.getByText('Nenhum lançamento ainda')).toBeVisible();
  expect(figure('Falta receber')).toBe('R$ 289,00');
  await expect.element(page.getByRole('button', { name: /^Exportar/ })).not.toBeInTheDocument();
});

test('the list is exported by keyboard; a failure is said, and it can be tried again', async () => {
  const message = 'Não foi possível exportar agora.';
  const { calls } = await open({ [READ]: newMoney([byBank]), [EXPORT]: [refusal(500, { message }), { text: 'a;b' }] });
  const button = page.getByRole('button', { name: 'Exportar CSV' });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expectToast('error', message);
  await expect.element(button).not.toHaveAttribute('aria-busy');
  await userEvent.keyboard('{Enter}');
  await expectToast('success', 'Financeiro exportado.');
  expect(calls.filter((call) => call === EXPORT)).toHaveLength(2);
});

const COSTS = `PUT /api/trips/${trip.id}/costs`;
const saved = { ...noCosts, vehicleCents: 320_000, ticketCents: 4_500, version: 1 };

test('says from how many people on the trip pays for itself while the costs are typed, and saves them', async () => {
  await setWindow();
  const { bodies } = await open({
    [READ]: [newMoney([byBank]), newMoney([byBank], { costs: saved })],
    [COSTS]: { json: saved },
  });
  const costs = page.getByRole('region', { name: 'Custos e ponto de equilíbrio' });
  await expect.element(costs.getByText(/^Informe os custos/)).toBeVisible();
  await costs.getByLabelText('Veículo').fill('3200');
  await costs.getByLabelText('Ingressos').fill('45,00');
  await expect.element(costs.getByText('Empata com 14 pessoas.')).toBeVisible();
  await expect.element(costs.getByText(/Com 12 pessoas confirmadas, faltam R\$.272,00\./)).toBeVisible();
  await expect.element(costs.getByLabelText(/^O que sobra.*Empata com 14 pessoas/)).toBeVisible();
  await expectNoSidewaysScrolling();
  await userEvent.keyboard('{Enter}');
  await expectToast('success', 'Custos salvos.');
  expect(bodies[COSTS]).toEqual({ ...saved, version: 0 });
  await expect.element(costs.getByLabelText('Veículo')).toHaveValue('3.200,00');
});

test('says what is wrong with a cost beside it, and loses nothing that was typed', async () => {
  const message = 'Outra pessoa salvou.';
  const { calls } = await open({
    [READ]: newMoney([byBank]),
    [COSTS]: refusal(409, { code: 'CHANGED_MEANWHILE', message }),
  });
  const guide = page.getByLabelText('Guia');
  await guide.fill('duzentos');
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expect.element(page.getByText('Informe um valor, como 1.250,00.')).toBeVisible();
  expect(calls).not.toContain(COSTS);
  await guide.fill('200');
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expect.element(page.getByText(message)).toBeVisible();
  await expect.element(guide).toHaveValue('200,00');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect.element(guide).toHaveValue('');
});

test('takes what ads cost by source, and counts it among the costs', async () => {
  const ads = [{ source: 'instagram', cents: 25_000 }];
  const { bodies } = await open({
    [READ]: [newMoney([byBank], { costs: saved }), newMoney([byBank], { costs: { ...saved, ads } })],
    [COSTS]: { json: { ...saved, ads } },
  });
  await page.getByRole('button', { name: 'Adicionar anúncio' }).click();
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expect.element(page.getByText('Informe a origem, como “instagram”.')).toBeVisible();
  await page.getByLabelText('Origem 1').fill('Instagram ');
  await page.getByLabelText('Custo 1').fill('250');
  await expect.element(page.getByText('Empata com 15 pessoas.')).toBeVisible();
  await expectNothingFound();
  await page.getByRole('button', { name: 'Adicionar anúncio' }).click();
  await page.getByLabelText('Origem 2').fill('instagram');
  await page.getByLabelText('Custo 2').fill('1');
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expect.element(page.getByText('Há uma origem repetida.')).toBeVisible();
  await page.getByRole('button', { name: 'Remover anúncio 2' }).click();
  await page.getByRole('button', { name: 'Salvar custos' }).click();
  await expectToast('success', 'Custos salvos.');
  expect(bodies[COSTS]).toEqual({ ...saved, ads });
});
