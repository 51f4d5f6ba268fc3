import type { ErrorCode } from '@passeio/contract/errors';
import type { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { type CounterFields, travellersOf } from './counter-fields';
import { fareField, nameField } from './parse-counter';

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
export function errorsOfRefusal(refusal: ApiError, fields: CounterFields): FieldErrors {
  const otherwise = fieldOfCode[refusal.code as ErrorCode] ?? 'form';
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(refusal.fields)) {
    errors[personField(path, fields) ?? fieldOfPath[path] ?? otherwise] ??= message;
  }
  return Object.keys(errors).length > 0 ? errors : { [otherwise]: sentenceOf(refusal) };
}

/** Of "participants.2.fareId" and the like; the payer has no name to enter. */
function personField(path: string, fields: CounterFields): string | undefined {
  const [, number, name] = /^participants\.(\d+)\.(\w+)/.exec(path) ?? [];
  const person = number === undefined ? undefined : travellersOf(fields)[Number(number)];
  if (!person) return undefined;
  if (name === 'fareId') return fareField(person.key);
  return person.key === fields.people[0]?.key ? 'payer' : nameField(person.key);
}

/** An unanswered reservation may have been made: the same one sent again is made once. */
function sentenceOf(refusal: ApiError): string {
  if (!refusal.isTransient) return refusal.message;
  return `${explainFailure(refusal)} Nada se perdeu: reserve de novo, e ela é feita uma vez só.`;
}
