import { randomUUIDv7 } from 'node:crypto';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { type Insertable, sql } from 'kysely';
import { holdDeadline } from '../server/src/domains/reservations/reservation/deadlines.ts';
import type { Traveller } from '../server/src/domains/reservations/reservation/party.ts';
import { insertEntry } from '../server/src/domains/waiting-list/waiting-list.queries.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import type { Schema } from '../server/src/platform/database/schema/schema.ts';
import { type Companion, type Paid, readFilledTrip, TIME_ZONE, writeParty } from './parties.ts';
import { payRefund } from './payments.ts';
import { demoAccounts, takenPlaces, travellerNames } from './people.ts';

// Parties paid, in turn: nothing, the deposit, everything.
const STAGES = 3;
const HOUR_MS = 60 * 60 * 1000;
/** The trip that is sold out. */
const FULL_TRIP = 'aiuruoca';
// Who travels with the payer, by turns; what a trip has no fare for stays at home.
const companies = [[], ['adult'], [], ['adult', 'child', 'lap'], ['adult', 'child'], [], ['courtesy']] as const;

/** The deadline so many hours from `now`, in the night the next morning, as holds have it. */
export function deadlineIn(hours: number, departsAt: Date, now = new Date()): Date {
  const minutes = { hold_minutes: hours * 60, shortest_hold_minutes: 30, last_moment_minutes: 120 };
  return holdDeadline({ ...minutes, time_zone: TIME_ZONE }, now, departsAt);
}

/**
 * Seeds guests who booked by telephone, alone and as families, with the payments that their state implies and some
 * missing data and answers; then the reservations of the demonstration client.
 */
export async function fillTrips(
  trx: DatabaseTransaction,
  tripIds: Map<string, string>,
  confirmedBy: string,
): Promise<void> {
  const travellers = travellerNames(Math.max(...Object.values(takenPlaces))).map(traveller);
  await trx.insertInto('users').values(travellers).execute();
  const client = await trx
    .selectFrom('users')
    .selectAll()
    .where('email', '=', demoAccounts.find(({ role }) => role === 'CLIENT')?.email ?? '')
    .executeTakeFirst();
  const ofClient = client ? await reserveForClient(trx, tripIds, client, confirmedBy) : new Map<string, number>();
  for (const [slug, count] of Object.entries(takenPlaces)) {
    const trip = await readFilledTrip(trx, tripIds.get(slug) ?? '');
    if (!trip) continue;
    let left = count - (ofClient.get(slug) ?? 0);
    for (let index = 0; left > 0; index += 1) {
      const payer = travellers[index];
      if (!payer) break;
      const company = (companies[index % companies.length] ?? []).slice(0, left === 1 ? 0 : undefined);
      const stage = index % STAGES;
      const { places } = await writeParty(trx, trip, payer, {
        company: left < 4 ? [] : company,
        // Staff took those that wait for money by telephone, and some others.
        channel: stage === 0 || index % 3 === 0 ? 'operator' : 'site',
        paid: stage === 0 ? 'nothing' : stage === 1 ? 'deposit' : 'everything',
        // The first hold of each trip is about to end; the others that wait for money have no deadline.
        holdExpiresAt: index === 0 ? deadlineIn(1, trip.departs_at) : null,
        // Some have no boarding point yet.
        boardingPoint: index % 9 === 8 ? null : index,
        createdAt: reservedAt(index),
        confirmedBy,
        index,
      });
      left -= places;
    }
  }
  await queueForFullTrip(trx, tripIds.get(FULL_TRIP) ?? '', travellers);
  await answerQuestions(trx);
}

// Travellers who are not among those of the full trip, with the number of adults.
const waitingParties = [
  { traveller: 24, adults: 3 },
  { traveller: 25, adults: 2 },
  { traveller: 26, adults: 1 },
] as const;

// The hold of its first payer ends within the hour: then the first who fits is offered the place.
async function queueForFullTrip(
  trx: DatabaseTransaction,
  tripId: string,
  travellers: readonly { id: string }[],
): Promise<void> {
  const trip = await readFilledTrip(trx, tripId);
  const fare = trip && defaultFare(trip.fares);
  if (!trip || !fare) return;
  const rows = waitingParties.map(({ traveller, adults }, index) => ({
    id: randomUUIDv7(),
    trip_id: trip.id,
    user_id: travellers[traveller]?.id ?? '',
    party: JSON.stringify([{ fareId: fare.id, count: adults }]),
    places: adults,
    accepted_at: reservedAt(index),
    joined_at: new Date(Date.now() - (30 - index * 9) * HOUR_MS),
  }));
  for (const row of rows) await insertEntry(trx, row);
}

// Spread over four weeks; unpaid ones are mostly recent.
function reservedAt(index: number): Date {
  const hoursAgo = index % STAGES === 0 ? (index * 7) % 56 : 2 + ((index * 53) % (28 * 24));
  return new Date(Date.now() - hoursAgo * HOUR_MS);
}

/** A guest; `index` is of their name. */
export function traveller(name: string, index: number) {
  const knowsDocument = index % 7 !== 3;
  return {
    id: randomUUIDv7(),
    issuer: null,
    subject: null,
    name,
    email: `viajante${index + 1}@passageiros.example`,
    cpf: generateCpf(),
    rg: knowsDocument ? `MG-${20_000_000 + index * 7919}` : null,
    emitter: knowsDocument ? 'SSP/MG' : null,
    birthdate: index % 11 === 5 ? null : birthdate(index),
    contact: `+55359988${String(10_000 + index * 37)}`,
  } satisfies Insertable<Schema['users']>;
}

function birthdate(index: number): string {
  return `${1956 + ((index * 7) % 48)}-0${1 + (index % 9)}-1${index % 10}`;
}

interface ClientReservation {
  slug: string;
  company: readonly Companion[];
  paid: Paid;
  state?: 'requested' | 'expired' | 'cancelled';
  /** What she paid is a credit now. */
  isCredited?: boolean;
}

/** One in each state, in trips with room. */
const reservations: readonly ClientReservation[] = [
  { slug: 'parque-aquatico', company: ['adult', 'child', 'lap'], paid: 'nothing' },
  { slug: 'ubatuba', company: ['adult'], paid: 'deposit' },
  { slug: 'luzes-de-natal', company: [], paid: 'everything' },
  { slug: 'tiradentes', company: ['adult'], paid: 'deposit' },
  { slug: 'monte-verde', company: [], paid: 'nothing', state: 'expired' },
  { slug: 'sao-thome', company: [], paid: 'deposit', state: 'cancelled' },
  { slug: 'pocos', company: [], paid: 'deposit', state: 'cancelled', isCredited: true },
  { slug: 'sao-thome', company: ['adult'], paid: 'nothing', state: 'requested' },
];

/** Writes the demonstration client's reservations; returns the places that they take, by the trip's slug. */
async function reserveForClient(
  trx: DatabaseTransaction,
  tripIds: Map<string, string>,
  client: Traveller,
  confirmedBy: string,
): Promise<Map<string, number>> {
  const places = new Map<string, number>();
  for (const [index, { slug, company, paid, state, isCredited }] of reservations.entries()) {
    const trip = await readFilledTrip(trx, tripIds.get(slug) ?? '');
    if (!trip) continue;
    const createdAt = new Date(Date.now() - (state === 'requested' ? 4 : (index + 1) * 20) * HOUR_MS);
    const { id, places: taken } = await writeParty(trx, trip, client, {
      company,
      channel: 'site',
      paid,
      holdExpiresAt: deadlineIn(4, trip.departs_at),
      boardingPoint: 0,
      createdAt,
      confirmedBy,
      index,
      columns: {
        ...(state ? { state } : {}),
        ...(state === 'requested' ? { requested_at: createdAt, hold_expires_at: deadlineIn(20, trip.departs_at) } : {}),
        ...(state === 'expired' ? { hold_expires_at: new Date(createdAt.getTime() + 24 * HOUR_MS) } : {}),
        ...(state === 'cancelled' ? { cancelled_at: new Date(), cancelled_by: client.id } : {}),
      },
    });
    if (isCredited) await payRefund(trx, id, 'credit', confirmedBy);
    places.set(slug, (places.get(slug) ?? 0) + taken);
  }
  return places;
}

/** Payers have answered what their trip asks; whom they brought has not. */
async function answerQuestions(trx: DatabaseTransaction): Promise<void> {
  await sql`
    insert into answers (question_id, reservation_id, participant_id, value)
    select question.id, person.reservation_id, person.id,
      to_jsonb(case when question.kind = 'text' then 'Não como carne' else question.options[2] end)
    from participants person
    join reservations on reservations.id = person.reservation_id and reservations.user_id = person.user_id
    join trip_questions question on question.trip_id = person.trip_id`.execute(trx);
}
