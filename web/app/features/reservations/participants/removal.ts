import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { totalChangeInWords } from './fare-by-age';
import type { Party } from './party';

/** The question before a person for whom nothing was paid is taken out of a reservation, with what changes. */
export function removalInWords(
  person: Participant,
  { participants, totalCents }: Party,
): { titulo: string; mensagem: string } {
  const total = Math.max(totalCents - person.priceCents, 0);
  const sentences = [
    person.takesPlace && 'A vaga fica livre para outra pessoa.',
    totalChangeInWords(totalCents, total),
  ];
  return {
    titulo: `Tirar ${nameAmong(person, participants)} da reserva?`,
    mensagem: sentences.filter(Boolean).join(' '),
  };
}
