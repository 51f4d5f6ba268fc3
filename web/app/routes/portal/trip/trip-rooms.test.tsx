import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import type { RoomType } from '@passeio/contract/trips/room-types';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { whenRestored } from '~/features/session/session';
import { expectNothingFound } from '~/test/axe';
import { joining } from '~/test/joining';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectNoSidewaysScrolling, setWindow } from '~/test/screen';
import { expectToast } from '~/test/toast';
import { BEFORE_TRIP, newTrip } from '~/test/trip';
import { TripBooking } from './trip-booking';

const RESERVED = 'Reserva realizada com sucesso! Entre em contato para realizar o pagamento';
const join = page.getByRole('button', { name: 'Quero participar!' });
const rooms = page.getByRole('region', { name: 'Quartos' });

const type = (label: string, places: number, more: Partial<RoomType> = {}): RoomType => ({
  ...{ id: crypto.randomUUID(), label, places, count: 5, priceCents: 4_000, per: 'stay', emptyBedCents: 16_000 },
  ...{ roomsLeft: 5, bedsLeft: { women: 0, men: 0, any: 0 } },
  ...more,
});
const double = type('Duplo', 2);
const triple = type('Triplo', 3, { priceCents: 0 });

async function show(roomTypes = [double, triple]) {
  const trip = newTrip({ roomTypes, shareDecisionDays: 20 });
  const enrolment = `POST /api/trips/enrrol/${trip.id}`;
  const network = answerCalls({
    'GET /api/reservations/me': { json: { data: [], page: { number: 1, size: 100, total: 0 } } },
    'GET /api/waiting-list/me': { json: { data: [] } },
    [enrolment]: { status: 201, json: true },
  });
  await whenRestored();
  signIn();
  await setWindow();
  const asked: WaitingListRequest[] = [];
  const wait = async (...[, request]: Parameters<typeof joining.wait>) => {
    asked.push(request);
    return 'done' as const;
  };
  await renderPage(<TripBooking trip={trip} joining={{ ...joining, wait }} now={BEFORE_TRIP} />);
  return Object.assign(() => network.bodies[enrolment], { asked });
}

test('the cheapest rooms that fit are proposed with their price, and follow the party', async () => {
  const sent = await show();
  await expect.element(rooms.getByRole('combobox', { name: 'Tipo do quarto 1' })).toHaveDisplayValue('Duplo');
  await expect.element(rooms.getByText('+ R$ 200,00')).toBeVisible();
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await page.getByRole('button', { name: 'Mais um: Adulto' }).click();
  await expect.element(rooms.getByRole('combobox', { name: 'Tipo do quarto 1' })).toHaveDisplayValue('Triplo');
  await expect.element(rooms.getByText('Incluso')).toBeVisible();
  await expectNothingFound();
  await expectNoSidewaysScrolling();
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({ rooms: [{ roomTypeId: triple.id, people: 3 }], totalCents: 50_700 });
});

test('who goes alone may share, name somebody, and reads until when', async () => {
  const sent = await show();
  await rooms.getByRole('combobox', { name: 'Divisão do quarto 1' }).selectOptions('Dividir: só com mulheres');
  await rooms.getByRole('textbox', { name: /Com quem divide/ }).fill('Paula, reserva ABC123');
  await expect.element(rooms.getByText('+ R$ 40,00')).toBeVisible();
  await expect.element(rooms.getByText(/20 dias antes da saída, ele vira single/)).toBeVisible();
  await join.click();
  await expectToast('success', RESERVED);
  expect(sent()).toMatchObject({
    rooms: [{ roomTypeId: double.id, people: 1, share: 'women', shareWith: 'Paula, reserva ABC123' }],
    totalCents: 20_900,
  });
});

test('rooms that do not fit the party cannot be reserved', async () => {
  await show();
  await rooms.getByRole('combobox', { name: 'Pessoas do quarto 1' }).selectOptions('2 pessoas');
  await expect.element(rooms.getByText('Os quartos são para 2 pessoas, e vão 1.')).toBeVisible();
  await expect.element(join).toBeDisabled();
});

test('without rooms a party waits, or somebody who goes alone shares', async () => {
  const full = { roomsLeft: 0, bedsLeft: { women: 1, men: 0, any: 0 } };
  const { asked } = await show([{ ...double, ...full }]);
  await expect.element(page.getByRole('button', { name: 'Entrar na lista de espera' })).toBeEnabled();
  await rooms.getByRole('button', { name: 'Adicionar quarto' }).click();
  await rooms.getByRole('combobox', { name: 'Divisão do quarto 1' }).selectOptions('Dividir: só com mulheres');
  await expect.element(join).toBeEnabled();
  await rooms.getByRole('combobox', { name: 'Divisão do quarto 1' }).selectOptions('Dividir: só com homens');
  await expect.element(rooms.getByText('Não há mais camas para dividir só com homens.')).toBeVisible();
  await page.getByRole('button', { name: 'Entrar na lista de espera' }).click();
  expect(asked).toMatchObject([{ rooms: [{ roomTypeId: double.id, people: 1, share: 'men' }] }]);
});
