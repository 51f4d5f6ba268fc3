import { randomInt, randomUUID } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { type APIRequestContext, type BrowserContext, expect, test } from '@playwright/test';
import { DEMO_PASSWORD, demoAccounts } from '../../demo/people.ts';

export interface Credentials {
  email: string;
  password: string;
}

export interface Person extends Credentials {
  name: string;
  rg: string;
  emitter: string;
  /** 11 digits. */
  cpf: string;
  /** As in "1990-12-05". */
  birthdate: string;
  /** Digits with area code. */
  contact: string;
}

/** The test users' password, and its hash as the identity provider stores it. */
export const PASSWORD = 'trem das onze e quinze';
export const PASSWORD_HASH =
  '5c0a130b027203b451e5e0089bd74965:bde3bbc709a2b03f338e8da119a2196d80f09b943cf8aa24bf7e7a6681c305026d96c933bca4b9123df272dce6516eb6b392d1df8d8df6dedce06805e2460dfa';

/** Unique personal data, so that tests do not share people. */
export function newPerson(): Person {
  return {
    name: 'Marina Alves de Souza',
    rg: `MG-${randomInt(10_000_000, 99_999_999)}`,
    emitter: 'SSP/MG',
    cpf: generateCpf(),
    birthdate: '1990-12-05',
    contact: `359${randomInt(80_000_000, 99_999_999)}`,
    email: `${randomUUID()}@viajantes.example`,
    password: PASSWORD,
  };
}

/** A unique name that starts with `given`, so that a search finds one person. */
export function rareName(given: string): string {
  const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + randomInt(26))).join('');
  return `${given} Ch${letters}`;
}

export function demoAccount(role: 'ADMIN' | 'OPERATOR' | 'CLIENT'): Credentials & { name: string; cpf: string } {
  const account = demoAccounts.find((candidate) => candidate.role === role);
  if (!account) throw new Error(`No demonstration account for ${role}`);
  return { ...account, password: DEMO_PASSWORD };
}

/** Ends a browser's identity session from outside, as an administrator or another device would. */
export async function endSessionElsewhere(context: BrowserContext, elsewhere: APIRequestContext): Promise<void> {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const response = await elsewhere.post('/identity/sign-out', { data: {}, headers: { cookie, origin: ownOrigin() } });
  expect(response.ok()).toBe(true);
}

export interface TripFacts {
  id: string;
  slug: string;
  seriesId: string;
  title: string;
  date: string;
  placesLeft: number;
  capacity: number;
  onRequest: boolean;
  extras: unknown[];
}

/** Title prefix of trips that tests publish. */
export const TEST_TRIP = 'Passeio de teste';

/** The demonstration's trips on sale, the nearest first, without other tests' trips. */
export async function tripsOnSale(request: APIRequestContext): Promise<TripFacts[]> {
  const response = await request.get('/api/trips?isActive=true&upcoming=true');
  const { data } = (await response.json()) as { data: TripFacts[] };
  return data.filter(({ title }) => !title.startsWith(TEST_TRIP));
}

/** The trip with most places left among the first `among`, so that tests do not sell one out; one that a press reserves. */
export async function roomiestTrip(request: APIRequestContext, among = 12): Promise<TripFacts> {
  const [first] = (await tripsOnSale(request))
    .slice(0, among)
    .filter(({ onRequest, extras }) => !onRequest && extras.length === 0)
    .sort((a, b) => b.placesLeft - a.placesLeft);
  if (!first) throw new Error('There is no trip on sale');
  return first;
}

export async function enrolByApi(request: APIRequestContext, token: string, tripId: string): Promise<void> {
  await post(request, `/api/trips/enrrol/${tripId}`, undefined, token);
}

export async function reservationsOf(
  request: APIRequestContext,
  token: string,
): Promise<{ id: string; state: string; code: string; trip: { id: string } }[]> {
  const response = await request.get('/api/reservations/me', { headers: bearer(token) });
  return (await response.json()).data;
}

export function ownOrigin(): string {
  return new URL(test.info().project.use.baseURL ?? '').origin;
}

export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

async function post(request: APIRequestContext, path: string, data: object | undefined, token?: string): Promise<void> {
  const headers = { origin: ownOrigin(), ...(token ? bearer(token) : {}) };
  const response = await request.post(path, { data, headers });
  expect(response.ok(), `${path} answered ${response.status()}: ${await response.text()}`).toBe(true);
}
