import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderRoute } from '~/test/render';
import { fares, newDetails, newParticipant, newPayer, newReservedTrip } from '~/test/reservations';
import { expectNoSidewaysScrolling, expectToFit, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import * as reservationPage from './reservation';

const PATH = '/api/reservations/A3K7QX';
const COMPANIONS = 'GET /api/reservations/me/companions';
const nobody = { json: { data: [] } };
const noTimeline = { json: { data: [], hasEarlier: false } };
const field = (label: string) => page.getByLabelText(label, { exact: true });
const save = page.getByRole('button', { name: /^Salvar/ });
const person = (name: string) => page.getByRole('listitem').filter({ hasText: name });

async function open(details: object, responses: Record<string, FakeResponse | FakeResponse[]> = {}) {
  signIn();
  const { id } = details as { id?: string };
  const network = answerCalls({
    [`GET ${PATH}`]: { json: details },
    [COMPANIONS]: nobody,
    [`GET /api/reservations/${id}/timeline`]: noTimeline,
    ...responses,
  });
  await renderRoute(reservationPage, { at: '/minhasreservas/A3K7QX', path: '/minhasreservas/:code' });
  return network;
}

/** Part of a text; money is written with a space that does not break. */
const part = (words: string) => new RegExp(words.replace(/[.$()+]/g, '\\$&').replaceAll(' ', '\\s'));

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('the page says how the reservation stands, and what to do', async () => {
  await open(newDetails({ state: 'booked', receivedCents: 20_000 }));
  const standing = page.getByRole('region', { name: 'Cânions de Furnas' });
  await expect.element(standing.getByText('Confirmada (sinal pago)', { exact: true })).toBeVisible();
  await expect.element(standing.getByText(part('Falta pagar R$ 273,00.'))).toBeVisible();
});

test.each(['expired', 'cancelled'] as const)(
  'of a reservation that is %s nothing is missing, nor has it a boarding',
  async (state) => {
    await open(newDetails({ state }));
    await expect
      .element(page.getByRole('region', { name: 'Quem vai' }).getByText('Marina Alves de Souza'))
      .toBeVisible();
    await expect.element(page.getByText(/^Embarque às/)).not.toBeInTheDocument();
    await expect.element(page.getByText(/^Falta: /)).not.toBeInTheDocument();
    await expect.element(page.getByText('Dados completos')).not.toBeInTheDocument();
  },
);

test('a hold says until when, with the time left', async () => {
  const holdExpiresAt = new Date(Date.now() + (3 * 60 + 12) * 60_000).toISOString();
  await open(newDetails({ holdExpiresAt }));
  await expect.element(page.getByText('Faltam 3 h 12 min')).toBeVisible();
  await expect.element(page.getByText(/· até .+, às \d\d:\d\d$/)).toBeVisible();
});

test('people who were added wait for their deposit, while the others stay confirmed', async () => {
  const heldUntil = new Date(Date.now() + (3 * 60 + 12) * 60_000).toISOString();
  const added = [newParticipant({ heldUntil }), newParticipant({ heldUntil })];
  await open(
    newDetails({ state: 'booked', receivedCents: 20_000, depositCents: 31_000, participants: [newPayer(), ...added] }),
  );
  await expect.element(page.getByText('Confirmada; 2 pessoas aguardam o sinal', { exact: true })).toBeVisible();
  await expect.element(page.getByText(part('2 pessoas aguardam o sinal de R$ 110,00. Pague por Pix'))).toBeVisible();
  await expect.element(page.getByText('Faltam 3 h 12 min')).toBeVisible();
  await expect.element(person('Pessoa 2').getByText(/· aguarda o sinal$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: part('Pagar o sinal') })).toBeVisible();
});

test('offered places say what to pay until when, and that they can be left to the next person', async () => {
  await open(newDetails({ channel: 'waiting_list', holdExpiresAt: inDays(0.1) }));
  await expect
    .element(page.getByText(part('Saíram vagas para o seu grupo: pague o sinal de R$ 141,90 por Pix')))
    .toBeVisible();
  await expect.element(page.getByText(/^Faltam 2 h/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Deixar para a próxima pessoa' })).toBeVisible();
  await expectNothingFound();
  await expectToFit();
});

test('the price stands line by line', async () => {
  const adjustments = [
    { id: crypto.randomUUID(), amountCents: -5_000, reason: 'Aniversário', isPenalty: false, createdAt: inDays(-1) },
  ];
  await open(newDetails({ adjustments, totalCents: 42_300, receivedCents: 10_000 }));
  const price = page.getByRole('region', { name: 'Valores' });
  const lines = () => price.getByRole('definition').elements();
  const amounts = () => lines().map((one) => one.textContent?.replaceAll('\u00a0', ' '));
  await expect
    .poll(amounts)
    .toEqual([
      ...['R$ 189,00', 'R$ 189,00', 'R$ 95,00', '-R$ 50,00'],
      ...['R$ 423,00', 'R$ 141,90', 'R$ 100,00', 'R$ 323,00'],
    ]);
  await expect.element(price.getByText('Aniversário')).toBeVisible();
});

test('a status of a newer server asks for a reload, and the rest of the page works', async () => {
  const status = { key: 'promised', label: 'Prometida', tone: 'violet', nextStep: 'Espere.', until: null };
  await open({ ...newDetails(), state: 'reviewed', status, channel: 'partner' });
  await expect.element(page.getByText('Atualize a página')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Atualizar a página' })).toBeVisible();
  await expect.element(person('Marina Alves de Souza').getByText('Dados completos')).toBeVisible();
});

test("somebody else's reservation is a page that does not exist", async () => {
  await open({}, { [`GET ${PATH}`]: refusal(404, { code: 'RESERVATION_NOT_FOUND', message: 'Não encontramos.' }) });
  await expect.element(page.getByRole('heading', { name: '/404' })).toBeVisible();
});

test('a person is filled in, and only what was typed is sent', async () => {
  const guest = newParticipant();
  const details = newDetails({ participants: [newPayer(), guest] });
  const { bodies } = await open(details, {
    [`PUT /api/reservations/${details.id}/participants/${guest.id}`]: { json: {} },
  });
  await expect.element(person('Pessoa 2').getByText(/^Falta: nome completo, nascimento, documento/)).toBeVisible();
  await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
  await field('Nome completo').fill('Ana Prado');
  await field('Data de nascimento').fill('02031988');
  await field('CPF').fill('11111111111');
  await save.click();
  await expect.element(field('CPF')).toHaveAccessibleDescription(/CPF inválido/);
  await field('CPF').fill('52998224725');
  await save.click();
  await expectToast('success', 'Dados de Ana salvos.');
  expect(bodies[`PUT /api/reservations/${details.id}/participants/${guest.id}`]).toEqual({
    name: 'Ana Prado',
    birthdate: '1988-03-02',
    cpf: '52998224725',
  });
});

test('a child who is 13 on the day of departure is explained and priced before saving', async () => {
  const child = newParticipant({}, fares.child);
  const payer = newPayer();
  const details = newDetails({ participants: [payer, child] });
  const PUT = `PUT /api/reservations/${details.id}/participants/${child.id}`;
  const { bodies } = await open(details, { [PUT]: { json: {} } });
  const departure = new Date(details.trip.date);
  await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
  await field('Data de nascimento').fill(`01/01/${departure.getUTCFullYear() - 14}`);
  const price = 'anos no dia da saída vale a tarifa Adulto: R$ 189,00 em vez de R$ 95,00. O total passa de';
  await expect.element(page.getByText(part(`${price} R$ 284,00 para R$ 378,00.`))).toBeVisible();
  await expectNothingFound('dialog[open]');
  await setWindow();
  await expectNoSidewaysScrolling();
  await page.getByLabelText('Quem acompanha?').selectOptions('Marina Alves de Souza');
  await page.getByRole('button', { name: 'Salvar com esta tarifa' }).click();
  await expectToast('success', 'Dados salvos.');
  expect(bodies[PUT]).toMatchObject({ fareId: fares.adult.id, companionId: payer.id });
});

test('somebody of an earlier reservation is filled in with one tap', async () => {
  const guest = newParticipant();
  const details = newDetails({ participants: [newPayer(), guest] });
  const PUT = `PUT /api/reservations/${details.id}/participants/${guest.id}`;
  const ana = {
    ...{ name: 'Ana Prado', birthdate: '1988-03-02', documentType: 'cin', documentNumber: '529.982.247-25' },
    ...{ documentIssuer: 'SSP/MG', cpf: '11144477735', contact: '+5535999990000' },
  };
  const { bodies } = await open(details, { [COMPANIONS]: { json: { data: [ana] } }, [PUT]: { json: {} } });
  await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
  await page.getByRole('button', { name: 'Ana Prado' }).click();
  await expect.element(field('Data de nascimento')).toHaveValue('02/03/1988');
  await save.click();
  await expectToast('success', 'Dados de Ana salvos.');
  expect(bodies[PUT]).toEqual(ana);
});

test('what is typed survives a lost answer, a closed dialog and a reload', async () => {
  const guest = newParticipant();
  const details = newDetails({ participants: [newPayer(), guest] });
  const PUT = `PUT /api/reservations/${details.id}/participants/${guest.id}`;
  await open(details, { [PUT]: 'lost' });
  await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
  await field('Nome completo').fill('Ana Prado');
  await save.click();
  await expectToast('error', 'Houve falha nesta ação. O que você digitou continua aqui.');
  await expect.element(field('Nome completo')).toHaveValue('Ana Prado');
  await page.getByRole('button', { name: 'Fechar' }).click();
  await page.getByRole('button', { name: 'Preencher: Pessoa 2' }).click();
  await expect.element(page.getByText('Recuperamos o que você não salvou.')).toBeVisible();
  await expect.element(field('Nome completo')).toHaveValue('Ana Prado');
});

test("a companion's link is sent by WhatsApp and can be revoked", async () => {
  const guest = newParticipant({ name: 'Ana Prado', contact: '+5535999991234' });
  const details = newDetails({ participants: [newPayer(), guest] });
  const LINK = `/api/reservations/${details.id}/participants/${guest.id}/link`;
  const url = 'https://passeios.example/participante#abc';
  const sent = { ...details, participants: [details.participants[0], { ...guest, hasLink: true }] };
  const { calls } = await open(details, {
    [`GET ${PATH}`]: [{ json: details }, { json: sent }],
    [`POST ${LINK}`]: { json: { url } },
    [`DELETE ${LINK}`]: { json: {} },
  });
  await page.getByRole('button', { name: 'Pedir que Ana preencha' }).click();
  const whatsapp = page.getByRole('link', { name: 'Enviar pelo WhatsApp' });
  await expect.element(whatsapp).toBeVisible();
  const href = new URL(whatsapp.element().getAttribute('href') ?? '');
  expect(href.pathname).toBe('/5535999991234');
  expect(href.searchParams.get('text')).toContain(url);
  await expectNothingFound('dialog[open]');
  await page.getByRole('button', { name: 'Fechar' }).click();
  await expect.element(person('Ana Prado').getByText(part('Link enviado'))).toBeVisible();
  await page.getByRole('button', { name: 'Mais ações: Ana Prado' }).click();
  await page.getByRole('menuitem', { name: 'Cancelar link' }).click();
  await expectToast('success', 'Link cancelado: ele não abre mais.');
  expect(calls).toContain(`DELETE ${LINK}`);
});

test('a person is added at a price that is said first, and taken out with the new total', async () => {
  const guest = newParticipant({ name: 'Ana Prado' });
  const details = newDetails({ participants: [newPayer(), guest] });
  const POST = `POST /api/reservations/${details.id}/participants`;
  const DELETE = `DELETE /api/reservations/${details.id}/participants/${guest.id}`;
  const { bodies, calls } = await open(details, { [POST]: { status: 201, json: {} }, [DELETE]: { json: {} } });
  await page.getByRole('button', { name: 'Incluir pessoa' }).click();
  await field('Tarifa').selectOptions(fares.child.id);
  await expect
    .element(page.getByText(part('Criança: R$ 95,00. O total passa de R$ 378,00 para R$ 473,00. Ocupa uma vaga.')))
    .toBeVisible();
  await page.getByRole('button', { name: 'Incluir na reserva' }).click();
  await expectToast('success', 'Pessoa incluída na reserva.');
  expect(bodies[POST]).toMatchObject({ fareId: fares.child.id });

  await page.getByRole('button', { name: 'Mais ações: Ana Prado' }).click();
  await page.getByRole('menuitem', { name: 'Tirar da reserva' }).click();
  const question = page.getByRole('alertdialog', { name: 'Tirar Ana Prado da reserva?' });
  await expect.element(question.getByText(part('O total passa de R$ 378,00 para R$ 189,00.'))).toBeVisible();
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await expectToast('success', 'Ana Prado saiu da reserva.');
  expect(calls).toContain(DELETE);
});

test('another person takes the place of one', async () => {
  const guest = newParticipant({ name: 'Ana Prado', cpf: '11144477735' });
  const details = newDetails({ participants: [newPayer(), guest] });
  const PUT = `PUT /api/reservations/${details.id}/participants/${guest.id}`;
  const { bodies } = await open(details, { [PUT]: { json: {} } });
  await page.getByRole('button', { name: 'Mais ações: Ana Prado' }).click();
  await page.getByRole('menuitem', { name: 'Trocar passageiro' }).click();
  await expect.element(field('CPF')).toHaveValue('');
  await field('Nome completo').fill('Rui Prado');
  await userEvent.keyboard('{Enter}');
  await expectToast('success', 'Rui vai no lugar.');
  expect(bodies[PUT]).toEqual({
    name: 'Rui Prado',
    documentType: 'rg',
    boardingPointId: guest.boardingPointId,
    companionId: null,
    replaces: true,
  });
});

test('after the deadline people stay, with the reason, and what is missing can be filled in', async () => {
  await open(newDetails({ changeable: false }));
  await expect.element(page.getByText(part('O prazo para mudar quem viaja passou: fale com a gente.'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Preencher: Pessoa 2' })).toBeVisible();
  expect(page.getByRole('button', { name: /^(Incluir|Mais ações)/ }).elements()).toEqual([]);
});

test('after the departure people are read-only', async () => {
  await open(newDetails({ state: 'booked', changeable: false, trip: newReservedTrip(inDays(-0.1)) }));
  await expect.element(person('Marina Alves de Souza')).toBeVisible();
  expect(page.getByRole('button', { name: /^(Preencher|Ver|Pedir|Incluir|Mais)/ }).elements()).toEqual([]);
  await expect.element(field('Ponto de embarque')).not.toBeInTheDocument();
});

test('where the party boards is chosen once, above its people, and in no form of one of them', async () => {
  const [here, there] = newReservedTrip(inDays(5)).boardingPoints;
  const before = newDetails({ participants: [newPayer(), newParticipant({ name: 'Ana Prado' })] });
  const participants = before.participants.map((one) => ({ ...one, boardingPointId: there?.id ?? null }));
  const PUT = `PUT /api/reservations/${before.id}/boarding`;
  const { bodies } = await open(before, {
    [`GET ${PATH}`]: [{ json: before }, { json: { ...before, participants } }],
    [PUT]: { json: {} },
  });
  await expect.element(field('Ponto de embarque')).toHaveValue(here?.id);
  await field('Ponto de embarque').selectOptions('06:10 Trevo de Três Corações');
  await expectToast('success', 'Embarque alterado.');
  expect(bodies[PUT]).toEqual({ boardingPointId: there?.id });
  await expect.element(page.getByText('Embarque às 06:10, Trevo de Três Corações')).toBeVisible();
  await expect.element(field('Ponto de embarque')).toHaveValue(there?.id);
  await expectNothingFound();
  await expectToFit();
  await page.getByRole('button', { name: 'Preencher: Ana Prado' }).click();
  await expect.element(page.getByRole('dialog').getByLabelText('Nome completo')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByLabelText('Ponto de embarque')).not.toBeInTheDocument();
});

test('a person who was typed before the party boards elsewhere boards there too', async () => {
  const [, there] = newReservedTrip(inDays(5)).boardingPoints;
  const before = newDetails({ participants: [newPayer()] });
  const participants = before.participants.map((one) => ({ ...one, boardingPointId: there?.id ?? null }));
  const POST = `POST /api/reservations/${before.id}/participants`;
  const { bodies } = await open(before, {
    [`GET ${PATH}`]: [{ json: before }, { json: { ...before, participants } }],
    [`PUT /api/reservations/${before.id}/boarding`]: { json: {} },
    [POST]: { status: 201, json: {} },
  });
  await page.getByRole('button', { name: 'Incluir pessoa' }).click();
  await field('Nome completo').fill('Ana Prado');
  await page.getByRole('button', { name: 'Fechar' }).click();
  await field('Ponto de embarque').selectOptions('06:10 Trevo de Três Corações');
  await expect.element(page.getByText('Embarque às 06:10, Trevo de Três Corações')).toBeVisible();
  await page.getByRole('button', { name: 'Incluir pessoa' }).click();
  await expect.element(field('Nome completo')).toHaveValue('Ana Prado');
  await page.getByRole('button', { name: 'Incluir na reserva' }).click();
  await expectToast('success', 'Pessoa incluída na reserva.');
  expect(bodies[POST]).toMatchObject({ name: 'Ana Prado', boardingPointId: there?.id });
});

test('the choice of people who board apart says who boards where, and brings them together', async () => {
  const [, there] = newReservedTrip(inDays(5)).boardingPoints;
  const apart = newParticipant({ name: 'Ana Prado', boardingPointId: there?.id ?? null });
  const undecided = newParticipant({ name: 'Rui Prado', boardingPointId: null });
  const details = newDetails({ participants: [newPayer(), apart, undecided] });
  const PUT = `PUT /api/reservations/${details.id}/boarding`;
  const { bodies } = await open(details, { [PUT]: { json: {} } });
  await expect.element(field('Ponto de embarque')).toHaveDisplayValue('Pontos diferentes');
  for (const line of ['06:10, Trevo de Três Corações: Ana Prado', 'Embarque a combinar: Rui Prado']) {
    await expect.element(field('Ponto de embarque')).toHaveAccessibleDescription(part(line));
  }
  await field('Ponto de embarque').selectOptions('A combinar');
  await expectToast('success', 'Embarque alterado.');
  expect(bodies[PUT]).toEqual({ boardingPointId: null });
});

test('nothing is to be filled in for a participant who lacks only the boarding point', async () => {
  const lacking = { boardingPointId: null, missing: ['boardingPointId' as const] };
  const other = newParticipant({ name: 'Ana Prado', ...lacking });
  await open(newDetails({ state: 'booked', receivedCents: 37_800, participants: [newPayer(lacking), other] }));
  await expect.element(page.getByText('Complete os dados de 2 pessoas: ponto de embarque.')).toBeVisible();
  await expect.element(person('Ana Prado').getByText('Falta: ponto de embarque')).toBeVisible();
  await expect.element(field('Ponto de embarque')).toHaveDisplayValue('A combinar');
  await expect.element(page.getByRole('button', { name: 'Ver e corrigir: Ana Prado' })).toBeVisible();
  expect(page.getByRole('button', { name: /^(Preencher|Pedir)/ }).elements()).toEqual([]);
});

test('a seat that staff gave is shown, also where clients do not choose', async () => {
  const [payer, other] = [newPayer({ seat: { vehicle: null, number: '12' } }), newParticipant({ name: 'Bia Lima' })];
  await open(newDetails({ participants: [payer, other] }));
  await expect.element(person(payer.name).getByText(/· Poltrona 12 ·/)).toBeVisible();
  await expect.element(person('Bia Lima').getByText(/Poltrona/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Poltronas' })).not.toBeInTheDocument();
});
