import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offerDeadline } from './deadlines.ts';

const settings = {
  offer_minutes: 240,
  shortest_hold_minutes: 30,
  last_moment_minutes: 120,
  time_zone: 'America/Sao_Paulo',
};
const far = new Date('2027-01-30T12:00:00Z');
/** An instant of the operator's clock, three hours behind UTC. */
const at = (local: string) => new Date(`${local}:00-03:00`);

describe('an offer', () => {
  it.each([
    ['in the day: after the usual time', '2026-12-05T10:00', '2026-12-05T14:00'],
    ['ends before ten in the evening', '2026-12-05T17:59', '2026-12-05T21:59'],
    ['would end in the night: the next morning at ten', '2026-12-05T18:00', '2026-12-06T10:00'],
    ['made in the night: the same morning', '2026-12-05T01:30', '2026-12-05T10:00'],
    ['made early in the morning', '2026-12-05T04:30', '2026-12-05T10:00'],
    ['made after eight: after the usual time', '2026-12-05T08:00', '2026-12-05T12:00'],
  ])('%s', (_, now, deadline) => {
    expect(offerDeadline(settings, at(now), far)).toEqual(at(deadline));
  });

  it('ends before the last moment before departure', () => {
    expect(offerDeadline(settings, at('2026-12-05T10:00'), at('2026-12-05T14:00'))).toEqual(at('2026-12-05T12:00'));
  });

  it('of half an hour ends before ten on the day on which it is made by day', () => {
    const short = { ...settings, offer_minutes: 30 };
    expect(offerDeadline(short, at('2026-12-05T08:10'), far)).toEqual(at('2026-12-05T08:40'));
    expect(offerDeadline(short, at('2026-12-05T08:00'), far)).toEqual(at('2026-12-05T08:30'));
    expect(offerDeadline(short, at('2026-12-05T07:50'), far)).toEqual(at('2026-12-05T10:00'));
  });

  it('for a departure in the early morning ends in the evening before', () => {
    expect(offerDeadline(settings, at('2026-12-05T20:00'), at('2026-12-06T11:00'))).toEqual(at('2026-12-05T21:59'));
    expect(offerDeadline(settings, at('2026-12-06T08:20'), at('2026-12-06T11:00'))).toEqual(at('2026-12-06T09:00'));
  });

  it('for a departure in the night ends in the evening before', () => {
    expect(offerDeadline(settings, at('2026-12-05T20:00'), at('2026-12-06T05:00'))).toEqual(at('2026-12-05T21:59'));
  });

  it('is not made where less than the shortest hold is left', () => {
    expect(offerDeadline(settings, at('2026-12-05T10:00'), at('2026-12-05T12:29'))).toBeUndefined();
    expect(offerDeadline(settings, at('2026-12-05T21:40'), at('2026-12-06T05:00'))).toBeUndefined();
  });

  it('never ends in the night of the operator, before ten after one, too soon, or after the last moment', () => {
    const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) });
    const zones = fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Pacific/Kiritimati');
    fc.assert(
      fc.property(
        instants,
        fc.integer({ min: 0, max: 20 * 24 * 60 }),
        fc.integer({ min: 1, max: 3_000 }),
        zones,
        (now, ahead, offer_minutes, time_zone) => {
          const departsAt = new Date(now + ahead * 60_000);
          const deadline = offerDeadline({ ...settings, offer_minutes, time_zone }, new Date(now), departsAt);
          if (!deadline) return;
          const hour = Number(deadline.toLocaleTimeString('en-GB', { timeZone: time_zone, hour: '2-digit' }));
          expect(hour).toBeGreaterThanOrEqual(8);
          expect(hour).toBeLessThan(22);
          const dayOf = (instant: Date | number) =>
            new Date(instant).toLocaleDateString('en-CA', { timeZone: time_zone });
          const madeAt = Number(new Date(now).toLocaleTimeString('en-GB', { timeZone: time_zone, hour: '2-digit' }));
          const isOverNight = dayOf(now) !== dayOf(deadline) || madeAt < 8;
          if (isOverNight) expect(hour).toBeGreaterThanOrEqual(10);
          expect(deadline.getTime() - now).toBeGreaterThanOrEqual(Math.min(offer_minutes, 30) * 60_000);
          expect(deadline.getTime()).toBeLessThanOrEqual(departsAt.getTime() - 120 * 60_000);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
