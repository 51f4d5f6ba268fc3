import type { ListedTrip, Trip } from '@passeio/contract/trips/trips';
import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useUser } from '~/features/session/user-store';
import { publicSettings } from '~/features/settings/operator.sample';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { expectAboveBar, expectNoSidewaysScrolling, setWindow } from '~/test/screen';
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

const listOf = (data: ListedTrip[], total = data.length, number = 1) => ({
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
  await expectAboveBar(page.getByRole('checkbox').nth(12), bar(120));
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

/** A trip on four Saturdays, as the list has it, with its dates. */
function saturdays() {
  const seriesId = crypto.randomUUID();
  const dates = ['07', '14', '21', '28'].map((day, index) =>
    newTrip({ seriesId, title: 'Cachoeira', date: `2043-03-${day}T07:30:00.000Z`, placesLeft: 28 - index }),
  );
  const [first, , , last] = dates as [Trip, Trip, Trip, Trip];
  dates[2] = { ...(dates[2] as Trip), isActive: false, situation: 'draft' };
  const series = { dates: 4, drafts: 1, from: first.date, to: last.date, capacity: 112, placesLeft: 106 };
  return { first, dates, folded: { ...first, series } };
}

test('a trip of many dates is one row, which opens to its dates by the keyboard', async () => {
  await setWindow();
  const { dates, folded } = saturdays();
  await open([listOf([folded, newTrip({ title: 'Serra' })]), listOf(dates.slice(1))]);
  const row = page.getByRole('row').filter({ hasText: 'Cachoeira' });
  await expect.element(row).toMatchTextContent(/4 datas, até 28\/03\/2043 · 1 rascunho/);
  await expect.element(row).toMatchTextContent(/0 de 28.*6 de 112 em 4 datas/);
  expect(asked()).toMatchObject({ folded: 'true', upcoming: 'true' });
  await expect.element(page.getByText('2 passeios')).toBeVisible();
  const toggle = page.getByRole('button', { name: 'Cachoeira', exact: true });
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false');
  (toggle.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  const listed = page.getByRole('list', { name: 'Datas de Cachoeira' }).getByRole('listitem');
  await expect.poll(() => listed.elements()).toHaveLength(4);
  expect(asked()).toMatchObject({ otherDatesOf: dates[0]?.id, upcoming: 'true', sort: 'date' });
  expect(asked()).not.toHaveProperty('folded');
  await expect.element(listed.nth(2)).toMatchTextContent(/sáb\., 21\/03\/2043 04:30.*Rascunho.*2 de 28/);
  const link = listed.nth(1).getByRole('link');
  await expect.element(link).toHaveAttribute('href', `/admin/passeios/${dates[1]?.id}`);
  await expect.element(button('Ações de sáb., 14/03/2043')).toBeVisible();
  await expectNoSidewaysScrolling();
  await expectNothingFound();
  await userEvent.keyboard('{Enter}');
  await expect.element(listed.first()).not.toBeInTheDocument();
});

test('dates of a trip are chosen in its row, and changed together or published', async () => {
  const { first, dates, folded } = saturdays();
  await open([listOf([folded]), listOf(dates.slice(1))]);
  await button('Cachoeira').click();
  const choice = (day: string) => page.getByRole('checkbox', { name: `Escolher sáb., ${day}/03/2043` });
  const change = (count: number) => page.getByRole('link', { name: `Alterar estas ${count} datas` });
  await choice('07').click();
  await expect.element(page.getByText('1 escolhido')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^Alterar/ })).not.toBeInTheDocument();
  await choice('21').click({ modifiers: ['Shift'] });
  await expect.element(choice('14')).toBeChecked();
  await expect.element(change(3)).toHaveAttribute('href', `/admin/passeios/${first.id}`);
  await expect.element(button('Publicar 1 rascunho')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Todas as datas (4)' }).click();
  await expect.element(change(4)).toBeVisible();
  await expectNothingFound();
  await button('Desmarcar').click();
  await expect.element(choice('14')).not.toBeChecked();
});

test('dates that have gone cannot be chosen', async () => {
  const { dates, folded } = saturdays();
  const gone = dates.map((trip) => ({ ...trip, situation: 'closed' as const }));
  await open([listOf([{ ...folded, situation: 'closed' }]), listOf(gone.slice(1))], {
    at: `${LIST}?situacao=realizados`,
  });
  await button('Cachoeira').click();
  const listed = page.getByRole('list', { name: 'Datas de Cachoeira' }).getByRole('listitem');
  await expect.element(listed.first()).toMatchTextContent(/28\/03/);
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('who finds nothing clears the filters', async () => {
  await open([listOf([]), listOf([newTrip()])], { at: `${LIST}?q=nada&mes=2041-04` });
  await page.getByRole('link', { name: 'Limpar filtros' }).click();
  await expect.element(address).toHaveTextContent(LIST);
  await expect.element(titles).toHaveTextContent('Ubatuba');
});

const on = (day: string) => newTrip({ date: `2043-03-${day}T07:30:00.000Z` });

const previewOf = (...dates: { date: string; holiday?: string; conflicts?: object[] }[]) => ({
  json: { dates: dates.map((date) => ({ holiday: null, conflicts: [], ...date })) },
});

async function openCopies(trip: Trip) {
  await button(`Ações do passeio ${trip.title}`).click();
  await page.getByRole('menuitem', { name: 'Duplicar' }).click();
  return page.getByRole('dialog', { name: 'Duplicar passeio' });
}

test('a trip is duplicated to two days', async () => {
  const [trip, second, third] = [on('07'), on('14'), on('28')];
  const COPY = `POST /api/trips/${trip.id}/copies`;
  const { bodies } = await open([listOf([trip]), listOf([trip, second, third])], {
    [COPY]: listOf([second, third]),
    [`${COPY}/preview`]: previewOf(),
  });
  const dialog = await openCopies(trip);
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

test('a trip is repeated by a rule until a day, without holidays and days on which its van is away', async () => {
  const trip = on('07');
  const COPY = `POST /api/trips/${trip.id}/copies`;
  const { bodies } = await open([listOf([trip]), listOf([trip])], {
    [COPY]: listOf([on('08')]),
    [`${COPY}/preview`]: previewOf(
      { date: '2043-03-15', holiday: 'Carnaval' },
      { date: '2043-03-29', conflicts: [{ kind: 'vehicle', text: 'Van já está em “Ilhabela”' }] },
    ),
  });
  const dialog = await openCopies(trip);
  await expect.element(dialog.getByLabelText('Dia', { exact: true })).toHaveDisplayValue('sábado');
  await dialog.getByLabelText('até').fill('2044-07-19');
  await button('Marcar 61 dias').click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Escolha no máximo 60 dias de cada vez.');
  await dialog.getByLabelText('Dia', { exact: true }).selectOptions('domingo');
  await dialog.getByLabelText('até').fill('2043-04-05');
  await button('Marcar 5 dias').click();
  await expect.element(dialog.getByText('Van já está em “Ilhabela”')).toBeVisible();
  await expectNothingFound('dialog[open]');
  await button('Tirar 1 feriado').click();
  await button('Tirar 1 dia com conflito').click();
  await button('Criar 3 cópias').click();
  await expect.poll(() => bodies[COPY]).toEqual({ dates: ['2043-03-08', '2043-03-22', '2043-04-05'] });
});

test('a trip is repeated on the last Saturday of each month', async () => {
  const trip = on('07');
  const COPY = `POST /api/trips/${trip.id}/copies`;
  await open([listOf([trip])], { [`${COPY}/preview`]: previewOf() });
  const dialog = await openCopies(trip);
  await dialog.getByLabelText('Repetir').selectOptions('todo mês');
  await dialog.getByLabelText('Semana do mês').selectOptions('a última');
  await dialog.getByLabelText('até').fill('2043-05-31');
  await button('Marcar 3 dias').click();
  const days = dialog.getByRole('list', { name: 'Dias escolhidos' });
  await expect.element(days).toHaveTextContent('sáb., 28/03/2043sáb., 25/04/2043sáb., 30/05/2043');
});

test('a copy that is another trip stays apart', async () => {
  const [trip, other] = [on('07'), on('14')];
  const COPY = `POST /api/trips/${trip.id}/copies`;
  const { bodies } = await open([listOf([trip]), listOf([trip, other])], {
    [COPY]: listOf([other]),
    [`${COPY}/preview`]: previewOf(),
  });
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
