import { participantName } from '@passeio/contract/participant-names';
import { pagePaths } from '@passeio/contract/paths';
import { formatNumericDate } from '~/lib/formats';
import type { ClientPassenger } from '../client-reservation';
import { fieldWords, firstName, nameOf, type Recipient, recipientOf, type Sender } from './passenger-labels';

/** Who is asked for the data of whom, in one message. */
export interface DataRequest {
  key: string;
  recipient: Recipient;
  reservation: ClientPassenger['reservation'];
  people: ClientPassenger[];
  /** The payer has an account: the reservation's page opens for them. */
  mayOpenPage: boolean;
}

/** Passengers with missing data by who is asked for it: one message per reservation and telephone. */
export function requestsFor(passengers: readonly ClientPassenger[]): DataRequest[] {
  const requests = new Map<string, DataRequest>();
  for (const passenger of passengers.filter(({ missing }) => missing.length > 0)) {
    const recipient = recipientOf(passenger);
    const key = `${passenger.reservation.id} ${recipient.contact}`;
    const request = requests.get(key);
    if (request) request.people.push(passenger);
    else {
      const { reservation, payer } = passenger;
      const mayOpenPage = recipient.isPayer && payer.hasAccount;
      requests.set(key, { key, recipient, reservation, people: [passenger], mayOpenPage });
    }
  }
  return [...requests.values()];
}

/**
 * WhatsApp message that asks for missing data, as in "Olá, Ana! Para o passeio … de 05/12/2026 falta: documento e
 * nascimento de João." `origin` is the site's, for the link to the reservation.
 */
export function requestText(
  { recipient, reservation, people, mayOpenPage }: DataRequest,
  sender: Sender,
  origin: string,
) {
  const { trip, operator, timeZone } = sender;
  const opening = `Olá, ${firstName(recipient)}! Aqui é da ${operator}.`;
  const subject = `Para o passeio “${trip.title}” de ${formatNumericDate(trip.date, timeZone)}`;
  const lacks = people.map((one) => lackOf(one, recipient)).join('; ');
  const page = `${origin}${pagePaths.reservation(reservation.code)}`;
  const how = mayOpenPage ? `Preencha aqui: ${page} ou responda esta mensagem.` : 'Pode responder por aqui mesmo.';
  return `${opening} ${subject} falta: ${lacks}. ${how} Obrigado!`;
}

// As "documento e nascimento de João, quem acompanha João".
function lackOf(passenger: ClientPassenger, recipient: Recipient): string {
  const isOwn = recipient.isPayer ? passenger.isPayer : passenger.contact === recipient.contact;
  const who = passenger.name ? firstName(passenger) : `${participantName(passenger)} (${passenger.fareLabel})`;
  const fields = passenger.missing.filter((field) => field !== 'companionId');
  const own = isOwn ? (fields.length === 1 ? '(seu)' : '(seus)') : `${passenger.name ? 'de' : 'da'} ${who}`;
  const companion = passenger.missing.includes('companionId') && `quem acompanha ${who}`;
  return [fields.length > 0 && `${fieldWords(fields)} ${own}`, companion].filter(Boolean).join(', ');
}

/** Names of a request's people, for its button. */
export function namesOf({ people }: DataRequest): string {
  return new Intl.ListFormat('pt-BR').format(people.map(nameOf));
}
