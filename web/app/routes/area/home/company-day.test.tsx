import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { newOverview } from '~/test/overview';
import { expectNoSidewaysScrolling, expectWords, setWindow } from '~/test/screen';
import * as home from './home';

const own = {
  'GET /api/reservations/me': { json: { data: [], page: { number: 1, size: 100, total: 0 } } },
  'GET /api/waiting-list/me': { json: { data: [] } },
};

const open = (overview = newOverview(), failed = 0, works: FakeResponse = { json: { data: [] } }) =>
  renderInArea(home, {
    ...{ at: '/home', role: 'ADMIN' },
    responses: {
      ...own,
      'GET /api/overview': { json: overview },
      'GET /api/messages/failed': { json: { data: [], total: failed } },
      'GET /api/failed-work': works,
    },
  });

const region = (name: string) => page.getByRole('region', { name });

test('every number says what the server counted, and leads to the list behind it', async () => {
  await setWindow();
  const overview = newOverview();
  await open(overview, 2);
  const main = page.getByRole('main');
  for (const [label, words, href] of [
    [/^Próximas saídas/, '9', '/admin/passeios'],
    [/^A receber/, 'R$ 12.345,671.012 reservas', '/admin/reservas?lista=a-receber'],
    [/^Sinal atrasado/, 'R$ 260,103 reservas', '/admin/reservas?lista=sinal-atrasado'],
    [/^Abaixo do mínimo/, '1passeio', '/admin/passeios?situacao=abaixo-do-minimo'],
    [/^Saídas a decidir/, '1', '/admin/saidas'],
  ] as const) {
    const figure = main.getByRole('link', { name: label });
    await expectWords(figure, words);
    await expect.element(figure).toHaveAttribute('href', href);
  }
  await expectWords(region('Mensagens'), '2 mensagens não saíram.');
  const why = region('Mensagens').getByRole('link', { name: 'Ver para quem e por quê' });
  await expect.element(why).toHaveAttribute('href', '/admin/mensagens');
  const trips = region('Próximas saídas').getByRole('listitem');
  for (const [index, { id, title }] of overview.departures.data.entries()) {
    await expectWords(trips.nth(index), '12 de 46 vagas');
    const link = trips.nth(index).getByRole('link', { name: title });
    await expect.element(link).toHaveAttribute('href', `/admin/passeios/${id}/passageiros`);
  }
});

test('a trip of many dates is shown once, and opens to the others of these days', async () => {
  await setWindow();
  const overview = newOverview();
  const [next] = overview.departures.data as [(typeof overview.departures.data)[number]];
  const other = { ...next, id: crypto.randomUUID(), date: '2099-12-12T08:00:00.000Z', placesTaken: 7 };
  await open({ ...overview, departures: { total: 1, data: [{ ...next, others: [other] }] } });
  const trips = region('Próximas saídas').getByRole('listitem');
  const more = region('Próximas saídas').getByRole('button', { name: 'Mais 1 data de Capitólio' });
  await expect.element(more).toHaveAttribute('aria-expanded', 'false');
  expect(trips.elements()).toHaveLength(1);
  await more.click();
  await expect.element(more).toHaveAttribute('aria-expanded', 'true');
  await expectWords(trips.nth(1), '7 de 46 vagas');
  const link = trips.nth(1).getByRole('link', { name: 'Capitólio' });
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${other.id}/passageiros`);
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('a new installation opens with its first steps, each of which leads to where it is done', async () => {
  await setWindow();
  const done = { operator: true, contact: false, paymentKey: false, policy: false };
  await open(newOverview({ firstSteps: { ...done, vehicle: true, trip: false, colleague: false } }));
  await expectWords(region('Primeiros passos'), '2 de 7 feitos');
  const links = region('Primeiros passos').getByRole('link');
  for (const [index, [words, href]] of [
    ['Nome e marca: feito', '/admin/configuracoes/marca'],
    ['Contato: a fazer', '/admin/configuracoes/contato'],
    ['Chave Pix: a fazer', '/admin/configuracoes/pagamento'],
    ['Política de cancelamento: a fazer', '/admin/configuracoes/textos'],
    ['Primeiro veículo: feito', '/admin/veiculos'],
    ['Primeiro passeio: a fazer', '/admin/passeios'],
    ['Convidar um colega: a fazer', '/admin/usuarios'],
  ].entries()) {
    await expectWords(links.nth(index), words ?? '');
    await expect.element(links.nth(index)).toHaveAttribute('href', href);
  }
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('the start page says once that operators of before keep what they could do', async () => {
  const { calls } = await renderInArea(home, {
    ...{ at: '/home', role: 'ADMIN' },
    responses: {
      ...own,
      'GET /api/overview': [{ json: newOverview({ operatorsWithAll: 2 }) }, { json: newOverview() }],
      'GET /api/messages/failed': { json: { data: [], total: 0 } },
      'GET /api/failed-work': { json: { data: [] } },
      'DELETE /api/overview/permissions-notice': { json: { closed: true } },
    },
  });
  const notice = region('Permissões da equipe');
  await expect.element(notice).toMatchTextContent(/2 operadores de antes continuam com todas as permissões/);
  await expect
    .element(notice.getByRole('link', { name: 'Rever permissões' }))
    .toHaveAttribute('href', '/admin/usuarios?role=OPERATOR');
  await expectNothingFound();
  await notice.getByRole('button', { name: 'Entendi' }).click();
  await expect.element(notice).not.toBeInTheDocument();
  expect(calls).toContain('DELETE /api/overview/permissions-notice');
});

test('work that failed is named, and leads to why', async () => {
  const work = (label: string) => ({
    ...{ name: label, label, ifFailed: 'Ocupa espaço.', count: 1, reason: 'O disco está cheio.' },
    ...{ firstFailedAt: '2026-11-21T16:00:00.000Z', lastFailedAt: '2026-11-21T16:00:00.000Z' },
  });
  const works = { json: { data: [work('Avisos de pagamento'), work('Apagar acessos vencidos')] } };
  await open(newOverview(), 0, works);
  await expectWords(region('Trabalhos com falha'), 'Avisos de pagamento e apagar acessos vencidos.');
  const why = region('Trabalhos com falha').getByRole('link', { name: 'Ver o que houve' });
  await expect.element(why).toHaveAttribute('href', '/admin/mensagens');
});

test('without an answer about work that failed the page stays whole', async () => {
  await open(newOverview(), 0, refusal(404));
  await expect.element(region('Próximas saídas')).toBeVisible();
  await expect.element(region('Trabalhos com falha')).not.toBeInTheDocument();
});

test("the week's money is shown by method, credits apart", async () => {
  await setWindow();
  const { money } = newOverview();
  const methods = [...money.methods, { method: 'credit' as const, inCents: 12_300, outCents: 12_300 }];
  await open(newOverview({ money: { ...money, methods, creditUsedCents: 12_300, creditGrantedCents: 12_300 } }));
  const week = region('Dinheiro da semana');
  await expect.element(week.getByText(/^R\$\s500,00 recebidos/)).toBeVisible();
  const credits = 'Créditos de clientes: usados R$ 123,00, concedidos R$ 123,00. Créditos ficam fora do recebido';
  await expect.element(week.getByText(`Pix: R$ 500,00. ${credits}`, { exact: false })).toBeVisible();
});

test('charts have their numbers in a table too, each of which leads to its list', async () => {
  await setWindow();
  const overview = newOverview();
  await open(overview);
  const perDay = region('Reservas por dia');
  await expectWords(perDay, '435 reservas nos últimos 30 dias');
  await expect
    .element(perDay.getByRole('img', { name: /^Reservas feitas por dia: 435 .+ 29 em um dia/ }))
    .toBeVisible();
  perDay.element().scrollIntoView();
  await expect.poll(() => perDay.element().querySelectorAll('.recharts-bar-rectangle').length).toBeGreaterThan(20);
  for (const numbers of page.getByText('Ver números').elements()) (numbers as HTMLElement).click();
  const links = perDay.getByRole('row').getByRole('link');
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(
    overview.reservationsPerDay.map(({ reservations }) => String(reservations)),
  );
  await expect.element(links.last()).toHaveAttribute('href', '/admin/reservas?lista=feitas&dia=2026-11-23');
  const months = region('A receber por mês de saída').getByRole('row').getByRole('link');
  await expect.element(months.first()).toHaveAttribute('href', '/admin/reservas?lista=a-receber&mes=2026-12');
  await expect.element(region('Mensagens')).not.toBeInTheDocument();
  await expect.element(region('Primeiros passos')).not.toBeInTheDocument();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});
