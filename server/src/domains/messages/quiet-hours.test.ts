import { describe, expect, it } from 'vitest';
import { isQuiet, nextMorning } from './quiet-hours.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const MINUTE_MS = 60_000;

describe('nobody is reminded', () => {
  it.each([
    ['2026-12-01T23:59:59.999Z', SAO_PAULO, false],
    ['2026-12-02T00:00:00Z', SAO_PAULO, true],
    ['2026-12-02T10:59:59.999Z', SAO_PAULO, true],
    ['2026-12-02T11:00:00Z', SAO_PAULO, false],
    // An hour behind, and half an hour beside.
    ['2026-12-02T00:00:00Z', 'America/Manaus', false],
    ['2026-12-02T15:29:59Z', 'Asia/Kolkata', false],
    ['2026-12-02T15:30:00Z', 'Asia/Kolkata', true],
  ])('at %s in %s: %s', (now, timeZone, quiet) => {
    expect(isQuiet(new Date(now), timeZone)).toBe(quiet);
  });

  it.each([
    ['2026-12-02T00:00:00Z', SAO_PAULO, '2026-12-02T11:00:00.000Z'],
    ['2026-12-02T10:59:59Z', SAO_PAULO, '2026-12-02T11:00:00.000Z'],
    ['2027-01-01T02:00:00Z', SAO_PAULO, '2027-01-01T11:00:00.000Z'],
    // Clocks go back at two, and forward at one: the night is an hour longer, and an hour shorter.
    ['2026-10-24T20:00:00Z', 'Europe/Lisbon', '2026-10-25T08:00:00.000Z'],
    ['2027-03-27T21:00:00Z', 'Europe/Lisbon', '2027-03-28T07:00:00.000Z'],
  ])('from %s in %s until %s', (now, timeZone, morning) => {
    expect(isQuiet(new Date(now), timeZone)).toBe(true);
    expect(nextMorning(new Date(now), timeZone).toISOString()).toBe(morning);
  });

  it.each(['2026-10-24T12:00:00Z', '2027-03-27T12:00:00Z'])(
    'and a reminder waits for the first minute that is not quiet, also where clocks change, in the day from %s',
    (start) => {
      for (let minute = 0; minute < 24 * 60; minute += 1) {
        const now = new Date(Date.parse(start) + minute * MINUTE_MS);
        if (!isQuiet(now, 'Europe/Lisbon')) continue;
        const morning = nextMorning(now, 'Europe/Lisbon');
        expect(isQuiet(morning, 'Europe/Lisbon')).toBe(false);
        expect(isQuiet(new Date(morning.getTime() - MINUTE_MS), 'Europe/Lisbon')).toBe(true);
        expect(morning.getTime() - now.getTime()).toBeLessThanOrEqual(12 * 60 * MINUTE_MS);
      }
    },
  );
});
