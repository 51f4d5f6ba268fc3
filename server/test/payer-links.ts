import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { makePayerLink } from '../src/domains/reservations/index.ts';
import type { TestApp } from './app.ts';
import { call } from './factories.ts';
import type { FamilyTrip } from './parties.ts';

/** The token of a link that was made for the payer, as e-mails have it. */
export function linkForPayer({ db }: TestApp, { id }: { id: string }): Promise<string> {
  return makePayerLink(db, id);
}

/** The token of a link that staff makes. */
export async function linkByStaff(
  app: TestApp,
  { token }: { token: string },
  { id }: { id: string },
  body?: object,
): Promise<string> {
  const made = await call(app, 'POST', `/api/reservations/${id}/link`, { token, body });
  expect(made.status).toBe(201);
  return made.body.url.split('#')[1];
}

/** Calls a route by the payer's link. */
export function callByLink(app: TestApp, name: string, token: string, body: object = {}, as?: { token: string }) {
  const headers = { 'idempotency-key': randomUUID() };
  return call(app, 'POST', `/api/reservation-links/${name}`, { headers, token: as?.token, body: { token, ...body } });
}

let guests = 0;

/** Reserves for two without an account; the token is of the client's own link. */
export async function reserveAsGuest(app: TestApp, trip: FamilyTrip, guest: { email?: string } = {}) {
  guests += 1;
  const contact = `+55359${String(40_000_000 + guests)}`;
  const person = { name: 'Teresa Rocha Dias', contact, ...guest };
  const { status, body } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
    headers: { 'idempotency-key': randomUUID() },
    body: { party: [{ fareId: trip.fares.adult, count: 2 }], boardingPointId: trip.boardingPointId, guest: person },
  });
  expect(status).toBe(201);
  return { id: body.id as string, token: body.link.split('#')[1] as string, digits: contact.slice(-4) };
}

/** Staff records that the deposit came in. */
export async function payDeposit(app: TestApp, { token }: { token: string }, { id }: { id: string }): Promise<void> {
  const { depositCents: amountCents } = (await call(app, 'GET', `/api/reservations/${id}`, { token })).body;
  const headers = { 'idempotency-key': randomUUID() };
  const body = { kind: 'deposit', method: 'cash', amountCents };
  expect((await call(app, 'POST', `/api/reservations/${id}/payments`, { token, headers, body })).status).toBe(201);
}
