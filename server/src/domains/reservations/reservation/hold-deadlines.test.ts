import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { chosenDeadline, holdDeadline } from './deadlines.ts';

const DAY_MS = 86_400_000;
const settings = {
  hold_minutes: 1_440,
  shortest_hold_minutes: 30,
  last_moment_minutes: 120,
  time_zone: 'America/Sao_Paulo',
};
const at = (local: string) => new Date(`${local}:00-03:00`);

describe('the deadline of a hold', () => {
  const far = at('2026-12-20T08:00');

  it.each([
    ['after the usual time by day', '2026-12-01T15:00', '2026-12-02T15:00'],
    ['the next morning instead of in the night', '2026-12-01T04:30', '2026-12-02T08:00'],
    ['the morning after instead of late in the evening', '2026-12-01T23:10', '2026-12-03T08:00'],
  ])('is %s', (_, now, deadline) => {
    expect(holdDeadline(settings, at(now), far)).toEqual(at(deadline));
  });

  it('is the evening before an early departure, unless that is too soon', () => {
    expect(holdDeadline(settings, at('2026-12-01T15:00'), at('2026-12-02T05:00'))).toEqual(at('2026-12-01T21:59'));
    expect(holdDeadline(settings, at('2026-12-01T21:45'), at('2026-12-02T05:00'))).toEqual(at('2026-12-02T03:00'));
    expect(holdDeadline(settings, at('2026-12-01T15:00'), at('2026-12-01T15:10'))).toEqual(at('2026-12-01T15:10'));
  });
});

it('a deadline that staff chooses lies after now, and at the latest at departure', () => {
  const [now, departsAt] = [at('2026-12-01T15:00'), at('2026-12-02T05:00')];
  const choose = (one: Date) => chosenDeadline(settings, one.toISOString(), { now, departsAt });
  for (const past of [now, new Date(departsAt.getTime() + 1)]) {
    expect(() => choose(past)).toThrow(expect.objectContaining({ code: 'HOLD_IN_PAST' }));
  }
  expect(choose(departsAt)).toEqual(departsAt);
});

describe('a server whose clock is days off', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  it.each([-3, 3])('by %i days: it holds places by the clock that ends holds', async (days) => {
    const trip = await createTrip(app, { deposit_percent: 30 });
    const { token } = await createPerson(app);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS });
    onTestFinished(() => void vi.useRealTimers());
    expect((await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token })).status).toBe(201);
    const { hold_expires_at, now } = (
      await app.pool.query('select hold_expires_at, now() from reservations where trip_id = $1', [trip.id])
    ).rows[0];
    const hours = (hold_expires_at - now) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(35);
  });
});
