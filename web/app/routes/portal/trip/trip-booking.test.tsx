import type { Trip } from '@passeio/contract/trips/trips';
import { useState } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { enrol, leaveWaitingList, wait } from '~/features/reservations/enrolment/join';
import { readPendingEnrolment, savePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { whenRestored } from '~/features/session/session';
import type { Joining } from '~/features/trips/join-button';
import { formatsIn } from '~/lib/formats';
import { answerCalls, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectFingerSized } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { BEFORE_TRIP, newFare, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const MINE = 'GET /api/reservations/me';
const NOTHING_MINE = { json: { data: [], page: { number: 1, size: 100, total: 0 } } };
const WAITING = 'GET /api/waiting-list/me';
const nothingMine = { [MINE]: NOTHING_MINE, [WAITING]: { json: { data: [] } } };

const button = page.getByRole('button', { name: 'Quero participar!' });
const people = (fare: string) => page.getByRole('spinbutton', { name: fare, exact: true });
const more = (fare: string) => page.getByRole('button', { name: `Mais um: ${fare}`, exact: true });
const less = (fare: string) => page.getByRole('button', { name: `Menos um: ${fare}`, exact: true });
const boarding = page.getByRole('combobox', { name: 'Ponto de embarque' });

beforeEach(async () => {
  await whenRestored();
});

/** Without opening the reservation's page, which would end the test. */
const joining: Joining = {
  async reserve(trip, choice) {
    const outcome = await enrol(trip, choice, formatsIn('America/Sao_Paulo'));
    if (outcome.kind === 'full') return { full: outcome.reason };
    return outcome.kind === 'reserved' ? 'done' : 'failed';
  },
  wait: async (...wanted) => ((await wait(...wanted)) === 'waiting' ? 'done' : 'failed'),
  leave: async (trip) => void (await leaveWaitingList(trip)),
};

async function show(trip: Trip, more: Partial<Joining> = {}): Promise<void> {
  await renderPage(<TripBooking trip={trip} joining={{ ...joining, ...more }} now={BEFORE_TRIP} />);
}

/** The total as it is read, with plain spaces. */
async function expectTotal(words: string): Promise<void> {
  const status = () =>
    page
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(() => status().map((one) => one?.replaceAll('\u00a0', ' '))).toContain(words);
}

function fareIds({ fares }: Trip): [adult: string, child: string, lapChild: string] {
  const [adult, child, lapChild] = fares.map(({ id }) => id);
  return [adult ?? '', child ?? '', lapChild ?? ''];
}

describe('the party of a reservation', () => {
  test('untouched it is one adult, and the request has no body', async () => {
    signIn();
    const trip = newTrip();
    const enrolment = `POST /api/trips/enrrol/${trip.id}`;
    const { bodies, calls } = answerCalls({ ...nothingMine, [enrolment]: { status: 201, json: true } });
    await show(trip);
    await expect.element(people('Adulto')).toHaveValue(1);
    await expect.element(people('Criança de colo')).toHaveValue(0);
    await expectFingerSized(more('Adulto'));
    await expect.element(page.getByText('Cortesia')).not.toBeInTheDocument();
    await expectTotal('Total R$ 169,00 · Sinal R$ 50,70');
    await button.click();
    await expectToast('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
    expect(calls).toContain(enrolment);
    expect(bodies[enrolment]).toBeUndefined();
  });

  test('is chosen with its boarding point; total and deposit follow; it is sent as it was chosen', async () => {
    signIn();
    const trip = newTrip();
    const enrolment = `POST /api/trips/enrrol/${trip.id}`;
    const { bodies } = answerCalls({ ...nothingMine, [enrolment]: { status: 201, json: true } });
    await show(trip);
    await more('Adulto').click();
    await more('Criança').click();
    await more('Criança de colo').click();
    await expectTotal('Total R$ 467,00 · Sinal R$ 140,10');
    await boarding.selectOptions('05:30 Varginha');
    await button.click();
    await expectToast('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
    const [adult, child, lapChild] = fareIds(trip);
    expect(bodies[enrolment]).toEqual({
      party: [
        { fareId: adult, count: 2 },
        { fareId: child, count: 1 },
        { fareId: lapChild, count: 1 },
      ],
      boardingPointId: trip.boardingPoints[0]?.id,
      acceptedPolicy: true,
      totalCents: 46_700,
    });
  });

  test('is sent with the contract that was read and ticked, and not without', async () => {
    signIn();
    const trip = newTrip();
    const enrolment = `POST /api/trips/enrrol/${trip.id}`;
    const contract = { text: 'Contrato com Ana.', shown: 'a'.repeat(64) };
    const refused = refusal(409, { code: 'CONTRACT_TO_ACCEPT', contract });
    const { bodies, calls } = answerCalls({
      ...nothingMine,
      [enrolment]: [refused, refused, { status: 201, json: true }],
    });
    await show(trip);
    const dialog = page.getByRole('dialog', { name: 'Contrato de viagem' });
    await button.click();
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(calls.filter((call) => call === enrolment)).toHaveLength(1);
    await button.click();
    await dialog.getByRole('checkbox', { name: 'Li e aceito o contrato e a política de cancelamento.' }).click();
    await dialog.getByRole('button', { name: 'Aceitar e reservar' }).click();
    await expectToast('success', 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento');
    expect(bodies[enrolment]).toEqual({ contract: contract.shown });
  });

  test('is typed, or changed with the arrow keys', async () => {
    await show(newTrip());
    await people('Adulto').fill('3');
    await expectTotal('Total R$ 507,00 · Sinal R$ 152,10');
    await people('Criança').click();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}');
    await expect.element(people('Criança')).toHaveValue(1);
    await expectTotal('Total R$ 636,00 · Sinal R$ 190,80');
    await people('Adulto').fill('');
    await people('Criança').click();
    await expect.element(people('Adulto')).toHaveValue(3);
  });

  test('the place to board can stay open', async () => {
    const reserve = vi.fn<Joining['reserve']>(async () => 'failed');
    const trip = newTrip();
    await show(trip, { reserve });
    await boarding.selectOptions('06:10 Três Corações');
    await boarding.selectOptions('A combinar');
    await button.click();
    const [fareId] = fareIds(trip);
    expect(reserve).toHaveBeenCalledExactlyOnceWith(trip, {
      party: [{ fareId, count: 1 }],
      boardingPointId: null,
      acceptedPolicy: true,
      totalCents: 16_900,
    });
  });
});

test('the button of a trip on request sends a request', async () => {
  await show(newTrip({ onRequest: true }));
  await expect.element(page.getByRole('button', { name: 'Enviar pedido' })).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
});

describe('what cannot be reserved is explained', () => {
  test('nobody chooses more people than the trip takes: the button says why to screen readers, too', async () => {
    await show(newTrip({ capacity: 2, placesLeft: 2 }));
    await more('Adulto').click();
    await expect.element(more('Adulto')).toBeDisabled();
    const sentence = 'Este passeio leva no máximo 2 pessoas.';
    await expect.element(more('Criança')).toHaveAccessibleDescription(sentence);
    await expect.element(page.getByText(sentence)).toBeVisible();
    // A lap child takes no place.
    await expect.element(more('Criança de colo')).toBeEnabled();
    await people('Criança').fill('1');
    const wait = page.getByRole('button', { name: 'Entrar na lista de espera' });
    await expect.element(wait).toBeDisabled();
    await expect.element(wait).toHaveAccessibleDescription(sentence);
    await less('Adulto').click();
    await expect.element(button).toBeEnabled();
  });

  test('children travel with an adult: the button says so until one is chosen', async () => {
    await show(newTrip());
    await more('Criança').click();
    await less('Adulto').click();
    const sentence = 'Crianças viajam com um adulto. Inclua pelo menos um adulto.';
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAccessibleDescription(sentence);
    await more('Adulto').click();
    await expect.element(button).toBeEnabled();
  });

  test('every lap child has an adult', async () => {
    await show(newTrip());
    await more('Criança de colo').click();
    await expect
      .element(more('Criança de colo'))
      .toHaveAccessibleDescription('Cada criança de colo viaja no colo de um adulto.');
    await less('Adulto').click();
    await expect
      .element(button)
      .toHaveAccessibleDescription('Cada criança de colo viaja no colo de um adulto. Inclua mais um adulto.');
    await less('Criança de colo').click();
    await expect.element(button).toHaveAccessibleDescription('Escolha pelo menos uma pessoa.');
    await expect.element(less('Adulto')).toBeDisabled();
  });

  test('a group that is too large is asked to get in touch', async () => {
    await show(newTrip({ placesLeft: 40, capacity: 46 }));
    await people('Adulto').fill('20');
    await expect.element(button).toBeEnabled();
    const sentence = 'Reserve no máximo 20 pessoas de cada vez. Para grupos maiores, fale com a gente.';
    await expect.element(more('Adulto')).toHaveAccessibleDescription(sentence);
    await people('Adulto').fill('21');
    await expect.element(button).toHaveAccessibleDescription(sentence);
  });

  test('a trip that has left offers nothing to choose, speaks of no places left and leads to the next date', async () => {
    const left = newTrip({ situation: 'closed', placesLeft: 31 });
    await renderPage(<TripBooking trip={left} joining={joining} now={BEFORE_TRIP} />);
    const others = page.getByRole('link', { name: 'Todos os passeios' });
    await expect.element(others).toHaveAttribute('href', '/portal/passeio');
    await expect.element(page.getByText('Já saiu').first()).toBeVisible();
    await expect.element(page.getByText(/31 vagas/)).not.toBeInTheDocument();
    await expect.element(button).not.toBeInTheDocument();
    await expect.element(people('Adulto')).not.toBeInTheDocument();
    await expect.element(page.getByRole('row', { name: /Criança de colo/ })).toBeVisible();
    await cleanup();
    const next = { slug: 'ubatuba-2', dates: 'sáb., 2 de jan.' };
    await renderPage(<TripBooking trip={left} joining={joining} now={BEFORE_TRIP} next={next} />);
    const date = page.getByRole('link', { name: 'Próxima data: sáb., 2 de jan.' });
    await expect.element(date).toHaveAttribute('href', '/portal/passeio/ubatuba-2');
  });
});

test('fares that have gone are no longer chosen; those that stay are', async () => {
  const trip = newTrip();
  const screen = await renderPage(<Changing trips={[trip, { ...trip, fares: trip.fares.slice(0, 1) }]} />);
  await more('Adulto').click();
  await more('Criança').click();
  await screen.getByRole('button', { name: 'Outro' }).click();
  await expectTotal('Total R$ 338,00 · Sinal R$ 101,40');
  await expect.element(people('Criança')).not.toBeInTheDocument();
});

test('a repeated press is the same request, another choice another one', async () => {
  signIn();
  const trip = newTrip();
  const enrolment = `POST /api/trips/enrrol/${trip.id}`;
  const { calls, headers } = answerCalls({ ...nothingMine, [enrolment]: 'lost' });
  await show(trip);
  const press = async (times: number) => {
    await button.click();
    await expect.poll(() => calls.filter((call) => call === enrolment)).toHaveLength(times);
    await expect.element(button).toHaveAttribute('aria-busy', 'false');
  };
  await more('Adulto').click();
  await press(1);
  await press(2);
  await more('Adulto').click();
  await press(3);
  const sent = headers.flatMap((one, index) => (calls[index] === enrolment ? [one.get('idempotency-key')] : []));
  expect(sent[1]).toBe(sent[0]);
  expect(sent[2]).not.toBe(sent[0]);
});

test('a trip with one fare shows no ages and no deposit where there is none', async () => {
  await show(newTrip({ fares: [newFare('Adulto', 10_000)], depositPercent: 0, boardingPoints: [] }));
  await more('Adulto').click();
  await expectTotal('Total R$ 200,00');
  await expect.element(boarding).not.toBeInTheDocument();
});

test('what was chosen before signing in is chosen still, and can be changed', async () => {
  const trip = newTrip();
  const [adult] = fareIds(trip);
  const boardingPointId = trip.boardingPoints[1]?.id ?? null;
  savePendingEnrolment(trip, { party: [{ fareId: adult, count: 2 }], boardingPointId, acceptedPolicy: true });
  const reserve = vi.fn<Joining['reserve']>(async () => 'failed');
  await show(trip, { reserve });
  await expect.element(people('Adulto')).toHaveValue(2);
  await expect.element(boarding).toHaveDisplayValue('06:10 Três Corações');
  await more('Adulto').click();
  await button.click();
  const party = [{ fareId: adult, count: 3 }];
  const chosen = { party, boardingPointId, acceptedPolicy: true, totalCents: 3 * 16_900 };
  expect(reserve).toHaveBeenCalledExactlyOnceWith(trip, chosen);
});

test('a choice survives in this browser, but one that is no longer understood only keeps its trip', () => {
  const trip = newTrip();
  const choice = { party: [{ fareId: fareIds(trip)[0], count: 2 }], boardingPointId: null, acceptedPolicy: true };
  savePendingEnrolment(trip, choice);
  expect(readPendingEnrolment()).toMatchObject({ trip: { id: trip.id }, choice });
  const [key, stored] = Object.entries(localStorage)[0] ?? [];
  localStorage.setItem(key ?? '', String(stored).replace('"count":2', '"count":"dois"'));
  expect(readPendingEnrolment()).toMatchObject({ trip: { id: trip.id }, choice: undefined });
});

/** A page whose trip is reloaded. */
function Changing({ trips }: { trips: [Trip, Trip] }) {
  const [isNext, setNext] = useState(false);
  return (
    <>
      <TripBooking trip={trips[isNext ? 1 : 0]} joining={joining} now={BEFORE_TRIP} />
      <button type="button" onClick={() => setNext(true)}>
        Outro
      </button>
    </>
  );
}

test.each([
  ['2030-06-08T10:59:00.000Z', 'O restante até sáb., 8 de jun., às 08:00.', 'Total R$ 169,00 · Sinal R$ 50,70'],
  ['2030-06-08T11:00:00.000Z', 'A saída está perto: o valor total é pago para garantir a vaga.', 'Total R$ 169,00'],
])('says at %s until when the rest is due, or that all is paid at once', async (now, words, total) => {
  const trip = { ...newTrip(), date: '2030-06-10T08:00:00.000Z', balanceDueHours: 48 };
  await renderPage(<TripBooking trip={trip} joining={joining} now={Date.parse(now)} />);
  await expect.element(page.getByText(words)).toBeVisible();
  await expectTotal(total);
});

describe('a link with a party', () => {
  async function follow(trip: Trip, party: string): Promise<void> {
    window.history.replaceState(null, '', `?grupo=${party}`);
    onTestFinished(() => window.history.replaceState(null, '', window.location.pathname));
    await show(trip);
  }

  test('has it chosen', async () => {
    const trip = newTrip();
    const [adult, child] = fareIds(trip);
    await follow(trip, `${adult}:2,${child}:1`);
    await expect.element(people('Adulto')).toHaveValue(2);
    await expect.element(people('Criança')).toHaveValue(1);
  });

  test.each(['x', '1:2:3', `${crypto.randomUUID()}:99999`, '<script>:1'])(
    'that nobody can have (%s) is one without a party',
    async (party) => {
      await follow(newTrip(), party);
      await expect.element(people('Adulto')).toHaveValue(1);
    },
  );
});
