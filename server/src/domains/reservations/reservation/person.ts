import {
  emptyPerson,
  type ParticipantChange,
  type ParticipantField,
  personFields,
  requiredFields,
} from '@passeio/contract/reservations/participants';
import type { Fare } from '@passeio/contract/trips/fares';
import { columnName, toColumns } from '../../../platform/database/column-names.ts';
import type { ParticipantRow } from './participants.queries.ts';

const FARE_COLUMNS = ['fare_id', 'fare_label', 'takes_place'] as const;

/** The columns of a person's data. */
export const DATA_COLUMNS = personFields.map(columnName);

/** A hold of their own stays with the place, also for another passenger. */
const HELD_COLUMNS = ['held_until', 'held_deposit_cents', 'let_go_until'] as const;

/** The columns of a participant that may change. */
export const PERSON_COLUMNS = [
  ...FARE_COLUMNS,
  ...DATA_COLUMNS,
  ...(['companion_id', 'user_id', 'removed_at', 'boarded_at', 'missed_at'] as const),
  ...HELD_COLUMNS,
];

/** What may change about a participant; the price stands in the line of their fare. */
export type Person = Pick<ParticipantRow, 'id' | 'price_cents' | (typeof PERSON_COLUMNS)[number]>;

type FareColumns = Pick<Person, 'price_cents' | (typeof FARE_COLUMNS)[number]>;

/** The columns of {@link emptyPerson}. */
export const noData = toColumns(emptyPerson);

/** A person without data yet. */
export const nobody: Omit<Person, 'id' | keyof FareColumns | (typeof HELD_COLUMNS)[number]> = {
  ...noData,
  companion_id: null,
  user_id: null,
  removed_at: null,
  boarded_at: null,
  missed_at: null,
};

const ownFields: readonly ParticipantField[] = [...requiredFields, 'answers'];

/** What somebody's own data lack. Who accompanies them and where they board is for the payer to say. */
export function missingOwnData({ missing }: Pick<ParticipantRow, 'missing'>): ParticipantField[] {
  return ownFields.filter((field) => missing.includes(field));
}

/** Whether all is known of a person but their answers, which a trip may ask for later. */
export function hasOwnData(row: Pick<ParticipantRow, 'missing'>): boolean {
  return missingOwnData(row).every((field) => field === 'answers');
}

/** The snapshot of a fare. */
export function fareColumns(fare: Fare): FareColumns {
  return { fare_id: fare.id, fare_label: fare.label, price_cents: fare.priceCents, takes_place: fare.takesPlace };
}

/** The columns of the data that a request names. */
export function dataColumns(change: ParticipantChange): Partial<typeof noData> {
  const data = Object.fromEntries(personFields.map((field) => [field, change[field]]));
  return toColumns(data) as Partial<typeof noData>;
}
