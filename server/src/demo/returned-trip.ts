import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { RoadListContent } from '@passeio/contract/boarding/road-lists';
import { sql } from 'kysely';
import { readRoadParty } from '../domains/manifest/road-list/road-list-content.ts';
import type { Traveller } from '../domains/reservations/index.ts';
import type { DatabaseTransaction } from '../platform/database/connect.ts';
import { readFilledTrip, writeParty } from './parties.ts';

const DAY_MS = 24 * 3_600_000;
/** The trip that ran last week, too. */
const SLUG = 'capitolio-canions';
const DAYS_AGO = 8;
const parties = [['adult', 'child'], ['adult'], [], ['adult'], [], ['adult', 'child'], ['adult'], []] as const;

const reviews = [
  {
    of: 0,
    stars: 5,
    sentence: 'Passeio impecável! A lancha entre os paredões foi o melhor dia do ano, e a guia cuidou de todo mundo.',
    may_publish: true,
    isPublished: true,
  },
  {
    of: 1,
    stars: 4,
    sentence: 'Gostamos muito. Só o almoço demorou um pouco.',
    may_publish: true,
    isPublished: false,
  },
] as const;

/**
 * Seeds a trip that returned last week: everybody paid and boarded but one, its list was closed before two people
 * changed, and two payers said how it was. The thanks are not sent any more.
 */
export async function writeReturnedTrip(
  trx: DatabaseTransaction,
  tripIds: Map<string, string>,
  confirmedBy: string,
): Promise<void> {
  const tripId = await copyTrip(trx, tripIds.get(SLUG) ?? '');
  const trip = tripId && (await readFilledTrip(trx, tripId));
  if (!trip) return;
  const payers = await trx
    .selectFrom('users')
    .selectAll()
    .where('email', 'like', 'viajante%')
    .where('rg', 'is not', null)
    .where('birthdate', 'is not', null)
    .orderBy('email')
    .limit(parties.length)
    .execute();
  for (const [index, company] of parties.entries()) {
    const payer = payers[index] as Traveller | undefined;
    if (!payer) continue;
    await writeParty(trx, trip, payer, {
      ...{ company, channel: 'operator', paid: 'everything', holdExpiresAt: null, boardingPoint: index, index },
      createdAt: new Date(trip.departs_at.getTime() - (30 - index) * DAY_MS),
      confirmedBy,
      isComplete: true,
    });
  }
  await board(trx, trip, confirmedBy);
  await closeList(trx, trip, confirmedBy);
  await review(trx, trip);
}

async function copyTrip(trx: DatabaseTransaction, ofId: string): Promise<string | undefined> {
  const source = await trx
    .selectFrom('trips')
    .selectAll()
    .where('id', '=', ofId || null)
    .executeTakeFirst();
  if (!source) return undefined;
  const id = randomUUIDv7();
  const length = source.returns_at.getTime() - source.departs_at.getTime();
  // The same hour of a day of the same week.
  const weeks = Math.ceil((source.departs_at.getTime() - Date.now() + DAYS_AGO * DAY_MS) / (7 * DAY_MS));
  const departs_at = new Date(source.departs_at.getTime() - weeks * 7 * DAY_MS);
  const { title, summary, description, capacity, deposit_percent, vehicle, included, excluded, bring } = source;
  await trx
    .insertInto('trips')
    .values({
      ...{ id, slug: `${source.slug}-anterior`, title, summary, description, capacity, deposit_percent, vehicle },
      ...{ included, excluded, bring, departs_at, returns_at: new Date(departs_at.getTime() + length) },
      boarding_points: JSON.stringify(source.boarding_points.map((point) => ({ ...point, id: randomUUID() }))),
      itinerary: JSON.stringify(source.itinerary),
      cancellation_tiers: JSON.stringify(source.cancellation_tiers),
      is_active: true,
      decision_date: null,
      archived_at: null,
    })
    .execute();
  const fares = await trx.selectFrom('trip_fares').selectAll().where('trip_id', '=', ofId).execute();
  await trx
    .insertInto('trip_fares')
    .values(fares.map((fare) => ({ ...fare, id: randomUUIDv7(), trip_id: id })))
    .execute();
  // A smaller vehicle than that of the next one: fewer people went.
  const costs = { vehicle_cents: 180_000, guide_cents: 28_000, ticket_cents: 2_900, meal_cents: 0, other_cents: 9_000 };
  await trx
    .insertInto('trip_costs')
    .values({ trip_id: id, ...costs })
    .execute();
  return id;
}

// Everybody at the departure, but the last.
async function board(trx: DatabaseTransaction, { id, departs_at }: Departed, by: string): Promise<void> {
  await sql`
    insert into boarding_taps (id, trip_id, participant_id, decision, tapped_at, clock_offset_ms, device_id,
      recorded_by, recorded_at)
    select gen_random_uuid(), trip_id, id, case when row_number() over (order by id desc) = 1 then 'missed' else 'boarded' end,
      ${departs_at}, 0, ${randomUUID()}, ${by}, ${departs_at}
    from participants where trip_id = ${id}`.execute(trx);
}

interface Departed {
  id: string;
  departs_at: Date;
}

// Two days before: somebody's issuer was mistyped, and somebody else was to travel.
async function closeList(trx: DatabaseTransaction, { id, departs_at }: Departed, by: string): Promise<void> {
  const { content, usualDetails } = await readRoadParty(trx, id);
  const passengers = content.passengers.map((one, index) => {
    if (index === 1) return { ...one, documentIssuer: 'PC/MG' };
    return index === 2 ? { ...one, name: 'Otávio Nogueira Paiva', documentNumber: 'MG-11.402.556' } : one;
  });
  const details = {
    ...usualDetails,
    destination: 'Capitólio/MG',
    plate: 'RTA4C27',
    driver: 'Osmar Dias',
    guide: 'Luana Reis',
  };
  const frozen: RoadListContent = { ...content, passengers, details };
  await trx
    .insertInto('road_lists')
    .values({
      ...{ id: randomUUIDv7(), trip_id: id, version: 1, content: JSON.stringify(frozen), created_by: by },
      created_at: new Date(departs_at.getTime() - 2 * DAY_MS),
    })
    .execute();
}

async function review(trx: DatabaseTransaction, { id }: Departed): Promise<void> {
  const reservations = await trx
    .selectFrom('reservations')
    .select('id')
    .where('trip_id', '=', id)
    .orderBy('created_at')
    .execute();
  for (const { of, isPublished, ...said } of reviews) {
    const reservation = reservations[of];
    if (!reservation) continue;
    const created_at = new Date(Date.now() - (5 - of) * DAY_MS);
    await trx
      .insertInto('reviews')
      .values({
        ...{ id: randomUUIDv7(), reservation_id: reservation.id, trip_id: id, ...said, created_at },
        published_at: isPublished ? new Date(created_at.getTime() + DAY_MS) : null,
      })
      .execute();
  }
}
