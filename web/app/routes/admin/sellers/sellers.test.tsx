import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import { type FakeResponse, refusal } from '~/test/network';
import { expectToFit, expectWords } from '~/test/screen';
import { newCommissionRule, newSeller, newStatement } from '~/test/sellers';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import * as rules from './rules';
import * as sellerPage from './seller';
import * as sellerList from './seller-list';
import * as sellers from './sellers';
import * as statements from './statements';

type Responses = Record<string, FakeResponse | FakeResponse[]>;
const LIST = 'GET /api/sellers';
const RULES = 'GET /api/commission-rules';
const STATEMENTS = 'GET /api/commission-statements';
const LINK = 'https://passeios.example/portal/vender#q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ';

const listOf = <One,>(...data: One[]) => ({ json: { data, page: { number: 1, size: 50, total: data.length } } });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const field = (label: string) => page.getByLabelText(label, { exact: true });

function open(below: '' | 'extratos' | 'regras', responses: Responses) {
  const child = { '': sellerList, extratos: statements, regras: rules }[below];
  return renderInArea(
    { ...sellers, children: { [below]: child } },
    { role: 'OPERATOR', at: `/admin/vendedores/${below}`, path: '/admin/vendedores', responses },
  );
}

test('staff adds a seller by their name and sends the invitation, which is shown once', async () => {
  const jussara = newSeller();
  const bento = newSeller({
    name: 'Bento Reis',
    kind: 'person',
    account: null,
    invitedUntil: '2027-01-14T12:00:00.000Z',
  });
  const create = 'POST /api/sellers';
  const { bodies } = await open('', {
    [LIST]: { json: { data: [jussara, bento] } },
    [create]: { status: 201, json: { ...bento, link: LINK } },
  });
  const row = page.getByRole('link', { name: /^Jussara Turismo/ });
  await expectWords(row, 'Ganho R$ 1.284,50');
  await expectWords(row, 'A pagar R$ 454,50');
  await expect.element(row).toHaveAttribute('href', `/admin/vendedores/${jussara.id}`);
  await expect.element(page.getByText('Convite aberto até 14/01 às 09:00')).toBeVisible();
  await expectNothingFound();
  await expectToFit();

  await button('Novo vendedor').click();
  await button('Salvar e convidar').click();
  await expect.element(field('Nome')).toHaveFocus();
  await field('Nome').fill('Bento Reis');
  await field('WhatsApp').fill('35988887777');
  await field('CPF ou CNPJ').fill('111.111.111-11');
  await button('Salvar e convidar').click();
  await expect.element(field('CPF ou CNPJ')).toHaveFocus();
  await field('CPF ou CNPJ').clear();
  await expectNothingFound('dialog[open]');
  await button('Salvar e convidar').click();
  const dialog = page.getByRole('dialog', { name: 'Convite de Bento Reis' });
  await expect
    .element(dialog.getByRole('link', { name: 'Enviar pelo WhatsApp' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent(LINK)));
  await expectNothingFound('dialog[open]');
  expect(bodies[create]).toMatchObject({ kind: 'person', name: 'Bento Reis', contact: '+5535988887777', taxId: '' });
});

test('no seller yet says what sellers are, and offers to add one', async () => {
  await open('', { [LIST]: { json: { data: [] } } });
  await expect.element(page.getByRole('heading', { name: 'Nenhum vendedor ainda' })).toBeVisible();
  await expect.element(button('Novo vendedor')).toBeVisible();
});

test('a rule is set for all, changed and ended; former versions stay', async () => {
  const rule = newCommissionRule();
  const former = newCommissionRule({ value: 800, text: '8% das tarifas', endedAt: '2026-10-01T12:00:00.000Z' });
  const set = 'POST /api/commission-rules';
  const end = `DELETE /api/commission-rules/${rule.id}`;
  const answer = { json: { data: [rule, former] } };
  const { bodies, calls } = await open('regras', { [RULES]: answer, [set]: { ...answer, status: 201 }, [end]: answer });
  const inForce = page.getByRole('list', { name: 'Regras em vigor' });
  await expectWords(inForce, '10% das tarifas');
  await expectWords(inForce, 'para todos os vendedores, em todas as saídas');
  await expectWords(page.getByRole('list', { name: 'Versões anteriores' }), '8% das tarifas');
  await expectNothingFound();
  await expectToFit();

  await button(/^Mudar 10%/).click();
  await field('Quantos por cento').fill('120');
  await button('Salvar regra').click();
  await expect.element(page.getByText('Use até 100%.')).toBeVisible();
  await field('Quantos por cento').fill('12,5');
  await expectNothingFound('dialog[open]');
  await button('Salvar regra').click();
  await expectToast('success', 'Regra salva: vale a partir de agora.');
  const everywhere = { sellerId: null, tripId: null, seriesId: null };
  expect(bodies[set]).toEqual({ ...everywhere, kind: 'percent_of_fares', value: 1_250 });

  await button(/^Encerrar 10%/).click();
  await button('Confirmar').click();
  await expectToast('success', 'Regra encerrada.');
  expect(calls).toContain(end);
});

test('a rule is for a seller and all dates of a trip, as an amount for each person', async () => {
  const jussara = newSeller();
  const trip = newTrip({ seriesId: crypto.randomUUID() });
  const set = 'POST /api/commission-rules';
  const { bodies } = await open('regras', {
    [RULES]: { json: { data: [] } },
    [LIST]: { json: { data: [jussara] } },
    'GET /api/trips': listOf(trip),
    [set]: { status: 201, json: { data: [newCommissionRule()] } },
  });
  await button('Nova regra').click();
  await page.getByRole('combobox', { name: 'Vendedor' }).click();
  await page.getByRole('option', { name: 'Jussara Turismo' }).click();
  await page.getByRole('combobox', { name: 'Saída' }).click();
  await page.getByRole('option', { name: /Ubatuba/ }).click();
  await page.getByText('Valor por pessoa').first().click();
  await page.getByRole('textbox', { name: 'Valor por pessoa' }).fill('15');
  await button('Salvar regra').click();
  await expectToast('success', 'Regra salva: vale a partir de agora.');
  const scope = { sellerId: jussara.id, tripId: null, seriesId: trip.seriesId };
  expect(bodies[set]).toEqual({ ...scope, kind: 'amount_per_person', value: 1_500 });
});

test('staff closes the month of a seller, reads the statement and records its Pix', async () => {
  const jussara = newSeller();
  const statement = newStatement();
  const paid = { ...statement, payment: { paidAt: '2026-12-31T12:00:00.000Z', endToEndId: 'E1234' } };
  const close = 'POST /api/commission-statements';
  const pay = `POST /api/commission-statements/${statement.id}/payment`;
  const { bodies } = await open('extratos', {
    [STATEMENTS]: [listOf(), listOf(statement), listOf(paid)],
    [LIST]: { json: { data: [jussara] } },
    [close]: [
      refusal(409, { code: 'COMMISSION_MONTH_CLOSED', message: 'Este mês já foi fechado.' }),
      { status: 201, json: statement },
    ],
    [pay]: { status: 201, json: paid },
  });
  await button('Fechar um mês').click();
  await page.getByRole('combobox', { name: 'Vendedor' }).click();
  await page.getByRole('option', { name: 'Jussara Turismo' }).click();
  await button('Fechar extrato').click();
  await expect.element(page.getByText('Este mês já foi fechado.')).toBeVisible();
  await expectNothingFound('dialog[open]');
  await button('Fechar extrato').click();
  await expectToast('success', 'Extrato de novembro de 2026 fechado: R$\u00a0200,00.');
  expect(bodies[close]).toEqual({ sellerId: jussara.id, month: '2026-11' });
  await expectNothingFound();
  await expectToFit();

  await button('Pagar o extrato de novembro de 2026 de Jussara Turismo').click();
  await expect.element(page.getByText('jussara@vendas.example')).toBeVisible();
  await button('Marcar como pago').click();
  await expect.element(field('Identificador do Pix')).toHaveFocus();
  const endToEndId = 'E00000000202612311200abcdefghijk';
  await field('Identificador do Pix').fill(endToEndId);
  await button('Marcar como pago').click();
  await expectToast('success', 'Extrato de Jussara Turismo marcado como pago.');
  expect(bodies[pay]).toEqual({ endToEndId, paidOn: '2026-12-31' });
  await expect.element(page.getByText('Pago em 31/12/2026')).toBeVisible();
});

function openSeller(seller: ReturnType<typeof newSeller>, responses: Responses = {}) {
  return renderInArea(sellerPage, {
    role: 'OPERATOR',
    at: `/admin/vendedores/${seller.id}`,
    path: '/admin/vendedores/:sellerId',
    responses: {
      [`GET /api/sellers/${seller.id}`]: { json: seller },
      [RULES]: {
        json: { data: [newCommissionRule({ sellerId: seller.id, sellerName: seller.name, text: '12% das tarifas' })] },
      },
      [STATEMENTS]: listOf(newStatement()),
      ...responses,
    },
  });
}

test('the page of a seller shows balance, statements, rules, places and sales', async () => {
  const seller = newSeller();
  const { searches } = await openSeller(seller);
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expectWords(region('Jussara Turismo'), '/v/ACDEFGH');
  await expectWords(region('Extratos'), 'Novembro de 2026');
  await expectWords(region('Comissão própria'), '12% das tarifas');
  await expectWords(region('Vagas guardadas'), '4 de 6 vagas livres, até 01/05 às 18:00');
  await expectWords(region('Vendas'), 'Marina Alves de Souza');
  expect(searches[STATEMENTS]).toContain(`sellerId=${seller.id}`);
  await expectNothingFound();
  await expectToFit();
});

test('places are set aside until the end of a day, and given back', async () => {
  const seller = newSeller();
  const trip = newTrip();
  const [allotment] = seller.allotments;
  const set = `PUT /api/sellers/${seller.id}/allotments/${trip.id}`;
  const change = `PUT /api/sellers/${seller.id}/allotments/${allotment?.tripId}`;
  const { bodies } = await openSeller(seller, {
    'GET /api/trips': listOf(trip),
    [set]: { json: seller },
    [change]: { json: { ...seller, allotments: [] } },
  });
  await button('Guardar vagas').click();
  await page.getByRole('combobox', { name: 'Saída' }).click();
  await page.getByRole('option', { name: /Ubatuba/ }).click();
  await button('Salvar').click();
  await expect.element(page.getByText('Informe quantas vagas.')).toBeVisible();
  await field('Quantas vagas').fill('6');
  await field('Guardar até').fill('30/04/2027');
  await button('Salvar').click();
  await expectToast('success', 'Vagas guardadas atualizadas.');
  expect(bodies[set]).toEqual({ places: 6, until: '2027-05-01T02:59:00.000Z' });

  await button('Mudar as vagas guardadas em Ubatuba').click();
  await field('Quantas vagas').fill('0');
  await button('Salvar').click();
  await expect.poll(() => bodies[change]).toMatchObject({ places: 0 });
});

test('a seller stops selling, and one who has not accepted gets another invitation', async () => {
  const seller = newSeller({ account: null, invitedUntil: '2026-12-01T12:00:00.000Z' });
  const change = `PUT /api/sellers/${seller.id}`;
  const { bodies } = await openSeller(seller, {
    [`POST /api/sellers/${seller.id}/invitation`]: {
      status: 201,
      json: { link: LINK, expiresAt: '2027-01-14T12:00:00.000Z' },
    },
    [change]: { json: { ...seller, isActive: false, version: 3 } },
  });
  await expect.element(page.getByText('Convite vencido')).toBeVisible();
  await button('Criar outro convite').click();
  await expect.element(page.getByLabelText('Link')).toHaveValue(LINK);
  await button('Fechar').click();
  await button('Editar').click();
  await page.getByRole('switch', { name: /^Vende/ }).click();
  await button('Salvar').click();
  await expectToast('success', 'Cadastro de Jussara Turismo salvo.');
  expect(bodies[change]).toMatchObject({ isActive: false, version: 2, kind: 'agency', taxId: '11222333000181' });
});

test('an unknown seller is not found', async () => {
  const seller = newSeller();
  const gone = refusal(404, { code: 'SELLER_NOT_FOUND', message: 'Não encontramos este vendedor.' });
  await openSeller(seller, { [`GET /api/sellers/${seller.id}`]: gone });
  await expect.element(page.getByRole('heading', { name: 'Não encontramos este vendedor' })).toBeVisible();
});
