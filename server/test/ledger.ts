import { randomUUIDv7 } from 'node:crypto';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { defaultFare } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { expect } from 'vitest';
import type { Database } from '../src/platform/database/connect.ts';
import { createTrip, signUpData } from './factories.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** Calls the API as somebody. */
export const send = (base: string, path: string, token: string, method = 'POST') =>
  fetch(`${base}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

/** The password of everybody who signs up here. */
export const PASSWORD = 'uma senha comprida';

/** Somebody new, signed in; their token. `origin`: of the site, if it has another address than the server. */
export async function signUpAndIn(base: string, origin = base, data = signUpData()): Promise<string> {
  const { name, email } = data;
  await post(base, '/identity/sign-up/email', { name, email, password: PASSWORD }, { origin });
  const token = await signInAt(base, email, PASSWORD, origin);
  await post(base, '/api/users', data, { authorization: `Bearer ${token}` });
  return token;
}

/** The token of somebody who has an account. */
export async function signInAt(base: string, email: string, password: string, origin = base): Promise<string> {
  const signedIn = await post(base, '/identity/sign-in/email', { email, password }, { origin });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const response = await accepted(await fetch(`${base}/identity/token`, { headers: { cookie } }));
  const { token } = (await response.json()) as { token: string };
  return token;
}

const post = async (base: string, path: string, body: object, headers: Record<string, string>) =>
  accepted(
    await retryWhileBusy(() =>
      fetch(`${base}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    ),
  );

/** The response, if it accepts; otherwise the test fails with what it says. */
async function accepted(response: Response): Promise<Response> {
  if (!response.ok) expect.fail(`${response.url}: ${response.status} ${await response.text()}`);
  return response;
}

export interface Asked {
  trip: Trip;
  body: object;
  key: string;
}

/** Asks for a reservation of up to three people, with a key. */
export const reserve = (base: string, token: string, { trip, body, key }: Asked) =>
  fetch(`${base}/api/trips/enrrol/${trip.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });

/** A party of one to three adults. */
export function partyOf({ fares }: Trip, turn: number) {
  const fare = defaultFare(fares);
  return fare && [{ fareId: fare.id, count: 1 + (turn % 3) }];
}

/** Trips without a deposit, whose places people can take and let go of without a pause, as many as they like. */
export async function prepareTrips(db: Database, count: number, capacity: number): Promise<void> {
  await db.updateTable('operator').set({ require_confirmed_email: false, unpaid_places: 1_000_000 }).execute();
  for (let trip = 0; trip < count; trip += 1) await createTrip({ db }, { capacity, deposit_percent: 0 });
}

/** What the API has acknowledged to one person: the state of each of their reservations. */
export class Ledger {
  readonly base: () => string | Promise<string>;
  token: string;
  readonly acknowledged = new Map<string, string>();
  /** Reservations whose last request got no answer: both outcomes are right. */
  readonly inDoubt = new Set<string>();
  /** Requests to reserve that got no answer. */
  readonly unanswered = new Map<string, Asked>();
  /** The reservation that each key was answered with. */
  readonly byKey = new Map<string, string>();
  readonly failures = new Set<number>();
  acknowledgements = 0;
  #turn = 0;

  /** `base`: address of the server, or what chooses one for each request; `token`: of the person. */
  constructor(base: string | (() => string | Promise<string>), token: string) {
    this.base = typeof base === 'string' ? () => base : base;
    this.token = token;
  }

  async work(trips: Trip[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.takeTurns(trips, 1);
  }

  /** Reserves so many times, and cancels two of three. */
  async takeTurns(trips: Trip[], count: number): Promise<void> {
    for (const last = this.#turn + count; this.#turn < last; this.#turn += 1) {
      const trip = trips[this.#turn % trips.length] as Trip;
      const reservation = await this.#enrol({ trip, body: { party: partyOf(trip, this.#turn) }, key: randomUUIDv7() });
      if (reservation && this.#turn % 3 !== 0) await this.#cancel(reservation);
    }
  }

  /** Reserves, and never gets the answer. */
  async reserveUnanswered(trip: Trip): Promise<void> {
    const asked = { trip, body: { party: partyOf(trip, 0) }, key: randomUUIDv7() };
    this.unanswered.set(asked.key, asked);
    const response = await reserve(await this.base(), this.token, asked);
    await response.body?.cancel();
  }

  async #enrol(asked: Asked): Promise<Reservation | undefined> {
    try {
      const response = await reserve(await this.base(), this.token, asked);
      if (response.status === 201) return this.#acknowledge(asked, (await response.json()) as Reservation);
      if (response.status >= 500) {
        this.failures.add(response.status);
        this.unanswered.set(asked.key, asked);
      }
    } catch {
      this.unanswered.set(asked.key, asked);
    }
    return undefined;
  }

  #acknowledge({ key }: Asked, reservation: Reservation): Reservation {
    this.acknowledged.set(reservation.id, reservation.state);
    this.byKey.set(key, reservation.id);
    this.acknowledgements += 1;
    return reservation;
  }

  async #cancel({ id }: Reservation): Promise<void> {
    try {
      const response = await send(await this.base(), `/api/reservations/${id}/cancel`, this.token);
      if (response.status === 200) this.acknowledged.set(id, 'cancelled');
      else if (response.status >= 500) {
        this.failures.add(response.status);
        this.inDoubt.add(id);
      }
    } catch {
      this.inDoubt.add(id);
    }
  }

  /**
   * Repeats what got no answer: once more with the same key, which may find the reservation that was made, make it now,
   * or be refused for another one. Then each acknowledged reservation is there as acknowledged, and no other.
   */
  async compare(): Promise<void> {
    for (const asked of this.unanswered.values()) {
      const response = await reserve(await this.base(), this.token, asked);
      expect([201, 409]).toContain(response.status);
      if (response.status === 201) this.#acknowledge(asked, (await response.json()) as Reservation);
    }
    this.unanswered.clear();
    const response = await send(await this.base(), '/api/reservations/me', this.token, 'GET');
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: Reservation[] };
    const stored = new Map(data.map((reservation) => [reservation.id, reservation]));
    for (const [id, state] of this.acknowledged) {
      const found = stored.get(id)?.state;
      if (this.inDoubt.has(id)) expect(['requested', 'held', 'booked', 'cancelled']).toContain(found);
      else expect(found).toBe(state);
    }
    expect([...stored.keys()].filter((id) => !this.acknowledged.has(id))).toEqual([]);
    expect(new Set(this.byKey.values()).size).toBe(this.byKey.size);
    const isActive = ({ state }: Reservation) => ['requested', 'held', 'booked'].includes(state);
    const active = data.filter(isActive).map(({ trip }) => trip.id);
    expect(new Set(active).size).toBe(active.length);
  }
}
