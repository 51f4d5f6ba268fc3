import type { CounterParticipant, CounterReservation } from '@passeio/contract/boarding/passengers';
import { type ErrorCode, errorCatalogue } from '@passeio/contract/errors';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare, fareForAge, fitsAge, partyFault } from '@passeio/contract/trips/pricing';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findPeople } from '../../users/index.ts';
import { noFareText, otherFareText } from '../participants/fare-by-age.ts';
import { travellersAmong } from '../participants/participants.queries.ts';
import {
  accompany,
  ageOf,
  blankParticipant,
  type Departure,
  isAdult,
  type NewParticipant,
  type Traveller,
  travellerColumns,
} from '../participants/party.ts';
import { dataColumns } from '../participants/person.ts';

/** What the party of a counter's reservation is made of. */
export interface CounterParty extends Departure {
  reservationId: string;
  tripId: string;
  fares: readonly Fare[];
  payer: Traveller;
  request: CounterReservation;
}

/**
 * The participants of a counter's reservation, in the order of its rows; the data of known people is filled in, and
 * each lap child has the lap of an adult. Throws FARE_UNKNOWN, FARE_BY_AGE, NO_FARE_FOR_AGE, PERSON_NOT_FOUND,
 * ALREADY_PASSENGER, LAP_WITHOUT_ADULT or EMPTY_PARTY; those about one person name their row.
 */
export async function counterParticipants(trx: DatabaseTransaction, party: CounterParty): Promise<NewParticipant[]> {
  const { fares, request } = party;
  const rows = request.participants ?? [{ fareId: usualFareOf(party).id }];
  const known = await knownPeople(trx, party, rows);
  const people = rows.map((row, index) => participantOf(party, row, { index, person: known[index] }));
  const fault = partyFault(
    fares,
    people.map(({ fare_id }) => ({ fareId: fare_id, count: 1 })),
  );
  if (fault) throw new AppError(fault);
  await refuseTravelling(trx, party, people);
  accompany(people, (one) => isAdult(one, fares, party));
  return people.map((one, position) => ({ ...one, position }));
}

// The payer travels alone: the fare of an adult, or the one of their age.
function usualFareOf(party: CounterParty): Fare {
  const usual = defaultFare(party.fares);
  const fare =
    usual && party.payer.birthdate ? fareForAge(party.fares, usual, ageOf(party.payer.birthdate, party)) : usual;
  if (!fare) throw new AppError('NO_FARE_FOR_AGE');
  return fare;
}

// Who each row is, where it is somebody known.
async function knownPeople(
  trx: DatabaseTransaction,
  { payer, request }: CounterParty,
  rows: readonly CounterParticipant[],
): Promise<(Traveller | undefined)[]> {
  const found = await findPeople(
    trx,
    rows.flatMap(({ personId }) => personId ?? []),
  );
  return rows.map(({ personId }, index) => {
    if (index === 0 && request.payerTravels) return payer;
    if (!personId) return undefined;
    const person = found.find(({ id }) => id === personId.toLowerCase());
    if (!person || person.is_disabled) throw rowError('PERSON_NOT_FOUND', index, 'personId');
    return person;
  });
}

function participantOf(
  party: CounterParty,
  row: CounterParticipant,
  { index, person }: { index: number; person: Traveller | undefined },
): NewParticipant {
  const { reservationId, tripId, request } = party;
  const fare = party.fares.find(({ id }) => id === row.fareId.toLowerCase());
  if (!fare) throw rowError('FARE_UNKNOWN', index, 'fareId');
  const boardingPointId = row.boardingPointId === undefined ? (request.boardingPointId ?? null) : row.boardingPointId;
  const isPayer = index === 0 && request.payerTravels;
  const participant = {
    ...blankParticipant({ reservationId, tripId, boardingPointId }, fare),
    ...(person ? travellerColumns(person) : {}),
    // What was entered takes precedence over what is known.
    ...(isPayer ? {} : dataColumns(row)),
  };
  if (participant.birthdate) requireFareOfAge(party, fare, ageOf(participant.birthdate, party), index);
  return participant;
}

function requireFareOfAge({ fares }: CounterParty, chosen: Fare, age: number, index: number): void {
  if (fitsAge(chosen, age)) return;
  const fitting = fareForAge(fares, chosen, age);
  if (!fitting) throw rowError('NO_FARE_FOR_AGE', index, 'fareId', noFareText(age));
  throw rowError('FARE_BY_AGE', index, 'fareId', otherFareText(fitting, age));
}

// Before the database does, to say who it is.
async function refuseTravelling(
  trx: DatabaseTransaction,
  { tripId, request }: CounterParty,
  people: readonly NewParticipant[],
): Promise<void> {
  const ids = people.flatMap(({ user_id }) => user_id ?? []);
  const travelling = await travellersAmong(trx, tripId, ids);
  people.forEach(({ user_id, name }, index) => {
    if (!user_id || !(travelling.has(user_id) || ids.indexOf(user_id) < ids.lastIndexOf(user_id))) return;
    const sentence = `${name} já está na lista deste passeio.`;
    const isPayer = index === 0 && request.payerTravels;
    throw isPayer
      ? new AppError('ALREADY_PASSENGER', { personId: sentence })
      : rowError('ALREADY_PASSENGER', index, 'personId', sentence);
  });
}

function rowError(
  code: ErrorCode,
  index: number,
  field: string,
  sentence: string = errorCatalogue[code].message,
): AppError {
  return new AppError(code, { [`participants.${index}.${field}`]: sentence });
}
