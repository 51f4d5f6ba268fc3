import { calendarDate, cents, id, instant, line, queryFlag } from './fields.ts';
import { pageInfo, pageNumber, pageSize } from './pages.ts';
import { reservationStatuses } from './reservation-states.ts';
import { boardingPoint } from './trips.ts';
import { guestPerson, maskedCpf } from './users.ts';
import { z } from './zod.ts';

/** Data that the passenger list requires, as it reads after "Dados pendentes:". */
export const passengerDataLabels = {
  name: 'nome completo',
  rg: 'RG',
  emitter: 'órgão emissor',
  birthdate: 'nascimento',
} as const;
export type PassengerData = keyof typeof passengerDataLabels;
const passengerData = z.enum(Object.keys(passengerDataLabels) as [PassengerData, ...PassengerData[]]);

/** Under 12 a birth certificate is sufficient; under 16 an adult must be responsible. Source: "Law and paper". */
export const minorLabels = { under12: 'Menor de 12 anos', under16: 'Menor de 16 anos' } as const;
export type Minor = keyof typeof minorLabels;

/**
 * A passenger: reservation, person, boarding point. Money in centavos; `dueCents` is the balance, `toReturnCents` the
 * amount to be refunded after a cancellation. `missing` names the missing data; age and minority are as of the
 * departure in the operator's time zone.
 */
export const passenger = z.object({
  reservation: z.object({
    id,
    code: z.string(),
    status: z.enum(reservationStatuses),
    channel: z.enum(['site', 'operator']),
    priceCents: cents,
    depositCents: cents,
    receivedCents: cents,
    dueCents: cents,
    toReturnCents: cents,
    /** Whether staff may cancel now. */
    cancellable: z.boolean(),
    /** When the person requested the cancellation; null without an open request. */
    cancellationRequestedAt: instant.nullable(),
    cancellationReason: z.string(),
    createdAt: instant,
  }),
  person: z.object({
    id,
    name: z.string(),
    contact: z.string(),
    email: z.string().nullable(),
    cpf: z.string().nullable(),
    rg: z.string().nullable(),
    emitter: z.string().nullable(),
    birthdate: z.string().nullable(),
    hasAccount: z.boolean(),
  }),
  boardingPoint: boardingPoint.nullable(),
  missing: z.array(passengerData),
  age: z.int().nullable(),
  minor: z.enum(Object.keys(minorLabels) as [Minor, ...Minor[]]).nullable(),
});
export type Passenger = z.infer<typeof passenger>;

/** In addition to single statuses: those who hold a place. */
export const GOING = 'going';
/** No boarding point yet. */
export const TO_BE_AGREED = 'none';

export const passengerSorts = {
  boarding: 'Embarque',
  name: 'Nome',
  newest: 'Mais recentes',
  due: 'Falta pagar',
} as const;
export type PassengerSort = keyof typeof passengerSorts;

/**
 * Filters of a trip's passengers. `q` searches name, e-mail, CPF, telephone and code, ignoring case, accents and masks.
 */
export const passengerFilters = z.strictObject({
  status: z.enum([GOING, ...reservationStatuses]).optional(),
  boardingPointId: id.or(z.literal(TO_BE_AGREED)).optional(),
  missing: queryFlag.optional(),
  q: line('Busca', { max: 100 }).optional(),
  sort: z.enum(Object.keys(passengerSorts) as [PassengerSort, ...PassengerSort[]]).default('boarding'),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type PassengerFilters = z.output<typeof passengerFilters>;

/** The trip of a passenger list. `priceCents` and `depositCents` are those of a new reservation. */
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
  priceCents: cents,
  depositCents: cents,
  boardingPoints: z.array(boardingPoint),
});
export type PassengerTrip = z.infer<typeof passengerTrip>;

/**
 * Totals of the trip, regardless of filters: people by status; those who hold a place by boarding point (null: to be
 * agreed); money received, due and to be refunded; passengers with missing data.
 */
export const passengerTotals = z.object({
  byStatus: z.partialRecord(z.enum(reservationStatuses), z.int()),
  byBoardingPoint: z.array(z.object({ boardingPointId: id.nullable(), count: z.int() })),
  going: z.int(),
  missing: z.int(),
  receivedCents: cents,
  dueCents: cents,
  toReturnCents: cents,
});
export type PassengerTotals = z.infer<typeof passengerTotals>;

export const passengerList = z.object({
  data: z.array(passenger),
  page: pageInfo,
  trip: passengerTrip,
  totals: passengerTotals,
});
export type PassengerList = z.infer<typeof passengerList>;

/** Adds a person known by id, or a new guest person, without a boarding point if it is to be agreed. */
export const passengerDraft = z
  .strictObject({ personId: id.optional(), person: guestPerson.optional(), boardingPointId: id.nullish() })
  .refine(({ personId, person }) => (personId === undefined) !== (person === undefined), 'Informe quem vai viajar.');
export type PassengerDraft = z.output<typeof passengerDraft>;

/** Body of PUT reservations/{id}. */
export const reservationChange = z.strictObject({ boardingPointId: id.nullable() });
export type ReservationChange = z.infer<typeof reservationChange>;

/** Body of POST reservations/{id}/cancellation. */
export const staffCancellation = z.strictObject({ reason: line('Motivo', { min: 3, max: 300 }) });
export type StaffCancellation = z.infer<typeof staffCancellation>;

export const MIN_CANDIDATE_SEARCH = 3;
export const candidateFilters = z.strictObject({ q: line('Busca', { min: MIN_CANDIDATE_SEARCH, max: 100 }) });

/** A person who could be added, with enough data to tell people apart. */
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

/** Columns of the exported and printed list, in order, with their headers. */
export const passengerColumns = {
  number: 'Nº',
  name: 'Nome',
  rg: 'Documento',
  emitter: 'Órgão emissor',
  cpf: 'CPF',
  birthdate: 'Nascimento',
  age: 'Idade na saída',
  contact: 'Telefone',
  email: 'E-mail',
  boarding: 'Ponto de embarque',
  status: 'Situação',
  due: 'Falta pagar',
  code: 'Código',
  signature: 'Assinatura',
} as const;
export type PassengerColumn = keyof typeof passengerColumns;
export const passengerColumnKeys = Object.keys(passengerColumns) as [PassengerColumn, ...PassengerColumn[]];

/** The carrier's requirements, and a telephone. */
export const usualColumns: readonly PassengerColumn[] = [
  'number',
  'name',
  'rg',
  'emitter',
  'birthdate',
  'contact',
  'boarding',
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

/** `columns` is comma-separated, as in "number,name,rg". */
export const sheetChoice = z.strictObject({ columns: chosenColumns });
export const exportChoice = sheetChoice.extend({
  format: z.enum(Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]], 'Escolha o formato do arquivo.'),
});

/**
 * The list for printing: everybody who holds a place, by boarding order, then name. `date` is the departure's in the
 * operator's time zone; cells are texts in the order of `columns`.
 */
export const passengerSheet = z.object({
  operator: z.object({ name: z.string(), cnpj: z.string(), cadastur: z.string(), phone: z.string() }),
  trip: z.object({ id, title: z.string(), date: calendarDate, time: z.string(), vehicle: z.string() }),
  columns: z.array(z.object({ key: z.enum(passengerColumnKeys), label: z.string() })),
  groups: z.array(z.object({ boardingPoint: boardingPoint.nullable(), rows: z.array(z.array(z.string())) })),
  total: z.int(),
});
export type PassengerSheet = z.infer<typeof passengerSheet>;
