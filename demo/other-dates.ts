import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { FinalManifestContent } from '@passeio/contract/boarding/final-manifest';
import { sql } from 'kysely';
import { readManifestParty } from '../server/src/domains/manifest/final-manifest/final-manifest-content.ts';
import type { Traveller } from '../server/src/domains/reservations/reservation/party.ts';
import { readTimeZone } from '../server/src/domains/settings/index.ts';
import { copyTrip } from '../server/src/domains/trips/editing/copy-trip.ts';
import { findTrip, listImages, type TripRow } from '../server/src/domains/trips/index.ts';
import { system } from '../server/src/platform/audit/audit.ts';
import type { DatabaseTransaction } from '../server/src/platform/database/connect.ts';
import type { Storage } from '../server/src/ports/storage/port.ts';
import { readFilledTrip, writeParty } from './parties.ts';

const DAY_MS = 24 * 3_600_000;
/** The trip that ran last week, and goes again later. */
const SLUG = 'capitolio-canions';
const DAYS_AGO = 8;
const WEEKS_LATER = 3;
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
 * Seeds two other dates of a trip. One returned last week: everybody paid and boarded but one, its list was closed
 * before two people changed, and two payers said how it was; follow-ups are not sent any more. One is to come, with a
 * smaller vehicle.
 */
export async function writeOtherDates(trx: DatabaseTransaction, storage: Storage, confirmedBy: string): Promise<void> {
  const source = await findTrip(trx, 'slug', SLUG);
  if (!source) return;
  const weeksAgo = Math.ceil((source.departs_at.getTime() - Date.now() + DAYS_AGO * DAY_MS) / (7 * DAY_MS));
  const [tripId = '', later = ''] = await copyToWeeks(trx, storage, source, [-weeksAgo, WEEKS_LATER]);
  await trx
    .updateTable('trips')
    .set({ min_participants: 0, decision_date: null })
    .where('id', 'in', [tripId, later])
    .execute();
  const smaller = { capacity: 28, vehicle: 'Micro-ônibus 28 lugares' };
  await trx.updateTable('trips').set(smaller).where('id', '=', later).execute();
  await writeCosts(trx, tripId);
  const trip = await readFilledTrip(trx, tripId);
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

/** Copies a trip to the same day of other weeks, and publishes these; their ids by departure. */
export async function copyToWeeks(
  trx: DatabaseTransaction,
  storage: Storage,
  source: TripRow,
  weeks: readonly number[],
): Promise<string[]> {
  const departure = Temporal.Instant.from(source.departs_at.toISOString()).toZonedDateTimeISO(await readTimeZone(trx));
  const images = await listImages(trx, [source.id]);
  const plans = weeks.map((other) => ({
    day: departure.toPlainDate().add({ weeks: other }).toString(),
    imageIds: images.map(() => randomUUIDv7()),
  }));
  const copies = await copyTrip(trx, storage, system, source.id, { plans });
  const ids = copies.map(({ id }) => id);
  await trx.updateTable('trips').set({ is_active: true }).where('id', 'in', ids).execute();
  return ids;
}

// A smaller vehicle than that of the next one: fewer people went.
async function writeCosts(trx: DatabaseTransaction, trip_id: string): Promise<void> {
  const costs = { vehicle_cents: 180_000, guide_cents: 28_000, ticket_cents: 2_900, meal_cents: 0, other_cents: 9_000 };
  await trx
    .insertInto('trip_costs')
    .values({ trip_id, ...costs })
    .onConflict((conflict) => conflict.column('trip_id').doUpdateSet(costs))
    .execute();
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
  const { content, usualDetails } = await readManifestParty(trx, id);
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
  const frozen: FinalManifestContent = { ...content, passengers, details };
  await trx
    .insertInto('final_manifests')
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
