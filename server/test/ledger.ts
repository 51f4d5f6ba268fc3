import type { Reservation } from '@passeio/contract/reservations';
import type { Trip } from '@passeio/contract/trips';
import { expect } from 'vitest';
import { signUpData } from './factories.ts';

/** Calls the API as somebody. */
export const send = (base: string, path: string, token: string, method = 'POST') =>
  fetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

/** Somebody new, signed in; their token. */
export async function signUpAndIn(base: string): Promise<string> {
  const data = signUpData();
  const password = 'uma senha comprida';
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: base, ...headers },
    });
  await post('/identity/sign-up/email', { name: data.name, email: data.email, password });
  const signedIn = await post('/identity/sign-in/email', { email: data.email, password });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { token } = (await (await fetch(`${base}/identity/token`, { headers: { cookie } })).json()) as {
    token: string;
  };
  const profile = await post('/api/users', data, { authorization: `Bearer ${token}` });
  expect(profile.status).toBe(201);
  return token;
}

/** What the API has acknowledged to one person: the state of each of their reservations. */
export class Ledger {
  readonly base: string;
  readonly token: string;
  readonly acknowledged = new Map<string, string>();
  /** Reservations whose last request got no answer: both outcomes are right. */
  readonly inDoubt = new Set<string>();
  /** Trips whose enrolment got no answer: there may be one reservation that we never heard of. */
  readonly unansweredTrips = new Set<string>();
  readonly failures = new Set<number>();
  answers = 0;

  /** `base`: address of the server; `token`: of the person. */
  constructor(base: string, token: string) {
    this.base = base;
    this.token = token;
  }

  async work(trips: Trip[], signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const trip = trips[turn % trips.length] as Trip;
      const reservation = await this.#enrol(trip);
      if (reservation && turn % 3 !== 0) await this.#cancel(reservation);
    }
  }

  async #enrol(trip: Trip): Promise<Reservation | undefined> {
    try {
      const response = await send(this.base, `/api/trips/enrrol/${trip.id}`, this.token);
      if (response.status === 201) {
        const reservation = (await response.json()) as Reservation;
        this.acknowledged.set(reservation.id, 'held');
        this.answers += 1;
        return reservation;
      }
      if (response.status >= 500) {
        this.failures.add(response.status);
        this.unansweredTrips.add(trip.id);
      }
    } catch {
      this.unansweredTrips.add(trip.id);
    }
    return undefined;
  }

  async #cancel({ id }: Reservation): Promise<void> {
    try {
      const response = await send(this.base, `/api/reservations/${id}/cancel`, this.token);
      if (response.status === 200) this.acknowledged.set(id, 'cancelled');
      else if (response.status >= 500) {
        this.failures.add(response.status);
        this.inDoubt.add(id);
      }
    } catch {
      this.inDoubt.add(id);
    }
  }

  async compare(): Promise<void> {
    const response = await send(this.base, '/api/reservations/me', this.token, 'GET');
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: Reservation[] };
    const stored = new Map(data.map((reservation) => [reservation.id, reservation]));
    for (const [id, status] of this.acknowledged) {
      const found = stored.get(id)?.state;
      if (this.inDoubt.has(id)) expect(['held', 'cancelled']).toContain(found);
      else expect(found).toBe(status);
    }
    for (const reservation of data) {
      if (!this.acknowledged.has(reservation.id)) expect(this.unansweredTrips).toContain(reservation.trip.id);
    }
    const active = data.filter(({ state }) => state === 'held').map(({ trip }) => trip.id);
    expect(new Set(active).size).toBe(active.length);
  }
}
