import type { Departure } from '@passeio/contract/departures/departures';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as departuresPage from './departures';

const READ = 'GET /api/departures';
const id = crypto.randomUUID();
const PROMISE = `PUT /api/trips/${id}/guarantee`;
const UNDO = `DELETE /api/trips/${id}/guarantee`;

function newDeparture(more: Partial<Departure> = {}): Departure {
  return {
    ...{ id, title: 'Capitólio', date: '2026-12-05T08:00:00.000Z', capacity: 46, minParticipants: 20 },
    ...{ decisionDate: '2026-11-30', priceCents: 28_900, booked: { places: 12, totalCents: 346_800 }, heldPlaces: 3 },
    ...{ receivedCents: 104_000, expectedCents: 433_500, guarantee: null, asks: true },
    costs: {
      vehicleCents: 320_000,
      guideCents: 0,
      otherCents: 0,
      ticketCents: 4_500,
      mealCents: 0,
      ads: [],
      version: 1,
    },
    ...more,
  };
}

const list = (...data: Departure[]) => ({
  json: { today: '2026-11-23', data, total: data.length, months: monthsOf(data), boarding: [], cancelled: [] },
});

function monthsOf(data: Departure[]) {
  const months = Map.groupBy(data, ({ date }) => date.slice(0, 7));
  return [...months].map(([month, some]) => ({
    ...{ month, departures: some.length, asking: some.filter(({ asks }) => asks).length },
  }));
}
const given = { at: '2026-11-23T12:00:00.000Z', by: 'Rita', told: false };

async function open(responses: Record<string, FakeResponse | FakeResponse[]>) {
  signIn('OPERATOR');
  const network = answerCalls({ 'GET /api/departures/departed': { json: { data: [] } }, ...responses });
  await renderRoute(departuresPage, { at: '/admin/saidas' });
  return network;
}

const card = (name = 'Capitólio') => page.getByRole('article', { name });

test('a departure shows people, money, costs and its break-even', async () => {
  const free = newDeparture({
    ...{ id: crypto.randomUUID(), title: 'Tiradentes', asks: false, decisionDate: null },
    costs: { vehicleCents: 0, guideCents: 0, otherCents: 0, ticketCents: 0, mealCents: 0, ads: [], version: 0 },
  });
  await beOnPhone();
  await open({ [READ]: list(newDeparture(), free) });
  await expect.element(page.getByText('1 saída está abaixo do mínimo e pede decisão.')).toBeVisible();
  for (const words of ['12 de 46', 'Abaixo do mínimo', 'Decidir até 30/11/2026', 'Empata com 14 pessoas.']) {
    await expect.element(card().getByText(words)).toBeVisible();
  }
  await expect.element(card().getByText('-R$ 272,00')).toBeVisible();
  await expect.element(card().getByLabelText(/^O que sobra/)).toBeVisible();
  await page.getByRole('button', { name: 'Detalhes: Tiradentes' }).click();
  const costs = card('Tiradentes').getByRole('link', { name: 'Informe os custos' });
  await expect.element(costs).toHaveAttribute('href', `/admin/passeios/${free.id}/financeiro`);
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test.each([
  [1280, 72],
  [360, 96],
])('in a window of %i px no departure is higher than %i px until it is opened', async (width, most) => {
  await setWindow(width);
  const title = 'Fim de semana na praia, com um nome comprido que não cabe em uma linha só';
  const later = newDeparture({ id: crypto.randomUUID(), title, date: '2027-01-05T08:00:00.000Z' });
  const { searches } = await open({ [READ]: list(newDeparture(), later) });
  await page.getByRole('button', { name: 'Detalhes: Capitólio' }).click();
  const heights = page
    .getByRole('article')
    .elements()
    .map((row) => row.getBoundingClientRect().height);
  expect(Math.max(...heights)).toBeLessThanOrEqual(most);
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await page.getByLabelText('Mês').selectOptions('janeiro de 2027 (1)');
  await expect.poll(() => new URLSearchParams(searches[READ]).get('month')).toBe('2027-01');
});

test('a trip of many dates is one row, which opens to each date with its decision', async () => {
  await beOnPhone();
  const calm = { asks: false, decisionDate: null };
  const next = newDeparture({ ...calm, title: 'Cachoeira', date: '2026-12-06T08:00:00.000Z' });
  const later = newDeparture({
    ...calm,
    id: crypto.randomUUID(),
    title: 'Cachoeira',
    date: '2026-12-13T08:00:00.000Z',
  });
  const series = { id: crypto.randomUUID(), dates: 2, to: later.date, capacity: 92, placesTaken: 15 };
  const { searches } = await open({ [READ]: [list({ ...next, series }), list(next, later)] });
  expect(new URLSearchParams(searches[READ]).get('folded')).toBe('true');
  await expect.element(card('Cachoeira')).toMatchTextContent(/2 datas, até 13\/12\/2026/);
  await expect.element(card('Cachoeira')).toMatchTextContent(/15 de 46 na próxima/);
  const toggle = page.getByRole('button', { name: 'Datas: Cachoeira' });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  const dates = page.getByRole('list', { name: 'Datas de Cachoeira' });
  await expect.poll(() => dates.getByRole('article').elements()).toHaveLength(2);
  expect(new URLSearchParams(searches[READ]).get('seriesId')).toBe(series.id);
  await dates.getByRole('button', { name: /^Detalhes: dom., 13 de dez/ }).click();
  await expect.element(dates.getByText('-R$ 272,00')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('staff guarantees a departure after a question, and undoes it before anybody was notified', async () => {
  const { calls } = await open({
    [READ]: [list(newDeparture()), list(newDeparture({ guarantee: given, asks: false })), list(newDeparture())],
    [PROMISE]: { json: newDeparture({ guarantee: given }) },
    [UNDO]: { json: newDeparture() },
  });
  await card().getByRole('button', { name: 'Garantir saída: Capitólio' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Saída garantida.');
  await expect.element(card().getByText(/Garantida por Rita.*avisadas por e-mail em 2 minutos/)).toBeVisible();
  await card().getByRole('button', { name: 'Desfazer a garantia: Capitólio' }).click();
  await expectToast('success', 'Garantia desfeita: ninguém foi avisado.');
  await expect.element(card().getByRole('button', { name: /^Garantir saída/ })).toBeVisible();
  expect(calls.filter((call) => call === PROMISE || call === UNDO)).toEqual([PROMISE, UNDO]);
});

test('undoing an announced guarantee asks first; a refusal of the server is shown', async () => {
  const message = 'As pessoas já foram avisadas.';
  const notified = { ...given, told: true };
  const { calls } = await open({
    [READ]: list(newDeparture({ guarantee: notified })),
    [UNDO]: refusal(409, { message }),
  });
  await card().getByRole('button', { name: 'Desfazer a garantia: Capitólio' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  expect(calls).not.toContain(UNDO);
  await card().getByRole('button', { name: 'Desfazer a garantia: Capitólio' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('error', message);
});

test('the page says that nothing departs', async () => {
  await open({ [READ]: list() });
  await expect.element(page.getByText('Nenhuma saída marcada')).toBeVisible();
});

test('the page links to open boardings, also without other departures', async () => {
  const boarding = [{ id, title: 'Capitólio', date: '2026-11-23T08:00:00.000Z' }];
  await open({ [READ]: { json: { today: '2026-11-23', data: [], total: 0, boarding, cancelled: [] } } });
  const section = page.getByRole('region', { name: 'Embarque aberto' });
  await expect
    .element(section.getByRole('link', { name: /^Capitólio 23\/11/ }))
    .toHaveAttribute('href', `/admin/embarque/${id}`);
  await expect.element(page.getByText('Nenhuma saída marcada')).toBeVisible();
});

test('departed trips link to their settlement report', async () => {
  const departed = {
    ...{ id, title: 'Capitólio', date: '2026-11-14T08:00:00.000Z', returnDate: '2026-11-14T23:00:00.000Z' },
    ...{ people: { boarded: 38, missed: 2, unknown: 0 }, closedAt: null },
  };
  await open({ [READ]: list(), 'GET /api/departures/departed': { json: { data: [departed] } } });
  const past = page.getByRole('region', { name: 'Já saíram' });
  await expect.element(past.getByText(/38 viajaram, 2 não compareceram/)).toBeVisible();
  await expect.element(past.getByText('Contas a fechar')).toBeVisible();
  const link = past.getByRole('link', { name: 'Fechamento: Capitólio' });
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${id}/fechamento`);
});
