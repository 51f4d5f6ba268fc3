import { publicFares } from '@passeio/contract/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import { isForAdults } from '@passeio/contract/trips/pricing';
import type { Trip, TripImage } from '@passeio/contract/trips/trips';
import type { Photo } from '~/features/trips/photos/photo-upload-queue';
import { parseTime } from '~/lib/parse-time';
import { instantOf } from '~/lib/zoned-time';
import { extraOf } from './extra-rows';
import { fareOf } from './fare-rows';
import { type Moment, roomTypesWritten, type TripFields, valuesOf } from './trip-fields';

interface PreviewSource {
  fields: TripFields;
  stored: Trip | null;
  photos: Photo[];
  timeZone: string;
}

/** The edited trip as the portal would show it; missing or invalid values are defaults. */
export function previewTrip({ fields, stored, photos, timeZone }: PreviewSource): Trip {
  const values = valuesOf(fields, 0);
  const taken = stored ? stored.capacity - stored.placesLeft : 0;
  const date = instantAt(fields.date, timeZone) ?? new Date().toISOString();
  return {
    id: stored?.id ?? '',
    slug: stored?.slug ?? '',
    ...values,
    title: fields.title.trim() || 'Passeio sem título',
    date,
    returnDate: instantAt(fields.returnDate, timeZone) ?? date,
    isActive: true,
    // A draft is previewed as open.
    situation: stored && stored.situation !== 'draft' ? stored.situation : 'open',
    priceCents: priceOf(fields),
    fares: faresOf(fields),
    discounts: stored?.discounts ?? [],
    paymentPlan: Number(fields.paymentPlan.instalments)
      ? {
          instalments: Number(fields.paymentPlan.instalments),
          lastDueDaysBefore: Number(fields.paymentPlan.lastDueDaysBefore) || 0,
        }
      : null,
    placesLeft: Math.max(0, values.capacity - taken),
    vehicles: stored?.vehicles ?? [],
    isGuaranteed: false,
    boardingPoints: fields.boardingPoints.map(({ key, time, place, address, imageId }) => ({
      id: key,
      time: parseTime(time) ?? time,
      place,
      address,
      imageId,
    })),
    itinerary: fields.itinerary.map(({ day, time, text }) => ({
      day: Number(day) || 1,
      time: parseTime(time) ?? null,
      text,
    })),
    extras: fields.extras.map(extraOf),
    roomTypes: roomTypesWritten(fields).map((one, index) => ({
      ...one,
      id: one.id ?? String(index),
      label: one.label.trim() || 'Quarto sem nome',
      ...{ places: one.places ?? 1, count: one.count ?? 0, roomsLeft: one.count ?? 0 },
      ...{ priceCents: one.priceCents ?? 0, emptyBedCents: one.emptyBedCents ?? 0 },
      bedsLeft: { women: 0, men: 0, any: 0 },
    })),
    // The portal does not show them.
    questions: [],
    faq: fields.faq.map(({ question, answer }) => ({ question, answer })),
    cancellationTiers: fields.cancellationTiers
      .filter(({ hours, penalty }) => /^\d+$/.test(hours) && /^\d+$/.test(penalty))
      .map(({ hours, penalty }) => ({ minHoursBefore: Number(hours), penaltyPercent: Number(penalty) })),
    version: stored?.version ?? 0,
    isArchived: false,
    tripImages: photos.flatMap(previewImage),
  };
}

// As the database has it: the lowest fare of adults, of all where none is for adults.
/** The price of the edited trip, in centavos: the lowest of adults, else of anybody, with a place. */
export function priceOf(fields: Pick<TripFields, 'fares'>): number {
  const offered = publicFares(faresOf(fields)).filter(({ takesPlace }) => takesPlace);
  const adults = offered.filter(isForAdults);
  const prices = (adults.length > 0 ? adults : offered).map(({ priceCents }) => priceCents);
  return prices.length > 0 ? Math.min(...prices) : 0;
}

function faresOf({ fares }: Pick<TripFields, 'fares'>): Fare[] {
  return fares.map((row) => ({ id: row.key, ...fareOf(row) }));
}

function instantAt({ day, time }: Moment, timeZone: string): string | undefined {
  return day === '' ? undefined : instantOf(`${day}T${parseTime(time) ?? '00:00'}`, timeZone);
}

/** A photo that is not uploaded yet has a blob: URL. */
function previewImage({ image, alt, status, shownAt, key }: Photo): TripImage[] {
  if (status === 'failed' || status === 'removing') return [];
  if (image) return [{ ...image, alt }];
  return [{ id: key, isCardImg: false, url: shownAt, alt, color: '', width: 1600, height: 1200, widths: [] }];
}
