import type { ParticipantChange, ParticipantField } from '@passeio/contract/reservations/participants';
import type { Fare } from '@passeio/contract/trips/fares';
import type { ParticipantRow } from './participants.queries.ts';

const FARE_COLUMNS = ['fare_id', 'fare_label', 'price_cents', 'takes_place'] as const;

/** The columns of a person's data. */
export const DATA_COLUMNS = [
  ...(['name', 'birthdate', 'document_type', 'document_number', 'document_issuer', 'cpf', 'contact'] as const),
  ...(['boarding_point_id', 'notes'] as const),
] as const;

/** A hold of their own stays with the place, whoever travels. */
const HELD_COLUMNS = ['held_until', 'held_deposit_cents', 'let_go_until'] as const;

/** The columns of a participant that may change. */
export const PERSON_COLUMNS = [
  ...FARE_COLUMNS,
  ...DATA_COLUMNS,
  ...(['companion_id', 'user_id', 'removed_at', 'boarded_at', 'missed_at'] as const),
  ...HELD_COLUMNS,
];

/** What may change about a participant. */
export type Person = Pick<ParticipantRow, 'id' | (typeof PERSON_COLUMNS)[number]>;

type FareColumns = Pick<Person, (typeof FARE_COLUMNS)[number]>;

/** A person without data yet. */
export const nobody: Omit<Person, 'id' | keyof FareColumns | (typeof HELD_COLUMNS)[number]> = {
  name: '',
  birthdate: null,
  document_type: 'rg',
  document_number: null,
  document_issuer: null,
  cpf: null,
  contact: null,
  boarding_point_id: null,
  notes: null,
  companion_id: null,
  user_id: null,
  removed_at: null,
  boarded_at: null,
  missed_at: null,
};

/** What somebody's own data lack. Who accompanies them and where they board is for the payer to say. */
export function missingOwnData({ missing }: Pick<ParticipantRow, 'missing'>): ParticipantField[] {
  return missing.filter((field) => field !== 'companionId' && field !== 'boardingPointId');
}

/** The snapshot of a fare. */
export function fareColumns(fare: Fare): FareColumns {
  return { fare_id: fare.id, fare_label: fare.label, price_cents: fare.priceCents, takes_place: fare.takesPlace };
}

/** The columns of the data that a request names. */
export function dataColumns(change: ParticipantChange): Partial<Pick<Person, (typeof DATA_COLUMNS)[number]>> {
  const columns = {
    name: change.name,
    birthdate: change.birthdate,
    document_type: change.documentType,
    document_number: change.documentNumber,
    document_issuer: change.documentIssuer,
    cpf: change.cpf,
    contact: change.contact,
    boarding_point_id: change.boardingPointId,
    notes: change.notes,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
