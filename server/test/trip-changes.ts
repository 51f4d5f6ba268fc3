import type { TripUpdate } from '@passeio/contract/trips/trip-draft';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { call, createGuestPerson, type Person } from './factories.ts';
import { createFamilyTrip } from './parties.ts';

/** 04:30 of a Saturday in the operator's time zone. */
export const DEPARTURE = '2031-03-08T07:30:00.000Z';
const RETURN = '2031-03-09T01:00:00.000Z';
export const [SQUARE, STATION] = ['0198c000-0000-7000-8000-000000000001', '0198c000-0000-7000-8000-000000000002'];

/** A published trip with two boarding points, at known times. */
export function tripWithPoints(app: TestApp, overrides: Parameters<typeof createFamilyTrip>[1] = {}) {
  const points = [
    { id: SQUARE, time: '04:30', place: 'Praça Central' },
    { id: STATION, time: '05:00', place: 'Rodoviária' },
  ];
  return createFamilyTrip(app, {
    departs_at: DEPARTURE,
    returns_at: RETURN,
    vehicle: 'Van 20 lugares',
    boarding_points: JSON.stringify(points),
    ...overrides,
  });
}

/** Saves a trip as staff, with these fields changed. */
export async function saveTrip(app: TestApp, { token }: Person, tripId: string, change: Partial<TripUpdate>) {
  const { body: trip } = await call(app, 'GET', `/api/trips/${tripId}`, { token });
  const { slug, situation, placesLeft, priceCents, isArchived, isGuaranteed, tripImages, vehicles, ...facts } = trip;
  return call(app, 'PUT', '/api/trips', { token, body: { ...facts, ...change } });
}

/** Staff reserves a place for a guest without an e-mail address. */
export async function reserveForGuest(app: TestApp, { token }: Person, tripId: string, name: string): Promise<void> {
  const { id: personId } = await createGuestPerson(app, { name });
  const { status } = await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body: { personId } });
  expect(status).toBe(201);
}
