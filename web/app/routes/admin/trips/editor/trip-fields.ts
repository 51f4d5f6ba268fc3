import type { Fare, FareAudience } from '@passeio/contract/trips/fares';
import type { CancellationTier } from '@passeio/contract/trips/trip-draft';
import type { Trip } from '@passeio/contract/trips/trips';
import { formatMoneyInput } from '~/lib/parse-money';
import { localOf } from '~/lib/zoned-time';

/** A day and a time of day as date and time inputs hold them; either may be empty. */
export interface Moment {
  day: string;
  time: string;
}

/** `key` tells rows apart while they move; it means nothing to anybody else. */
export interface BoardingRow {
  key: string;
  /** That of the stored boarding point; undefined for a new one. */
  id?: string;
  time: string;
  place: string;
}

export interface FareRow {
  key: string;
  /** That of the stored fare; undefined for a new one. */
  id?: string;
  label: string;
  /** Complete years; empty is open. */
  minAge: string;
  maxAge: string;
  priceCents: string;
  takesPlace: boolean;
  audience: FareAudience;
}

export interface ItineraryRow {
  key: string;
  day: string;
  time: string;
  text: string;
}

export interface TierRow {
  key: string;
  hours: string;
  penalty: string;
}

/** A trip as it stands in the editor: what was typed, as it was typed. Lists of words are one per line. */
export interface TripFields {
  title: string;
  summary: string;
  /** HTML as the server's sanitiser stores it. */
  description: string;
  showDescription: boolean;
  /** The operator's time zone. */
  date: Moment;
  returnDate: Moment;
  isActive: boolean;
  fares: FareRow[];
  depositPercent: string;
  /** Empty: the operator's setting. */
  balanceDueHours: string;
  capacity: string;
  minParticipants: string;
  decisionDate: string;
  vehicle: string;
  /** Of the operator's vehicles; none: places are only counted. */
  vehicleIds: string[];
  /** Whether clients choose their seats. */
  seatChoice: boolean;
  /** Whether whoever has no seat gets one when the departure is near. */
  autoSeating: boolean;
  interstate: boolean;
  onRequest: boolean;
  boardingPoints: BoardingRow[];
  itinerary: ItineraryRow[];
  included: string;
  excluded: string;
  bring: string;
  risks: string;
  cancellationTiers: TierRow[];
}

export type FieldName = keyof TripFields;

/** What each field is called, in the order in which the editor has them. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Título',
  summary: 'Resumo',
  description: 'Descrição',
  showDescription: 'Descrição na janela do passeio',
  date: 'Saída',
  returnDate: 'Volta',
  decisionDate: 'Confirmação até',
  fares: 'Tarifas',
  depositPercent: 'Sinal',
  balanceDueHours: 'Prazo do restante',
  vehicleIds: 'Veículos com poltronas',
  seatChoice: 'Cliente escolhe a poltrona',
  autoSeating: 'Distribuir poltronas sozinho',
  vehicle: 'Veículo',
  capacity: 'Vagas',
  minParticipants: 'Lotação mínima',
  interstate: 'Viagem interestadual',
  onRequest: 'Reserva sob consulta',
  boardingPoints: 'Pontos de embarque',
  itinerary: 'Roteiro',
  included: 'O que está incluso',
  excluded: 'O que não está incluso',
  bring: 'O que levar',
  risks: 'Riscos e cuidados',
  cancellationTiers: 'Cancelamento',
  isActive: 'Publicação no portal',
};

let lastKey = 0;

/** A key that no other row of this page has, nor any that was brought back from before a reload. */
export function newKey(): string {
  lastKey += 1;
  return `${Date.now().toString(36)}-${lastKey}`;
}

/** A trip that nobody has written anything about. */
export function emptyFields(): TripFields {
  return {
    title: '',
    summary: '',
    description: '',
    showDescription: true,
    date: { day: '', time: '' },
    returnDate: { day: '', time: '' },
    isActive: false,
    fares: [fareRow({ label: 'Adulto' })],
    depositPercent: '30',
    balanceDueHours: '',
    capacity: '',
    minParticipants: '0',
    decisionDate: '',
    vehicle: '',
    vehicleIds: [],
    seatChoice: false,
    autoSeating: true,
    interstate: false,
    onRequest: false,
    boardingPoints: [],
    itinerary: [],
    included: '',
    excluded: '',
    bring: '',
    risks: '',
    cancellationTiers: [],
  };
}

/** A stored trip in the editor. */
export function fieldsOf(trip: Trip, timeZone: string): TripFields {
  return {
    title: trip.title,
    summary: trip.summary,
    description: trip.description,
    showDescription: trip.showDescription,
    date: momentOf(trip.date, timeZone),
    returnDate: momentOf(trip.returnDate, timeZone),
    isActive: trip.isActive,
    fares: trip.fares.map((fare) => ({ ...fareRow(fare), key: fare.id, id: fare.id })),
    depositPercent: String(trip.depositPercent),
    balanceDueHours: String(trip.balanceDueHours ?? ''),
    capacity: String(trip.capacity),
    minParticipants: String(trip.minParticipants),
    decisionDate: trip.decisionDate ?? '',
    vehicle: trip.vehicle,
    vehicleIds: trip.vehicles.map(({ vehicleId }) => vehicleId),
    seatChoice: trip.seatChoice,
    autoSeating: trip.autoSeating,
    interstate: trip.interstate,
    onRequest: trip.onRequest,
    boardingPoints: trip.boardingPoints.map(({ id, time, place }) => ({ key: id, id, time, place })),
    itinerary: trip.itinerary.map(({ day, time, text }) => ({
      key: newKey(),
      day: String(day),
      time: time ?? '',
      text,
    })),
    included: trip.included.join('\n'),
    excluded: trip.excluded.join('\n'),
    bring: trip.bring.join('\n'),
    risks: trip.risks,
    cancellationTiers: tierRows(trip.cancellationTiers),
  };
}

/** A new fare of any age that takes a place, unless `fare` says otherwise. */
export function fareRow(fare: Partial<Omit<Fare, 'id'>> = {}): FareRow {
  return {
    key: newKey(),
    label: fare.label ?? '',
    minAge: String(fare.minAge ?? ''),
    maxAge: String(fare.maxAge ?? ''),
    priceCents: fare.priceCents === undefined ? '' : formatMoneyInput(fare.priceCents),
    takesPlace: fare.takesPlace ?? true,
    audience: fare.audience ?? 'public',
  };
}

export function tierRows(tiers: readonly CancellationTier[]): TierRow[] {
  return tiers.map(({ minHoursBefore, penaltyPercent }) => ({
    key: newKey(),
    hours: String(minHoursBefore),
    penalty: String(penaltyPercent),
  }));
}

function momentOf(instant: string, timeZone: string): Moment {
  const [day = '', time = ''] = localOf(instant, timeZone).split('T');
  return { day, time };
}

/** `fields` with the keys of the rows in `before`, so that rows that stay are not drawn anew under the cursor. */
export function withKeysOf(before: TripFields, fields: TripFields): TripFields {
  const keyed = <Row extends { key: string }>(rows: Row[], known: Row[]): Row[] =>
    rows.length === known.length ? rows.map((row, index) => ({ ...row, key: known[index]?.key ?? row.key })) : rows;
  return {
    ...fields,
    fares: keyed(fields.fares, before.fares),
    boardingPoints: keyed(fields.boardingPoints, before.boardingPoints),
    itinerary: keyed(fields.itinerary, before.itinerary),
    cancellationTiers: keyed(fields.cancellationTiers, before.cancellationTiers),
  };
}
