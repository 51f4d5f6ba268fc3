import { growing, id, instant, line, optional, text, timeOfDay } from '../fields.ts';
import { pluck } from '../table.ts';
import { z } from '../zod.ts';
import { extraDrafts } from './extras.ts';
import { fareDrafts, faresOfPrices, priceCents } from './fares.ts';
import { questionDrafts } from './questions.ts';
import { roomTypeDrafts } from './room-types.ts';
import { tripEntries, usualTrip } from './trip-table.ts';
import { type CancellationTier, cancellationTier, faqEntry, paymentPlan } from './trips.ts';

const MAX_POINTS = 60;
const MIN_NOTICE = 3;
/** Maximum vehicles of a trip. */
export const MAX_VEHICLES = 10;

// PostgreSQL's range of years is smaller than ISO 8601's.
const departure = instant.refine(
  (value) => value >= '2000' && value < '2100',
  'Data inválida. Confira o dia, o mês e o ano.',
);

/**
 * A boarding point; new without `id`. `time` is local, as in "05:30". `address`: for the map, empty for none;
 * `imageId`: the trip's picture that shows the place, empty for none; absent, either is as before.
 */
export const boardingPointDraft = z.strictObject({
  id: id.optional(),
  time: timeOfDay,
  place: line('Local de embarque', { max: 160 }),
  address: optional(line('Endereço', { max: 200 })).optional(),
  imageId: optional(id).optional(),
});

/** A step of the itinerary on the trip's nth day, from 1. */
export const itineraryStepDraft = z.strictObject({
  day: z.int('Informe o dia.').min(1, 'Os dias começam em 1.').max(60, 'Use no máximo 60 dias.'),
  time: timeOfDay.nullable(),
  text: line('Roteiro', { max: 300 }),
});

/** Maximum entries of a trip's FAQ. */
export const MAX_FAQ = 20;

/** Usual cancellation rules, to start from. Source: domain facts, "Model". */
export const cancellationPresets: readonly { label: string; tiers: readonly CancellationTier[] }[] = [
  {
    label: 'Padrão',
    tiers: [
      { minHoursBefore: 721, penaltyPercent: 10 },
      { minHoursBefore: 504, penaltyPercent: 20 },
      { minHoursBefore: 0, penaltyPercent: 20 },
    ],
  },
  {
    label: 'Bate-volta flexível',
    tiers: [
      { minHoursBefore: 24, penaltyPercent: 0 },
      { minHoursBefore: 0, penaltyPercent: 20 },
    ],
  },
];

/** Above this penalty the operator is warned, not stopped: courts accept it only with proof of costs. */
export const PENALTY_WARNING_PERCENT = 20;

/** The fields of a draft, without the rules across them. */
export const draftFields = z.strictObject({
  ...pluck(tripEntries, 'schema'),
  date: departure,
  returnDate: departure,
  isActive: z.boolean(),
  fares: fareDrafts.optional(),
  priceCents: priceCents.optional().meta({
    deprecated: true,
    description: 'The price of an adult, from programs that do not send `fares`; ignored beside `fares`.',
  }),
  childPriceCents: priceCents.nullish().meta({
    deprecated: true,
    description: 'The price of a child of 6 to 12 years; null or absent: pays as an adult. Ignored beside `fares`.',
  }),
  lapChildPriceCents: priceCents.nullish().meta({
    deprecated: true,
    description: 'The price of a child of up to 5 years without a place; null or absent: none. Ignored beside `fares`.',
  }),
  /** Absent: as before, none for a new trip. */
  paymentPlan: paymentPlan.nullable().optional(),
  /**
   * The operator's vehicles that serve the trip; empty: places are only counted. Absent: as before, none for a new
   * trip.
   */
  vehicleIds: z
    .array(id.toLowerCase())
    .max(MAX_VEHICLES, `Use no máximo ${MAX_VEHICLES} veículos.`)
    .refine((ids) => new Set(ids).size === ids.length, 'Há um veículo repetido.')
    .optional(),
  /** Also if a vehicle is on another trip at the same time, or the crew has conflicts: see VEHICLE_ON_OTHER_TRIP. */
  acceptsOverlap: z.boolean('Informe sim ou não.').optional(),
  boardingPoints: z.array(boardingPointDraft).max(MAX_POINTS, `Use no máximo ${MAX_POINTS} pontos de embarque.`),
  itinerary: z.array(itineraryStepDraft).max(100, 'Use no máximo 100 passos.'),
  /** Absent: as before, none for a new trip. */
  faq: z.array(faqEntry).max(MAX_FAQ, `Use no máximo ${MAX_FAQ} perguntas.`).optional(),
  /** Absent: as before, none for a new trip. A sold one that is left out ends being offered. */
  extras: extraDrafts.optional(),
  /** Absent: as before, none for a new trip. One with people in it cannot be left out. */
  roomTypes: roomTypeDrafts.optional(),
  /** Absent: as before, none for a new trip. An answered one that is left out ends being asked. */
  questions: questionDrafts.optional(),
  cancellationTiers: z.array(cancellationTier).max(10, 'Use no máximo 10 faixas.'),
  /** Ignored: who sends a trip back as it was read sends it along. */
  discounts: z.array(z.unknown()).max(100).optional(),
  /** Ignored likewise. */
  seriesId: id.optional(),
});

type DraftFields = z.output<typeof draftFields>;

function noticeMessage() {
  const label = 'Recado';
  return text(label, { max: MAX_NOTICE }).refine(
    (message) => message.length >= MIN_NOTICE,
    `${label}: escreva pelo menos uma frase curta.`,
  );
}

// Rules across fields.
function refuseContradictions(draft: DraftFields, context: z.RefinementCtx): void {
  const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
  if (Date.parse(draft.returnDate) <= Date.parse(draft.date))
    refuse('returnDate', 'A volta precisa ser depois da saída.');
  if (!draft.fares && draft.priceCents === undefined) refuse('fares', 'Informe as tarifas do passeio.');
  if (draft.minParticipants > draft.capacity) refuse('minParticipants', 'O mínimo não pode passar da lotação.');
  // In UTC, so with a day of tolerance; the server checks the operator's calendar.
  if (draft.decisionDate && Date.parse(draft.decisionDate) > Date.parse(draft.date)) {
    refuse('decisionDate', 'A confirmação precisa ser antes da saída.');
  }
  const hours = draft.cancellationTiers.map((tier) => tier.minHoursBefore);
  if (new Set(hours).size < hours.length) refuse('cancellationTiers', 'Há duas faixas com as mesmas horas.');
}

// Programs from before fares send up to three prices.
function withFares<Draft extends DraftFields>(given: Draft) {
  const { fares, priceCents, childPriceCents, lapChildPriceCents, discounts: _, seriesId: __, ...draft } = given;
  const prices = { adult: priceCents ?? 0, child: childPriceCents ?? null, lapChild: lapChildPriceCents ?? null };
  return { ...draft, fares: fares ?? faresOfPrices(prices) };
}

/** A whole trip. Money in centavos, instants in ISO 8601 UTC. */
export const tripDraft = draftFields.superRefine(refuseContradictions).transform(withFares);
export type TripDraft = z.output<typeof tripDraft>;

/** A new trip of which nothing is said. A draft is not open to the public, so nobody reserves by these. */
export const usualDraft = { ...usualTrip, isActive: false, boardingPoints: [], itinerary: [], cancellationTiers: [] };

const USUAL_HOURS = 12;
const HOUR_MS = 60 * 60 * 1000;

/** What publishing needs and {@link newTripDraft} does not ask for. */
const neededToPublish = { fares: 'Informe as tarifas do passeio.', capacity: 'Informe o número de vagas.' } as const;

/** What keeps a new trip from being published, by field. */
export const missingToPublish = z.array(z.object({ field: growing(['fares', 'capacity']), message: z.string() }));
type Missing = z.output<typeof missingToPublish>;

/**
 * Body of POST trips: title and date at least; for the rest there are usual values. A trip that lacks what publishing
 * needs stays a draft whatever `isActive` says, with what is `missing`.
 */
export const newTripDraft = draftFields
  .partial()
  .required({ title: true, date: true })
  .transform((given, context): TripDraft & { missing: Missing } => {
    const said = { fares: given.fares ?? given.priceCents, capacity: given.capacity };
    const missing = (['fares', 'capacity'] as const)
      .filter((field) => said[field] === undefined)
      .map((field) => ({ field, message: neededToPublish[field] }));
    const returnDate = new Date(Date.parse(given.date) + USUAL_HOURS * HOUR_MS).toISOString();
    const usual = { ...usualDraft, returnDate, ...(said.fares === undefined && { priceCents: 0 }) };
    const draft = tripDraft.safeParse({ ...usual, ...given, ...(missing.length > 0 && { isActive: false }) });
    if (draft.success) return { ...draft.data, missing };
    for (const { path, message } of draft.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

/** Maximum letters of {@link tripNotice}'s message. */
export const MAX_NOTICE = 500;

/** What staff sends to payers whose trip changed: a sentence with old and new, or nothing. */
export const tripNotice = z.discriminatedUnion(
  'tell',
  [z.strictObject({ tell: z.literal(true), message: noticeMessage() }), z.strictObject({ tell: z.literal(false) })],
  'Escreva um recado, ou escolha não avisar.',
);
export type TripNotice = z.output<typeof tripNotice>;

/**
 * Body of PUT trips: the whole trip, with the `version` that was edited. A fare without `id` that has the label of a
 * stored one stays that fare. `notice` is required where the change concerns people, see TRIP_CHANGE_AFFECTS_PEOPLE.
 */
export const tripUpdate = draftFields
  .extend({ id, version: z.int().min(1), notice: tripNotice.optional() })
  .superRefine(refuseContradictions)
  .transform(withFares);
export type TripUpdate = z.output<typeof tripUpdate>;
