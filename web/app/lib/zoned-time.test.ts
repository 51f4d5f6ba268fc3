import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, localOf } from './zoned-time';

const zones = fc.constantFrom(
  'America/Sao_Paulo',
  'America/Noronha',
  'America/New_York',
  'Pacific/Apia',
  'Australia/Lord_Howe',
);
const minutes = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 16));

describe('times where the operator is', () => {
  it('are three hours behind UTC in São Paulo', () => {
    expect(instantOf('2026-12-05T04:30', 'America/Sao_Paulo')).toBe('2026-12-05T07:30:00.000Z');
    expect(localOf('2026-12-05T01:30:00.000Z', 'America/Sao_Paulo')).toBe('2026-12-04T22:30');
  });

  it('are what Temporal says, also when clocks go forward or back', () => {
    fc.assert(
      fc.property(minutes, zones, (local, timeZone) => {
        const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant();
        expect(Date.parse(instantOf(local, timeZone))).toBe(expected.epochMilliseconds);
      }),
    );
    // Midnight of that Sunday never was in São Paulo; half past one of that other Sunday was there twice in New York.
    expect(instantOf('2018-11-04T00:30', 'America/Sao_Paulo')).toBe('2018-11-04T03:30:00.000Z');
    expect(instantOf('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  it('lead back to the same instant, to the minute', () => {
    fc.assert(
      fc.property(minutes, zones, (minute, timeZone) => {
        const instant = `${minute}:00.000Z`;
        const again = instantOf(localOf(instant, timeZone), timeZone);
        // The second of two equal times leads to the first one.
        expect(localOf(again, timeZone)).toBe(localOf(instant, timeZone));
      }),
    );
  });
});
