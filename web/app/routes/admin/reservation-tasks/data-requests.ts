import type { Passenger } from '@passeio/contract/boarding/passengers';
import { nameOf, type Recipient, recipientOf } from '~/features/reservations/passengers/passenger-labels';
import type { Chat } from '~/features/reservations/whatsapp/use-chat-link';

/** A message that asks one person for the data of one or more passengers. */
export interface DataRequest {
  key: string;
  recipient: Recipient;
  reservation: Passenger['reservation'];
  people: Passenger[];
  /** The payer has an account: the reservation's page opens for them. */
  mayOpenPage: boolean;
}

/**
 * Passengers with missing data by the person to ask: one message to the payer for all of a reservation, and one to
 * each participant with a telephone of their own, because a link is for one person.
 */
export function requestsFor(passengers: readonly Passenger[]): DataRequest[] {
  const requests = new Map<string, DataRequest>();
  for (const passenger of passengers.filter(({ missing }) => missing.length > 0)) {
    const recipient = recipientOf(passenger);
    const key = recipient.isPayer ? passenger.reservation.id : passenger.id;
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

/** The chat that asks for the data of a request's people only. */
export function chatOf({ recipient, reservation: { chat }, people: [first, ...others] }: DataRequest): Chat {
  const participant = recipient.isPayer ? undefined : first;
  const asked = [first, ...others].map((one) => one?.id);
  const facts = { ...chat, missing: chat.missing.filter(({ id }) => asked.includes(id)) };
  return { facts, to: recipient, participant, template: 'whatsAppData' };
}

/** The participant can be asked to fill in a link of their own; the payer has the reservation's page. */
export function mayFillByLink(
  { isPayer }: Pick<Passenger, 'isPayer'>,
  { hasDeparted }: { hasDeparted: boolean },
): boolean {
  return !isPayer && !hasDeparted;
}

/** Names of a request's people, for its button. */
export function namesOf({ people }: DataRequest): string {
  return new Intl.ListFormat('pt-BR').format(people.map(nameOf));
}
