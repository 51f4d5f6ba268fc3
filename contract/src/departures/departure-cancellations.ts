import { chatFacts } from '../chat-facts.ts';
import { calendarDate, cents, id, instant, seenCents, text } from '../fields.ts';
import { emailStates } from '../messages/messages.ts';
import { refundParts } from '../payments/refund-parts.ts';
import { linkToken } from '../reservations/participants.ts';
import { endedExtra } from '../reservations/reservations.ts';
import { z } from '../zod.ts';

/** Days from today to the last day on which payers choose: the fewest, the proposed and the most. */
export const CHOICE_DAYS = { fewest: 1, proposed: 7, most: 60 } as const;

/** Seconds in which a cancellation is undone before anybody is notified. */
export const CANCELLATION_UNDO_SECONDS = 120;

/** Maximum letters of the reason. */
export const MAX_CANCELLATION_REASON = 500;

/** Other departures that a payer chooses from. */
export const DEPARTURES_OFFERED = 8;

const tripOf = z.object({ id, title: z.string(), date: instant });

/**
 * What cancelling a departure would do. `money`: what was received of how many reservations; the `unpaid` ones end at
 * once. `people`: who holds places. `waiting`: entries of the waiting list. `unreachable`: payers without an e-mail
 * address. `days`: the last day of choosing.
 */
export const cancellationPreview = z.object({
  trip: tripOf,
  isGuaranteed: z.boolean(),
  reservations: z.int(),
  people: z.int(),
  unpaid: z.int(),
  money: z.object({ reservations: z.int(), cents }),
  waiting: z.int(),
  unreachable: z.array(z.object({ id, code: z.string(), name: z.string(), contact: z.string() })),
  days: z.object({ earliest: calendarDate, proposed: calendarDate, latest: calendarDate }),
});
export type CancellationPreview = z.infer<typeof cancellationPreview>;

/** Body of POST trips/{id}/cancellation: why, as travellers read it, and the last day on which they choose. */
export const departureCancellationDraft = z.strictObject({
  reason: text('Motivo', { max: MAX_CANCELLATION_REASON }).refine(
    (reason) => reason !== '',
    'Diga por que a saída foi cancelada: quem viajaria lê este motivo.',
  ),
  chooseUntil: calendarDate,
});
export type DepartureCancellationDraft = z.output<typeof departureCancellationDraft>;

/** What became of a reservation whose departure was cancelled. `ended`: nothing was paid. */
export const choiceOutcomes = ['ended', 'refund', 'credit', 'moved'] as const;
export type ChoiceOutcome = (typeof choiceOutcomes)[number];

/**
 * A reservation whose payer was notified. `outcome` is null until the payer chooses; `isDefault`: the day passed
 * without a choice. `receivedCents`: when the payer was notified. `refund`: how far the money of an ended one went
 * back. `email`: what became of the message, with the reason of a failure; null without an address. `chatAt`: when
 * staff last wrote by WhatsApp.
 */
export const cancelledReservation = z.object({
  id,
  code: z.string(),
  payer: z.object({ name: z.string(), contact: z.string(), hasAccount: z.boolean() }),
  people: z.int(),
  receivedCents: cents,
  outcome: z.enum(choiceOutcomes).nullable(),
  isDefault: z.boolean(),
  settledAt: instant.nullable(),
  movedTo: tripOf.nullable(),
  refund: z.enum(['due', 'sent', 'paid']).nullable(),
  email: z
    .object({ state: z.enum(Object.keys(emailStates) as [keyof typeof emailStates]), reason: z.string().nullable() })
    .nullable(),
  chatAt: instant.nullable(),
  chat: chatFacts,
});
export type CancelledReservation = z.infer<typeof cancelledReservation>;

/**
 * How far a cancellation is. `undoUntil`: until when nobody is notified and it can be undone; null once people are
 * being notified. `toTell`: reservations whose payers are not notified yet. Those that have not chosen come first.
 */
export const cancellationProgress = z.object({
  trip: tripOf,
  reason: z.string(),
  chooseUntil: calendarDate,
  cancelledAt: instant,
  cancelledBy: z.string(),
  undoUntil: instant.nullable(),
  isDone: z.boolean(),
  toTell: z.int(),
  reservations: z.array(cancelledReservation),
});
export type CancellationProgress = z.infer<typeof cancellationProgress>;

/** A new link with which a payer chooses, for staff to send. */
export const choiceLink = z.object({ url: z.string() });

/** A cancelled departure of which something remains. `open`: reservations whose payers have not chosen. */
export const openCancellation = z.object({
  ...tripOf.shape,
  chooseUntil: calendarDate,
  open: z.int(),
  isDone: z.boolean(),
});
export type OpenCancellation = z.infer<typeof openCancellation>;

/**
 * Another departure, with the total there and what is missing or too much then, in centavos. `extras`: those that end
 * with the move, which `totalCents` is without.
 */
export const offeredDeparture = z.object({
  ...tripOf.shape,
  slug: z.string(),
  totalCents: cents,
  dueCents: cents,
  refundCents: cents,
  extras: z.array(endedExtra).default([]),
  /** The required ones of that departure, which the total is with. */
  begun: z.array(endedExtra).default([]),
});
export type OfferedDeparture = z.infer<typeof offeredDeparture>;

/**
 * What a payer chooses from after the operator cancelled their departure. `amountCents`: what they get back; `parts`:
 * how. `promisedFor`: until when a refund of now is made. `outcome` is null until they have chosen; `departures` are
 * then empty.
 */
export const departureChoice = z.object({
  trip: z.object({ title: z.string(), date: instant }),
  firstName: z.string(),
  reason: z.string(),
  chooseUntil: calendarDate,
  people: z.int(),
  amountCents: cents,
  parts: refundParts,
  promisedFor: calendarDate,
  outcome: z.enum(choiceOutcomes).nullable(),
  movedTo: z.object({ title: z.string(), date: instant, slug: z.string() }).nullable(),
  departures: z.array(offeredDeparture),
});
export type DepartureChoice = z.infer<typeof departureChoice>;

/** A choice, with the amount or the other departure's total that the payer saw. */
export const choiceDraft = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('refund'), amountCents: seenCents }),
    z.strictObject({ kind: z.literal('credit'), amountCents: seenCents }),
    z.strictObject({ kind: z.literal('moved'), tripId: id, totalCents: seenCents }),
  ],
  'Escolha reembolso, crédito ou outra saída.',
);
export type ChoiceDraft = z.output<typeof choiceDraft>;

/** Body of POST departure-choices/link/read. */
export const choiceLinkRead = z.strictObject({ token: linkToken });
/** Body of PUT departure-choices/link. */
export const choiceLinkDraft = z.strictObject({ token: linkToken, choice: choiceDraft });
