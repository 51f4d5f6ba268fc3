import { nameAmong } from '@passeio/contract/participant-names';
import { formatMoney } from '~/lib/formats';
import type { ClientParticipant } from '../client-reservation';
import { totalChangeInWords } from './fare-by-age';
import type { Party } from './party';

/** The question before a person is taken out of a reservation, with what changes. */
export function removalInWords(
  person: ClientParticipant,
  { participants, totalCents, receivedCents }: Party & { receivedCents: number },
): { titulo: string; mensagem: string } {
  const total = totalCents - person.priceCents;
  const tooMuch = receivedCents - Math.max(total, 0);
  const sentences = [
    person.takesPlace && 'A vaga fica livre para outra pessoa.',
    totalChangeInWords(totalCents, Math.max(total, 0)),
    tooMuch > 0 && `Você já pagou ${formatMoney(tooMuch)} a mais: a nossa equipe combina a devolução com você.`,
  ];
  return {
    titulo: `Tirar ${nameAmong(person, participants)} da reserva?`,
    mensagem: sentences.filter(Boolean).join(' '),
  };
}
