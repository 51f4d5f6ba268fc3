import { describe, expect, it } from 'vitest';
import { formatsIn } from './formats';

const { formatTripDates, formatDuration } = formatsIn('America/Sao_Paulo');
const dayTrip = { date: '2026-12-05T07:30:00.000Z', returnDate: '2026-12-06T01:00:00.000Z' };
const weekend = { date: '2026-12-18T23:00:00.000Z', returnDate: '2026-12-21T00:00:00.000Z' };

describe('how long a trip takes', () => {
  it('is a day where the operator is, although it ends tomorrow in London', () => {
    expect(formatDuration(dayTrip)).toBe('Bate-volta');
    expect(formatTripDates(dayTrip)).toBe('sáb., 5 de dez.');
  });

  it('counts every day it touches', () => {
    expect(formatDuration(weekend)).toBe('3 dias');
    expect(formatTripDates(weekend)).toBe('sex., 18 de dez. a dom., 20 de dez.');
  });
});
