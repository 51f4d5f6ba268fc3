import { vehiclePresets } from '@passeio/contract/seats/seat-map';
import type { Vehicle } from '@passeio/contract/seats/vehicles';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '~/lib/api';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToFit } from '~/test/screen';
import { newTrip, newTripMoney } from '~/test/trip';
import { Places } from './places';
import { createTripForm, TripFormContext } from './trip-form';

const choice = (name: RegExp) => page.getByRole('switch', { name });
const capacity = page.getByRole('textbox', { name: 'Vagas', exact: true });
const warning = page.getByRole('alert').filter({ hasText: 'confira antes de salvar' });
const map = (vehiclePresets[0]?.map ?? []).map((row) => [...row]);

function vehicle(name: string, seats: number, more: Partial<Vehicle> = {}): Vehicle {
  return { id: crypto.randomUUID(), name, plate: '', map, seats, version: 1, isArchived: false, ...more };
}
const bus = vehicle('Ônibus prata', 46);
const van = vehicle('Van da Bete', 15);

/** The places of a trip, with what the API says of vehicles. */
async function open({
  vehicles = [bus, van],
  departures = [] as object[],
  trip = newTrip({ capacity: 28 }),
  offered = [] as object[],
} = {}) {
  signIn('OPERATOR');
  answerCalls({
    'GET /api/vehicles': { json: { data: vehicles } },
    'GET /api/vehicles/departures': { json: { data: departures } },
    [`GET /api/trips/${trip.id}/money`]: { json: newTripMoney(trip) },
    [`GET /api/trips/${trip.id}/waiting-list/preview`]: { json: { placesLeft: 3, offered } },
  });
  const never = () => Promise.reject(new ApiError(0));
  const calls = { load: never, create: never, update: never, publish: never };
  const form = createTripForm({ trip, timeZone: 'America/Sao_Paulo', calls });
  await renderPage(
    <TripFormContext value={form}>
      <Places />
    </TripFormContext>,
  );
  return form;
}

test('places follow the seats of the vehicles that are chosen; staff may sell fewer', async () => {
  const form = await open();
  await choice(/Ônibus prata · 46 poltronas/).click();
  await expect.element(capacity).toHaveValue('46');
  await expect.element(page.getByText('Até 46, as poltronas; pode vender menos')).toBeVisible();
  await choice(/Van da Bete/).click();
  await expect.element(capacity).toHaveValue('61');
  expect(form.store.getState().fields).toMatchObject({
    vehicleIds: [bus.id, van.id],
    vehicle: 'Ônibus prata e Van da Bete',
  });
  await capacity.fill('40');
  await choice(/Van da Bete/).click();
  await expect.element(capacity).toHaveValue('40');
});

test('with vehicles, staff says whether clients choose their seats and whether the system seats the others', async () => {
  const form = await open();
  const byItself = page.getByRole('switch', { name: /^Distribuir poltronas sozinho/ });
  await expect.element(byItself).not.toBeInTheDocument();
  await choice(/Ônibus prata · 46 poltronas/).click();
  await expect.element(byItself).toBeChecked();
  await byItself.click();
  expect(form.store.getState().fields.autoSeating).toBe(false);
});

test('a vehicle that is on another trip then says so, as an alert once it is chosen', async () => {
  const trip = { vehicleId: bus.id, tripId: crypto.randomUUID(), title: 'Capitólio', date: '2027-05-08T08:00:00.000Z' };
  await open({ departures: [trip] });
  await expect.element(page.getByText(/Já está em Capitólio/)).toBeVisible();
  await expect.element(warning).not.toBeInTheDocument();
  await choice(/Ônibus prata/).click();
  await expect.element(warning).toMatchTextContent(/Já está em Capitólio/);
  await expect.element(page.getByRole('link', { name: 'Capitólio' })).toBeVisible();
});

test('a trip shows its vehicle as it was given it, also when it is archived; others that are archived are not offered', async () => {
  const archived = vehicle('Micro antigo', 20, { isArchived: true });
  const of = { id: crypto.randomUUID(), vehicleId: archived.id, name: 'Micro antigo', seats: 28 };
  await open({
    vehicles: [bus, archived, vehicle('Outro antigo', 10, { isArchived: true })],
    trip: newTrip({ vehicles: [of] }),
  });
  await expect.element(choice(/Micro antigo · 28 poltronas · arquivado/)).toBeChecked();
  await expect.element(choice(/Outro antigo/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('combobox', { name: 'Veículo', exact: true })).not.toBeInTheDocument();
});

test('more places than before say who of the waiting list is offered them', async () => {
  const ana = { entryId: crypto.randomUUID(), name: 'Ana Prado', places: 3, totalCents: 47_300 };
  await open({ vehicles: [], offered: [ana] });
  await capacity.fill('27');
  await expect.element(page.getByText(/lista de espera/)).not.toBeInTheDocument();
  await capacity.fill('31');
  await expect
    .element(page.getByText(/^Ao salvar, oferecemos vagas a 1 pessoa da lista de espera \(R\$\s473,00\):$/))
    .toBeVisible();
  await expect.element(page.getByText(/^Ana Prado: 3 vagas, R\$\s473,00$/)).toBeVisible();
  await expectNothingFound();
  await expectToFit();
});

test('without vehicles the transport is said in words', async () => {
  await open({ vehicles: [] });
  await expect.element(page.getByRole('link', { name: 'veículos cadastrados' })).toBeVisible();
  await expect
    .element(page.getByRole('combobox', { name: 'Veículo', exact: true }))
    .toHaveValue('Micro-ônibus 28 lugares');
});

test('a minimum with which the trip makes a loss is said with both numbers, as it and the price are typed', async () => {
  const form = await open();
  const minimum = page.getByRole('textbox', { name: 'Lotação mínima' });
  const loss = page.getByText(/a saída dá prejuízo/);
  await expect.element(minimum).toHaveValue('0');
  await minimum.fill('14');
  await expect
    .element(loss)
    .toHaveTextContent('Empata com 15 pessoas. Com a lotação mínima, de 14 pessoas, a saída dá prejuízo.');
  await minimum.fill('15');
  await expect.element(loss).not.toBeInTheDocument();
  const { fares } = form.store.getState().fields;
  form.set(
    'fares',
    fares.map((fare) => ({ ...fare, priceCents: '20,00' })),
  );
  await expect.element(loss).toMatchTextContent(/^Nunca empata/);
  await expectNothingFound();
});
