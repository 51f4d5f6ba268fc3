import type { AskedQuestion } from '@passeio/contract/trips/questions';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleusa, fares, sampleReservation, sampleTrip } from '~/features/reservations/passengers/staff-booking.sample';
import { useUser } from '~/features/session/user-store';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { beOnPhone, expectNoSidewaysScrolling } from '~/test/screen';
import { newExtra } from '~/test/trip';
import { StaffBookingDialog } from './staff-booking-dialog';

const PARTY = `POST /api/trips/${sampleTrip.id}/passengers`;
const QUOTE = `POST /api/trips/${sampleTrip.id}/passengers/quote`;
const CANDIDATES = `GET /api/trips/${sampleTrip.id}/candidates`;
const found = { json: { data: [cleusa], page: { number: 1, size: 10, total: 1 } } };
const made = { status: 201, json: sampleReservation() };

function StaffBooking({ trip = sampleTrip }: { trip?: typeof sampleTrip }) {
  const [isOpen, open] = useState(true);
  const [done, tell] = useState('');
  return (
    <>
      <button type="button" onClick={() => open(true)}>
        Nova reserva
      </button>
      <p data-testid="done">{done}</p>
      {isOpen && <StaffBookingDialog trip={trip} onClose={() => open(false)} onDone={tell} />}
    </>
  );
}

async function openBooking(responses: Parameters<typeof answerCalls>[0] = {}, trip = sampleTrip) {
  signIn('OPERATOR');
  const network = answerCalls({ [CANDIDATES]: found, [PARTY]: made, ...responses });
  const screen = await renderPage(<StaffBooking trip={trip} />);
  return { ...network, screen };
}

function askedQuestion(label: string, more: Partial<AskedQuestion> = {}): AskedQuestion {
  const usual = { kind: 'text', per: 'participant', sensitivity: 'personal' } as const;
  return { ...usual, id: crypto.randomUUID(), label, help: '', options: [], isRequired: false, isAsked: true, ...more };
}

const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const totals = () => page.getByRole('dialog').getByRole('status');

async function choosePayer(): Promise<void> {
  await field('Nome, CPF ou telefone').fill('35988887777');
  await expect.element(page.getByRole('option', { name: /Cleusa/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
}

test('a family of four by telephone: the number, Enter, one press a person', async () => {
  const { bodies, headers } = await openBooking();
  await choosePayer();
  await expect.element(page.getByText('(35) 98888-7777')).toBeVisible();
  // The focus went on to the first fare.
  await expect.element(button(/^Adulto/)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await button(/^Criança/).click();
  await button(/^Criança/).click();
  await expect.element(totals()).toHaveTextContent('4 pessoasR$ 867,00 · sinal R$ 260,10');
  await button('Reservar').click();
  await expect.element(page.getByTestId('done')).toMatchTextContent('Reserva 34679A de Cleusa Maria Prado feita');
  expect(bodies[PARTY]).toEqual({
    personId: cleusa.id,
    payerTravels: true,
    participants: [fares.adult, fares.adult, fares.child, fares.child].map(({ id }) => ({ fareId: id })),
    boardingPointId: null,
    confirmWithoutDeposit: false,
  });
  expect(headers.at(-1)?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test('somebody new pays and stays at home; a courtesy, a discount, another boarding point and a deadline', async () => {
  const { bodies } = await openBooking({
    [CANDIDATES]: { json: { data: [], page: { number: 1, size: 10, total: 0 } } },
  });
  const [trevo, terminal] = sampleTrip.boardingPoints;
  await field('Nome, CPF ou telefone').fill('Rita de Souza');
  await page.getByRole('option', { name: 'Cadastrar nova pessoa' }).click();
  await expect.element(field('Nome de quem paga')).toHaveValue('Rita de Souza');
  await button('Reservar').click();
  await expect.element(field('Telefone com DDD')).toHaveAttribute('aria-invalid', 'true');
  await expectNothingFound('dialog[open]');
  await field('Telefone com DDD').fill('35977776666');
  await page.getByRole('switch', { name: 'Quem paga também viaja' }).click();
  await button(/^Adulto/).click();
  await button(/^Cortesia/).click();
  await field('Nome da 2ª pessoa').fill('Guia Joana');
  await field('Ponto de embarque').selectOptions(terminal.id);
  await page.getByRole('switch', { name: 'Alguém embarca em outro ponto' }).click();
  await field('Embarque da 2ª pessoa').selectOptions(trevo.id);
  await field('Sem prazo').click();
  await page.getByRole('switch', { name: 'Desconto ou acréscimo' }).click();
  await field('Valor do desconto').fill('50');
  await field('Motivo').fill('Grupo da escola');
  await expect.element(totals()).toHaveTextContent('2 pessoas · R$ 289,00 − R$ 50,00R$ 239,00 · sinal R$ 71,70');
  await button('Reservar').click();
  await expect.element(page.getByTestId('done')).toMatchTextContent('feita');
  expect(bodies[PARTY]).toEqual({
    person: { name: 'Rita de Souza', contact: '+5535977776666' },
    payerTravels: false,
    participants: [
      { fareId: fares.adult.id },
      { fareId: fares.courtesy.id, name: 'Guia Joana', boardingPointId: trevo.id },
    ],
    boardingPointId: terminal.id,
    holdExpiresAt: null,
    adjustment: { amountCents: -5000, reason: 'Grupo da escola' },
    confirmWithoutDeposit: false,
  });
});

test('a courtesy is offered only by who may give discounts', async () => {
  signIn('OPERATOR');
  useUser.setState(({ user }) => ({ user: { ...user, permissions: ['see_money'] } }));
  answerCalls({});
  await renderPage(<StaffBooking />);
  await expect.element(button(/^Adulto/)).toBeVisible();
  await expect.element(button(/^Cortesia/)).not.toBeInTheDocument();
});

test('what the trip asks is answered with the booking, once and for each person; the rest may stay open', async () => {
  await beOnPhone();
  const [once, size, age] = [
    askedQuestion('É uma ocasião especial?', { per: 'reservation' }),
    askedQuestion('Tamanho da camiseta', { kind: 'one_of', options: ['P', 'M'], isRequired: true }),
    askedQuestion('Altura em metros', { kind: 'number' }),
  ];
  const before = askedQuestion('Quem indicou?', { isAsked: false });
  const { bodies } = await openBooking({}, { ...sampleTrip, questions: [once, size, age, before] });
  await choosePayer();
  await button(/^Adulto/).click();
  await field('Nome da 2ª pessoa').fill('Joana');
  await field(once.label).fill('Lua de mel');
  expect(page.getByText(before.label).elements()).toEqual([]);
  await page.getByText('Cleusa Maria Prado · falta 1').click();
  const [hers] = page.getByRole('combobox', { name: size.label }).elements();
  await userEvent.selectOptions(hers as HTMLElement, 'M');
  await expect.element(page.getByText('Cleusa Maria Prado · respondida')).toBeVisible();
  await page.getByText('Joana · falta 1').click();
  const [, joanas] = page.getByRole('textbox', { name: age.label }).elements();
  await userEvent.fill(joanas as HTMLElement, 'alta');
  await page.getByText('Joana · falta 1').click();
  await expectNoSidewaysScrolling();
  await button('Reservar').click();
  // It opens by itself, as what is wrong is in it.
  await expect.element(page.getByText('Informe um número, como 38 ou 1,75.')).toBeVisible();
  await expect.element(joanas as HTMLElement).toHaveFocus();
  await expectNothingFound('dialog[open]');
  await userEvent.fill(joanas as HTMLElement, '1,75');
  await button('Reservar').click();
  await expect.element(page.getByTestId('done')).toMatchTextContent('feita');
  expect(bodies[PARTY]).toMatchObject({
    answers: [{ questionId: once.id, value: 'Lua de mel' }],
    participants: [
      { fareId: fares.adult.id, answers: [{ questionId: size.id, value: 'M' }] },
      { fareId: fares.adult.id, name: 'Joana', answers: [{ questionId: age.id, value: 1.75 }] },
    ],
  });
});

test('extras are counted into the total; one that sold out meanwhile is said beside them, and all else stays', async () => {
  await beOnPhone();
  const lunch = newExtra('Almoço', 4_500);
  const van = newExtra('Traslado', 10_000, {
    per: 'reservation',
    minQuantity: 2,
    maxQuantity: 4,
    stock: 3,
    stockLeft: 3,
  });
  const sentence = 'Traslado: resta 1.';
  const { bodies } = await openBooking(
    {
      [QUOTE]: refusal(503),
      [PARTY]: [
        refusal(409, { code: 'EXTRA_SOLD_OUT', message: 'Um adicional se esgotou.', fields: { extras: sentence } }),
        made,
      ],
    },
    { ...sampleTrip, extras: [lunch, van] },
  );
  await choosePayer();
  await button(/^Adulto/).click();
  await field('Almoço').fill('9');
  await expect.element(button('Mais um: Almoço')).toHaveAttribute('aria-disabled', 'true');
  // Two at least.
  await button('Mais um: Traslado').click();
  await expect.element(field('Traslado')).toHaveValue(2);
  await expect.element(page.getByText('R$ 100,00 por reserva · restam 3')).toBeVisible();
  await expect.element(totals()).toHaveTextContent('2 pessoas · 4 adicionaisR$ 868,00 · sinal R$ 260,40');
  await expectNoSidewaysScrolling();
  await expectNothingFound('dialog[open]');
  // Who goes takes theirs along.
  await button('Tirar a 2ª pessoa').click();
  await expect.element(field('Almoço')).toHaveValue(1);
  await button('Reservar').click();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await button('Menos um: Traslado').click();
  await expect.element(field('Traslado')).toHaveValue(0);
  await expect.element(page.getByText(sentence)).not.toBeInTheDocument();
  await button('Reservar').click();
  await expect.element(page.getByTestId('done')).toMatchTextContent('feita');
  expect(bodies[PARTY]).toMatchObject({ extras: [{ extraId: lunch.id, count: 1 }] });
});

test('the price with a coupon, or why it is refused, is shown before the button is pressed', async () => {
  await beOnPhone();
  const insurance = newExtra('Seguro', 1_000, { choice: 'required' });
  const line = { kind: 'fare', label: 'Adulto', quantity: 1, unitCents: 28_900, totalCents: 28_900 };
  const lines = [
    { ...line, participantIndex: null },
    { ...line, kind: 'extra', label: 'Seguro', unitCents: 1_000, totalCents: 1_000, participantIndex: 0 },
    {
      ...line,
      kind: 'discount',
      label: 'Cupom VERAO10',
      unitCents: -2_890,
      totalCents: -2_890,
      participantIndex: null,
    },
  ];
  const answer = { json: { lines, totalCents: 27_010, depositCents: 8_103, couponCents: 2_890, instalments: [] } };
  const plain = { json: { lines: lines.slice(0, 2), totalCents: 29_900, depositCents: 8_970, couponCents: 0 } };
  const ended = refusal(409, { code: 'COUPON_ENDED', message: 'Este cupom não está valendo agora.' });
  const { bodies, calls } = await openBooking(
    { [QUOTE]: [plain, ended, answer] },
    { ...sampleTrip, extras: [insurance] },
  );
  const price = page.getByLabelText('Valor da reserva');
  // Begins with what the trip requires.
  await expect.element(field('Seguro')).toHaveValue(1);
  await expect.element(price.getByText('Seguro')).toBeVisible();
  await expect.poll(() => calls.filter((call) => call === QUOTE)).toHaveLength(1);
  await field('Cupom (opcional)').fill('verao09');
  await expect.element(field('Cupom (opcional)')).toHaveAccessibleDescription(/Este cupom não está valendo agora\./);
  await expect.element(totals()).toHaveTextContent('1 pessoa · 1 adicionalR$ 299,00 · sinal R$ 89,70');
  await field('Cupom (opcional)').fill('verao10');
  await expect
    .element(totals())
    .toHaveTextContent('1 pessoa · 1 adicional · cupom de R$ 28,90R$ 270,10 · sinal R$ 81,03');
  await expect.element(price.getByText('Cupom VERAO10')).toBeVisible();
  await expect.element(field('Cupom (opcional)')).not.toHaveAttribute('aria-invalid', 'true');
  expect(bodies[QUOTE]).toEqual({
    payerTravels: true,
    participants: [{ fareId: fares.adult.id }],
    extras: [{ extraId: insurance.id, count: 1 }],
    coupon: 'VERAO10',
  });
  expect(calls.filter((call) => call === PARTY)).toEqual([]);
  await expectNoSidewaysScrolling();
  await expectNothingFound('dialog[open]');
});

test('a known person travels too, and is offered once', async () => {
  const joana = { ...cleusa, id: crypto.randomUUID(), name: 'Joana Prado' };
  const both = { json: { data: [cleusa, joana], page: { number: 1, size: 10, total: 2 } } };
  const { bodies } = await openBooking({ [CANDIDATES]: [found, both] });
  await choosePayer();
  await button(/^Adulto/).click();
  await field('Nome da 2ª pessoa').fill('Prado');
  await expect.element(page.getByRole('option', { name: /Já está neste grupo/ })).toBeVisible();
  await page.getByRole('option', { name: /Joana/ }).click();
  await expect.element(page.getByText('Já é cliente')).toBeVisible();
  await page.getByRole('switch', { name: /^Confirmar sem sinal/ }).click();
  await button('Reservar').click();
  await expect.element(page.getByTestId('done')).toMatchTextContent('feita');
  expect(bodies[PARTY]).toMatchObject({
    participants: [{ fareId: fares.adult.id }, { fareId: fares.adult.id, personId: joana.id }],
    confirmWithoutDeposit: true,
  });
});

test('what is wrong is said at its field, before anything is sent', async () => {
  const { calls } = await openBooking();
  await button('Reservar').click();
  await expect.element(page.getByText('Informe quem paga a reserva.')).toBeVisible();
  await expect.element(field('Nome, CPF ou telefone')).toHaveFocus();
  await button(/^Colo/).click();
  await button(/^Colo/).click();
  await expect
    .element(page.getByText('Cada criança de colo viaja no colo de um adulto', { exact: false }))
    .toBeVisible();
  await page.getByRole('switch', { name: 'Desconto ou acréscimo' }).click();
  await field('Valor do desconto').fill('900');
  await button('Reservar').click();
  await expect.element(page.getByText('O desconto é maior que o valor da reserva.')).toBeVisible();
  await expect.element(page.getByText('Motivo: preencha este campo.')).toBeVisible();
  expect(calls.filter((call) => call === PARTY)).toEqual([]);
});

test('more people than places are warned of; a refusal stands where it belongs, and nothing is lost', async () => {
  const message = 'Restam 2 vagas; você pediu 3.';
  const taken = refusal(409, { code: 'ALREADY_PASSENGER', message: 'Esta pessoa já tem uma reserva neste passeio.' });
  const short = refusal(409, { code: 'PLACES_SHORT', message: 'Não há vagas.', fields: { party: message } });
  const { headers } = await openBooking({ [PARTY]: [short, taken, 'lost', made] }, { ...sampleTrip, placesLeft: 2 });
  await choosePayer();
  for (let added = 1; added < 3; added++) await button(/^Adulto/).click();
  await expect.element(page.getByText('Restam 2 vagas; este grupo precisa de 3.', { exact: false })).toBeVisible();
  await button('Reservar').click();
  await expect.element(page.getByText(message)).toBeVisible();
  await button('Tirar a 3ª pessoa').click();
  await expect.element(page.getByText(message)).not.toBeInTheDocument();
  await button('Reservar').click();
  await expect.element(page.getByText('Esta pessoa já tem uma reserva neste passeio.')).toBeVisible();
  await button('Reservar').click();
  await expect.element(page.getByText('O servidor não respondeu.', { exact: false })).toBeVisible();
  await button('Reservar').click();
  await expect.element(page.getByTestId('done')).toMatchTextContent('feita');
  // Where no answer came, the same request is sent with the same key; after a refusal it has a new one.
  const keys = headers.map((one) => one.get('idempotency-key')).filter(Boolean);
  expect(keys).toHaveLength(4);
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(keys).size).toBe(3);
});

test('a refusal of one of the people stands at their name', async () => {
  const sentence = 'Nome completo: há caracteres que não são aceitos.';
  const fields = { 'participants.1.name': sentence };
  await openBooking({ [PARTY]: refusal(400, { code: 'INVALID_INPUT', message: 'Confira.', fields }) });
  await choosePayer();
  await button(/^Adulto/).click();
  await button('Reservar').click();
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(field('Nome da 2ª pessoa')).toHaveFocus();
});

test('a reload keeps what was typed; Esc asks before it is thrown away', async () => {
  const { screen } = await openBooking();
  await choosePayer();
  await button(/^Criança/).click();
  await field('Nome da 2ª pessoa').fill('Bia');
  await screen.unmount();
  await renderPage(<StaffBooking />);
  await expect.element(field('Nome da 2ª pessoa')).toHaveValue('Bia');
  await expect.element(page.getByText('Cleusa Maria Prado').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('heading', { name: 'Descartar a reserva?' })).toBeVisible();
  await button('Cancelar').click();
  await expect.element(field('Nome da 2ª pessoa')).toHaveValue('Bia');
  await button('Voltar').click();
  await button('Confirmar').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await button('Nova reserva').click();
  await expect.element(field('Nome, CPF ou telefone')).toHaveValue('');
});

test('Enter goes from field to field and never reserves by itself', async () => {
  const { calls } = await openBooking();
  await choosePayer();
  await button(/^Criança/).click();
  await field('Tarifa da 1ª pessoa').click();
  await userEvent.keyboard('{Escape}');
  await field('Nome da 2ª pessoa').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Tarifa da 2ª pessoa')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Ponto de embarque')).toHaveFocus();
  for (let step = 0; step < 5; step++) await userEvent.keyboard('{Enter}');
  await expect.element(field('Cupom (opcional)')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Reservar')).toHaveFocus();
  expect(calls.filter((call) => call === PARTY)).toEqual([]);
});
