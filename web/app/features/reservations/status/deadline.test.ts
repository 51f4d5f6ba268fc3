import { describe, expect, it } from 'vitest';
import { timeLeft } from './deadline';

const now = Date.parse('2026-11-21T12:00:00Z');

describe('the time left until a deadline', () => {
  it.each([
    ['2026-11-26T13:00:00Z', 'Faltam 5 dias'],
    ['2026-11-23T12:00:00Z', 'Faltam 2 dias'],
    ['2026-11-23T11:59:00Z', 'Faltam 47 h 59 min'],
    ['2026-11-21T15:12:00Z', 'Faltam 3 h 12 min'],
    ['2026-11-21T14:00:00Z', 'Faltam 2 h'],
    ['2026-11-21T13:05:00Z', 'Falta 1 h 5 min'],
    ['2026-11-21T12:00:20Z', 'Falta 1 min'],
    ['2026-11-21T12:00:00Z', undefined],
  ])('until %s is %s', (until, words) => {
    expect(timeLeft(until, now)).toBe(words);
  });
});
