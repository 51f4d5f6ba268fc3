import type { OfferedRule } from '@passeio/contract/discounts/discount-rules';
import { type Trip, type TripImage, type TripSituation, tripImagePath } from '@passeio/contract/trips/trips';
import { rulesOfTrip } from '../../discounts/index.ts';
import type { ExtraRow } from './extras.ts';
import type { FareRow } from './fares.ts';
import type { QuestionRow } from './questions.ts';
import type { RoomTypeRow } from './room-types.ts';
import { factsOf } from './trip-facts.ts';
import type { TripVehicleSummary } from './trip-vehicles.queries.ts';
import { presentTripVehicle } from './trip-vehicles.ts';
import type { ShownImage, TripRow } from './trips.queries.ts';

// Up to this many places left, a trip has its "last places".
const LAST_PLACES = 5;

/**
 * What belongs to trips: their fares, extras, room types, questions, vehicles and pictures, in their order; and the
 * automatic discounts of all trips.
 */
export interface TripParts {
  fares: FareRow[];
  extras: ExtraRow[];
  roomTypes: RoomTypeRow[];
  questions: QuestionRow[];
  vehicles: TripVehicleSummary[];
  images: ShownImage[];
  discounts: OfferedRule[];
}

/** Trips with what belongs to them, in the given order; the parts are those of all trips. */
export function presentTrips(rows: TripRow[], parts: TripParts, now: Date): Trip[] {
  const faresOf = Map.groupBy(parts.fares, (fare) => fare.trip_id);
  const extrasOf = Map.groupBy(parts.extras, (extra) => extra.trip_id);
  const roomTypesOf = Map.groupBy(parts.roomTypes, (type) => type.trip_id);
  const questionsOf = Map.groupBy(parts.questions, (question) => question.trip_id);
  const vehiclesOf = Map.groupBy(parts.vehicles, (vehicle) => vehicle.trip_id);
  const imagesOf = Map.groupBy(parts.images, (image) => image.trip_id);
  return rows.map((row) =>
    presentTrip(
      row,
      {
        fares: faresOf.get(row.id) ?? [],
        extras: extrasOf.get(row.id) ?? [],
        roomTypes: roomTypesOf.get(row.id) ?? [],
        questions: questionsOf.get(row.id) ?? [],
        vehicles: vehiclesOf.get(row.id) ?? [],
        images: imagesOf.get(row.id) ?? [],
        discounts: parts.discounts,
      },
      now,
    ),
  );
}

export function presentTrip(row: TripRow, { vehicles, images, discounts, ...parts }: TripParts, now: Date): Trip {
  return {
    id: row.id,
    slug: row.slug,
    seriesId: row.series_id,
    ...factsOf(row, parts),
    vehicles: vehicles.map(presentTripVehicle),
    discounts: rulesOfTrip(discounts, row.id),
    priceCents: row.price_cents,
    isGuaranteed: row.guaranteed_at !== null,
    situation: situationOf(row, now),
    placesLeft: row.places_left,
    version: row.version,
    isArchived: row.archived_at !== null,
    tripImages: images.map(presentImage),
  };
}

export function presentImage(row: ShownImage): TripImage {
  return {
    id: row.id,
    isCardImg: row.is_card_img,
    url: tripImagePath(row.id, Math.max(...row.widths), 'jpg'),
    alt: row.alt,
    color: row.color,
    width: row.width,
    height: row.height,
    widths: row.widths,
  };
}

/** Whether a trip can be joined, and why not. */
export function situationOf(row: TripRow, now: Date): TripSituation {
  const placesLeft = row.places_left;
  if (row.cancelled_at) return 'cancelled';
  if (row.departs_at <= now) return 'closed';
  if (!row.is_active) return 'draft';
  if (placesLeft <= 0) return 'sold_out';
  if (placesLeft <= LAST_PLACES) return 'last_places';
  if (row.guaranteed_at) return 'guaranteed';
  if (row.min_participants > 0 && row.places_taken >= row.min_participants) return 'guaranteed';
  return 'open';
}
