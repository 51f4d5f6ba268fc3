import { chatFacts } from '../chat-facts.ts';
import { acceptedText, contractState } from '../contracts/accepted-contract.ts';
import { couponCode } from '../discounts/coupon-field.ts';
import {
  calendarDate,
  cents,
  growing,
  id,
  instant,
  line,
  meansPermille,
  offeredMeans,
  seenCents,
  signedCents,
} from '../fields.ts';
import { lineKinds } from '../lines.ts';
import { noMeansPermille } from '../means.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { charge, receipt, refund } from '../payments/payments.ts';
import { reservationStateKeys } from '../reservation-states.ts';
import { MAX_RAW_LENGTH, type ReferrerKind, referrerKinds } from '../sources.ts';
import { MAX_QUANTITY, tripExtra } from '../trips/extras.ts';
import { fare } from '../trips/fares.ts';
import { MAX_PARTY } from '../trips/pricing.ts';
import { askedQuestion } from '../trips/questions.ts';
import { roomType } from '../trips/room-types.ts';
import { boardingPoint, tripImage } from '../trips/trips.ts';
import { z } from '../zod.ts';
import { answer } from './answers.ts';
import { instalmentStates } from './instalments.ts';
import { ownLinkRequest } from './link-requests.ts';
import { minorStatement } from './minor-statement.ts';
import { participant, participantDraft } from './participants.ts';
import { reservationStatus } from './reservation-status.ts';
import { chosenRooms, reservationRoom } from './rooms.ts';
import { share } from './shares.ts';

const TOO_MANY = `Reserve no máximo ${MAX_PARTY} pessoas de cada vez. Para grupos maiores, fale com a gente.`;

/** Places of each fare in a party. Counts of 0 are accepted and ignored. */
export const party = z
  .array(
    z.strictObject({ fareId: id, count: z.int('Informe quantas pessoas.').min(0).max(MAX_PARTY, TOO_MANY) }),
    'Informe quantas pessoas vão.',
  )
  .max(MAX_PARTY, TOO_MANY)
  .refine((entries) => new Set(entries.map(({ fareId }) => fareId)).size === entries.length, 'Há uma tarifa repetida.')
  .refine((entries) => entries.reduce((sum, { count }) => sum + count, 0) > 0, 'Informe quantas pessoas vão.')
  .refine((entries) => entries.reduce((sum, { count }) => sum + count, 0) <= MAX_PARTY, TOO_MANY);
export type Party = z.output<typeof party>;

const MAX_CHOSEN = 100;

/**
 * The extras of a party: see {@link ChosenExtra} for `participantIndex`. Counts of 0 are accepted and ignored.
 */
export const chosenExtras = z
  .array(
    z.strictObject({
      extraId: id,
      count: z
        .int('Informe a quantidade.')
        .min(0)
        .max(MAX_PARTY * MAX_QUANTITY),
      participantIndex: z
        .int()
        .min(0)
        .max(MAX_PARTY - 1)
        .optional(),
    }),
    'Informe os adicionais.',
  )
  .max(MAX_CHOSEN, `Use no máximo ${MAX_CHOSEN} adicionais.`)
  .refine(
    (entries) =>
      new Set(entries.map(({ extraId, participantIndex }) => `${extraId} ${participantIndex}`)).size === entries.length,
    'Há um adicional repetido.',
  );

/** Body of POST reservations/{id}/extras. `participantId`: whose it is, of an extra of each participant. */
export const extraAddition = z.strictObject({
  extraId: id,
  count: z.int('Informe a quantidade.').min(1, 'Informe a quantidade.').max(MAX_QUANTITY),
  participantId: id.optional(),
});
export type ExtraAddition = z.output<typeof extraAddition>;

/** Body of POST reservations/{id}/participants. `rooms`: of the whole party with the new one, on a trip with rooms. */
export const participantAddition = participantDraft.extend({ rooms: chosenRooms.optional() });
export type ParticipantAddition = z.output<typeof participantAddition>;

const rawWord = z.string().max(MAX_RAW_LENGTH);
const touch = z.strictObject({
  source: rawWord,
  medium: rawWord,
  campaign: rawWord,
  referrer: z.enum(Object.keys(referrerKinds) as [ReferrerKind, ...ReferrerKind[]]),
  seller: z.string().max(20).optional(),
  at: instant,
});
/** How somebody came, as their device remembers it: see {@link Touches}. What may name a person is not kept. */
export const touches = z.strictObject({ first: touch, last: touch });

/** See {@link Came}. */
export const came = { seller: z.string().max(40).nullish(), touches: touches.nullish() };

/** Body of POST quotes: a party with its extras and coupon in a trip on sale. */
export const quoteRequest = z.strictObject({
  tripId: id,
  party,
  extras: chosenExtras.default([]),
  rooms: chosenRooms.optional(),
  coupon: couponCode.nullish(),
  seller: came.seller,
});
export type QuoteRequest = z.output<typeof quoteRequest>;

/** What reserving costs now; nothing is held. `participantIndex`: in the party, null for the whole. */
export const reservationQuote = z.object({
  lines: z.array(
    z.object({
      kind: growing(lineKinds),
      label: z.string(),
      quantity: z.int(),
      unitCents: signedCents,
      totalCents: signedCents,
      participantIndex: z.int().nullable(),
    }),
  ),
  totalCents: cents,
  depositCents: cents,
  /** What the coupon takes off. */
  couponCents: cents.default(0),
  /** Places that are set aside for the coupon, or for the seller, and left, beside those that are left for anybody. */
  couponPlaces: z.int().default(0),
  instalments: z.array(z.object({ dueDate: calendarDate, amountCents: cents })).default([]),
});
export type ReservationQuoteAnswer = z.infer<typeof reservationQuote>;

/**
 * Body of POST trips/enrrol/{tripId}; without one, one adult place for the caller. `again`: an expired reservation of
 * the caller in this trip, whose people come along with their data and boarding points. `totalCents`: what the client
 * saw; refused if it costs something else by now. `rooms`: in a trip with room types; without, the cheapest private
 * ones that fit. `contract`: the text that was accepted, where the trip has one.
 */
export const enrolment = z
  .strictObject({
    party: party.optional(),
    extras: chosenExtras.optional(),
    rooms: chosenRooms.optional(),
    coupon: couponCode.nullish(),
    ...came,
    totalCents: seenCents.optional(),
    boardingPointId: id.nullish(),
    acceptedPolicy: z.boolean().optional(),
    contract: acceptedText.optional(),
    again: id.optional(),
  })
  .nullish();
export type Enrolment = z.output<typeof enrolment>;

/** The trip in a list of reservations. */
const reservedTrip = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  date: instant,
  returnDate: instant,
  cardImage: tripImage.nullable(),
  boardingPoints: z.array(boardingPoint),
});

/** A discount (negative) or an extra that staff agreed, none that the trip sells; `isPenalty`: for people who left. */
export const adjustment = z.object({
  id,
  amountCents: signedCents,
  reason: z.string(),
  isPenalty: z.boolean(),
  createdAt: instant,
});
export type Adjustment = z.infer<typeof adjustment>;

/**
 * A line that has not ended: of a participant, or of the reservation as a whole. `extraId`: of an extra that the trip
 * sells.
 */
export const reservationLine = z.object({
  id,
  kind: growing(lineKinds),
  label: z.string(),
  quantity: z.int(),
  unitCents: signedCents,
  totalCents: signedCents,
  participantId: id.nullable(),
  extraId: id.nullable().default(null),
});
export type ReservationLine = z.infer<typeof reservationLine>;

/** An instalment of the balance, of whose amount `paidCents` are paid; `dueDate`: after that day it is overdue. */
export const instalment = z.object({
  id: z.string(),
  dueDate: calendarDate,
  amountCents: cents,
  paidCents: cents,
  state: growing(instalmentStates),
});

/**
 * A reservation. `totalCents`: sum of its lines; `receivedCents`: payments minus refunds; `dueCents`: what is still to
 * be paid; `toReturnCents`: what is to be given back; `retainedCents`: what the operator keeps of a cancelled one.
 * `places`: participants that take one. `participants`: without the removed ones, in order, the payer first as a rule.
 * `holdExpiresAt`: places are kept without money until then, null without a deadline. `cancellable`: the payer may
 * cancel now. `changeable`: the payer may add, remove and replace participants now, which ends at `changeableUntil`;
 * data can be filled in until departure. `charge`: the open one; `receipt`: the latest; `refund`: the open one, else
 * the latest. `payable`: it can be paid now, by `means`, each of which may change the amount. `creditCents`: the
 * payer's credit, in all; `chargedBackCents`: what the holder of a card took back of its payments; `guideCents`: what
 * guides took in cash and staff has not confirmed. `cardInReview`: the bank of a card has not decided about a payment
 * of the whole. `againFrom`: from when the payer may reserve an expired one again, null if they may not. `answers`: to
 * questions that are asked once of a reservation.
 */
export const reservation = z.object({
  id,
  code: z.string(),
  state: growing(reservationStateKeys),
  status: reservationStatus,
  channel: growing(['site', 'operator', 'waiting_list']),
  holdExpiresAt: instant.nullable(),
  totalCents: cents,
  depositCents: cents,
  receivedCents: cents,
  dueCents: cents,
  toReturnCents: cents,
  refundedCents: cents,
  retainedCents: cents,
  places: z.int(),
  participants: z.array(participant),
  answers: z.array(answer).default([]),
  adjustments: z.array(adjustment),
  lines: z.array(reservationLine),
  /** Its rooms on a trip with nights. */
  rooms: z.array(reservationRoom).default([]),
  /** Instalments of the balance, by day; empty where it is paid at once. */
  instalments: z.array(instalment).default([]),
  /** Shares of its participants, in order, while it is active and its payment is split; null: it is not. */
  shares: z.array(share).nullable().default(null),
  cancellable: z.boolean(),
  changeable: z.boolean(),
  changeableUntil: instant,
  payable: z.boolean(),
  means: offeredMeans.default([]),
  meansPermille: meansPermille.default(noMeansPermille),
  charge: charge.nullable(),
  receipt: receipt.nullable(),
  refund: refund.nullable(),
  creditCents: cents,
  chargedBackCents: cents.default(0),
  guideCents: cents.default(0),
  cardInReview: z.boolean().default(false),
  createdAt: instant,
  cancelledAt: instant.nullable(),
  chooseUntil: instant.nullable(),
  againFrom: instant.nullable(),
  trip: reservedTrip,
});
export type Reservation = z.infer<typeof reservation>;

/**
 * One reservation in detail. `trip.fares`: those that the caller may choose from; `extras`: those that they may add or
 * take out now. `questions`: what the trip asks, and what it asked before and somebody answered. `placesLeft`: of the
 * trip.
 */
export const reservationDetails = reservation.extend({
  trip: reservedTrip.extend({
    fares: z.array(fare),
    extras: z.array(tripExtra).default([]),
    questions: z.array(askedQuestion).default([]),
    /** What its rooms are chosen from, its own counted as free; empty while the caller may not change them. */
    roomTypes: z.array(roomType).default([]),
    shareDecisionDays: z.int().nullable().default(null),
    placesLeft: z.int(),
    depositPercent: z.int(),
    /** Whether the payer chooses seats. */
    seatChoice: z.boolean(),
  }),
  payer: z.object({ id, name: z.string(), contact: z.string(), email: z.string().nullable() }),
  /** Null until it is said; asked for while a minor travels. */
  minorStatement: minorStatement.nullable().default(null),
  /** Masked, the e-mail to which a code was sent: by the payer's link only. */
  emailToConfirm: z.string().nullable().default(null),
  /** What was asked of staff by a link, the latest first. */
  linkRequests: z.array(ownLinkRequest).default([]),
  contract: contractState.default('none'),
});
export type ReservationDetails = z.infer<typeof reservationDetails>;

export const reservationList = z.object({ data: z.array(reservation), page: pageInfo });
export type ReservationList = z.infer<typeof reservationList>;

/** A reservation as staff sees it in a person's list. */
export const personReservation = reservation
  .omit({
    cancellable: true,
    changeable: true,
    changeableUntil: true,
    payable: true,
    means: true,
    meansPermille: true,
    charge: true,
    receipt: true,
    refund: true,
    creditCents: true,
    chargedBackCents: true,
    guideCents: true,
    cardInReview: true,
    againFrom: true,
    trip: true,
    participants: true,
    answers: true,
    adjustments: true,
    lines: true,
    rooms: true,
    instalments: true,
    shares: true,
  })
  .extend({
    people: z.int(),
    /** What a WhatsApp message to its payer says. */
    chat: chatFacts,
    trip: reservedTrip.omit({ cardImage: true, boardingPoints: true }),
  });
export type PersonReservation = z.infer<typeof personReservation>;

export const personReservationPage = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(10) });
export const personReservationList = z.object({ data: z.array(personReservation), page: pageInfo });
export type PersonReservationList = z.infer<typeof personReservationList>;

/** Body of POST reservations/{id}/refusal: the sentence that the client reads. */
export const requestRefusal = z.strictObject({ reason: line('Motivo', { min: 3, max: 300 }) });
export type RequestRefusal = z.output<typeof requestRefusal>;

/** Body of PUT reservations/{id}/boarding: where the whole party boards; null: to be agreed. */
export const partyBoarding = z.strictObject({ boardingPointId: id.nullable() });
export type PartyBoarding = z.output<typeof partyBoarding>;

const MAX_ADJUSTMENT_CENTS = 10_000_000;

/** Body of POST reservations/{id}/adjustments: a discount is negative. */
export const adjustmentDraft = z.strictObject({
  amountCents: z
    .int('Informe o valor.')
    .min(-MAX_ADJUSTMENT_CENTS)
    .max(MAX_ADJUSTMENT_CENTS)
    .refine((amount) => amount !== 0, 'Informe um valor diferente de zero.'),
  reason: line('Motivo', { min: 3, max: 200 }),
});
export type AdjustmentDraft = z.output<typeof adjustmentDraft>;

/** Body of PUT reservations/{id}/hold: the deadline, null for none. */
export const holdChange = z.strictObject({ holdExpiresAt: instant.nullable() });

/**
 * Body of POST reservations/{id}/move: the other departure. `rooms`: of the other departure, none if they are to be
 * agreed; by default the same as now, else the cheapest private ones. `fares` names a fare of it for each participant;
 * by default the one of the same label, else the one that the age decides.
 */
export const reservationMove = z.strictObject({
  tripId: id,
  fares: z
    .array(z.strictObject({ participantId: id, fareId: id }))
    .max(100)
    .optional(),
  rooms: chosenRooms.optional(),
});
export type ReservationMove = z.output<typeof reservationMove>;

/** An extra that a move ends or begins, of all who have it. */
export const endedExtra = z.object({ label: z.string(), quantity: z.int(), totalCents: cents });
export type EndedExtra = z.infer<typeof endedExtra>;

/**
 * What a move changes: the total before and after, in centavos. `extras`: those that end, which `newTotalCents` is
 * without. `begun`: the required ones of the other departure, which it is with; `required`: what these are made of,
 * where staff chooses other fares, by which people count as their ages on that departure say.
 */
export const moveQuote = z.object({
  totalCents: cents,
  newTotalCents: cents,
  extras: z.array(endedExtra).default([]),
  begun: z.array(endedExtra).default([]),
  required: z.array(tripExtra).default([]),
  /** Rooms of the other departure: what there is, and those that `newTotalCents` is with. */
  roomTypes: z.array(roomType).default([]),
  rooms: chosenRooms.default([]),
  placesLeft: z.int(),
  participants: z.array(
    z.object({
      participantId: id,
      name: z.string(),
      fareLabel: z.string(),
      newFare: fare.nullable(),
      age: z.int().nullable().default(null),
    }),
  ),
});
export type MoveQuote = z.infer<typeof moveQuote>;
