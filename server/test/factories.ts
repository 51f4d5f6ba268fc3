import { randomUUIDv7 } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import type { Role } from '@passeio/contract/roles';
import type { ExtraDraft } from '@passeio/contract/trips/extras';
import type { FareDraft } from '@passeio/contract/trips/fares';
import type { RoomTypeDraft } from '@passeio/contract/trips/room-types';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import type { Insertable } from 'kysely';
import type { Schema } from '../src/platform/database/schema/schema.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Person {
  id: string;
  token: string;
  email: string;
  cpf: string;
}

let people = 0;

/** Sign-up data, different at every call. */
export function signUpData(overrides: Record<string, unknown> = {}) {
  people += 1;
  return {
    name: `Pessoa Número ${inLetters(people)}`,
    rg: `MG-${10_000_000 + people}`,
    emitter: 'SSP/MG',
    cpf: generateCpf(),
    birthdate: '1990-05-17',
    contact: '(35) 99999-0000',
    email: `pessoa${people}-${Date.now()}@exemplo.com.br`,
    ...overrides,
  };
}

function inLetters(count: number): string {
  return Array.from(String(count), (digit) => 'abcdefghij'[Number(digit)]).join('');
}

/** A person with a complete profile and a token. */
export async function createPerson(
  { db, identity }: TestApp,
  role: Role = 'CLIENT',
  access: Partial<Pick<Insertable<Schema['users']>, 'permissions' | 'refund_limit_cents'>> = {},
): Promise<Person> {
  const { contact: _, ...data } = signUpData();
  const { token, identity: who } = identity.issueToken(data.email);
  const id = randomUUIDv7();
  await db
    .insertInto('users')
    .values({ id, issuer: who.issuer, subject: who.subject, ...data, contact: '+5535999990000', role, ...access })
    .execute();
  return { id, token, email: data.email, cpf: data.cpf };
}

/** A guest person with name and telephone only. */
export async function createGuestPerson({ db }: TestApp, { name }: { name: string }): Promise<{ id: string }> {
  const id = randomUUIDv7();
  await db.insertInto('users').values({ id, name, contact: '+5535999990000' }).execute();
  return { id };
}

/** Body of PUT trips/{id}/crew: these people with a guide's account guide the departure. */
export function crewOfGuides(userIds: string[]) {
  return { crew: userIds.map((memberId) => ({ memberId, role: 'guide' as const })), acceptsConflicts: true };
}

/** A draft that departs in a month. */
export function tripDraft(overrides: Partial<TripDraft> = {}): TripDraft {
  return {
    title: 'Cânions de Furnas',
    summary: 'Um dia de lancha entre paredões.',
    description: '<p>Saída cedinho.</p>',
    showDescription: true,
    date: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    returnDate: new Date(Date.now() + 31 * DAY_MS).toISOString(),
    isActive: false,
    onRequest: false,
    fares: [
      fareDraft({ label: 'Adulto', minAge: 13, priceCents: 28_900 }),
      fareDraft({ label: 'Criança', minAge: 6, maxAge: 12, priceCents: 19_900 }),
      fareDraft({ label: 'Criança de colo', minAge: 0, maxAge: 5, priceCents: 0, takesPlace: false }),
    ],
    depositPercent: 30,
    balanceDueHours: null,
    capacity: 46,
    minParticipants: 20,
    decisionDate: null,
    vehicle: 'Ônibus 46 lugares',
    interstate: false,
    boardingPoints: [
      { time: '05:00', place: 'Rodoviária de Varginha' },
      { time: '05:30', place: 'Praça de Três Pontas' },
    ],
    itinerary: [{ day: 1, time: '08:00', text: 'Chegada a Capitólio' }],
    included: ['Transporte'],
    excluded: ['Almoço'],
    bring: ['Protetor solar'],
    risks: '',
    cancellationTiers: [],
    ...overrides,
  };
}

/** A public fare of any age that takes a place. */
export function fareDraft(overrides: Partial<FareDraft> = {}): FareDraft {
  const anyone = { minAge: null, maxAge: null, takesPlace: true, audience: 'public' } as const;
  return { label: 'Adulto', priceCents: 28_900, ...anyone, ...overrides };
}

let coupons = 0;

/** Body of a coupon of 10 % with a code of its own. */
export function couponDraft(overrides: object = {}) {
  coupons += 1;
  return { code: `CUPOM-${Date.now()}-${coupons}`, effect: 'percent' as const, value: 10, ...overrides };
}

/** An extra of each participant, of which there are ten. */
export function extraDraft(overrides: Partial<ExtraDraft> = {}): ExtraDraft {
  const usual = { description: '', minQuantity: 1, maxQuantity: 2, soldUntilHours: 0, refundable: true } as const;
  const anybody = { choice: 'optional', minAge: null, maxAge: null } as const;
  return { label: 'Almoço', priceCents: 4_500, per: 'participant', stock: 10, ...usual, ...anybody, ...overrides };
}

/** Ten double rooms, in which a person pays R$ 100,00, and R$ 80,00 for an empty bed. */
export function roomTypeDraft(overrides: Partial<RoomTypeDraft> = {}): RoomTypeDraft {
  const usual = { places: 2, count: 10, priceCents: 10_000, per: 'stay', emptyBedCents: 8_000 } as const;
  return { label: 'Duplo', ...usual, ...overrides };
}

/** An active trip in a month, with 20 places and one fare, of `price_cents`. */
export async function createTrip(
  { db }: Pick<TestApp, 'db'>,
  { price_cents = 28_900, ...overrides }: Partial<Insertable<Schema['trips']>> & { price_cents?: number } = {},
): Promise<{ id: string; slug: string }> {
  const id = randomUUIDv7();
  const slug = `passeio-${id}`;
  await inTransaction(db, async (trx) => {
    await trx
      .insertInto('trips')
      .values({
        id,
        slug,
        title: 'Cânions de Furnas',
        departs_at: new Date(Date.now() + 30 * DAY_MS),
        returns_at: new Date(Date.now() + 31 * DAY_MS),
        is_active: true,
        price_cents,
        capacity: 20,
        decision_date: null,
        archived_at: null,
        boarding_points: JSON.stringify([{ id: randomUUIDv7(), time: '05:00', place: 'Rodoviária' }]),
        itinerary: JSON.stringify([]),
        ...overrides,
      })
      .execute();
    await trx
      .insertInto('trip_fares')
      .values({
        id: randomUUIDv7(),
        trip_id: id,
        position: 0,
        label: 'Adulto',
        min_age: null,
        max_age: null,
        price_cents,
      })
      .execute();
  });
  return { id, slug: overrides.slug ?? slug };
}

/** Calls the API; `body` is sent as JSON. */
export async function call(
  { url }: Pick<TestApp, 'url'>,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
): Promise<{ status: number; headers: Headers; body: any }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}
