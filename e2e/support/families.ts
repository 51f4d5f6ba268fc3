import { type APIRequestContext, expect } from '@playwright/test';
import type { ReservationDetails } from '../../contract/src/reservations/reservations.ts';
import type { Trip } from '../../contract/src/trips/trips.ts';
import { bearer, demoAccount, ownOrigin } from './people.ts';
import { tokenOf } from './sessions.ts';
import { createTripByApi } from './trips.ts';

const fares = [
  { label: 'Adulto', minAge: 13, maxAge: null, priceCents: 18_900 },
  { label: 'Criança', minAge: 6, maxAge: 12, priceCents: 9_500 },
  { label: 'Criança de colo', minAge: 0, maxAge: 5, priceCents: 0, takesPlace: false },
];

/** A published trip for families: Adulto R$ 189,00, Criança R$ 95,00, lap children free; `changed` overrides fields. */
export async function familyTrip(request: APIRequestContext, changed: Record<string, unknown> = {}): Promise<Trip> {
  return createTripByApi(request, await tokenOf(demoAccount('OPERATOR')), {
    isActive: true,
    fares,
    boardingPoints: [
      { time: '05:00', place: 'Rodoviária' },
      { time: '05:40', place: 'Trevo' },
    ],
    ...changed,
  });
}

/** Reserves for the signed-in client: so many people of each fare by its label. */
export async function reserveParty(
  request: APIRequestContext,
  token: string,
  trip: Trip,
  counts: Record<string, number>,
): Promise<ReservationDetails> {
  const party = trip.fares.flatMap(({ id, label }) => (counts[label] ? [{ fareId: id, count: counts[label] }] : []));
  const boardingPointId = trip.boardingPoints[0]?.id;
  const response = await request.post(`/api/trips/enrrol/${trip.id}`, {
    data: { party, boardingPointId, acceptedPolicy: true },
    headers: bearer(token),
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as ReservationDetails;
}

/** Asks for the deposit by Pix, so that there is a code to pay and an amount that a receipt should show. */
export async function askForDeposit(
  request: APIRequestContext,
  token: string,
  { id }: ReservationDetails,
): Promise<void> {
  const headers = { ...bearer(token), origin: ownOrigin() };
  const response = await request.post(`/api/reservations/${id}/charges`, { headers, data: { purpose: 'deposit' } });
  expect(response.ok(), await response.text()).toBe(true);
}

/**
 * A birth date ("YYYY-MM-DD") with which somebody is `age` years old on the day of departure, and had a birthday then.
 */
export function bornOn(departure: string, age: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date(departure));
  return `${Number(day.slice(0, 4)) - age}${day.slice(4)}`;
}

/** A date as people type it into a masked field: "05122013". */
export function typed(date: string): string {
  return date.split('-').reverse().join('');
}
