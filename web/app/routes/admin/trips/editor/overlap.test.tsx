import { numberSeats, vehiclePresets } from '@passeio/contract/seats/seat-map';
import type { TripUpdate } from '@passeio/contract/trips/trip-draft';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerCalls, type FakeResponse, refusal } from '~/test/network';
import { signIn } from '~/test/person';
import { renderPage } from '~/test/render';
import { expectToast } from '~/test/toast';
import { newTrip } from '~/test/trip';
import { TripEditor } from './trip-editor';

const SAVE = 'PUT /api/trips';
const message =
  'O veículo “Micro azul” já está em “Capitólio”, sábado, 8 de maio. Confirme se quer usá-lo mesmo assim.';
const taken = refusal(409, { code: 'VEHICLE_ON_OTHER_TRIP', message, fields: { vehicleIds: message } });
const affects = refusal(409, {
  code: 'TRIP_CHANGE_AFFECTS_PEOPLE',
  message: 'Esta mudança afeta pessoas com reserva.',
  affected: { changes: [], reservations: [], people: 1, waiting: 0, total: 1, unreachable: 0 },
});
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Salvar com este conflito?' });

/** A trip that is given a vehicle and saved, with the API's answers in turn. */
async function saveWithVehicle(...answers: FakeResponse[]) {
  signIn('OPERATOR');
  const trip = newTrip();
  const map = numberSeats(vehiclePresets[3]?.map ?? [], 'byRow');
  const micro = {
    id: crypto.randomUUID(),
    name: 'Micro azul',
    plate: '',
    map,
    seats: 28,
    version: 1,
    isArchived: false,
  };
  const network = answerCalls({
    [SAVE]: answers,
    'GET /api/vehicles': { json: { data: [micro] } },
    'GET /api/vehicles/departures': { json: { data: [] } },
  });
  await renderPage(<TripEditor trip={trip} onCreated={() => undefined} />);
  await page.getByRole('switch', { name: /Micro azul/ }).click();
  await button('Salvar').click();
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog).toMatchTextContent(/já está em “Capitólio”/);
  return { sent: () => network.bodies[SAVE] as TripUpdate, calls: network.calls };
}
const stored = { json: newTrip({ version: 2 }) };

test('a vehicle that is on another trip is used there too once that is confirmed, also where people are to be notified', async () => {
  const { sent } = await saveWithVehicle(taken, affects, stored);
  expect(sent().acceptsOverlap).toBeUndefined();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await button('Salvar sem avisar').click();
  await expectToast('success', 'Passeio salvo.');
  expect(sent()).toMatchObject({ acceptsOverlap: true, notice: { tell: false } });
});

test('nothing is saved if it is not, and the field says why', async () => {
  const { calls } = await saveWithVehicle(taken);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(page.getByText(message).first()).toBeVisible();
  expect(calls.filter((call) => call === SAVE)).toHaveLength(1);
});
