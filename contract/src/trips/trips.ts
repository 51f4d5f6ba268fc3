import { offeredRule } from '../discounts/discount-rules.ts';
import { calendarDate, calendarMonth, cents, id, instant, line, queryFlag, text } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { pluck } from '../table.ts';
import { z } from '../zod.ts';
import { tripExtra } from './extras.ts';
import { fare } from './fares.ts';
import { tripQuestion } from './questions.ts';
import { roomType } from './room-types.ts';
import { tripEntries } from './trip-table.ts';

/** Formats of every stored picture, best first. */
export const imageFormats = ['avif', 'webp', 'jpg'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/**
 * A picture of a trip. `url` is relative to the API base and returns a JPEG; `widths` lists the available pixel widths,
 * see {@link tripImagePath}.
 */
export const tripImage = z.object({
  id,
  isCardImg: z.boolean(),
  url: z.string(),
  alt: z.string(),
  color: z.string(),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
});
export type TripImage = z.infer<typeof tripImage>;

/** Path of one rendition of a picture, relative to the API base. */
export function tripImagePath(imageId: string, width: number, format: ImageFormat): string {
  return `trips/image/${imageId}/${width}.${format}`;
}

/** Whether a trip can be joined, and why not; derived, never stored. */
export const tripSituations = [
  'draft',
  'open',
  'guaranteed',
  'last_places',
  'sold_out',
  'closed',
  'cancelled',
] as const;
export type TripSituation = (typeof tripSituations)[number];

export const tripSituationLabels: Record<TripSituation, string> = {
  draft: 'Rascunho',
  open: 'Vagas abertas',
  guaranteed: 'Saída garantida',
  last_places: 'Últimas vagas',
  sold_out: 'Esgotada',
  closed: 'Encerrada',
  cancelled: 'Cancelada',
};

/** `time` is local, as in "05:30". */
export const boardingPoint = z.object({ id, time: z.string(), place: z.string() });
export const itineraryStep = z.object({ day: z.int(), time: z.string().nullable(), text: z.string() });

/** What people ask before they reserve, and the operator's answer. */
export const faqEntry = z.strictObject({
  question: line('Pergunta', { max: 150, whenEmpty: 'Escreva a pergunta.' }),
  answer: text('Resposta', { max: 1_000 }).min(1, 'Escreva a resposta.'),
});

/** The part of the price that cancelling costs, from this many hours before departure down to the next tier. */
export const cancellationTier = z.strictObject({
  minHoursBefore: z.int('Informe o tempo.').min(0, 'Use 0 ou mais.').max(8_760, 'Use no máximo um ano.'),
  penaltyPercent: z.int('Informe a multa.').min(0, 'Use de 0 a 100%.').max(100, 'Use de 0 a 100%.'),
});
export type CancellationTier = z.infer<typeof cancellationTier>;

/**
 * The balance in monthly instalments, at most so many, the last so many days before the departure. What is reserved
 * late is paid in fewer.
 */
export const paymentPlan = z.strictObject({
  instalments: z.int('Informe as parcelas.').min(1, 'Use de 1 a 12 parcelas.').max(12, 'Use de 1 a 12 parcelas.'),
  lastDueDaysBefore: z.int('Informe os dias.').min(0, 'Use de 0 a 365 dias.').max(365, 'Use de 0 a 365 dias.'),
});

/** A vehicle of a trip, as it was when the trip was given it; `vehicleId` is the operator's vehicle. */
export const tripVehicle = z.object({ id, vehicleId: id, name: z.string(), seats: z.int() });
export type TripVehicle = z.infer<typeof tripVehicle>;

/** A trip (passeio): one dated departure. Money in centavos, instants in ISO 8601 UTC. */
export const trip = z.object({
  id,
  slug: z.string(),
  /** What the departures of one trip share. */
  seriesId: id.optional(),
  ...pluck(tripEntries, 'answer'),
  date: instant,
  returnDate: instant,
  isActive: z.boolean(),
  situation: z.enum(tripSituations),
  /** What an adult pays: the lowest public fare for adults; of all that take a place where there is none. */
  priceCents: cents,
  /** In the operator's order; callers other than staff see the public ones. */
  fares: z.array(fare),
  /** What is offered beside a place, in the operator's order. */
  extras: z.array(tripExtra),
  /** What a reservation takes rooms of, on a trip with nights; in the operator's order. */
  roomTypes: z.array(roomType).default([]),
  /** Automatic discounts of now, with which its price is computed. */
  discounts: z.array(offeredRule).default([]),
  /** What it asks of participants, in the operator's order. */
  questions: z.array(tripQuestion).default([]),
  paymentPlan: paymentPlan.nullable().default(null),
  /** Whether the operator promised that it departs. */
  isGuaranteed: z.boolean(),
  placesLeft: z.int(),
  /** The operator's vehicles that serve it; none: places are only counted. */
  vehicles: z.array(tripVehicle),
  /** `address`: for the map; `imageId`: the picture that shows the place; absent where the operator gave none. */
  boardingPoints: z.array(boardingPoint.extend({ address: z.string().optional(), imageId: id.optional() })),
  itinerary: z.array(itineraryStep),
  faq: z.array(faqEntry),
  /** In descending hours; empty if only the operator's policy text applies. */
  cancellationTiers: z.array(cancellationTier),
  /** Grows with every edit. */
  version: z.int(),
  isArchived: z.boolean(),
  tripImages: z.array(tripImage),
});
export type Trip = z.infer<typeof trip>;

/**
 * Sort keys of a list of trips; "-" reverses. `places` is the share of the capacity that is taken. Ties are broken by
 * departure, reversed too; with `places`, the earlier always comes first.
 */
export const tripSorts = ['date', '-date', 'title', '-title', 'places', '-places', 'price', '-price'] as const;
export type TripSort = (typeof tripSorts)[number];

/**
 * Filters of the list. Only staff may use `isActive=false`, `archived=true` and `belowMinimum`; others see active
 * trips. Archived trips are only in the list of `archived=true`. `month` is "YYYY-MM"; `from` and `to` are calendar
 * dates in the operator's time zone, inclusive; `upcoming` distinguishes future from departed trips; `isFull` is about
 * places left; `belowMinimum` keeps future active trips below their minimum; `cancelled` distinguishes departures that
 * were cancelled from others; `otherDatesOf` is a trip, and keeps the other departures of its series. `folded` lists of
 * the departures of a series that match only the first in the order, with what they are together. `text` ignores case
 * and accents: every word must match title or summary, words of one or two letters at the beginning of a word.
 */
export const tripFilters = z.strictObject({
  isActive: queryFlag.optional(),
  isFull: queryFlag.optional(),
  belowMinimum: queryFlag.optional(),
  archived: queryFlag.default(false),
  cancelled: queryFlag.optional(),
  showImages: queryFlag.default(true),
  upcoming: queryFlag.optional(),
  month: calendarMonth.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  otherDatesOf: id.optional(),
  folded: queryFlag.default(false),
  text: line('Busca', { max: 100 }).optional(),
  sort: z.enum(tripSorts).default('date'),
  page: pageNumber.default(1),
  size: pageSize.default(100),
});
export type TripFilters = z.input<typeof tripFilters>;

/** The matching departures of a series, two at least, with the places of all; `drafts`: coming ones, not cancelled. */
const foldedDates = z.object({
  dates: z.int(),
  drafts: z.int(),
  from: instant,
  to: instant,
  capacity: z.int(),
  placesLeft: z.int(),
});

/** `series`: what a trip of a folded list stands for. */
const listedTrip = trip.extend({ series: foldedDates.optional() });
export type ListedTrip = z.infer<typeof listedTrip>;

export const tripList = z.object({ data: z.array(listedTrip), page: pageInfo });
export type TripList = z.infer<typeof tripList>;

/** Months with departures in the operator's time zone, "YYYY-MM", ascending, without archived trips. */
export const tripMonthList = z.object({
  data: z.array(z.object({ month: z.string(), trips: z.int() })),
  page: pageInfo,
});
export type TripMonthList = z.infer<typeof tripMonthList>;
