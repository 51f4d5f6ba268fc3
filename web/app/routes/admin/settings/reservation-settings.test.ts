import type { ReservationSettings } from '@passeio/contract/operator/settings';
import { expect, it } from 'vitest';
import { durationOf } from './duration-units';
import { checkReservationField, readReservationForm } from './reservation-settings';

const stored: ReservationSettings = {
  holdMinutes: 1440,
  shortestHoldMinutes: 30,
  lastMomentMinutes: 120,
  offerMinutes: 240,
  requestMinutes: 1440,
  bankCheckMinutes: 60,
  balanceDueHours: 48,
  transferHours: 48,
  withdrawalDays: 7,
  refundDays: 10,
  receiptDays: 90,
  listDays: 90,
  unpaidPlaces: 40,
  pauseMinutes: 60,
  withdrawalRight: true,
};

function form(changed: Record<string, string> = {}): FormData {
  const data = new FormData();
  const typed = {
    holdMinutes: '2',
    'holdMinutes.unit': 'days',
    shortestHoldMinutes: '45',
    'shortestHoldMinutes.unit': 'minutes',
    lastMomentMinutes: '3',
    'lastMomentMinutes.unit': 'hours',
    offerMinutes: '6',
    'offerMinutes.unit': 'hours',
    requestMinutes: '12',
    'requestMinutes.unit': 'hours',
    bankCheckMinutes: '2',
    'bankCheckMinutes.unit': 'hours',
    balanceDueHours: '7',
    'balanceDueHours.unit': 'days',
    transferHours: '36',
    'transferHours.unit': 'hours',
    receiptDays: '60',
    'receiptDays.unit': 'days',
    listDays: '120',
    'listDays.unit': 'days',
    withdrawalDays: '10',
    'withdrawalDays.unit': 'days',
    refundDays: '5',
    'refundDays.unit': 'days',
    unpaidPlaces: '25',
    pauseMinutes: '2',
    'pauseMinutes.unit': 'hours',
    ...changed,
  };
  for (const [name, value] of Object.entries(typed)) data.set(name, value);
  return data;
}

it.each([
  [1440, '24', 'hours'],
  [2880, '2', 'days'],
  [30, '30', 'minutes'],
  [90, '90', 'minutes'],
  [120, '2', 'hours'],
])('%i minutes are typed as %s %s', (minutes, amount, unit) => {
  expect(durationOf(minutes)).toEqual({ amount, unit });
});

it('of one day is typed in days where days are the smallest unit', () => {
  expect(durationOf(1440, 1440)).toEqual({ amount: '1', unit: 'days' });
});

it('becomes what the API takes', () => {
  expect(readReservationForm(form(), stored)).toEqual({
    settings: {
      ...stored,
      holdMinutes: 2880,
      shortestHoldMinutes: 45,
      lastMomentMinutes: 180,
      offerMinutes: 360,
      requestMinutes: 720,
      bankCheckMinutes: 120,
      balanceDueHours: 168,
      transferHours: 36,
      receiptDays: 60,
      listDays: 120,
      withdrawalDays: 10,
      refundDays: 5,
      unpaidPlaces: 25,
      pauseMinutes: 120,
      // An unchecked switch is not sent.
      withdrawalRight: false,
    },
  });
});

it('says what is wrong beside the field', () => {
  const typed = form({
    holdMinutes: '0',
    shortestHoldMinutes: '1,5',
    transferHours: '400',
    'transferHours.unit': 'days',
  });
  expect(readReservationForm(typed, stored)).toEqual({
    errors: {
      holdMinutes: 'Use um número inteiro, de 1 em diante.',
      shortestHoldMinutes: 'Use um número inteiro, de 1 em diante.',
      transferHours: 'Use no máximo um ano.',
    },
  });
  expect(checkReservationField('holdMinutes', 'dez')).toBe('Use um número inteiro, de 1 em diante.');
  expect(readReservationForm(form({ unpaidPlaces: 'dez' }), stored)).toEqual({
    errors: { unpaidPlaces: 'Informe um número inteiro de vagas.' },
  });
  expect(checkReservationField('unpaidPlaces', '0')).toBe('Use 1 ou mais.');
  expect(checkReservationField('holdMinutes', '24')).toBeUndefined();
});
