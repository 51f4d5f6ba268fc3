import { id, instant } from '../fields.ts';
import { route, staff, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { MAX_TRIP_COPIES } from './date-rule.ts';
import { draftFields, tripNotice } from './trip-draft.ts';

/** Hours within which a change of many dates is undone. */
export const SERIES_UNDO_HOURS = 24;

/** The pictures, with their order and texts, as `editedOn` has them. */
const tripImages = z.literal(true);

const omitted = draftFields.omit({
  ...{ acceptsOverlap: true, discounts: true, seriesId: true },
  ...{ priceCents: true, childPriceCents: true, lapChildPriceCents: true },
});

/**
 * Fields of a trip that are to be the same on many dates, named and shaped as in a draft. Of `date` and `returnDate`
 * only the time of day counts, in the operator's time zone; the days from departure to return, and to the decision, are
 * those of `editedOn`. Entries of lists are those of a date by the label that they have on `editedOn`.
 */
const seriesFields = z
  .strictObject({ ...withoutDefaults(omitted.shape), tripImages })
  .partial()
  .refine((fields) => Object.keys(fields).length > 0, 'Informe o que deve mudar.');
export type SeriesFields = z.output<typeof seriesFields>;

const changeOfDates = z.strictObject({
  fields: seriesFields,
  tripIds: z
    .array(id.toLowerCase())
    .min(1, 'Escolha pelo menos uma data.')
    .max(MAX_TRIP_COPIES, `Escolha no máximo ${MAX_TRIP_COPIES} datas de cada vez.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Há uma data repetida.'),
  /** The departure in whose editor the fields were changed. */
  editedOn: id.toLowerCase().optional(),
  /** Also if a vehicle is on another trip at the same time. */
  acceptsOverlap: z.boolean('Informe sim ou não.').optional(),
});
export type ChangeOfDates = z.output<typeof changeOfDates>;

/** Body of POST series/{seriesId}/changes/preview. */
export const seriesChangePreview = changeOfDates;

/**
 * Body of POST series/{seriesId}/changes. `notice`: what payers are told who are concerned, each once; without it they
 * are told what changed. `versions`: of the dates as they were previewed; one that has another since is refused.
 */
export const seriesChange = changeOfDates.extend({
  notice: tripNotice.optional(),
  versions: z.record(id.toLowerCase(), z.int()).optional(),
});
export type SeriesChange = z.output<typeof seriesChange>;

/**
 * A date of a change. `changes`: by field what it was and is, empty where it is so already. `people`: of how many in
 * `reservations` it changes what they know; `waiting`: parties of the waiting list. `refused`: why it stays as it is,
 * in a sentence.
 */
const changedDate = z.object({
  tripId: id,
  date: instant,
  version: z.int(),
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  people: z.int(),
  reservations: z.int(),
  waiting: z.int(),
  refused: z.string().optional(),
});
export type ChangedDate = z.infer<typeof changedDate>;

/** Dates by departure. `payers`: how many are told, each once. */
export const seriesChangePreviewed = z.object({ dates: z.array(changedDate), payers: z.int() });
export type SeriesChangePreviewed = z.infer<typeof seriesChangePreviewed>;

/** A change of many dates. `isDone`: every date has its outcome. `undoableUntil`: null where it cannot be undone. */
export const seriesChangeState = z.object({
  id,
  seriesId: id,
  createdAt: instant,
  by: z.string(),
  fields: z.array(z.string()),
  isDone: z.boolean(),
  isUndone: z.boolean(),
  undoableUntil: instant.nullable(),
  dates: z.array(changedDate),
  payers: z.int(),
});
export type SeriesChangeState = z.infer<typeof seriesChangeState>;

export const seriesRoutes = {
  preview: route('POST', '/series/:seriesId/changes/preview', {
    access: staffWith('edit_trips'),
    summary: 'What a change of many dates of a trip would do to each; changes nothing',
    body: seriesChangePreview,
    answer: seriesChangePreviewed,
    asks: true,
    largeBody: true,
  }),
  change: route('POST', '/series/:seriesId/changes', {
    access: staffWith('edit_trips'),
    summary: 'Change many dates of a trip, each by itself; payers who are concerned are told once',
    body: seriesChange,
    answer: seriesChangeState,
    status: 201,
    once: true,
    largeBody: true,
  }),
  list: route('GET', '/series/:seriesId/changes', {
    access: staff,
    summary: 'The changes of many dates that can still be undone, the latest first',
    answer: z.object({ data: z.array(seriesChangeState) }),
  }),
  undo: route('DELETE', '/series/:seriesId/changes/:changeId', {
    access: staffWith('edit_trips'),
    summary: 'Undo a change of many dates within 24 hours, on each date to which nothing else has happened since',
    answer: seriesChangeState,
  }),
};

// What is not said stays: a default would change it.
function withoutDefaults<Shape extends Record<string, z.ZodType>>(shape: Shape): Shape {
  const entries = Object.entries(shape).map(([key, one]) => [key, one instanceof z.ZodDefault ? one.unwrap() : one]);
  return Object.fromEntries(entries);
}
