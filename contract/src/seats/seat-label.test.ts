import { expect, it } from 'vitest';
import { seatLabel, seatNumber } from './seat-label.ts';

it('names the vehicle only where the trip has several', () => {
  expect(seatLabel({ vehicle: null, number: '12' })).toBe('Poltrona 12');
  expect(seatLabel({ vehicle: 'Van azul', number: '12' })).toBe('Poltrona 12, Van azul');
  expect(seatNumber({ vehicle: 'Van azul', number: '12' })).toBe('12, Van azul');
});
