import {
  type Participant,
  type PersonField,
  participantTable,
  personFields,
} from '@passeio/contract/reservations/participants';
import { firstName } from '@passeio/contract/words';
import { maskDocument } from '../../../platform/audit/audit.ts';

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

/** A person as the payer's link shows them: their data masked; the payer's own name is not. */
export function maskParticipant(person: Participant): Participant {
  const { masked, ...rest } = maskFields(person);
  if (!person.isPayer) return { ...rest, age: null, name: masked.name ?? '', masked };
  const { name: _, ...others } = masked;
  return { ...rest, age: null, name: person.name, masked: others };
}

function maskOf(field: PersonField, value: string): string {
  if (field === 'name') return initialedName(value);
  if (field === 'birthdate') return '••/••/••••';
  // Its last digits prove who somebody is, see payer-links.ts.
  if (field === 'contact') return '••••••••';
  return participantTable[field].privacy === 'health' ? '•••' : maskDocument(value);
}

/** As "Ana L.". */
function initialedName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.length > 1 ? `${firstName(name)} ${words.at(-1)?.slice(0, 1)}.` : firstName(name);
}
