import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import type { Trip } from '../../contract/src/trips/trips.ts';
import { bearer, TEST_TRIP, tripsOnSale } from './people.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a draft trip for a test; `changed` overrides fields. */
export async function createTripByApi(
  request: APIRequestContext,
  token: string,
  changed: Record<string, unknown> = {},
): Promise<Trip> {
  // Early morning in the operator's time zone, so that boarding points sort around it.
  const departure = new Date(Date.now() + 90 * DAY_MS).setUTCHours(7, 30, 0, 0);
  const draft = {
    title: uniqueTitle(),
    summary: 'Um dia à beira da água.',
    description: '<p>Saímos <strong>cedo</strong>.</p>',
    showDescription: true,
    date: new Date(departure).toISOString(),
    returnDate: new Date(departure + DAY_MS / 2).toISOString(),
    isActive: false,
    fares: [adultFare(28_900)],
    depositPercent: 30,
    capacity: 46,
    minParticipants: 0,
    decisionDate: null,
    vehicle: 'Ônibus 46 lugares',
    interstate: false,
    onRequest: false,
    boardingPoints: [{ time: '05:00', place: 'Rodoviária' }],
    itinerary: [],
    included: ['Transporte'],
    excluded: [],
    bring: ['Documento', 'Boné'],
    risks: '',
    cancellationTiers: [],
    ...changed,
  };
  const response = await request.post('/api/trips', { data: draft, headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Trip;
}

/** A fare of any age that the site offers, in a draft. */
function adultFare(priceCents: number): object {
  return { label: 'Adulto', priceCents };
}

/** A unique trip title. */
export function uniqueTitle(): string {
  return `${TEST_TRIP} ${randomUUID().slice(0, 8)}`;
}

export async function tripByApi(request: APIRequestContext, token: string, tripId: string): Promise<Trip> {
  const response = await request.get(`/api/trips/${tripId}`, { headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Trip;
}

/** Saves a trip through the API, as another member of staff. */
export async function changeTripByApi(
  request: APIRequestContext,
  token: string,
  tripId: string,
  changed: Record<string, unknown>,
): Promise<Trip> {
  const trip = await tripByApi(request, token, tripId);
  const { slug, situation, placesLeft, isArchived, isGuaranteed, tripImages, vehicles, discounts, ...facts } = trip;
  const response = await request.put('/api/trips', { data: { ...facts, ...changed }, headers: bearer(token) });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as Trip;
}

/** Withdraws a trip, so that other tests do not see it. */
export async function archiveTripByApi(request: APIRequestContext, token: string, tripId: string): Promise<void> {
  const response = await request.put(`/api/trips/${tripId}/publication`, {
    data: { isArchived: true },
    headers: bearer(token),
  });
  expect(response.ok(), await response.text()).toBe(true);
}

/** The last day on which a trip departs, as in "05/12/2026": one more then adds no month to the schedule. */
export async function lastDepartureDay(request: APIRequestContext): Promise<string> {
  const last = (await tripsOnSale(request)).at(-1);
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' });
  const parts = format.formatToParts(new Date(last?.date ?? Date.now() + 90 * DAY_MS));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('day')}/${part('month')}/${part('year')}`;
}
