import type { Answer } from '@passeio/contract/reservations/answers';
import {
  type Participant,
  type PersonField,
  participantTable,
  personFields,
} from '@passeio/contract/reservations/participants';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { firstName } from '@passeio/contract/words';
import { type Changes, maskDocument } from '../../../platform/audit/audit.ts';

const HIDDEN = '••••••••';
/** As cancel-reservation.ts labels what is retained of people who left. */
const PENALTY = /^(Multa pelo cancelamento de )(.+)( \(\d+%\))$/;

/** Empties the fields that are about a person, and says what stands in them, as "•••725". */
export function maskFields<Own extends Pick<Participant, PersonField>>(own: Own) {
  const hidden = personFields.filter((field) => participantTable[field].privacy !== 'open' && own[field]);
  return {
    ...own,
    ...Object.fromEntries(hidden.map((field) => [field, participantTable[field].empty])),
    masked: Object.fromEntries(hidden.map((field) => [field, maskOf(field, own[field] ?? '')])) as NonNullable<
      Participant['masked']
    >,
  };
}

/** Says of answers only that they are there. */
export function maskAnswers(answers: readonly Answer[]): Answer[] {
  return answers.map(({ questionId }) => ({ questionId, value: null, isMasked: true }));
}

/** A person as the payer's link shows them: their data masked; the payer's own name is not. */
function maskParticipant(person: Participant): Participant {
  const { masked, ...shown } = maskFields(person);
  const hidden = { ...shown, answers: maskAnswers(person.answers), age: null };
  if (!person.isPayer) return { ...hidden, name: masked.name ?? '', masked };
  const { name: _, ...others } = masked;
  return { ...hidden, name: person.name, masked: others };
}

/**
 * A reservation as the payer's link shows it: nothing of others, of the payer's account or of an act that needs one.
 */
export function maskReservation(reservation: Reservation): Reservation {
  const { participants, answers, adjustments, lines, receipt, refund } = reservation;
  const payer = participants.find(({ isPayer }) => isPayer)?.name ?? '';
  const maskPenalty = (reason: string) =>
    reason.replace(PENALTY, (_, before, names, after) => before + maskNames(names, payer) + after);
  return {
    ...reservation,
    participants: participants.map(maskParticipant),
    answers: maskAnswers(answers),
    adjustments: adjustments.map((one) => (one.isPenalty ? { ...one, reason: maskPenalty(one.reason) } : one)),
    lines: lines.map((one) => (one.kind === 'penalty' ? { ...one, label: maskPenalty(one.label) } : one)),
    againFrom: null,
    receipt: receipt && { ...receipt, hasFile: false },
    refund: refund && { ...refund, pixKey: refund.pixKey && HIDDEN },
  };
}

function maskOf(field: PersonField, value: string): string {
  if (field === 'name') return initialedName(value);
  if (field === 'birthdate') return '••/••/••••';
  // Its last digits prove who somebody is, see payer-links.ts.
  if (field === 'contact') return HIDDEN;
  return participantTable[field].privacy === 'health' ? '•••' : maskDocument(value);
}

/**
 * What an audit entry says of people and their money, as the payer's link shows it; the payer's own name is not masked.
 */
export function maskChanges(changes: Changes, payer: string): Changes {
  const mask = (field: string, value: unknown) => {
    if (typeof value !== 'string' || value === '') return value;
    if (field === 'pixKey') return HIDDEN;
    if (field === 'seats') return maskSeats(value, payer);
    return ['name', 'participant', 'people'].includes(field) ? maskNames(value, payer) : value;
  };
  return Object.fromEntries(
    Object.entries(changes).map(([field, [before, after]]) => [field, [mask(field, before), mask(field, after)]]),
  );
}

/** Masks the names in "Ana Lima: 12, Caio Prado: 13 (Van)". */
function maskSeats(seats: string, payer: string): string {
  return seats.replace(/(^|, )([^:]+)(?=: )/g, (_, before, name) => before + maskNames(name, payer));
}

/**
 * Masks the names in "Ana Lima, Caio Prado" or "Ana Lima e Caio Prado"; a surname may have an "e", so that later words
 * are initials.
 */
function maskNames(names: string, payer: string): string {
  const maskName = (name: string, isFirst: boolean) => {
    if (name === payer || /^(Pessoa \d+( de |$)|\d+ pessoas$)/.test(name)) return name;
    return isFirst || name.includes(' ') ? initialedName(name) : `${name.slice(0, 1)}.`;
  };
  if (names === payer) return names;
  const parts = names.split(/(, | e )/);
  return parts.map((part, index) => (index % 2 === 0 ? maskName(part, index === 0) : part)).join('');
}

/** As "Ana L."; empty for none. */
export function initialedName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.length > 1 ? `${firstName(name)} ${words.at(-1)?.slice(0, 1)}.` : firstName(name);
}
