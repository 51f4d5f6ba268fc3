import type { PassengerTrip, PassengerWithExtras } from '@passeio/contract/boarding/passengers';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { samplePassenger, sampleTotals, sampleTrip } from '~/features/reservations/passengers/passenger.sample';
import { renderInArea } from '~/test/area';
import { expectNothingFound } from '~/test/axe';
import type { FakeResponse } from '~/test/network';
import { newDetails, newParticipant } from '~/test/reservations';
import { beOnPhone, expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as passengerList from './passenger-list';

const LIST = `GET /api/trips/${sampleTrip.id}/passengers`;
const [trefoil, terminal] = sampleTrip.boardingPoints;

/** Three people of as many reservations. */
const people = ['Gumercindo Vasconcelos de Albuquerque Chaves', 'Nair Siqueira', 'Teodora Campos'].map(
  (name, index) => {
    const id = crypto.randomUUID();
    const { reservation, ...person } = samplePassenger({ name, number: index + 1 });
    return { ...person, payer: { ...person.payer, id, name }, reservation: { ...reservation, id, people: 1 } };
  },
);
const [first, nair, teodora] = people as [PassengerWithExtras, PassengerWithExtras, PassengerWithExtras];

const listOf = (data: PassengerWithExtras[], trip: Partial<PassengerTrip> = {}) => ({
  json: {
    ...{ data, page: { number: 1, size: 50, total: data.length }, totals: sampleTotals },
    trip: { ...sampleTrip, ...trip },
  },
});

/** The list as staff sees it. */
async function open(responses: Record<string, FakeResponse | FakeResponse[]>, search = '') {
  const path = '/admin/passeios/:tripId/passageiros';
  const at = path.replace(':tripId', sampleTrip.id) + search;
  return renderInArea(passengerList, { role: 'OPERATOR', responses, at, path });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const more = (name: string) => button(`Mais ações: ${name}`);
const dialog = (name: string) => page.getByRole('dialog', { name });

test('on a phone people are rows of about 70 px; a press opens the rest, and filters stay away until they are wanted', async () => {
  await setWindow();
  await open({ [LIST]: listOf(people, { placesLeft: 0 }) });
  await expect.element(button('Nova reserva')).toBeDisabled();
  await expect.element(page.getByText('Sem vagas: para adicionar alguém, aumente a lotação do passeio.')).toBeVisible();
  const rows = page.getByRole('row').filter({ hasText: 'Falta R$' });
  await expect.element(rows.nth(2)).toBeVisible();
  const heights = rows.elements().map((row) => row.getBoundingClientRect().height);
  expect(heights).toHaveLength(3);
  // A name that does not fit takes a line more.
  heights.shift();
  expect(Math.max(...heights)).toBeLessThanOrEqual(72);

  const row = rows.nth(1);
  const toggle = row.getByRole('button', { name: /^Nair.*Adulto.*Falta R\$\s867,00.*Aguardando pagamento do sinal/ });
  const chat = row.getByRole('link', { name: /^WhatsApp/ });
  const confirm = row.getByRole('button', { name: /^Confirmar sinal/ });
  await expect.element(confirm).not.toBeInTheDocument();
  await expect
    .element(row.getByRole('link', { name: `Abrir a reserva 34679A: ${nair.name}` }))
    .toHaveAttribute('href', `/admin/reservas/${nair.reservation.id}`);
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect
    .element(chat)
    .toHaveAttribute('href', expect.stringMatching(/^https:\/\/wa\.me\/5535988112233\?text=Ol/));
  await expect.element(confirm).toBeVisible();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  await toggle.click();
  await expect.element(chat).not.toBeInTheDocument();

  const status = page.getByLabelText('Situação', { exact: true });
  await expect.element(status).not.toBeInTheDocument();
  await button('Filtros').click();
  await status.selectOptions('todas');
  await expect.element(button('Filtros (1)')).toBeVisible();
  await expectNoSidewaysScrolling();
});

test.each([
  [1280, 800],
  [360, 740],
])('in a window of %i × %i px the first person is above the fold', async (width, height) => {
  await setWindow(width);
  await open({ [LIST]: listOf(people) });
  const row = page.getByRole('row').filter({ hasText: first.name });
  await expect.element(row).toBeVisible();
  expect(row.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  await expectNoSidewaysScrolling();
  await expectNothingFound();
});

test('nothing that opens over the list is wider than a phone', async () => {
  await setWindow();
  const path = `/api/reservations/${first.reservation.id}`;
  const quote = { contractedCents: 86_700, receivedCents: 86_700, penaltyCents: 0, refundCents: 86_700 };
  const participant = newParticipant({ id: first.id, name: first.name });
  await open({
    [LIST]: listOf([first, nair, teodora]),
    [`GET ${path}/cancellation`]: { json: { ...quote, rule: 'Sem multa.', promisedFor: '2026-12-01' } },
    [`GET ${path}`]: { json: newDetails({ id: first.reservation.id, participants: [participant] }) },
  });
  await page.getByRole('button', { name: new RegExp(`^${first.name}`) }).click();
  for (const [entry, title, words] of [
    ['Registrar pagamento', 'Registrar pagamento', 'Valor recebido'],
    ['Dados da pessoa', first.name, 'Nome completo'],
    ['Cancelar reserva', 'Cancelar reserva', 'Motivo'],
  ] as const) {
    await more(first.name).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await expect.element(dialog(title).getByText(words).first()).toBeVisible();
    // What lies over the page makes it no wider.
    const { left, right } = dialog(title).element().getBoundingClientRect();
    expect([left >= 0, right <= 360]).toEqual([true, true]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog(title)).not.toBeInTheDocument();
  }
});

test('the list by keyboard alone: the focus comes back to where it was, also where the row goes elsewhere', async () => {
  const changed = { ...teodora, boardingPointId: trefoil?.id ?? null, boardingPoint: trefoil ?? null };
  const path = `PUT /api/trips/${sampleTrip.id}/passengers/boarding`;
  const { bodies } = await open({
    [LIST]: [listOf([first, nair, teodora]), listOf([changed, first, nair])],
    [path]: { json: {} },
  });
  const press = async (...keys: string[]) => userEvent.keyboard(keys.map((key) => `{${key}}`).join(''));
  const focus = (element: Element) => (element as HTMLElement).focus();
  await expect.element(button('Nova reserva')).toBeVisible();
  focus(button('Nova reserva').element());
  await press('Enter');
  await expect.element(dialog('Nova reserva').getByLabelText('Nome, CPF ou telefone')).toHaveFocus();
  await press('Escape');
  await expect.element(button('Nova reserva')).toHaveFocus();

  focus(more(teodora.name).element());
  await press('Enter');
  await expect.element(page.getByRole('menuitem', { name: 'Dados da pessoa' })).toHaveFocus();
  await press('ArrowDown');
  await expect.element(page.getByRole('menuitem', { name: 'Abrir reserva' })).toHaveFocus();
  await press('ArrowDown', 'ArrowDown', 'ArrowDown');
  await expect.element(page.getByRole('menuitem', { name: 'Registrar pagamento' })).toHaveFocus();
  await press('Enter');
  await expect.element(page.getByRole('dialog').getByLabelText('Valor recebido')).toHaveFocus();
  await press('Escape');
  await expect.element(more(teodora.name)).toHaveFocus();

  const boarding = page.getByLabelText(`Ponto de embarque de ${teodora.name}`);
  await expect.element(boarding).toHaveValue(terminal?.id);
  focus(boarding.element());
  await userEvent.keyboard('04:30');
  await expectToast('success', 'Embarque de Teodora alterado.');
  expect(bodies[path]).toEqual({ participantIds: [teodora.id], boardingPointId: trefoil?.id });
  const group = page.getByRole('rowgroup').filter({ hasText: '04:30 Três Corações' });
  await expect.element(group.getByText(teodora.name, { exact: true }).last()).toBeVisible();
  await expect.element(boarding).toHaveFocus();
});

test('people are chosen, and the list is exported and printed with the columns of one’s own', async () => {
  const path = `GET /api/trips/${sampleTrip.id}/passengers/export`;
  const { searches } = await open({ [LIST]: listOf(people), [path]: { text: 'a list' } });
  await page.getByRole('checkbox', { name: 'Escolher todos: 05:00 Varginha – Terminal Rodoviário' }).click();
  await expect.element(button('Mudar embarque')).toBeVisible();
  await button('Mais ações com as pessoas escolhidas').click();
  await page.getByRole('menuitem', { name: 'Exportar CSV' }).click();
  await expectToast('success', 'Pessoas escolhidas exportadas.');
  expect(new URLSearchParams(searches[path]).get('participants')?.split(',').length).toBeGreaterThan(0);
  await button('Lista de passageiros').click();
  await expect.element(page.getByRole('menuitem', { name: 'Imprimir' })).toBeVisible();
  await expectNothingFound();
  await page.getByRole('menuitem', { name: 'Colunas e grupos' }).click();
  const columns = dialog('Colunas e grupos da lista');
  await expectNothingFound('dialog[open]');
  await columns.getByLabelText('Falta pagar').click();
  for (const column of ['Tarifa', 'Telefone', 'Acompanhante']) await columns.getByLabelText(column).click();
  await button('Guardar escolha').click();

  await button('Lista de passageiros').click();
  await page.getByRole('menuitem', { name: 'Exportar PDF' }).click();
  await expectToast('success', 'Lista de passageiros exportada.');
  const chosen = 'number,name,document,issuer,birthdate,boarding,seat,due';
  expect(Object.fromEntries(new URLSearchParams(searches[path]))).toEqual({
    format: 'pdf',
    columns: chosen,
    group: 'boarding',
  });
  await button('Lista de passageiros').click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Imprimir' }))
    .toHaveAttribute('href', `/admin/passeios/${sampleTrip.id}/lista?colunas=${chosen}`);
});

test('extras are in the details of people who have some, and in the totals', async () => {
  await beOnPhone();
  const lunch = { id: crypto.randomUUID(), label: 'Almoço', count: 2 };
  const list = listOf([{ ...first, extras: [lunch] }, nair]).json;
  const totals = { ...sampleTotals, extras: [{ ...lunch, count: 12 }] };
  await open({ [LIST]: { json: { ...list, totals } } });
  await expect.element(page.getByRole('list', { name: 'O passeio em números' })).toMatchTextContent(/12 × Almoço/);
  await expect.element(page.getByText('Adicionais: 2 × Almoço')).not.toBeInTheDocument();
  await page.getByRole('button', { name: new RegExp(`^${first.name}`) }).click();
  await expect.element(page.getByText('Adicionais: 2 × Almoço')).toBeVisible();
  const row = page.getByRole('button', { name: /^Nair Siqueira/ });
  await row.click();
  await expect.element(row).toHaveAttribute('aria-expanded', 'true');
  expect(page.getByText(/^Adicionais:/).elements()).toHaveLength(1);
});

test('what somebody lacks is filled in on the spot, until nobody lacks anything', async () => {
  const missing: PassengerWithExtras['missing'] = ['name', 'birthdate', 'documentNumber', 'documentIssuer'];
  const benedita = { ...nair, name: 'Benedita', missing };
  const participant = newParticipant({ id: benedita.id, name: 'Benedita' });
  const details = newDetails({ id: benedita.reservation.id, participants: [participant] });
  const path = `/api/reservations/${details.id}`;
  const PUT = `PUT ${path}/participants/${benedita.id}`;
  const lists = [listOf([benedita]), listOf([])];
  const responses = { [LIST]: lists, [`GET ${path}`]: { json: details }, [PUT]: { json: {} } };
  const { bodies, calls } = await open(responses, '?pendentes=sim');
  await expect.element(button('Preencher os dados de Benedita')).toBeVisible();
  await expectNothingFound();
  await button('Preencher os dados de Benedita').click();
  const form = dialog('Benedita');
  await form.getByLabelText('Nome completo').fill('Benedita Rosa Lemos');
  await form.getByLabelText('Número do documento').fill('MG-7.654.321');
  await form.getByRole('combobox', { name: 'Órgão emissor' }).fill('SSP');
  await page.getByRole('option', { name: 'SSP/MG' }).click();
  const birthdate = form.getByLabelText('Data de nascimento');
  await birthdate.fill('31021990');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect.element(birthdate).toHaveAttribute('aria-invalid', 'true');
  expect(calls).not.toContain(PUT);
  await birthdate.fill('28021990');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expectToast('success', 'Dados de Benedita salvos.');
  expect(bodies[PUT]).toEqual({
    ...{ name: 'Benedita Rosa Lemos', birthdate: '1990-02-28' },
    ...{ documentNumber: 'MG-7.654.321', documentIssuer: 'SSP/MG' },
  });
  await expect.element(page.getByText('Ninguém com dados faltando')).toBeVisible();
});
