import { reservationList } from '@passeio/contract/reservations/reservations';
import { describe, expect, it } from 'vitest';
import { newReservation, newReservedTrip } from '~/test/reservations';
import { isActive, isKnown } from '../status/reservation-states';
import { activeReservationIn, holdsToPay, nextDeparture, sortReservations } from './my-reservations';

const now = Date.parse('2026-11-21T12:00:00Z');

function reservation(code: string, state: 'held' | 'booked' | 'expired' | 'cancelled', date: string, back = date) {
  return newReservation({ code, state, trip: { ...newReservedTrip(date), id: `trip-${code}`, returnDate: back } });
}

const travelling = reservation('TRAVEL', 'booked', '2026-11-20T07:00:00Z', '2026-11-22T21:00:00Z');
const soon = reservation('SOON', 'held', '2026-12-05T07:00:00Z');
const later = reservation('LATER', 'booked', '2026-12-20T07:00:00Z');
const cancelled = reservation('GONE', 'cancelled', '2026-12-06T07:00:00Z');
const past = reservation('PAST', 'booked', '2026-10-10T07:00:00Z');
const all = [later, past, cancelled, soon, travelling];

describe('my reservations', () => {
  it('stand in the order in which they matter', () => {
    const { coming, over } = sortReservations(all, now);
    expect(coming.map(({ code }) => code)).toEqual(['TRAVEL', 'SOON', 'LATER']);
    expect(over.map(({ code }) => code)).toEqual(['GONE', 'PAST']);
  });

  it('have a next departure only where places are held', () => {
    expect(nextDeparture(all, now)).toBe(soon);
    expect(nextDeparture([cancelled, past], now)).toBeUndefined();
  });

  it('wait for their deposit in the order of their deadlines, until these have passed', () => {
    const until = (deadline: string, code: string) => {
      const held = reservation(code, 'held', '2026-12-24T07:00:00Z');
      return { ...held, status: { ...held.status, until: deadline } };
    };
    const [first, second] = [until('2026-11-21T13:00:00Z', 'FIRST'), until('2026-11-22T13:00:00Z', 'SECOND')];
    const passed = until('2026-11-21T11:00:00Z', 'PASSED');
    expect(holdsToPay([later, second, passed, first, cancelled], now)).toEqual([first, second]);
  });

  it('stand in the way of a second one until they are cancelled', () => {
    expect(activeReservationIn(all, 'trip-SOON')).toBe(soon);
    expect(activeReservationIn(all, 'trip-GONE')).toBeUndefined();
  });

  it('are read from a newer server too', () => {
    const newer = {
      ...newReservation({}),
      state: 'moved',
      status: { key: 'moved', label: 'Transferida', tone: 'pink', nextStep: '', until: null },
      channel: 'agency',
    };
    const { data } = reservationList.parse({ data: [newer], page: { number: 1, size: 1, total: 1 } });
    const [read] = data;
    if (!read) expect.unreachable();
    expect(isKnown(read)).toBe(false);
    expect(isActive(read)).toBe(true);
    expect(read.status.tone).toBe('quiet');
  });
});
