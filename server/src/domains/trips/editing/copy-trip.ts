import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { TripCopies } from '@passeio/contract/trips/trip-changes';
import type { Trip } from '@passeio/contract/trips/trips';
import { sql } from 'kysely';
import type { Deps } from '../../../deps.ts';
import { type Actor, type Changes, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { readRulesInForce } from '../../discounts/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findVehicles } from '../../vehicles/index.ts';
import { copyCosts } from '../costs/trip-costs.ts';
import { scheduleImageCleanup } from '../images/clean-up-images.ts';
import { copyImage } from '../images/images.ts';
import { insertImages } from '../images/trip-images.queries.ts';
import { cardOf } from '../images/trip-images.ts';
import { listExtras, writeExtras } from '../trip/extras.ts';
import { listFares, writeFares } from '../trip/fares.ts';
import { copiesOfQuestions, listQuestions, writeQuestions } from '../trip/questions.ts';
import { copiesOfRoomTypes, listRoomTypes, writeRoomTypes } from '../trip/room-types.ts';
import { labelOf } from '../trip/trip-facts.ts';
import { listTripVehicles, writeTripVehicles } from '../trip/trip-vehicles.queries.ts';
import { newTripVehicle, seatsIn, transportOf } from '../trip/trip-vehicles.ts';
import { presentTrip } from '../trip/trips.present.ts';
import {
  findTrip,
  insertTrip,
  listImages,
  readTripRow,
  type TripImageRow,
  type TripRow,
} from '../trip/trips.queries.ts';
import { requireFreeVehicles } from '../trip/vehicle-overlaps.ts';
import { copiedDates, timesOn } from './copied-dates.ts';
import { slugOf } from './create-trip.ts';
import { copyTripContract } from './trip-contract.ts';

/** A planned copy: its departure date and its pictures' ids. */
interface CopyPlan {
  day: string;
  imageIds: string[];
}

/**
 * Plans copies of a trip. To be called before their transaction, because the clean-up of pictures must be queued even
 * if it rolls back.
 */
export async function planCopies(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  id: string,
  asked: TripCopies,
): Promise<CopyPlan[]> {
  const dates = await copiedDates(db, id, asked);
  const images = await listImages(db, [id]);
  // Sorted, so that concurrent copies cannot deadlock on slugs.
  const plans = dates.map((day) => ({ day, imageIds: images.map(() => randomUUIDv7()) }));
  const imageIds = plans.flatMap((plan) => plan.imageIds);
  if (imageIds.length > 0) await scheduleImageCleanup(jobs, imageIds);
  return plans;
}

/**
 * Copies a trip, also an archived one, to other dates: as drafts of its series, or of one of their own, with the same
 * times of day, fares, extras, room types, questions and pictures of their own. Returns them by departure. Throws
 * TRIP_NOT_FOUND, or VEHICLE_ON_OTHER_TRIP unless that is accepted.
 */
export async function copyTrip(
  trx: DatabaseTransaction,
  storage: Storage,
  actor: Actor,
  id: string,
  { plans, acceptsOverlap, isAnotherTrip }: { plans: CopyPlan[] } & Omit<TripCopies, 'dates' | 'rule'>,
): Promise<Trip[]> {
  const original = await findTrip(trx, 'id', id);
  if (!original) throw new AppError('TRIP_NOT_FOUND');
  const images = await listImages(trx, [id]);
  const originalFares = await listFares(trx, [id]);
  const originalExtras = await listExtras(trx, [id]);
  const originalRoomTypes = await listRoomTypes(trx, [original]);
  const originalQuestions = await listQuestions(trx, [id]);
  const discounts = await readRulesInForce(trx);
  const timeZone = await readTimeZone(trx);
  const series_id = isAnotherTrip ? randomUUIDv7() : original.series_id;
  const copies: Trip[] = [];
  for (const plan of plans) {
    const boarding_points = boardingPointsOfCopy(
      original,
      images.map(({ id }) => id),
      plan,
    );
    const facts = { ...shifted(original, plan.day, timeZone), boarding_points };
    const { vehicles, ...transport } = await vehiclesOfCopy(trx, original, facts.id);
    const planned = { tripId: facts.id, vehicles, departsAt: facts.departs_at, returnsAt: facts.returns_at };
    await requireFreeVehicles(trx, { planned, timeZone, accepts: acceptsOverlap });
    const { id: copyId } = await insertTrip(trx, { ...facts, ...transport, series_id });
    await writeTripVehicles(trx, copyId, vehicles);
    const fares = originalFares.map((fare) => ({ ...fare, id: randomUUIDv7(), trip_id: copyId }));
    await writeFares(trx, copyId, fares);
    const extras = originalExtras.map((extra) => ({ ...extra, id: randomUUIDv7(), trip_id: copyId, taken: 0 }));
    await writeExtras(trx, copyId, extras);
    const roomTypes = copiesOfRoomTypes(copyId, originalRoomTypes);
    await writeRoomTypes(trx, copyId, roomTypes);
    const questions = copiesOfQuestions(copyId, originalQuestions);
    await writeQuestions(trx, copyId, questions);
    await copyCosts(trx, original.id, copyId);
    await copyFiscalSettings(trx, original.id, copyId);
    await copyTripContract(trx, original.id, copyId);
    // Again: the fares have set its lowest price.
    const row = await readTripRow(trx, copyId);
    const pictures = await copyImages(trx, storage, images, plan, copyId);
    const subject = { type: 'trip' as const, id: row.id, label: labelOf(row, timeZone) };
    const changes = { copyOf: [null, labelOf(original, timeZone)] } satisfies Changes;
    await recordAudit(trx, actor, { action: 'trip.copied', subject, changes });
    copies.push(
      presentTrip(row, { fares, extras, roomTypes, questions, vehicles, images: pictures, discounts }, new Date()),
    );
  }
  return copies;
}

async function copyFiscalSettings(trx: DatabaseTransaction, fromTripId: string, toTripId: string): Promise<void> {
  await sql`
    insert into trip_fiscal_settings (trip_id, service_code, municipal_code, nbs_code, rate, own_percent)
    select ${toTripId}::uuid, service_code, municipal_code, nbs_code, rate, own_percent
    from trip_fiscal_settings where trip_id = ${fromTripId}`.execute(trx);
}

// The vehicles that are not archived, as they are today, whose seats limit the places.
async function vehiclesOfCopy(trx: DatabaseTransaction, original: TripRow, copyId: string) {
  const served = await listTripVehicles(trx, [original.id]);
  const today = await findVehicles(
    trx,
    served.map(({ vehicle_id }) => vehicle_id),
  );
  const vehicles = served
    .flatMap(({ vehicle_id }) => today.filter(({ id, archived_at }) => id === vehicle_id && !archived_at))
    .map((vehicle, position) => newTripVehicle(copyId, vehicle, position));
  const capacity = vehicles.length > 0 ? Math.min(original.capacity, seatsIn(vehicles)) : original.capacity;
  return {
    vehicles,
    capacity,
    min_participants: Math.min(original.min_participants, capacity),
    vehicle: transportOf(original.vehicle, vehicles),
  };
}

// They show the copies of the pictures that they showed.
function boardingPointsOfCopy({ boarding_points }: TripRow, shown: string[], { imageIds }: CopyPlan): string {
  const copies = boarding_points.map(({ imageId: original, ...point }) => {
    const imageId = original && imageIds[shown.indexOf(original)];
    return { ...point, id: randomUUID(), ...(imageId && { imageId }) };
  });
  return JSON.stringify(copies);
}

// Keeps times of day, and the days between departure, return and decision.
function shifted(original: TripRow, day: string, timeZone: string) {
  const { departsAt: departs_at, returnsAt: returns_at, days } = timesOn(original, day, timeZone);
  const {
    id,
    search_text,
    price_cents,
    places_taken,
    places_set_aside,
    places_left,
    published_at,
    created_at,
    updated_at,
    ...others
  } = original;
  const {
    guaranteed_at,
    guaranteed_by,
    guarantee_notified_at,
    cancelled_at,
    smallest_waiting,
    is_for_waiting,
    ...facts
  } = others;
  return {
    ...facts,
    id: randomUUIDv7(),
    slug: slugOf(original.title, departs_at, timeZone),
    departs_at,
    returns_at,
    decision_date: original.decision_date && Temporal.PlainDate.from(original.decision_date).add(days).toString(),
    itinerary: JSON.stringify(original.itinerary),
    cancellation_tiers: JSON.stringify(original.cancellation_tiers),
    is_active: false,
    archived_at: null,
    version: 1,
  };
}

// Pictures added or removed since the plan are not copied.
async function copyImages(
  trx: DatabaseTransaction,
  storage: Storage,
  images: TripImageRow[],
  { imageIds }: CopyPlan,
  tripId: string,
) {
  const copied: Omit<TripImageRow, 'created_at'>[] = [];
  for (const [index, { created_at: _, ...image }] of images.slice(0, imageIds.length).entries()) {
    const id = imageIds[index] as string;
    if (await copyImage(storage, image, id)) copied.push({ ...image, id, trip_id: tripId, position: copied.length });
  }
  const card = cardOf(copied);
  return insertImages(
    trx,
    copied.map((image) => ({ ...image, is_card_img: image.id === card })),
  );
}
