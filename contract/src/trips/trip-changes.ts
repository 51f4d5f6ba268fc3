import { calendarDate, id, text } from '../fields.ts';
import { pageInfo } from '../pages.ts';
import { z } from '../zod.ts';
import { tripImage } from './trips.ts';

/** Maximum pictures per trip; a database constraint too. */
export const MAX_TRIP_IMAGES = 12;

/** Maximum copies per request: one a week for a year. */
export const MAX_TRIP_COPIES = 52;

const departureDay = calendarDate.refine(
  (day) => day >= '2000-01-01' && day <= '2099-12-31',
  'Use uma data entre 2000 e 2099.',
);

/**
 * Body of POST trips/{id}/copies: the departure dates in the operator's time zone. Copies are drafts with the
 * original's times of day, length and pictures, and of its series. The response is a list of trips, by departure.
 */
export const tripCopies = z.strictObject({
  dates: z
    .array(departureDay, 'Escolha pelo menos uma data.')
    .min(1, 'Escolha pelo menos uma data.')
    .max(MAX_TRIP_COPIES, `Escolha no máximo ${MAX_TRIP_COPIES} datas de cada vez.`)
    .refine((dates) => new Set(dates).size === dates.length, 'Há uma data repetida.'),
  /** Also if a vehicle is on another trip then, see VEHICLE_ON_OTHER_TRIP. */
  acceptsOverlap: z.boolean('Informe sim ou não.').optional(),
  /** The copies are another trip, and begin a series: the original's pages do not show their dates and reviews. */
  isAnotherTrip: z.boolean('Informe sim ou não.').optional(),
});
export type TripCopies = z.output<typeof tripCopies>;

/**
 * Body of PUT trips/{id}/publication; omitted fields stay. Archiving unpublishes; an archived trip must be restored
 * before, or while, it is published.
 */
export const tripPublication = z
  .strictObject({ isActive: z.boolean(), isArchived: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Informe o que deve mudar.')
  .refine((change) => !(change.isActive && change.isArchived), 'Um passeio arquivado não pode ficar no ar.');
export type TripPublication = z.output<typeof tripPublication>;

/**
 * Body of PUT trips/image/{tripId}: every picture in its new order, with its text and whether it is the card image.
 * Default card image: the first.
 */
export const tripImageOrder = z.strictObject({
  images: z
    .array(
      z.strictObject({
        id,
        alt: text('Texto alternativo', { max: 200 }),
        isCardImg: z.boolean(),
      }),
    )
    .max(MAX_TRIP_IMAGES, `Use no máximo ${MAX_TRIP_IMAGES} fotos.`)
    .refine((images) => images.filter((image) => image.isCardImg).length <= 1, 'Escolha só uma imagem de capa.')
    .refine((images) => new Set(images.map((image) => image.id)).size === images.length, 'Há uma foto repetida.'),
});
export type TripImageOrder = z.output<typeof tripImageOrder>;

/** A trip's pictures in order: the response to every change of them. */
export const tripImageList = z.object({ data: z.array(tripImage), page: pageInfo });
export type TripImageList = z.infer<typeof tripImageList>;
