import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { Candidate, PassengerTrip, staffBooking } from '@passeio/contract/boarding/passengers';
import { type ErrorCode, errorCatalogue } from '@passeio/contract/errors';
import { participantDraft } from '@passeio/contract/reservations/participants';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { defaultFare, depositOf, type PartyEntry, partyFault, quoteParty } from '@passeio/contract/trips/pricing';
import { guestPerson } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { readDraft, useDraft } from '~/features/session/drafts';
import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import {
  adjustmentCents,
  adjustmentFormValues,
  adjustmentOf,
  deadlineBefore,
  deadlineFormValues,
  startAdjustment,
  startDeadline,
} from './reservation-fields';
import { bookingDraftName } from './task';

/** A person of the party; `boardingPointId` is null where they board with the others. */
const bookingPerson = z.object({
  key: z.string(),
  fareId: z.string(),
  name: z.string(),
  personId: z.string().nullable(),
  boardingPointId: z.string().nullable(),
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

const bookingFields = z.object({
  payer: bookingPayer,
  payerTravels: z.boolean(),
  /** The payer's place comes first, and stays while they do not travel. */
  people: z.array(bookingPerson).min(1),
  /** Everybody's boarding point; empty: to be agreed. */
  boardingPointId: z.string(),
  boardsApart: z.boolean(),
  deadline: deadlineFormValues,
  isBooked: z.boolean(),
  hasAdjustment: z.boolean(),
  adjustment: adjustmentFormValues,
});
/** What staff has typed in the dialog. */
type BookingFields = z.output<typeof bookingFields>;

function startFields(trip: PassengerTrip): BookingFields {
  const fare = defaultFare(trip.fares) ?? trip.fares[0];
  return {
    payer: { kind: 'search', typed: '' },
    payerTravels: true,
    people: [newPerson(fare?.id ?? '')],
    boardingPointId: '',
    boardsApart: false,
    deadline: startDeadline('usual'),
    isBooked: false,
    hasAdjustment: false,
    adjustment: startAdjustment,
  };
}

function newPerson(fareId: string): BookingPerson {
  return { key: crypto.randomUUID(), fareId, name: '', personId: null, boardingPointId: null };
}

/** The travellers, the payer first if they travel. */
export function travellersOf({ people, payerTravels }: BookingFields): BookingPerson[] {
  return payerTravels ? people : people.slice(1);
}

/** Ids of the known people who are part of it. */
export function idsOf({ payer, people }: BookingFields): string[] {
  const payerId = payer.kind === 'known' ? [payer.id] : [];
  return [...payerId, ...people.flatMap(({ personId }) => personId ?? [])];
}

/** The payer's name as far as it is known. */
export function payerName({ payer }: BookingFields): string {
  return payer.kind === 'search' ? '' : payer.name.trim();
}

/** A payer who already travels in this trip pays for others only. */
export function knownPayer({ id, name, contact, isPassenger }: Candidate): Partial<BookingFields> {
  const payer = { kind: 'known', id, name, contact, isPassenger } as const;
  return isPassenger ? { payer, payerTravels: false } : { payer };
}

/** A new person from what was searched: a number becomes the telephone, anything else the name. */
export function newPayer(typed: string): BookingFields['payer'] {
  const text = typed.trim();
  if (text.includes('@')) return { kind: 'new', name: '', contact: '' };
  return /\d/.test(text) ? { kind: 'new', name: '', contact: text } : { kind: 'new', name: text, contact: '' };
}

/** A stored draft; undefined if it is none. Fares and boarding points that the trip has lost fall back to the usual. */
function parseDraft(stored: unknown, trip: PassengerTrip): BookingFields | undefined {
  const fields = bookingFields.safeParse(stored).data;
  if (!fields) return undefined;
  const usual = startFields(trip).people[0]?.fareId ?? '';
  const isFare = (id: string) => trip.fares.some((fare) => fare.id === id);
  const isPoint = (id: string | null) => trip.boardingPoints.some((point) => point.id === id);
  return {
    ...fields,
    boardingPointId: isPoint(fields.boardingPointId) ? fields.boardingPointId : '',
    people: fields.people.map((person) => ({
      ...person,
      fareId: isFare(person.fareId) ? person.fareId : usual,
      boardingPointId: isPoint(person.boardingPointId) ? person.boardingPointId : null,
    })),
  };
}

interface BookingState {
  tripId: string;
  fields: BookingFields;
  errors: FieldErrors;
  /** Something was typed. */
  dirty: boolean;
}
type BookingStore = StoreApi<BookingState>;

/** How the dialog's draft is stored. */
const bookingDraft = {
  nameOf: ({ tripId }: BookingState) => bookingDraftName(tripId),
  workOf: ({ dirty, fields }: BookingState) => (dirty ? { fields } : undefined),
};

function storedDraft(trip: PassengerTrip) {
  const stored = z.object({ fields: z.unknown() }).safeParse(readDraft(bookingDraftName(trip.id)));
  return parseDraft(stored.data?.fields, trip);
}

function createBookingStore(trip: PassengerTrip): BookingStore {
  const fields = storedDraft(trip);
  return createStore<BookingState>(() => ({
    tripId: trip.id,
    fields: fields ?? startFields(trip),
    errors: {},
    dirty: fields !== undefined,
  }));
}

/** What the party costs and takes, in centavos, with the discount or extra as far as it is typed. */
interface BookingTotals {
  people: number;
  places: number;
  faresCents: number;
  adjustmentCents: number;
  totalCents: number;
  depositCents: number;
}

export function totalsOf(fields: BookingFields, trip: PassengerTrip): BookingTotals {
  const quote = quoteParty(trip.fares, partyOf(fields), trip.depositPercent);
  const adjusted = fields.hasAdjustment ? adjustmentCents(fields.adjustment) : 0;
  const totalCents = Math.max(quote.totalCents + adjusted, 0);
  return {
    people: quote.people,
    places: quote.places,
    faresCents: quote.totalCents,
    adjustmentCents: adjusted,
    totalCents,
    depositCents: depositOf(totalCents, trip.depositPercent),
  };
}

/** What staff should know of the party before it is sent; undefined if nothing is wrong with it. */
export function partyWarning(fields: BookingFields, trip: PassengerTrip): string | undefined {
  const party = partyOf(fields);
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

function partyOf(fields: BookingFields): PartyEntry[] {
  return travellersOf(fields).map(({ fareId }) => ({ fareId, count: 1 }));
}

/** Body of POST trips/{id}/passengers. */
type BookingBody = z.input<typeof staffBooking>;

/** The reservation for the API, or the messages for the invalid fields. */
function parseBooking(
  fields: BookingFields,
  trip: PassengerTrip,
  timeZone: string,
): { body: BookingBody } | { errors: FieldErrors } {
  const payer = readPayer(fields.payer);
  const fault = faultOf(partyOf(fields), trip);
  const { faresCents } = totalsOf(fields, trip);
  const terms = z
    .object({
      deadline: fields.isBooked ? z.undefined() : deadlineBefore(trip.date, timeZone),
      adjustment: fields.hasAdjustment ? adjustmentOf(faresCents) : z.undefined(),
    })
    .safeParse({
      deadline: fields.isBooked ? undefined : fields.deadline,
      adjustment: fields.hasAdjustment ? fields.adjustment : undefined,
    });
  const errors: FieldErrors = {
    ...('errors' in payer ? payer.errors : {}),
    ...(fault ? { people: fault } : {}),
    ...readNames(travellersOf(fields)),
  };
  for (const { path, message } of terms.error?.issues ?? []) errors[path.join('.')] ??= message;
  if ('errors' in payer || !terms.success || Object.keys(errors).length > 0) return { errors };
  return {
    body: {
      ...payer,
      payerTravels: fields.payerTravels,
      participants: travellersOf(fields).map((person) => participantOf(person, fields)),
      boardingPointId: fields.boardingPointId || null,
      confirmWithoutDeposit: fields.isBooked,
      holdExpiresAt: terms.data.deadline,
      adjustment: terms.data.adjustment,
    },
  };
}

type PayerBody = { personId: string } | { person: z.input<typeof guestPerson> };

function readPayer(payer: BookingFields['payer']): PayerBody | { errors: FieldErrors } {
  if (payer.kind === 'search') return { errors: { payer: 'Informe quem paga a reserva.' } };
  if (payer.kind === 'known') return { personId: payer.id };
  const { name, contact } = payer;
  const read = guestPerson.safeParse({ name, contact });
  if (read.success) return { person: read.data };
  const errors: FieldErrors = {};
  for (const { path, message } of read.error.issues) errors[`payer.${String(path[0])}`] ??= message;
  return { errors };
}

/** Errors of the names by person; a name may be empty. */
function readNames(people: BookingPerson[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { key, name, personId } of people) {
    if (personId !== null || name.trim() === '') continue;
    const wrong = participantDraft.shape.name.safeParse(name).error?.issues[0]?.message;
    if (wrong) errors[nameField(key)] = wrong;
  }
  return errors;
}

/** Name of a person's input, as in the form's errors. */
export function nameField(key: string): string {
  return `people.${key}`;
}

/** Name of a person's fare, as in the form's errors. */
export function fareField(key: string): string {
  return `people.${key}.fare`;
}

function participantOf(
  person: BookingPerson,
  { boardsApart }: BookingFields,
): NonNullable<BookingBody['participants']>[0] {
  const name = person.name.trim();
  return {
    fareId: person.fareId,
    ...(person.personId !== null ? { personId: person.personId } : name && { name }),
    ...(boardsApart && person.boardingPointId !== null && { boardingPointId: person.boardingPointId }),
  };
}

interface BookingProps {
  trip: PassengerTrip;
  form: RefObject<HTMLFormElement | null>;
  onDone: (reservation: ReservationDetails) => void;
}

/** State of the booking's dialog; what is typed outlives a reload. */
export function useStaffBooking({ trip, form, onDone }: BookingProps) {
  const { timeZone } = useFormats();
  const [store] = useState(() => createBookingStore(trip));
  const state = useStore(store);
  const { forget } = useDraft(store, bookingDraft);

  /** `touched` are the fields whose errors are outdated. */
  function change(part: Partial<BookingFields>, ...touched: string[]): void {
    const { fields, errors } = store.getState();
    const { form: _outdated, ...others } = errors;
    for (const name of touched) delete others[name];
    store.setState({ fields: { ...fields, ...part }, errors: others, dirty: true });
  }

  function changePerson(key: string, part: Partial<BookingPerson>): void {
    const people = store.getState().fields.people.map((one) => (one.key === key ? { ...one, ...part } : one));
    change({ people }, 'people', nameField(key), fareField(key));
  }

  function refuse(errors: FieldErrors): void {
    store.setState({ errors });
    focusFirstInvalid(form.current, (name) => name in errors);
  }

  const { mutate, isPending } = useMutation({
    mutationFn: (body: BookingBody) =>
      orRedirect(apiInPlace.call(passengerRoutes.reserve, { params: { tripId: trip.id }, body })),
    onSuccess: (reservation) => {
      forget();
      onDone(reservation);
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) throw failure;
      refuse(errorsOfRefusal(failure, store.getState().fields));
      // Places and fares have changed.
      if (failure.status === 409) void reload();
    },
  });

  function submit(): void {
    if (isPending) return;
    const read = parseBooking(store.getState().fields, trip, timeZone);
    if ('errors' in read) {
      refuse(read.errors);
      return;
    }
    store.setState({ errors: {} });
    mutate(read.body);
  }

  return {
    ...state,
    busy: isPending,
    change,
    changePerson,
    submit,
    forget,
    addPerson: (fareId: string) => change({ people: [...store.getState().fields.people, newPerson(fareId)] }, 'people'),
    removePerson: (key: string) =>
      change({ people: store.getState().fields.people.filter((one) => one.key !== key) }, 'people'),
  };
}
export type StaffBooking = ReturnType<typeof useStaffBooking>;

/** The field of the dialog that a refusal of the API is about. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  ALREADY_PASSENGER: 'payer',
  PERSON_NOT_FOUND: 'payer',
  PERSON_KNOWN: 'payer',
  PLACES_SHORT: 'people',
  NO_PLACES_LEFT: 'people',
  EMPTY_PARTY: 'people',
  LAP_WITHOUT_ADULT: 'people',
  FARE_UNKNOWN: 'people',
  PARTICIPANT_ALREADY_LISTED: 'people',
  NO_FARE_FOR_AGE: 'people',
  FARE_BY_AGE: 'people',
  BOARDING_POINT_UNKNOWN: 'boardingPointId',
  HOLD_IN_PAST: 'deadline.day',
  TOTAL_BELOW_ZERO: 'adjustment.amount',
};

/** Fields of the request by the names of the dialog; those of people are by number. */
const fieldOfPath: Record<string, string> = {
  'person.name': 'payer.name',
  'person.contact': 'payer.contact',
  personId: 'payer',
  boardingPointId: 'boardingPointId',
  holdExpiresAt: 'deadline.day',
  'adjustment.amountCents': 'adjustment.amount',
  'adjustment.reason': 'adjustment.reason',
  participants: 'people',
  party: 'people',
};

/** A refusal as errors of the dialog's fields; under `form` what belongs to none. */
function errorsOfRefusal(refusal: ApiError, fields: BookingFields): FieldErrors {
  const otherwise = fieldOfCode[refusal.code as ErrorCode] ?? 'form';
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(refusal.fields)) {
    errors[personField(path, fields) ?? fieldOfPath[path] ?? otherwise] ??= message;
  }
  return Object.keys(errors).length > 0 ? errors : { [otherwise]: messageOf(refusal) };
}

/** Of "participants.2.fareId" and the like; the payer has no name to enter. */
function personField(path: string, fields: BookingFields): string | undefined {
  const [, number, name] = /^participants\.(\d+)\.(\w+)/.exec(path) ?? [];
  const person = number === undefined ? undefined : travellersOf(fields)[Number(number)];
  if (!person) return undefined;
  if (name === 'fareId') return fareField(person.key);
  return person.key === fields.people[0]?.key ? 'payer' : nameField(person.key);
}

/** An unanswered reservation may have been made: the same one sent again is made once. */
function messageOf(refusal: ApiError): string {
  if (!refusal.isTransient) return refusal.message;
  return `${explainFailure(refusal)} Nada se perdeu: reserve de novo, e ela é feita uma vez só.`;
}
