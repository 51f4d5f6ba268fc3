import { errorCatalogue } from '@passeio/contract/api/errors';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { type Candidate, type PassengerTrip, staffBooking } from '@passeio/contract/boarding/passengers';
import { type LineKind, totalOf } from '@passeio/contract/lines';
import type { AnswerDrafts } from '@passeio/contract/reservations/answers';
import { type ChosenExtra, quoteReservation } from '@passeio/contract/reservations/quote';
import type { ReservationDetails, ReservationQuoteAnswer } from '@passeio/contract/reservations/reservations';
import { chosenRooms } from '@passeio/contract/reservations/rooms';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import { defaultFare, depositOf, type PartyEntry, partyFault, quoteParty } from '@passeio/contract/trips/pricing';
import type { QuestionScope } from '@passeio/contract/trips/questions';
import { z } from '@passeio/contract/zod';
import { useState } from 'react';
import {
  type AnswerInputs,
  changedAnswers,
  questionsFor,
  wrongAnswers,
} from '~/features/reservations/answers/answer-inputs';
import { api } from '~/features/session/api';
import { readDraft, useDraft } from '~/features/session/drafts';
import { reload } from '~/features/session/queries';
import { firstCount, takersOf } from '~/features/trips/extras';
import { readRooms } from '~/features/trips/rooms';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { type FormOf, type Unsaved, useSchemaForm } from '~/ui/editing/use-schema-form';
import {
  adjustmentCents,
  adjustmentFormValues,
  adjustmentRules,
  deadlineBefore,
  deadlineFormValues,
  startAdjustment,
  startDeadline,
} from '../reservation-tasks/reservation-fields';
import { bookingDraftName } from './list-edit';

const answerInputs = z.record(z.string(), z.union([z.string(), z.array(z.string())])).default({});

/** A person of the party; `boardingPointId` is empty where they board with the others. */
const bookingPerson = z.object({
  key: z.string(),
  fareId: z.string(),
  name: z.string(),
  personId: z.string().nullable(),
  boardingPointId: z.string(),
  answers: answerInputs,
});
export type BookingPerson = z.output<typeof bookingPerson>;

const bookingPayer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('search'), typed: z.string() }),
  z.object({
    kind: z.literal('known'),
    id: z.string(),
    name: z.string(),
    contact: z.string(),
    isPassenger: z.boolean(),
  }),
  z.object({ kind: z.literal('new'), name: z.string(), contact: z.string() }),
]);

const bookingValues = z.object({
  payer: bookingPayer,
  payerTravels: z.boolean(),
  /** The payer's place in the party, while they do not travel. */
  payerPlace: bookingPerson,
  /** The travellers, the payer first if they travel. */
  participants: z.array(bookingPerson),
  /** Everybody's boarding point; empty: to be agreed. */
  boardingPointId: z.string(),
  boardsApart: z.boolean(),
  /** How many of each extra, by its id; what nobody changed follows the party. */
  extras: z.record(z.string(), z.int()).default({}),
  /** To what is asked once of a reservation. */
  answers: answerInputs,
  /** As they were chosen for so many people; null: to be agreed; undefined: as they are proposed. */
  rooms: z.object({ people: z.int(), chosen: chosenRooms }).nullish(),
  coupon: z.string().default(''),
  /** Who sold it; empty: nobody. */
  sellerId: z.string().default(''),
  deadline: deadlineFormValues,
  isBooked: z.boolean(),
  hasAdjustment: z.boolean(),
  adjustment: adjustmentFormValues,
});
/** What staff has typed in the dialog. */
export type BookingValues = z.output<typeof bookingValues>;
export type BookingForm = FormOf<BookingValues>;

function startValues({ fares }: PassengerTrip, today: string): BookingValues {
  const payerPlace = newPerson((defaultFare(fares) ?? fares[0])?.id ?? '');
  return {
    payer: { kind: 'search', typed: '' },
    payerTravels: true,
    payerPlace,
    participants: [payerPlace],
    boardingPointId: '',
    boardsApart: false,
    extras: {},
    answers: {},
    coupon: '',
    sellerId: '',
    deadline: startDeadline('usual', today),
    isBooked: false,
    hasAdjustment: false,
    adjustment: startAdjustment,
  };
}

export function newPerson(fareId: string): BookingPerson {
  return { key: crypto.randomUUID(), fareId, name: '', personId: null, boardingPointId: '', answers: {} };
}

/** Ids of the known people who are part of it. */
export function idsOf({ payer, participants }: BookingValues): string[] {
  const payerId = payer.kind === 'known' ? [payer.id] : [];
  return [...payerId, ...participants.flatMap(({ personId }) => personId ?? [])];
}

/** The payer's name as far as it is known. */
export function payerName({ payer }: BookingValues): string {
  return payer.kind === 'search' ? '' : payer.name.trim();
}

/** The party without the payer, or with the payer in the place that they had before. */
export function withPayer(
  { payerTravels, payerPlace, participants }: BookingValues,
  travels: boolean,
): Partial<BookingValues> {
  if (travels === payerTravels) return {};
  const [first = payerPlace, ...others] = participants;
  return travels
    ? { payerTravels: true, participants: [payerPlace, ...participants] }
    : { payerTravels: false, payerPlace: first, participants: others };
}

/** A payer who already travels in this trip pays for others only. */
export function knownPayer(
  values: BookingValues,
  { id, name, contact, isPassenger }: Candidate,
): Partial<BookingValues> {
  const payer = { kind: 'known', id, name, contact, isPassenger } as const;
  return { payer, ...(isPassenger && withPayer(values, false)) };
}

/** A new person from what was searched: a number becomes the telephone, anything else the name. */
export function newPayer(typed: string): BookingValues['payer'] {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'new', name: '', contact: '' };
  return /\d/.test(text) ? { kind: 'new', name: '', contact: text } : { kind: 'new', name: text, contact: '' };
}

/** The stored draft, if any. Fares and boarding points that the trip has lost fall back to the usual. */
function storedDraft({ id, fares, boardingPoints }: PassengerTrip): BookingValues | undefined {
  const values = bookingValues.safeParse(readDraft(bookingDraftName(id))).data;
  if (!values) return undefined;
  const usual = (defaultFare(fares) ?? fares[0])?.id ?? '';
  const keptPoint = (pointId: string) => (boardingPoints.some((point) => point.id === pointId) ? pointId : '');
  const keptPlace = (person: BookingPerson) => ({
    ...person,
    fareId: fares.some((fare) => fare.id === person.fareId) ? person.fareId : usual,
    boardingPointId: keptPoint(person.boardingPointId),
  });
  return {
    ...values,
    boardingPointId: keptPoint(values.boardingPointId),
    payerPlace: keptPlace(values.payerPlace),
    participants: values.participants.map(keptPlace),
  };
}

/** What the party costs and takes, in centavos, with the discount or surcharge as far as it is typed. */
export interface BookingTotals {
  lines: readonly { kind: LineKind; label: string; quantity: number; unitCents: number }[];
  people: number;
  places: number;
  /** How many extras there are. */
  extras: number;
  /** What automatic discounts take off. */
  discountCents: number;
  couponCents: number;
  /** Fares and extras, less those and the coupon. */
  pricesCents: number;
  adjustmentCents: number;
  totalCents: number;
  depositCents: number;
}

/** `answer`: the server's quote of the same booking, where it was asked. */
export function totalsOf(
  values: BookingValues,
  trip: PassengerTrip,
  { answer, ...moment }: { now: number; timeZone: string; answer?: ReservationQuoteAnswer | undefined },
): BookingTotals {
  const ofRooms = roomsOf(values, trip, moment.timeZone);
  const offered = { ...trip, ...moment, roomOffer: ofRooms?.roomOffer };
  const quote = quoteReservation(offered, partyOf(values.participants), chosenExtras(values, trip), {
    rooms: ofRooms?.rooms,
  });
  const adjusted = values.hasAdjustment ? adjustmentCents(values.adjustment) : 0;
  const { lines, totalCents: pricesCents } = answer ?? quote;
  const totalCents = Math.max(pricesCents + adjusted, 0);
  const couponCents = answer?.couponCents ?? 0;
  return {
    lines,
    people: quote.people,
    places: quote.places,
    extras: quote.shares.reduce((sum, { quantity }) => sum + quantity, 0),
    discountCents: -totalOf(lines.filter(({ kind }) => kind === 'discount')) - couponCents,
    couponCents,
    pricesCents,
    adjustmentCents: adjusted,
    totalCents,
    depositCents: depositOf(totalCents, trip.depositPercent),
  };
}

/** The rooms of the party, as they were chosen or are proposed; undefined on a trip without rooms, or to be agreed. */
export function roomsOf({ rooms, participants }: BookingValues, trip: PassengerTrip, timeZone: string) {
  if (rooms === null) return undefined;
  const chosen = rooms?.people === participants.length ? rooms.chosen : undefined;
  return readRooms({ ...trip, timeZone }, partyOf(participants), chosen);
}

/** How many of an extra are chosen, as far as these people can have them, and the most that they can. */
export function countOf(extra: TripExtra, { extras, participants }: BookingValues, { fares }: PassengerTrip) {
  const { id, minQuantity, maxQuantity, stockLeft } = extra;
  const people = takersIn(fares, partyOf(participants));
  const wanted = takersOf(extra, people) * maxQuantity;
  const most = Math.min(wanted, Math.max(stockLeft ?? wanted, 0));
  const count = Math.min(extras[id] ?? firstCount(extra, people), most);
  return { count: count < minQuantity ? 0 : count, most };
}

// A stored draft may name what the trip has lost.
export function chosenExtras(values: BookingValues, trip: PassengerTrip): ChosenExtra[] {
  const chosen = trip.extras.map((extra) => ({ extraId: extra.id, count: countOf(extra, values, trip).count }));
  return chosen.filter(({ count }) => count > 0);
}

/** The count to which a step from `before` leads: below the least that one may take there is only 0. */
export function steppedCount({ minQuantity }: TripExtra, count: number, before: number): number {
  if (count >= minQuantity) return count;
  return count > before ? minQuantity : 0;
}

/** What staff should know of the party before it is sent; undefined if nothing is wrong with it. */
export function partyWarning(values: BookingValues, trip: PassengerTrip): string | undefined {
  const party = partyOf(values.participants);
  const { places } = quoteParty(trip.fares, party, trip.depositPercent);
  return faultOf(party, trip) ?? (places > trip.placesLeft ? shortageText(trip.placesLeft, places) : undefined);
}

/** Without the places left, which only the server knows for sure. */
function faultOf(party: PartyEntry[], { fares }: PassengerTrip): string | undefined {
  if (party.length === 0) return 'Inclua quem vai viajar.';
  const fault = partyFault(fares, party);
  return fault && errorCatalogue[fault].message;
}

function shortageText(left: number, wanted: number): string {
  const places = left <= 0 ? 'Não há mais vagas' : left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`;
  return `${places}; este grupo precisa de ${wanted}. Diminua o grupo ou aumente a lotação do passeio.`;
}

function partyOf(people: readonly Pick<BookingPerson, 'fareId'>[]): PartyEntry[] {
  return people.map(({ fareId }) => ({ fareId, count: 1 }));
}

/** The contract's rules of the body of POST trips/{id}/passengers, with the deadline and the adjustment as typed. */
function bookingRules(trip: PassengerTrip, timeZone: string) {
  const rules = z.object({
    ...staffBooking.shape,
    personId: z.uuid('Informe quem paga a reserva.').optional(),
    participants: staffBooking.shape.participants.superRefine((people = [], { addIssue }) => {
      const fault = faultOf(partyOf(people), trip);
      if (fault) addIssue(fault);
    }),
    holdExpiresAt: deadlineBefore(trip.date, timeZone).optional(),
    adjustment: adjustmentRules.optional(),
  });
  return rules.superRefine(({ participants = [], answers = [] }, { addIssue }) => {
    const wrong = [answers, ...participants.map((one) => one.answers ?? [])].map((given) =>
      wrongAnswers(trip.questions, given),
    );
    for (const [index, errors] of wrong.entries()) {
      const whose = index === 0 ? [] : ['participants', index - 1];
      for (const [name, message] of Object.entries(errors))
        addIssue({ code: 'custom', path: [...whose, ...name.split('.')], message });
    }
  });
}

/** What is answered so far to what the trip asks now, as the API takes it. */
export function bookingAnswers(per: QuestionScope, { questions }: PassengerTrip, inputs: AnswerInputs): AnswerDrafts {
  return changedAnswers(questionsFor(per, questions), inputs, {});
}

/** What is typed, as `bookingRules` reads it. */
function bodyOf(values: BookingValues, trip: PassengerTrip, timeZone: string) {
  const { payer, isBooked, boardsApart } = values;
  const chosen = chosenExtras(values, trip);
  const ofRooms = roomsOf(values, trip, timeZone);
  const answers = bookingAnswers('reservation', trip, values.answers);
  return {
    ...(payer.kind === 'new'
      ? { person: { name: payer.name, contact: payer.contact } }
      : { personId: payer.kind === 'known' ? payer.id : '' }),
    payerTravels: values.payerTravels,
    participants: values.participants.map(({ fareId, name, personId, boardingPointId, ...person }) => ({
      fareId,
      ...withAnswers(bookingAnswers('participant', trip, person.answers)),
      ...(personId !== null ? { personId } : name.trim() && { name }),
      ...(boardsApart && boardingPointId && { boardingPointId }),
    })),
    boardingPointId: values.boardingPointId || null,
    ...withAnswers(answers),
    ...(chosen.length > 0 && { extras: chosen }),
    ...(ofRooms && { rooms: ofRooms.rooms }),
    ...(values.coupon.trim() && { coupon: values.coupon }),
    ...(values.sellerId && { sellerId: values.sellerId }),
    confirmWithoutDeposit: isBooked,
    holdExpiresAt: isBooked ? undefined : values.deadline,
    adjustment: values.hasAdjustment
      ? { ...values.adjustment, totalCents: totalsOf(values, trip, { now: Date.now(), timeZone }).pricesCents }
      : undefined,
  };
}

const withAnswers = (answers: AnswerDrafts) => (answers.length > 0 ? { answers } : {});

const fieldNames: Record<string, string> = {
  personId: 'payer',
  'person.name': 'payer.name',
  'person.contact': 'payer.contact',
  party: 'participants',
  holdExpiresAt: 'deadline.day',
  'holdExpiresAt.day': 'deadline.day',
  'holdExpiresAt.time': 'deadline.time',
  'adjustment.amountCents': 'adjustment.amount',
  ALREADY_PASSENGER: 'payer',
  PERSON_NOT_FOUND: 'payer',
  PERSON_KNOWN: 'payer.contact',
  PLACES_SHORT: 'participants',
  NO_PLACES_LEFT: 'participants',
  EMPTY_PARTY: 'participants',
  LAP_WITHOUT_ADULT: 'participants',
  FARE_UNKNOWN: 'participants',
  PARTICIPANT_ALREADY_LISTED: 'participants',
  NO_FARE_FOR_AGE: 'participants',
  FARE_BY_AGE: 'participants',
  BOARDING_POINT_UNKNOWN: 'boardingPointId',
  EXTRA_UNKNOWN: 'extras',
  EXTRA_QUANTITY: 'extras',
  EXTRA_SOLD_OUT: 'extras',
  EXTRA_REQUIRED: 'extras',
  EXTRA_AGE: 'extras',
  ROOMS_REQUIRED: 'rooms',
  ROOMS_OF_PARTY: 'rooms',
  ROOMS_TAKEN: 'rooms',
  ROOM_UNKNOWN: 'rooms',
  ROOM_TOO_SMALL: 'rooms',
  ROOM_WITHOUT_ADULT: 'rooms',
  HOLD_IN_PAST: 'deadline.day',
  TOTAL_BELOW_ZERO: 'adjustment.amount',
};

/** The field of a path or a code; a person who was chosen stands in the input of the name. */
function fieldOf(name: string): string | undefined {
  if (name.startsWith('COUPON_') || name === 'coupon') return 'coupon';
  if (name.startsWith('answers.')) return name;
  return name.startsWith('participants.') ? name.replace(/personId$/, 'name') : fieldNames[name];
}

/** The form of a staff booking; what is typed outlives a reload. */
export function useStaffBooking(trip: PassengerTrip, onDone: (reservation: ReservationDetails) => void) {
  const { timeZone, today } = useFormats();
  const [{ initial, stored, draft }] = useState(() => ({
    initial: startValues(trip, today),
    stored: storedDraft(trip),
    draft: { nameOf: () => bookingDraftName(trip.id), workOf: ({ values }: Unsaved<BookingValues>) => values },
  }));
  const { unsaved, ...editing } = useSchemaForm({
    initial,
    draft: stored,
    schema: bookingRules(trip, timeZone),
    toBody: (values: BookingValues) => bodyOf(values, trip, timeZone),
    fields: fieldOf,
    save: (body) =>
      api.call(passengerRoutes.reserve, { params: { tripId: trip.id }, body, toast: false }).catch((error) => {
        // Places and fares have changed.
        if (error instanceof ApiError && error.status === 409) void reload();
        throw error;
      }),
    onSaved: (reservation) => {
      forget();
      onDone(reservation);
    },
    // An unanswered reservation may have been made: the same one sent again is made once.
    keptText: 'Nada se perdeu: reserve de novo, e ela é feita uma vez só.',
  });
  const { forget } = useDraft(unsaved, draft);
  return { ...editing, forget };
}
