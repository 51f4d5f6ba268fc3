import { calendarDate, growing, id, text } from '../fields.ts';
import { pageInfo } from '../pages.ts';
import { z } from '../zod.ts';
import { dateRule, MAX_TRIP_COPIES } from './date-rule.ts';
import { tripImage } from './trips.ts';

/** Maximum pictures per trip; a database constraint too. */
export const MAX_TRIP_IMAGES = 12;

const departureDay = calendarDate.refine(
  (day) => day >= '2000-01-01' && day <= '2099-12-31',
  'Use uma data entre 2000 e 2099.',
);

const copiedDates = z
  .array(departureDay, 'Escolha pelo menos uma data.')
  .max(MAX_TRIP_COPIES, `Escolha no máximo ${MAX_TRIP_COPIES} datas de cada vez.`)
  .refine((dates) => new Set(dates).size === dates.length, 'Há uma data repetida.');
const copied = z.strictObject({ dates: copiedDates.default([]), rule: dateRule.optional() });
const hasDates = ({ dates, rule }: z.output<typeof copied>) => rule !== undefined || dates.length > 0;
const NO_DATES = { path: ['dates'], message: 'Escolha pelo menos uma data.' };

/**
 * Body of POST trips/{id}/copies: the departure dates in the operator's time zone, a rule that makes some, or both. A
 * rule leaves out days on which the trip departs already. Copies are drafts with the original's times of day, length
 * and pictures, and of its series. The response is a list of trips, by departure.
 */
export const tripCopies = copied
  .extend({
    /** Also if a vehicle is on another trip then, see VEHICLE_ON_OTHER_TRIP. */
    acceptsOverlap: z.boolean('Informe sim ou não.').optional(),
    /** The copies are another trip, and begin a series: the original's pages do not show their dates and reviews. */
    isAnotherTrip: z.boolean('Informe sim ou não.').optional(),
  })
  .refine(hasDates, NO_DATES);
export type TripCopies = z.output<typeof tripCopies>;

/** Body of POST trips/{id}/copies/preview. */
export const tripCopiesPreview = copied.refine(hasDates, NO_DATES);

/** Why a date may be wrong for a departure, in a sentence. */
export const dateConflict = z.object({ kind: growing(['same_trip', 'vehicle', 'crew']), text: z.string() });

/** The dates that would be made, ascending; `holiday`: the national holiday of that day. */
export const copiedDatesPreview = z.object({
  dates: z.array(z.object({ date: calendarDate, holiday: z.string().nullable(), conflicts: z.array(dateConflict) })),
});
export type CopiedDatesPreview = z.infer<typeof copiedDatesPreview>;

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
