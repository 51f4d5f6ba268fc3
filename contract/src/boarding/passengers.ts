import { chatFacts } from '../chat-facts.ts';
import { couponCode } from '../discounts/coupon-field.ts';
import { offeredRule } from '../discounts/discount-rules.ts';
import { calendarDate, cents, growing, id, instant, line, queryFlag } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import type { Permission } from '../permissions.ts';
import { reservationStateKeys } from '../reservation-states.ts';
import { answerDrafts } from '../reservations/answers.ts';
import {
  entryOf,
  type PersonField,
  participant,
  participantDraft,
  type participantTable,
  personFields,
} from '../reservations/participants.ts';
import { reservationStatus } from '../reservations/reservation-status.ts';
import { adjustmentDraft, chosenExtras } from '../reservations/reservations.ts';
import { chosenRooms } from '../reservations/rooms.ts';
import { soldExtra, tripExtra } from '../trips/extras.ts';
import { fare } from '../trips/fares.ts';
import { askedQuestion } from '../trips/questions.ts';
import { roomType } from '../trips/room-types.ts';
import { boardingPoint } from '../trips/trips.ts';
import { guestPerson, maskedCpf } from '../users/users.ts';
import { z } from '../zod.ts';

/**
 * A passenger: a participant of a trip with their reservation. Money in centavos and of the whole reservation;
 * `dueCents` is its balance, `toReturnCents` what is to be given back. `companion` is the name of the adult who
 * accompanies a minor; `payer` who answers for the reservation, with the contact to write to where the participant has
 * none. `number` is the participant's place among the active ones of the reservation, from 1: "Pessoa 2 de Maria Souza"
 * has no name yet.
 */
export const passenger = participant.extend({
  number: z.int(),
  reservation: z.object({
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
    /** Its active participants. */
    people: z.int(),
    /** Whether staff may cancel now. */
    cancellable: z.boolean(),
    /** Whether staff may reinstate now what has expired. */
    reinstatable: z.boolean(),
    cancellationReason: z.string(),
    createdAt: instant,
    /** What a WhatsApp message to its payer says. */
    chat: chatFacts,
  }),
  payer: z.object({
    id,
    name: z.string(),
    contact: z.string(),
    email: z.string().nullable(),
    hasAccount: z.boolean(),
  }),
  boardingPoint: boardingPoint.nullable(),
  companion: z.string().nullable(),
});
export type Passenger = z.infer<typeof passenger>;

/** In a list: with their own extras while the reservation is active, and the first person with those of the whole. */
const passengerWithExtras = passenger.extend({ extras: z.array(soldExtra).default([]) });
export type PassengerWithExtras = z.infer<typeof passengerWithExtras>;

/** In addition to single states: all that hold a place. */
export const GOING = 'going';
/** How a list is grouped. */
export const passengerGroups = { boarding: 'Por embarque', reservation: 'Por reserva' } as const;
export type PassengerGroup = keyof typeof passengerGroups;
const passengerGroup = z.enum(Object.keys(passengerGroups) as [PassengerGroup, ...PassengerGroup[]]);
/** No boarding point yet. */
export const TO_BE_AGREED = 'none';

export const passengerSorts = {
  boarding: 'Embarque',
  reservation: 'Reserva',
  name: 'Nome',
  newest: 'Mais recentes',
  due: 'Falta pagar',
} as const;
export type PassengerSort = keyof typeof passengerSorts;

/**
 * Filters of a trip's passengers. `q` searches name, e-mail, CPF, telephone and code, ignoring case, accents and masks.
 */
export const passengerFilters = z.strictObject({
  state: z.enum([GOING, ...reservationStateKeys]).optional(),
  /** Only the passengers of this reservation. */
  reservationId: id.optional(),
  boardingPointId: id.or(z.literal(TO_BE_AGREED)).optional(),
  missing: queryFlag.optional(),
  q: line('Busca', { max: 100 }).optional(),
  sort: z.enum(Object.keys(passengerSorts) as [PassengerSort, ...PassengerSort[]]).default('boarding'),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type PassengerFilters = z.output<typeof passengerFilters>;

/** The trip of a passenger list, with the fares and extras that staff may choose from. */
export const passengerTrip = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  date: instant,
  returnDate: instant,
  isActive: z.boolean(),
  hasDeparted: z.boolean(),
  vehicle: z.string(),
  capacity: z.int(),
  placesLeft: z.int(),
  fares: z.array(fare),
  extras: z.array(tripExtra).default([]),
  roomTypes: z.array(roomType).default([]),
  /** Automatic discounts of now. */
  discounts: z.array(offeredRule).default([]),
  /** What it asks, and what it asked before and somebody answered. */
  questions: z.array(askedQuestion).default([]),
  depositPercent: z.int(),
  boardingPoints: z.array(boardingPoint),
});
export type PassengerTrip = z.infer<typeof passengerTrip>;

/**
 * Totals of the trip, regardless of filters: participants by state; people with a place by boarding point (null: to be
 * agreed); how many are going, take a place, and have complete data; what they have of each extra; money received, due
 * and to be given back. `anttMissing`: how many lack data of ANTT's list; null unless the trip is interstate.
 */
export const passengerTotals = z.object({
  byState: z.partialRecord(growing(reservationStateKeys), z.int()),
  byBoardingPoint: z.array(z.object({ boardingPointId: id.nullable(), count: z.int() })),
  going: z.int(),
  places: z.int(),
  complete: z.int(),
  anttMissing: z.int().nullable().default(null),
  extras: z.array(soldExtra).default([]),
  reservations: z.int(),
  receivedCents: cents,
  dueCents: cents,
  toReturnCents: cents,
});
export type PassengerTotals = z.infer<typeof passengerTotals>;

export const passengerList = z.object({
  data: z.array(passengerWithExtras),
  page: pageInfo,
  trip: passengerTrip,
  totals: passengerTotals,
});
export type PassengerList = z.infer<typeof passengerList>;

/**
 * A person of a staff booking: known by id, or new with as little as a name. `answers`: required ones may be left out.
 */
export const staffBookingParticipant = participantDraft.omit({ companionId: true }).extend({ personId: id.optional() });
export type StaffBookingParticipant = z.output<typeof staffBookingParticipant>;

/**
 * Body of POST trips/{id}/passengers: staff's reservation for a party. The payer is known by id or a new guest person.
 * With `payerTravels` the first of `participants` is the payer, with only its fare, boarding point and answers read;
 * without `participants` the payer travels alone in the default fare. `boardingPointId` is everybody's without one of
 * their own. `holdExpiresAt`: the usual deadline if omitted, none if null. `confirmWithoutDeposit` books at once.
 */
export const staffBooking = z
  .strictObject({
    personId: id.optional(),
    person: guestPerson.optional(),
    payerTravels: z.boolean().default(true),
    participants: z
      .array(staffBookingParticipant)
      .min(1, 'Inclua quem vai viajar.')
      .max(60, 'Use no máximo 60 pessoas.')
      .optional(),
    boardingPointId: id.nullish(),
    holdExpiresAt: instant.nullish(),
    /** `participantIndex`: in `participants`. */
    extras: chosenExtras.optional(),
    /** For the people in the order of `participants`; without, they have no rooms yet. */
    rooms: chosenRooms.optional(),
    /** To what is asked once of a reservation. */
    answers: answerDrafts.optional(),
    coupon: couponCode.nullish(),
    /** Who sold it. */
    sellerId: id.nullish(),
    adjustment: adjustmentDraft.optional(),
    confirmWithoutDeposit: z.boolean().default(false),
  })
  .refine(
    ({ personId, person }) => (personId === undefined) !== (person === undefined),
    'Informe quem paga a reserva.',
  );
export type StaffBooking = z.output<typeof staffBooking>;

/**
 * Body of POST trips/{id}/passengers/quote: what a staff booking costs as far as it is put together. The birth dates of
 * known people count; without `personId` the coupon is asked about for nobody in particular.
 */
export const staffQuoteRequest = z.strictObject({
  personId: id.optional(),
  payerTravels: z.boolean().default(true),
  participants: z
    .array(z.strictObject({ fareId: id, personId: id.optional() }))
    .min(1, 'Inclua quem vai viajar.')
    .max(60, 'Use no máximo 60 pessoas.'),
  extras: chosenExtras.default([]),
  rooms: chosenRooms.optional(),
  coupon: couponCode.nullish(),
});
export type StaffQuoteRequest = z.output<typeof staffQuoteRequest>;

/** Body of PUT trips/{id}/passengers/boarding: another boarding point for several people; null: to be agreed. */
export const boardingChange = z.strictObject({
  participantIds: z.array(id).min(1, 'Escolha quem muda de embarque.').max(1_000),
  boardingPointId: id.nullable(),
});
export type BoardingChange = z.output<typeof boardingChange>;

export const MIN_CANDIDATE_SEARCH = 3;
export const candidateFilters = z.strictObject({ q: line('Busca', { min: MIN_CANDIDATE_SEARCH, max: 100 }) });

/** A person who could be added, with enough data to distinguish people. */
export const candidate = z.object({
  id,
  name: z.string(),
  maskedCpf: maskedCpf.nullable(),
  contact: z.string(),
  email: z.string().nullable(),
  isPassenger: z.boolean(),
});
export type Candidate = z.infer<typeof candidate>;
export const candidateList = z.object({ data: z.array(candidate), page: pageInfo });

/** Fields of a participant that are a column of the list as they are. */
export const ownColumnFields = personFields.filter((field): field is OwnColumn => entryOf(field).column !== undefined);
export type OwnColumn = {
  [Key in PersonField]: (typeof participantTable)[Key] extends { column: object } ? Key : never;
}[PersonField];

/** Columns of the exported and printed list, in order, with their headers. */
export const passengerColumns = {
  number: 'Nº',
  name: 'Nome',
  fare: 'Tarifa',
  document: 'Documento',
  issuer: 'Órgão emissor',
  cpf: 'CPF',
  birthdate: 'Nascimento',
  age: 'Idade na saída',
  contact: 'Telefone',
  email: 'E-mail',
  boarding: 'Ponto de embarque',
  seat: 'Poltrona',
  companion: 'Acompanhante',
  ...(Object.fromEntries(ownColumnFields.map((field) => [field, entryOf(field).column?.label])) as Record<
    OwnColumn,
    string
  >),
  extras: 'Adicionais',
  answers: 'Respostas',
  sensitiveAnswers: 'Respostas sobre saúde',
  status: 'Situação',
  due: 'Falta pagar',
  code: 'Código',
  signature: 'Assinatura',
};
export type PassengerColumn = keyof typeof passengerColumns;
/** Columns that staff needs a permission for; without it a list has none of them. */
export const columnPermissions: Partial<Record<PassengerColumn, Permission>> = {
  document: 'see_documents',
  issuer: 'see_documents',
  cpf: 'see_documents',
  due: 'see_money',
};

export const passengerColumnKeys = Object.keys(passengerColumns) as [PassengerColumn, ...PassengerColumn[]];

/** The carrier's requirements, a telephone, and the seat, which lists of trips without a seat map leave out. */
export const usualColumns: readonly PassengerColumn[] = [
  'number',
  'name',
  'fare',
  'document',
  'issuer',
  'birthdate',
  'contact',
  'boarding',
  'seat',
  'companion',
];

const chosenColumns = z
  .string()
  .max(300)
  .transform((value) => value.split(','))
  .pipe(z.array(z.enum(passengerColumnKeys, 'Escolha as colunas da lista.')).min(1))
  .transform((chosen) => passengerColumnKeys.filter((key) => chosen.includes(key)))
  .default([...usualColumns]);

export const exportFormats = { pdf: 'PDF', xlsx: 'Excel (XLSX)', csv: 'CSV' } as const;
export type ExportFormat = keyof typeof exportFormats;

/** As many as a page of the list shows. */
export const MAX_CHOSEN = 200;
const chosenPeople = z
  .string()
  .max(MAX_CHOSEN * 37)
  .transform((value) => value.split(','))
  .pipe(z.array(id).min(1).max(MAX_CHOSEN));

/** `columns` is comma-separated, as in "number,name,rg". */
export const sheetChoice = z.strictObject({ columns: chosenColumns, group: passengerGroup.default('boarding') });
/** `participants`: the ids of some people, with commas between them; everybody who is going without it. */
export const exportChoice = sheetChoice.extend({
  participants: chosenPeople.optional(),
  format: z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]], 'Escolha o formato do arquivo.'),
});

/**
 * The list for printing: everybody who is going, by boarding order or reservation, then name. `date` is the departure's
 * in the operator's time zone; cells are texts in the order of `columns`.
 */
export const passengerSheet = z.object({
  operator: z.object({ name: z.string(), cnpj: z.string(), cadastur: z.string(), phone: z.string() }),
  trip: z.object({ id, title: z.string(), date: calendarDate, time: z.string(), vehicle: z.string() }),
  columns: z.array(z.object({ key: z.enum(passengerColumnKeys), label: z.string() })),
  /** `label`: the boarding point, or the reservation with its payer. */
  groups: z.array(z.object({ label: z.string(), rows: z.array(z.array(z.string())) })),
  total: z.int(),
});
export type PassengerSheet = z.infer<typeof passengerSheet>;
