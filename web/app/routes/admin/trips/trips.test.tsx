import type { Trip } from '@passeio/contract/trips/trips';
import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { publicSettings } from '~/features/settings/operator.sample';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { newTrip, newTripMoney } from '~/test/trip';
import * as trips from './trips';

const LIST = '/admin/passeios';
const titles = page.getByRole('row').getByRole('link');
const search = page.getByRole('searchbox', { name: 'Buscar passeio' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const nothing = page.getByRole('heading', { name: 'Nenhum passeio encontrado' });
const address = page.getByRole('status', { name: 'Endereço' });

/** The page with its address, and the browser's way back. */
function Page(props: ComponentProps<typeof trips.default>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <trips.default {...props} />
      <output aria-label="Endereço">{pathname + search}</output>
      <button type="button" onClick={() => navigate(-1)}>
        Voltar
      </button>
    </>
  );
}

const listOf = (data: Trip[], total = data.length, number = 1) => ({
  json: { data, page: { number, size: 25, total } },
});

/** The list, with what the API answers in turn. */
async function open(
  lists: FakeResponse[],
  { at = LIST, ...responses }: { at?: string } & Record<string, unknown> = {},
) {
  signIn('OPERATOR');
  const months = ['2041-04', '2041-05'].map((month) => ({ month, trips: 1 }));
  const network = answerCalls({
    'GET /api/trips': lists,
    'GET /api/trips/months': { json: { data: months, page: { number: 1, size: 2, total: 2 } } },
    ...(responses as Record<string, FakeResponse>),
  });
  await renderRoute({ ...trips, default: Page }, { at, path: LIST });
  return network;
}

/** What the list was last asked for. */
const asked = () => {
  const addresses = vi
    .mocked(window.fetch)
    .mock.calls.map(([input]) => String(input instanceof Request ? input.url : input));
  return Object.fromEntries(
    new URL(addresses.findLast((one) => /\/trips\?/.test(one)) ?? '', location.href).searchParams,
  );
};

const choose = (label: string, choice: string) => page.getByRole('combobox', { name: label }).selectOptions(choice);

test('what is looked for, and in which order, stands in the address, and Back undoes it; it fits a phone', async () => {
  await setWindow();
  const [lake, hills] = [newTrip({ title: 'Águas', priceCents: 100 }), newTrip({ title: 'Serra', priceCents: 900 })];
  const [all, both, byPrice, one, none] = [[lake, hills], [hills, lake], [lake, hills], [hills], []].map((data) =>
    listOf(data),
  );
  await open([all, both, byPrice, one, none, one, byPrice, both, all].flatMap((list) => list ?? []));
  await expect.element(titles.nth(1)).toBeVisible();
  await expectNoSidewaysScrolling();
  await search.fill('FURNAS ');
  await expect.element(titles.first()).toHaveTextContent('Serra');
  await expect.element(page.getByText('2 passeios')).toBeVisible();
  await expect.element(address).toHaveTextContent(`${LIST}?q=FURNAS`);
  await button('Filtros').click();
  await choose('Ordenar por', 'Menor preço');
  await expect.element(titles.first()).toHaveTextContent('Águas');
  expect(asked()).toMatchObject({ text: 'FURNAS', sort: 'price' });
  await choose('Mês', 'abril de 2041');
  await expect.element(titles.nth(1)).not.toBeInTheDocument();
  await choose('Situação', 'No ar');
  await expect.element(nothing).toBeVisible();
  await expect.element(address).toHaveTextContent(`${LIST}?q=FURNAS&ordem=preco&mes=2041-04&situacao=no-ar`);
  expect(asked()).toMatchObject({ month: '2041-04', isActive: 'true' });

  await button('Voltar').click();
  await expect.element(titles).toHaveTextContent('Serra');
  await button('Voltar').click();
  await expect.element(titles.nth(1)).toHaveTextContent('Serra');
  await button('Voltar').click();
  await expect.element(titles.nth(1)).toHaveTextContent('Águas');
  await expect.element(search).toHaveValue('FURNAS ');
  await button('Voltar').click();
  await expect.element(search).toHaveValue('');
});

test('pages are turned; an order or a filter begins at the first one again', async () => {
  const some = ['Passeio 1', 'Passeio 2', 'Passeio 3'].map((title) => newTrip({ title }));
  const [first, second] = [listOf(some, 29), listOf(some.slice(0, 2), 29, 2)];
  await open([first, second, first, second, listOf(some, 28)], { at: `${LIST}?q=passeio` });
  await expect.element(page.getByText('29 passeios')).toBeVisible();
  await button('Página 2').click();
  await expect.element(address).toHaveTextContent(`${LIST}?q=passeio&page=2`);
  await expect.poll(() => titles.elements()).toHaveLength(2);
  await page.getByRole('columnheader', { name: 'Preço' }).getByRole('button').click();
  await expect.element(address).toHaveTextContent(`${LIST}?q=passeio&ordem=preco`);
  await expect.poll(() => titles.elements()).toHaveLength(3);
  await button('Página 2').click();
  await expect.poll(() => titles.elements()).toHaveLength(2);
  expect(asked()).toMatchObject({ page: '2', sort: 'price' });
  await choose('Mês', 'abril de 2041');
  await expect.element(page.getByText('28 passeios')).toBeVisible();
  await expect.element(address).not.toMatchTextContent(/page=/);
});

test('a trip is published, taken off the portal, archived, found among the archived ones and restored', async () => {
  const draft = newTrip({ isActive: false, situation: 'draft', minParticipants: 20, placesLeft: 28 });
  const active: Trip = { ...draft, isActive: true, situation: 'open' };
  const archived = { ...draft, isArchived: true };
  const CHANGE = `PUT /api/trips/${draft.id}/publication`;
  const lists = [[draft], [active], [draft], [], [archived], [draft], [draft]].map((data) => listOf(data));
  const { bodies } = await open(lists, {
    ...{ at: `${LIST}?q=ubatuba`, [CHANGE]: { json: draft } },
    // What cannot be loaded keeps nobody from publishing.
    ...{ 'GET /api/settings': refusal(500), [`GET /api/trips/${draft.id}/money`]: refusal(500) },
  });
  const row = page.getByRole('row', { name: /Ubatuba/ });
  const menu = button(`Ações do passeio ${draft.title}`);
  const act = async (action: string) => {
    await menu.click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  await expect.element(row).toMatchTextContent(/Rascunho/);
  await act('Publicar');
  await expectToast('success', 'O passeio está no portal.');
  expect(bodies[CHANGE]).toEqual({ isActive: true });
  await expect.element(row).toMatchTextContent(/Faltam 20 para a saída garantida/);
  await menu.click();
  const onPortal = page.getByRole('menuitem', { name: 'Ver no portal' });
  await expect.element(onPortal).toHaveAttribute('href', `/portal/passeio/${draft.slug}`);
  await expectNothingFound();

  await page.getByRole('menuitem', { name: 'Tirar do ar' }).click();
  const question = page.getByRole('dialog', { name: 'Tirar do ar?' });
  await expect.element(question).toMatchTextContent(/As reservas feitas continuam valendo\./);
  await button('Confirmar').click();
  await expectToast('success', 'O passeio saiu do portal.');
  expect(bodies[CHANGE]).toEqual({ isActive: false });
  await expect.element(row).toMatchTextContent(/Rascunho/);

  await act('Arquivar');
  await button('Confirmar').click();
  await expectToast('success', 'Passeio arquivado.');
  expect(bodies[CHANGE]).toEqual({ isArchived: true });
  await expect.element(nothing).toBeVisible();
  await choose('Situação', 'Arquivados');
  await expect.element(row).toMatchTextContent(/Arquivado/);
  expect(asked()).toMatchObject({ archived: 'true' });
  await act('Desarquivar');
  await expectToast('success', 'Passeio desarquivado. Ele continua fora do ar até você publicar.');
  expect(bodies[CHANGE]).toEqual({ isArchived: false });
});

test('publishing asks first where clients could not pay, ask or read the rules, or the minimum makes a loss', async () => {
  const draft = newTrip({ isActive: false, situation: 'draft', minParticipants: 12 });
  const CHANGE = `PUT /api/trips/${draft.id}/publication`;
  const empty = { takesPix: false, whatsapp: '', phone: '', email: '', cancellationPolicyHtml: '' };
  const { calls } = await open([listOf([draft])], {
    ...{ at: LIST, [CHANGE]: { json: draft }, 'GET /api/settings': { json: { ...publicSettings, ...empty } } },
    [`GET /api/trips/${draft.id}/money`]: { json: newTripMoney(draft) },
  });
  const publish = async () => {
    await button(`Ações do passeio ${draft.title}`).click();
    await page.getByRole('menuitem', { name: 'Publicar', exact: true }).click();
  };
  await publish();
  const question = page.getByRole('dialog', { name: 'Publicar assim mesmo?' });
  await expect.element(question).toMatchTextContent(/Chave Pix: sem ela.*Contato: .*Política de cancelamento: /);
  await expect.element(question).toMatchTextContent(/Empata com 20 pessoas\. Com a lotação mínima, de 12 pessoas/);
  // Settings are for administrators.
  await expect.element(question).toMatchTextContent(/Quem preenche é um administrador/);
  await expect.element(question.getByRole('link')).not.toBeInTheDocument();
  await button('Cancelar').click();
  expect(calls).not.toContain(CHANGE);

  signIn('ADMIN');
  await publish();
  const link = question.getByRole('link', { name: 'Chave Pix' });
  await expect.element(link).toHaveAttribute('href', '/admin/configuracoes/pagamento');
  await expectNothingFound();
  await button('Confirmar').click();
  await expectToast('success', 'O passeio está no portal.');
});

const draftOn = (day: string, more: Partial<Trip> = {}) =>
  newTrip({ date: `2043-03-${day}T07:30:00.000Z`, isActive: false, situation: 'draft', ...more });
const publicationOf = ({ id }: Trip) => `PUT /api/trips/${id}/publication`;
const bar = (count: number) => button(`Publicar ${count} rascunhos`);

test('several drafts are chosen over pages and published with one dialog, which warns once', async () => {
  const [first, second, third, fourth] = [
    draftOn('07', { minParticipants: 12 }),
    draftOn('14', { minParticipants: 12 }),
    draftOn('21'),
    draftOn('28'),
  ];
  const others = [newTrip({ title: 'Serra' }), draftOn('02', { situation: 'closed' })];
  const empty = { takesPix: false, whatsapp: '', phone: '', email: '', cancellationPolicyHtml: '<p>Regras</p>' };
  const money = [first, second].map((trip) => [`GET /api/trips/${trip.id}/money`, { json: newTripMoney(trip) }]);
  const [all, page2] = [listOf([first, second, third, fourth]), listOf([third, fourth], 29, 2)];
  const { bodies, calls } = await open([listOf([...others, first, second], 29), all, page2, listOf([])], {
    ...{ 'GET /api/settings': { json: { ...publicSettings, ...empty } }, ...Object.fromEntries(money) },
    ...Object.fromEntries([first, second, third].map((trip) => [publicationOf(trip), { json: trip }])),
  });
  const choice = (name: RegExp) => page.getByRole('checkbox', { name });
  await button('Selecionar todos os rascunhos').click();
  await expect.element(bar(4)).toBeVisible();
  expect(asked()).toMatchObject({ isActive: 'false', upcoming: 'true', cancelled: 'false', page: '1', size: '100' });
  expect(page.getByRole('checkbox').elements()).toHaveLength(2);
  await button('Página 2').click();
  await choice(/Escolher Ubatuba, sáb\., 28\/03\/2043/).click();
  await expect.element(choice(/Escolher Ubatuba, sáb\., 21\/03\/2043/)).toBeChecked();
  await expectNothingFound();
  await bar(3).click();

  const dialog = page.getByRole('dialog', { name: 'Publicar 3 rascunhos' });
  await expect.element(dialog).toMatchTextContent(/Chave Pix: .*Contato: /);
  await expect.element(dialog).not.toMatchTextContent(/Política/);
  expect(dialog.element().textContent.match(/Ubatuba: Empata com 20 pessoas\./g)).toHaveLength(1);
  const dates = dialog.getByRole('list', { name: 'Rascunhos' }).getByRole('listitem').elements();
  expect(dates.map(({ textContent }) => textContent.match(/\d\d\/03/)?.[0])).toEqual(['07/03', '14/03', '21/03']);
  await expectNothingFound('dialog[open]');
  expect(calls.join()).not.toContain('publication');
  await dialog.getByRole('button', { name: 'Publicar 3 rascunhos' }).click();
  await expectToast('success', '3 passeios no portal.');
  for (const trip of [first, second, third]) expect(bodies[publicationOf(trip)]).toEqual({ isActive: true });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/^\d+ escolhido/)).not.toBeInTheDocument();
});

test('all drafts are those of every page of the search, a hundred at a time', async () => {
  const some = Array.from({ length: 120 }, () => draftOn('07'));
  const parts = [some.slice(0, 25), some.slice(0, 100), some.slice(100)].map((part, index) =>
    listOf(part, 120, Math.max(index, 1)),
  );
  await open(parts, { at: `${LIST}?situacao=rascunhos&q=ubatuba&page=2` });
  await button('Selecionar todos os rascunhos').click();
  await expect.element(bar(120)).toBeVisible();
  await expect.element(page.getByText('120 escolhidos')).toBeVisible();
  expect(asked()).toMatchObject({ text: 'ubatuba', page: '2', size: '100' });
});

test('what became of each draft is said; those refused stay chosen, and are tried again', async () => {
  await setWindow();
  const [first, second, third] = [draftOn('07'), draftOn('14'), draftOn('21')];
  const active = { ...first, isActive: true, situation: 'open' } as const;
  const gone = refusal(409, { code: 'TRIP_CANCELLED', message: 'Esta saída foi cancelada.' });
  const { calls } = await open(
    [listOf([first, second, third]), listOf([first, second, third]), listOf([active, second, third])],
    {
      ...{ 'GET /api/settings': { json: publicSettings }, [publicationOf(first)]: { json: active } },
      ...{ [publicationOf(second)]: gone, [publicationOf(third)]: ['lost', { json: third }] },
    },
  );
  await button('Selecionar todos os rascunhos').click();
  await expectNoSidewaysScrolling();
  await bar(3).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar 3 rascunhos' });
  await dialog.getByRole('button', { name: 'Publicar 3 rascunhos' }).click();
  const row = (day: string) => dialog.getByRole('listitem').filter({ hasText: `${day}/03/2043` });
  await expect.element(row('07')).toMatchTextContent(/No ar$/);
  await expect.element(row('14')).toMatchTextContent(/Esta saída foi cancelada\.$/);
  await expect.element(row('21')).toMatchTextContent(/O servidor não respondeu\. Tente de novo em instantes\.$/);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('1 publicado, 2 fora do ar.');
  await expectNoSidewaysScrolling();
  await expectNothingFound('dialog[open]');

  await dialog.getByRole('button', { name: 'Tentar de novo (2)' }).click();
  await expect.element(row('21')).toMatchTextContent(/No ar$/);
  await expect.element(dialog.getByRole('status')).toHaveTextContent('2 publicados, 1 fora do ar.');
  expect(calls.filter((call) => call === publicationOf(first))).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await expect.element(page.getByText('1 escolhido')).toBeVisible();
  await button('Desmarcar').click();
  await expect.element(page.getByText('1 escolhido')).not.toBeInTheDocument();
});

test('without the permission to edit trips no draft can be chosen', async () => {
  await open([listOf([draftOn('07'), draftOn('14')])]);
  await expect.element(button('Selecionar todos os rascunhos')).toBeVisible();
  useUser.setState(({ user }) => ({ user: { ...user, permissions: [] } }));
  await page.getByRole('searchbox').fill('ubatuba');
  await expect.element(address).toHaveTextContent(`${LIST}?q=ubatuba`);
  await expect.element(button('Selecionar todos os rascunhos')).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('who finds nothing clears the filters', async () => {
  await open([listOf([]), listOf([newTrip()])], { at: `${LIST}?q=nada&mes=2041-04` });
  await page.getByRole('link', { name: 'Limpar filtros' }).click();
  await expect.element(address).toHaveTextContent(LIST);
  await expect.element(titles).toHaveTextContent('Ubatuba');
});

const on = (day: string) => newTrip({ date: `2043-03-${day}T07:30:00.000Z` });

test('a trip is duplicated to two days', async () => {
  const [trip, second, third] = [on('07'), on('14'), on('28')];
  const COPY = `POST /api/trips/${trip.id}/copies`;
  const { bodies } = await open([listOf([trip]), listOf([trip, second, third])], { [COPY]: listOf([second, third]) });
  await button(`Ações do passeio ${trip.title}`).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicar passeio' });
  await button('Criar cópia').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Escolha pelo menos um dia no calendário.');
  for (const day of ['14 março 2043', '21 março 2043', '28 março 2043']) await button(day).click();
  await button('Tirar sáb., 21/03/2043').click();
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['sáb., 14/03/2043', 'sáb., 28/03/2043']);
  await expectNothingFound('dialog[open]');
  await button('Criar 2 cópias').click();
  await expectToast('success', '2 cópias criadas, fora do ar. Confira e publique quando quiser.');
  expect(bodies[COPY]).toEqual({ dates: ['2043-03-14', '2043-03-28'] });
  await expect.element(page.getByText('3 passeios')).toBeVisible();
  await expect.element(page.getByRole('row').nth(3)).toMatchTextContent(/sáb\., 28\/03\/204304:30/);
});

test('a trip is repeated every week until a day, at most for a year', async () => {
  const trip = on('07');
  const COPY = `POST /api/trips/${trip.id}/copies`;
  const { bodies } = await open([listOf([trip]), listOf([trip])], { [COPY]: listOf([on('08')]) });
  await button(`Ações do passeio ${trip.title}`).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Duplicar passeio' });
  await expect.element(dialog.getByLabelText('Repetir')).toHaveDisplayValue('todo sábado');
  await dialog.getByLabelText('até').fill('2044-03-19');
  await button('Marcar 53 dias').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Escolha no máximo 52 dias de cada vez.');
  await dialog.getByLabelText('Repetir').selectOptions('todo domingo');
  await dialog.getByLabelText('até').fill('2043-03-22');
  await button('Marcar 3 dias').click();
  await button('Tirar dom., 15/03/2043').click();
  await expectNothingFound('dialog[open]');
  await button('Criar 2 cópias').click();
  await expect.poll(() => bodies[COPY]).toEqual({ dates: ['2043-03-08', '2043-03-22'] });
});

test('a copy that is another trip stays apart', async () => {
  const [trip, other] = [on('07'), on('14')];
  const COPY = `POST /api/trips/${trip.id}/copies`;
  const { bodies } = await open([listOf([trip]), listOf([trip, other])], { [COPY]: listOf([other]) });
  await button(`Ações do passeio ${trip.title}`).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  await button('14 março 2043').click();
  const isSame = page.getByRole('switch', { name: /^É o mesmo passeio em outra data/ });
  await expect.element(isSame).toBeChecked();
  await isSame.click();
  await button('Criar cópia').click();
  await expectToast('success', 'Cópia criada, fora do ar. Confira e publique quando quiser.');
  expect(bodies[COPY]).toEqual({ dates: ['2043-03-14'], isAnotherTrip: true });
});
