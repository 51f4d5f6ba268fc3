import { firstName } from '@passeio/contract/words';

/** The person and the trip that an e-mail is about. */
interface OfTrip {
  name: string;
  trip: string;
}

/** Fields of every e-mail about a trip; `talk`: how to reach the operator. */
export function commonOfTrip({ name, trip }: OfTrip, talk: string) {
  return { primeiro_nome: firstName(name), passeio: trip, como_falar: talk };
}

/** Fields of every e-mail about a reservation. */
export function common(data: OfTrip & { code: string }, talk: string) {
  return { ...commonOfTrip(data, talk), codigo: data.code };
}

export function hello({ name }: Pick<OfTrip, 'name'>): string {
  return `Olá, ${firstName(name)}!`;
}

/** A reservation. `payable`: on the reservation's page; `seesReservation`: the reader may open that page. */
interface Payable {
  code: string;
  payable?: boolean | undefined;
  seesReservation: boolean;
}

export function howToPay({ payable, seesReservation, code }: Payable, talk: string): string {
  return payable && seesReservation
    ? 'Pague na página da reserva, em poucos toques.'
    : `Para pagar, ${talk} e diga o código ${code}.`;
}
