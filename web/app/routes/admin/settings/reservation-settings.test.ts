import { usualReservationSettings as stored } from '@passeio/contract/operator/reservation-settings';
import { expect, it } from 'vitest';
import { durationOf, reservationFormValues, reservationSettingsOf, schema } from './reservations-section';

it.each([
  [1440, '24', 'hours'],
  [2880, '2', 'days'],
  [30, '30', 'minutes'],
  [90, '90', 'minutes'],
  [120, '2', 'hours'],
])('%i minutes are typed as %s %s', (minutes, amount, unit) => {
  expect(durationOf(minutes)).toEqual({ amount, unit });
});

it('a duration of one day is typed in days where days are the smallest unit', () => {
  expect(durationOf(1440, 1440)).toEqual({ amount: '1', unit: 'days' });
});

const read = (typed: Partial<ReturnType<typeof reservationFormValues>>) =>
  schema.safeParse(reservationSettingsOf({ ...reservationFormValues(stored), ...typed }));

it('a form that nobody touched is what is stored', () => {
  expect(read({}).data).toEqual(stored);
});

it('durations are sent in the unit in which they are stored', () => {
  const typed = {
    holdMinutes: { amount: '2', unit: 'days' },
    shortestHoldMinutes: { amount: ' 45 ', unit: 'minutes' },
    balanceDueHours: { amount: '7', unit: 'days' },
    transferHours: { amount: '36', unit: 'hours' },
    listDays: { amount: '120', unit: 'days' },
    unpaidPlaces: '25',
    pixPermille: ' −5 ',
    cardPermille: '3,5',
    withdrawalRight: false,
  } as const;
  expect(read(typed).data).toEqual({
    ...stored,
    holdMinutes: 2880,
    shortestHoldMinutes: 45,
    balanceDueHours: 168,
    transferHours: 36,
    listDays: 120,
    unpaidPlaces: 25,
    pixPermille: -50,
    cardPermille: 35,
    withdrawalRight: false,
  });
});

it.each([
  [{ holdMinutes: { amount: '0', unit: 'hours' } }, 'Use um número inteiro, de 1 em diante.'],
  [{ holdMinutes: { amount: 'dez', unit: 'hours' } }, 'Use um número inteiro, de 1 em diante.'],
  [{ shortestHoldMinutes: { amount: '1,5', unit: 'minutes' } }, 'Use um número inteiro, de 1 em diante.'],
  [{ transferHours: { amount: '400', unit: 'days' } }, 'Use no máximo um ano.'],
  [{ unpaidPlaces: 'dez' }, 'Informe um número inteiro de vagas.'],
  [{ unpaidPlaces: '0' }, 'Use 1 ou mais.'],
  [{ pixPermille: '21' }, 'Use de −20 a 20, com até uma casa, como −5 ou 3,5.'],
  [{ cardPermille: '3,55' }, 'Use de −20 a 20, com até uma casa, como −5 ou 3,5.'],
] as const)('%j is refused beside the field', (typed, message) => {
  expect(read(typed).error?.issues).toEqual([expect.objectContaining({ path: Object.keys(typed), message })]);
});
