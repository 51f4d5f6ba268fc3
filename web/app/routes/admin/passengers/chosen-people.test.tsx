import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { samplePassenger, sampleTrip } from '~/features/reservations/passengers/passenger.sample';
import { expectNothingFound } from '~/test/axe';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { newTrip } from '~/test/trip';
import { type ChosenAct, ChosenPeopleDialog } from './chosen-people-dialogs';

const reservationOf = (code: string, more: object) => {
  const { reservation } = samplePassenger();
  return { ...reservation, id: crypto.randomUUID(), code, people: 1, state: 'held' as const, ...more };
};
const due = { totalCents: 20_000, depositCents: 6_000, receivedCents: 0, dueCents: 20_000 };
const family = reservationOf('AAAAAA', { ...due, people: 3 });
const booked = reservationOf('BBBBBB', { ...due, state: 'booked', receivedCents: 6_000, dueCents: 14_000 });
const paid = reservationOf('CCCCCC', { ...due, state: 'booked', receivedCents: 20_000, dueCents: 0 });
const chosen = [
  samplePassenger({ id: crypto.randomUUID(), name: 'Ana Lima', reservation: family }),
  samplePassenger({ id: crypto.randomUUID(), name: 'Bia Lima', reservation: family }),
  samplePassenger({ id: crypto.randomUUID(), name: 'Caio Reis', reservation: booked }),
  samplePassenger({ id: crypto.randomUUID(), name: 'Davi Melo', reservation: paid }),
];
const row = (code: string) => page.getByRole('listitem').filter({ hasText: code });
const button = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });

async function open(act: ChosenAct, responses: Parameters<typeof answerCalls>[0]) {
  signIn('OPERATOR');
  await setWindow();
  const network = answerCalls(responses);
  const done: string[] = [];
  await renderPage(
    <ChosenPeopleDialog
      act={act}
      passengers={chosen}
      trip={sampleTrip}
      onClose={() => {}}
      onDone={(message) => done.push(message)}
    />,
  );
  return { ...network, done };
}

test('what is due of the reservations of chosen people is recorded once each; a refusal stands at its reservation', async () => {
  const pay = ({ id }: { id: string }) => `POST /api/reservations/${id}/payments`;
  const over = 'Não falta pagar nada: a reserva está quitada.';
  const { bodies, calls } = await open('payment', {
    [pay(family)]: { status: 201, json: {} },
    [pay(booked)]: refusal(409, { code: 'PAYMENT_ABOVE_DUE', message: over }),
  });
  await expect.element(row('AAAAAA').getByText('3 pessoas, 2 na escolha', { exact: false })).toBeVisible();
  await expect.element(row('CCCCCC')).toMatchTextContent('Não falta pagar nada.');
  await expect.element(page.getByText('Total: R$ 340,00')).toBeVisible();
  await page.getByLabelText('Como foi pago').selectOptions('Dinheiro');
  await expectNoSidewaysScrolling();
  await expectNothingFound('dialog[open]');
  await button('Registrar pagamento (2)').click();
  await expect.element(row('AAAAAA')).toMatchTextContent(/Pagamento registrado$/);
  await expect.element(row('BBBBBB')).toMatchTextContent(over);
  expect(bodies[pay(family)]).toEqual({ kind: 'balance', method: 'cash', amountCents: 20_000, note: '' });
  expect(bodies[pay(booked)]).toMatchObject({ amountCents: 14_000 });
  await button('Tentar de novo (1)').click();
  await expect.poll(() => calls.filter((call) => call === pay(booked))).toHaveLength(2);
  expect(calls.filter((call) => call === pay(family))).toHaveLength(1);
});

test('reservations of chosen people move whole; one that lacks a fare there is moved alone', async () => {
  const target = newTrip({ title: 'Furnas em janeiro', date: '2100-01-09T07:30:00.000Z', placesLeft: 9 });
  const [fare] = target.fares;
  const quote = (newFare: unknown) => ({
    json: {
      ...{ totalCents: 20_000, newTotalCents: 22_000, extras: [], begun: [], required: [], placesLeft: 9 },
      participants: [{ participantId: crypto.randomUUID(), name: '', fareLabel: 'Adulto', newFare, age: null }],
    },
  });
  const move = ({ id }: { id: string }) => `/api/reservations/${id}/move`;
  const { bodies, calls } = await open('move', {
    'GET /api/trips': { json: { data: [target], page: { number: 1, size: 30, total: 1 } } },
    [`GET ${move(family)}`]: quote(fare),
    [`GET ${move(booked)}`]: quote(fare),
    [`GET ${move(paid)}`]: quote(null),
    [`POST ${move(family)}`]: { json: {} },
    [`POST ${move(booked)}`]: { json: {} },
  });
  await page.getByRole('combobox', { name: 'Para qual saída?' }).click();
  await page.getByRole('option', { name: /Furnas em janeiro/ }).click();
  await expect.element(row('AAAAAA')).toMatchTextContent('R$ 200,00 → R$ 220,00');
  await expect.element(row('CCCCCC')).toMatchTextContent('mude esta reserva sozinha.');
  await expectNothingFound('dialog[open]');
  await button('Mudar de passeio (2)').click();
  await expect.element(row('BBBBBB')).toMatchTextContent(/Mudou de passeio$/);
  for (const one of [family, booked]) expect(bodies[`POST ${move(one)}`]).toEqual({ tripId: target.id });
  expect(calls).not.toContain(`POST ${move(paid)}`);
});

test('a message to chosen people is counted for them alone, and goes at once', async () => {
  const preview = `POST /api/trips/${sampleTrip.id}/announcements/preview`;
  const { bodies } = await open('message', { [preview]: { json: { people: 4, emails: 3, example: null } } });
  await expect.element(page.getByText('Com hora marcada')).not.toBeInTheDocument();
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Leve agasalho');
  await page.getByRole('textbox', { name: 'Texto' }).fill('Vai fazer frio.');
  await button('Conferir').click();
  await expect.element(button('Enviar para 4 pessoas')).toBeVisible();
  expect(bodies[preview]).toMatchObject({ participantIds: chosen.map(({ id }) => id), subject: 'Leve agasalho' });
});
