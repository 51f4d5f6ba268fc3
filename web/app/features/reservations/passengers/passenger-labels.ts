import { minorLabels, type Passenger, type PassengerTrip, passengerDataLabels } from '@passeio/contract/passengers';
import { type ReservationStatus, reservationStates } from '@passeio/contract/reservation-states';
import { formatMoney, formatNumericDate } from '~/lib/formats';

/** As "Dados pendentes: RG, nascimento"; undefined where nothing is missing. */
export function missingWords({ missing }: Pick<Passenger, 'missing'>): string | undefined {
  if (missing.length === 0) return undefined;
  return `Dados pendentes: ${missing.map((one) => passengerDataLabels[one]).join(', ')}`;
}

/** As "Menor de 12 anos (9 na saída)"; undefined for who answers for themselves. */
export function minorWords({ minor, age }: Pick<Passenger, 'minor' | 'age'>): string | undefined {
  return minor ? `${minorLabels[minor]} (${age} na saída)` : undefined;
}

/** Where and when somebody gets on. */
export function boardingWords({ boardingPoint }: Pick<Passenger, 'boardingPoint'>): string {
  return boardingPoint ? `${boardingPoint.time} ${boardingPoint.place}` : 'Embarque a combinar';
}

/** How one speaks to somebody: by the first name. */
export function firstName({ name }: { name: string }): string {
  return name.split(' ')[0] ?? name;
}

interface Greeting {
  passenger: Passenger;
  trip: PassengerTrip;
  operator: string;
  timeZone: string;
}

/** First message to a passenger, so that they know at once who writes and about what. */
export function greeting({ passenger: { person, reservation }, trip, operator, timeZone }: Greeting): string {
  const date = formatNumericDate(trip.date, timeZone);
  return `Olá, ${firstName(person)}! Aqui é da ${operator}. É sobre o passeio “${trip.title}” de ${date}, reserva ${reservation.code}.`;
}

/** A status in one or two words, for a row of little room. */
const shortStatuses: Partial<Record<ReservationStatus, string>> = {
  held: 'sem sinal',
  confirmed: 'sinal pago',
  expired: 'expirada',
};

/** What a row says of somebody's money: an amount if one is open, and where the reservation stands. */
export function moneyWords({ reservation }: Pick<Passenger, 'reservation'>): { amount?: string; status: string } {
  const { dueCents, toReturnCents, status, cancellationRequestedAt } = reservation;
  if (cancellationRequestedAt) return { amount: 'Quer cancelar', status: shortStatuses[status] ?? 'quitada' };
  const words = shortStatuses[status] ?? reservationStates[status].label.toLocaleLowerCase('pt-BR');
  if (toReturnCents > 0) return { amount: `Devolver ${formatMoney(toReturnCents)}`, status: words };
  return dueCents > 0 ? { amount: `Falta ${formatMoney(dueCents)}`, status: words } : { status: words };
}
