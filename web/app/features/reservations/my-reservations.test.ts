import type { Reservation } from '@passeio/contract/reservations';
import { describe, expect, it } from 'vitest';
import { reservationToCache } from './cached-reservation';
import { activeReservationIn, nextDeparture, sortReservations } from './my-reservations';

const now = Date.parse('2026-11-21T12:00:00Z');

function reservation(code: string, status: Reservation['status'], date: string, returnDate = date): Reservation {
  return {
    id: code,
    code,
    status,
    places: 1,
    priceCents: 28900,
    depositCents: 8670,
    receivedCents: 0,
    cancellationRequestedAt: null,
    cancellable: true,
    createdAt: '2026-11-01T12:00:00Z',
    cancelledAt: null,
    trip: { id: `trip-${code}`, slug: code, title: code, date, returnDate, cardImage: null },
  };
}

const travelling = reservation('TRAVEL', 'boarded', '2026-11-20T07:00:00Z', '2026-11-22T21:00:00Z');
const soon = reservation('SOON', 'held', '2026-12-05T07:00:00Z');
const later = reservation('LATER', 'paid', '2026-12-20T07:00:00Z');
const waiting = reservation('WAIT', 'waitlisted', '2026-11-28T07:00:00Z');
const cancelled = reservation('GONE', 'cancelled', '2026-12-06T07:00:00Z');
const past = reservation('PAST', 'completed', '2026-10-10T07:00:00Z');
const all = [later, past, cancelled, waiting, soon, travelling];

describe('my reservations', () => {
  it('stand in the order in which they matter', () => {
    const { coming, over } = sortReservations(all, now);
    expect(coming.map(({ code }) => code)).toEqual(['TRAVEL', 'WAIT', 'SOON', 'LATER']);
    expect(over.map(({ code }) => code)).toEqual(['GONE', 'PAST']);
  });

  it('have a next departure only where a place is held', () => {
    expect(nextDeparture(all, now)).toBe(soon);
    expect(nextDeparture([waiting, cancelled, past], now)).toBeUndefined();
  });

  it('are cached for reading offline: the nearest in which a place is held, also while it is under way', () => {
    expect(reservationToCache(sortReservations(all, now).coming)).toBe(travelling);
    expect(reservationToCache(sortReservations([waiting, soon], now).coming)).toBe(soon);
    expect(reservationToCache([waiting])).toBeUndefined();
  });

  it('stand in the way of a second one until they are cancelled', () => {
    expect(activeReservationIn(all, 'trip-SOON')).toBe(soon);
    expect(activeReservationIn(all, 'trip-GONE')).toBeUndefined();
  });
});
