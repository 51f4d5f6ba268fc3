import type { Passenger } from '@passeio/contract/boarding/passengers';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fares, sampleReservation, sampleTrip } from '~/features/reservations/passengers/staff-booking.sample';
import { expectNothingFound } from '~/test/axe';
import { newChat } from '~/test/chats';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { newExtra, newTrip } from '~/test/trip';
import { ReservationDialog } from './reservation-dialogs';
import type { ReservationAction } from './task';

const held = sampleReservation({ totalCents: 57_800, depositCents: 17_340, dueCents: 57_800 });
const { id } = held;
const passenger = {
  reservation: { ...held, people: 2, cancellationReason: '', reinstatable: false, chat: newChat() },
  payer: { ...held.payer, hasAccount: false },
} satisfies Pick<Passenger, 'reservation' | 'payer'>;

const button = (name: string) => page.getByRole('button', { name });

/** Toasts shown when the dialog was done. */
async function open(action: ReservationAction, responses: Parameters<typeof answerCalls>[0]) {
  signIn('OPERATOR');
  const network = answerCalls(responses);
  const toasts: string[] = [];
  await renderPage(
    <ReservationDialog
      action={action}
      passenger={passenger}
      trip={sampleTrip}
      onClose={() => {}}
      onDone={(sentence) => toasts.push(sentence)}
    />,
  );
  return { ...network, toasts };
}

test('a discount with its reason lowers the total; one above it is refused at the amount', async () => {
  const path = `POST /api/reservations/${id}/adjustments`;
  const sentence = 'O desconto é maior que o valor da reserva.';
  const { bodies, toasts } = await open('adjustment', {
    [path]: [
      refusal(409, { code: 'TOTAL_BELOW_ZERO', message: sentence, fields: { amountCents: sentence } }),
      { json: { ...held, totalCents: 52_800 } },
    ],
  });
  await page.getByLabelText('Valor do desconto').fill('50');
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent('Novo total: R$ 528,00');
  await button('Dar desconto').click();
  await expect.element(page.getByText('Motivo: preencha este campo.')).toBeVisible();
  await page.getByLabelText('Motivo').fill('Aniversariante');
  await button('Dar desconto').click();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await button('Dar desconto').click();
  await expect.poll(() => toasts).toEqual(['Desconto na reserva 34679A: o total agora é R$\u00a0528,00.']);
  expect(bodies[path]).toEqual({ amountCents: -5000, reason: 'Aniversariante' });
});

test('a deadline is a day and a time of the operator, or none', async () => {
  const path = `PUT /api/reservations/${id}/hold`;
  const holdExpiresAt = '2099-12-01T21:30:00.000Z';
  const { bodies, toasts } = await open('deadline', {
    [path]: [
      refusal(409, { code: 'HOLD_IN_PAST', message: 'Escolha um prazo no futuro e antes da saída.' }),
      { json: { ...held, holdExpiresAt } },
    ],
  });
  await page.getByLabelText('Escolher').click();
  await page.getByLabelText('Dia', { exact: true }).fill('01/12/2099');
  await page.getByLabelText('Hora').fill('18h30');
  await button('Salvar prazo').click();
  await expect.element(page.getByText('Escolha um prazo no futuro e antes da saída.')).toBeVisible();
  await button('Salvar prazo').click();
  await expect.poll(() => toasts).toEqual(['Vaga da reserva 34679A guardada até 01/12 às 18:30.']);
  expect(bodies[path]).toEqual({ holdExpiresAt });
});

test('a deadline is taken away', async () => {
  const path = `PUT /api/reservations/${id}/hold`;
  const { bodies, toasts } = await open('deadline', { [path]: { json: { ...held, holdExpiresAt: null } } });
  await page.getByLabelText('Sem prazo').click();
  await button('Salvar prazo').click();
  await expect.poll(() => toasts).toEqual(['A reserva 34679A ficou sem prazo.']);
  expect(bodies[path]).toEqual({ holdExpiresAt: null });
});

test('a held reservation is confirmed without a deposit after the question', async () => {
  const path = `POST /api/reservations/${id}/confirmation`;
  const { calls, toasts } = await open('confirmation', { [path]: { json: { ...held, state: 'booked' } } });
  await expect.element(page.getByText('Continua faltando R$ 578,00.', { exact: false })).toBeVisible();
  await button('Confirmar sem sinal').click();
  await expect.poll(() => toasts).toEqual(['Reserva 34679A confirmada sem sinal.']);
  expect(calls).toEqual([path]);
});

test('a request is accepted after the question, and the toast names the deadline of the deposit', async () => {
  const path = `POST /api/reservations/${id}/acceptance`;
  const holdExpiresAt = '2099-12-01T21:30:00.000Z';
  const { calls, toasts } = await open('acceptance', { [path]: { json: { ...held, holdExpiresAt } } });
  await button('Aceitar o pedido').click();
  await expect
    .poll(() => toasts)
    .toEqual([expect.stringMatching(/^Pedido 34679A aceito: o sinal é esperado até .*, às 18:30\.$/)]);
  expect(calls).toEqual([path]);
});

test('a request is refused with a sentence of one’s own or a ready one; one that was answered meanwhile says so', async () => {
  const path = `POST /api/reservations/${id}/refusal`;
  const message = 'Este pedido já teve resposta ou não vale mais. Atualize a página.';
  const { bodies, toasts } = await open('refusal', {
    [path]: [refusal(409, { code: 'NOT_REQUESTED', message }), { json: { ...held, state: 'cancelled' } }],
  });
  await button('Recusar o pedido').click();
  await expect.element(page.getByText('Escreva ao cliente por que não, em uma frase.')).toBeVisible();
  await button('O passeio pode não sair nesta data.').click();
  await expect.element(page.getByLabelText('Resposta ao cliente')).toHaveValue('O passeio pode não sair nesta data.');
  await page.getByLabelText('Resposta ao cliente').fill('Estamos de férias nesta semana.');
  await button('Recusar o pedido').click();
  await expect.element(page.getByText(message)).toBeVisible();
  await button('Recusar o pedido').click();
  await expect.poll(() => toasts).toEqual(['Pedido 34679A recusado. As vagas ficaram livres.']);
  expect(bodies[path]).toEqual({ reason: 'Estamos de férias nesta semana.' });
});

test('an expired one whose places are gone stays as it is, and says why', async () => {
  const message = 'Restam 1 vaga; a reserva precisa de 2.';
  const { toasts } = await open('reinstatement', {
    [`POST /api/reservations/${id}/confirmation`]: refusal(409, { code: 'PLACES_SHORT', message }),
  });
  await button('Reativar a reserva').click();
  await expect.element(page.getByText(message)).toBeVisible();
  expect(toasts).toEqual([]);
});

const target = newTrip({
  title: 'Capitólio em janeiro',
  date: '2100-01-09T07:30:00.000Z',
  returnDate: '2100-01-09T23:00:00.000Z',
  fares: [
    { ...fares.adult, id: crypto.randomUUID(), priceCents: 30_900 },
    { ...fares.child, id: crypto.randomUUID(), label: 'Meia', priceCents: 15_000 },
  ],
  placesLeft: 1,
});

test('a move shows each new fare and the difference, asks for a missing fare, and says which extras end', async () => {
  const [adult, half] = target.fares;
  const [cleusa, bia] = [crypto.randomUUID(), crypto.randomUUID()];
  const quote = {
    totalCents: 57_800,
    newTotalCents: 30_900,
    extras: [
      { label: 'Almoço', quantity: 2, totalCents: 9_000 },
      { label: 'Snorkel', quantity: 1, totalCents: 2_500 },
    ],
    placesLeft: 1,
    participants: [
      { participantId: cleusa, name: 'Cleusa Prado', fareLabel: 'Adulto', newFare: adult },
      { participantId: bia, name: '', fareLabel: 'Criança', newFare: null },
    ],
  };
  const path = `/api/reservations/${id}/move`;
  const short = 'Resta 1 vaga; a reserva precisa de 2.';
  const { bodies, toasts } = await open('move', {
    'GET /api/trips': { json: { data: [target], page: { number: 1, size: 100, total: 1 } } },
    [`GET ${path}`]: { json: quote },
    [`POST ${path}`]: [refusal(409, { code: 'PLACES_SHORT', message: short }), { json: held }],
  });
  await page.getByRole('combobox', { name: 'Para qual saída?' }).fill('janeiro');
  await page.getByRole('option', { name: /Capitólio em janeiro/ }).click();
  await expect.element(page.getByText('Escolha a tarifa.')).toBeVisible();
  await expect.element(button('Mudar de passeio')).toBeDisabled();
  await page.getByLabelText('Tarifa de Pessoa 2').selectOptions(half?.id ?? '');
  const outcome = page.getByRole('dialog').getByRole('status');
  await expect.element(outcome).toMatchTextContent('R$ 578,00 → R$ 459,00, diferença de R$ 119,00 a menos');
  await expect.element(outcome).toMatchTextContent('Resta 1 vaga nessa saída; a reserva precisa de 2.');
  const ending = 'Os adicionais acabam com a mudança: 2 × Almoço (R$ 90,00), Snorkel (R$ 25,00).';
  await expect.element(outcome).toMatchTextContent(ending);
  await button('Mudar de passeio').click();
  await expect.element(page.getByText(short)).toBeVisible();
  await button('Mudar de passeio').click();
  await expect.poll(() => toasts).toEqual(['Reserva 34679A mudou para Capitólio em janeiro, sáb., 09/01/2100.']);
  expect(bodies[`POST ${path}`]).toEqual({
    tripId: target.id,
    fares: [
      { participantId: cleusa, fareId: adult?.id },
      { participantId: bia, fareId: half?.id },
    ],
  });
});

test('a move reaches a departure beyond those that are shown first, by its name and day', async () => {
  const first = newTrip({ title: 'Furnas' });
  const { searches } = await open('move', {
    'GET /api/trips': [
      { json: { data: [first], page: { number: 1, size: 30, total: 412 } } },
      { json: { data: [target], page: { number: 1, size: 30, total: 1 } } },
    ],
    [`GET /api/reservations/${id}/move`]: {
      json: { totalCents: 57_800, newTotalCents: 57_800, extras: [], placesLeft: 1, participants: [] },
    },
  });
  const field = page.getByRole('combobox', { name: 'Para qual saída?' });
  await expect.element(page.getByText('Há mais 411 saídas: busque pelo nome ou pelo dia, como 05/12.')).toBeVisible();
  await field.fill('capitólio 09/01/2100');
  await page.getByRole('option', { name: /09\/01\/2100, 04:30 · Capitólio em janeiro/ }).click();
  expect(Object.fromEntries(new URLSearchParams(searches['GET /api/trips']))).toMatchObject({
    ...{ text: 'capitólio', from: '2100-01-09', to: '2100-01-09' },
    ...{ upcoming: 'true', cancelled: 'false' },
  });
});

test('a move says what the other departure requires, by the chosen fares, and what it has no more of', async () => {
  const [adult, half] = target.fares;
  const [cleusa, bia] = [crypto.randomUUID(), crypto.randomUUID()];
  const insurance = newExtra('Seguro', 1_000, { choice: 'required', stock: 9, stockLeft: 1 });
  await open('move', {
    'GET /api/trips': { json: { data: [target], page: { number: 1, size: 100, total: 1 } } },
    [`GET /api/reservations/${id}/move`]: {
      json: {
        ...{ totalCents: 57_800, newTotalCents: 31_900, extras: [], placesLeft: 9, required: [insurance] },
        begun: [{ label: 'Seguro', quantity: 1, totalCents: 1_000 }],
        participants: [
          { participantId: cleusa, name: 'Cleusa Prado', fareLabel: 'Adulto', newFare: adult, age: 40 },
          { participantId: bia, name: '', fareLabel: 'Criança', newFare: null, age: null },
        ],
      },
    },
  });
  await page.getByRole('combobox', { name: 'Para qual saída?' }).fill('janeiro');
  await page.getByRole('option', { name: /Capitólio em janeiro/ }).click();
  const outcome = page.getByRole('dialog').getByRole('status');
  await expect.element(outcome).toMatchTextContent('Entram os obrigatórios da nova saída: Seguro (R$ 10,00).');
  await page.getByLabelText('Tarifa de Pessoa 2').selectOptions(half?.id ?? '');
  await expect.element(outcome).toMatchTextContent('R$ 578,00 → R$ 479,00');
  await expect.element(outcome).toMatchTextContent('2 × Seguro (R$ 20,00)');
  await expect.element(outcome).toMatchTextContent('Não há mais nessa saída: 2 × Seguro.');
});

test('one of the people becomes a courtesy, one comes, another leaves; a refusal stands at the person', async () => {
  const person = (name: string, isPayer: boolean) => ({
    id: crypto.randomUUID(),
    fareId: fares.adult.id,
    fareLabel: fares.adult.label,
    priceCents: fares.adult.priceCents,
    takesPlace: true,
    isPayer,
    name,
    birthdate: null,
    documentType: 'rg' as const,
    documentNumber: null,
    documentIssuer: null,
    cpf: null,
    contact: null,
    boardingPointId: null,
    notes: null,
    companionId: null,
    age: null,
    minor: null,
    missing: ['documentNumber' as const],
    hasLink: false,
    heldUntil: null,
    boardedAt: null,
    missedAt: null,
    seat: null,
  });
  const people = [person('Cleusa Prado', true), person('', false)] as const;
  const loaded = { ...held, participants: people };
  const of = (one: { id: string }) => `/api/reservations/${id}/participants/${one.id}`;
  const sentence = 'Quem acompanha precisa ser um adulto desta reserva.';
  const { bodies, calls } = await open('people', {
    [`GET /api/reservations/${id}`]: { json: loaded },
    [`PUT ${of(people[1])}`]: { json: { ...held, totalCents: 28_900 } },
    [`DELETE ${of(people[1])}`]: refusal(409, { code: 'COMPANION_NOT_ADULT', message: sentence }),
    [`POST /api/reservations/${id}/participants`]: { status: 201, json: {} },
  });
  await page.getByLabelText('Tarifa de Pessoa 2').selectOptions(fares.courtesy.id);
  await expectToast('success', 'Tarifa de Pessoa 2: Cortesia. Total: R$\u00a0289,00.');
  expect(bodies[`PUT ${of(people[1])}`]).toEqual({ fareId: fares.courtesy.id });
  await button('Tirar Pessoa 2 da reserva').click();
  await expect.element(page.getByText(/O total passa de R\$\s578,00 para R\$\s289,00\./)).toBeVisible();
  await button('Confirmar').click();
  await expect.element(page.getByText(sentence)).toBeVisible();
  const loads = () => calls.filter((call) => call === `GET /api/reservations/${id}`).length;
  await expect.poll(loads).toBe(2);
  await expectNothingFound('dialog[open]');
  await button('Incluir pessoa').click();
  await button('Incluir na reserva').click();
  await expectToast('success', 'Pessoa incluída na reserva.');
  expect(bodies[`POST /api/reservations/${id}/participants`]).toMatchObject({ fareId: fares.adult.id });
  await expect.poll(loads).toBe(3);
  await button('Dados de Cleusa Prado').click();
  await expect.element(page.getByRole('heading', { name: 'Cleusa Prado' })).toBeVisible();
});
