import {
  type Participant,
  type PersonField,
  participantTable,
  personFields,
} from '@passeio/contract/reservations/participants';
import type { Reservation } from '@passeio/contract/reservations/reservations';
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
function maskParticipant(person: Participant): Participant {
  const { masked, ...shown } = maskFields(person);
  const hidden = { ...shown, age: null, hasLink: false };
  if (!person.isPayer) return { ...hidden, name: masked.name ?? '', masked };
  const { name: _, ...others } = masked;
  return { ...hidden, name: person.name, masked: others };
}

/** A reservation as the payer's link shows it: nothing of others, of the payer's account or of an act that needs one. */
export function maskReservation(reservation: Reservation): Reservation {
  const { participants, receipt, refund } = reservation;
  return {
    ...reservation,
    participants: participants.map(maskParticipant),
    changeable: false,
    creditCents: 0,
    againFrom: null,
    receipt: receipt && { ...receipt, hasFile: false },
    refund: refund && { ...refund, pixKey: refund.pixKey && '••••••••' },
  };
}

function maskOf(field: PersonField, value: string): string {
  if (field === 'name') return initialedName(value);
  if (field === 'birthdate') return '••/••/••••';
  // Its last digits prove who somebody is, see payer-links.ts.
  if (field === 'contact') return '••••••••';
  return participantTable[field].privacy === 'health' ? '•••' : maskDocument(value);
}

/** As "Ana L."; empty for none. */
export function initialedName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.length > 1 ? `${firstName(name)} ${words.at(-1)?.slice(0, 1)}.` : firstName(name);
}
