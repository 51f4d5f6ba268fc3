import { minorLabels, type Passenger, type PassengerTrip, passengerDataLabels } from '@passeio/contract/passengers';
import { type ReservationStatus, reservationStates } from '@passeio/contract/reservation-states';
import { formatMoney, formatNumericDate } from '~/lib/formats';

/** As "Dados pendentes: RG, nascimento"; undefined where nothing is missing. */
export function missingWords({ missing }: Pick<Passenger, 'missing'>): string | undefined {
  if (missing.length === 0) return undefined;
  return `Dados pendentes: ${missing.map((one) => passengerDataLabels[one]).join(', ')}`;
}

/** As "Menor de 12 anos (9 na saída)"; undefined for adults. */
export function minorWords({ minor, age }: Pick<Passenger, 'minor' | 'age'>): string | undefined {
  return minor ? `${minorLabels[minor]} (${age} na saída)` : undefined;
}

/** Boarding time and place. */
export function boardingWords({ boardingPoint }: Pick<Passenger, 'boardingPoint'>): string {
  return boardingPoint ? `${boardingPoint.time} ${boardingPoint.place}` : 'Embarque a combinar';
}

export function firstName({ name }: { name: string }): string {
  return name.split(' ')[0] ?? name;
}

interface Greeting {
  passenger: Passenger;
  trip: PassengerTrip;
  operator: string;
  timeZone: string;
}

/** WhatsApp message to a passenger that names the operator and the trip. */
export function greeting({ passenger: { person, reservation }, trip, operator, timeZone }: Greeting): string {
  const date = formatNumericDate(trip.date, timeZone);
  return `Olá, ${firstName(person)}! Aqui é da ${operator}. É sobre o passeio “${trip.title}” de ${date}, reserva ${reservation.code}.`;
}

/** Short label of a status. */
const shortStatuses: Partial<Record<ReservationStatus, string>> = {
  held: 'sem sinal',
  confirmed: 'sinal pago',
  expired: 'expirada',
};

/** Status and open amount of a reservation. */
export function moneyWords({ reservation }: Pick<Passenger, 'reservation'>): { amount?: string; status: string } {
  const { dueCents, toReturnCents, status, cancellationRequestedAt } = reservation;
  if (cancellationRequestedAt) return { amount: 'Quer cancelar', status: shortStatuses[status] ?? 'quitada' };
  const words = shortStatuses[status] ?? reservationStates[status].label.toLocaleLowerCase('pt-BR');
  if (toReturnCents > 0) return { amount: `Devolver ${formatMoney(toReturnCents)}`, status: words };
  return dueCents > 0 ? { amount: `Falta ${formatMoney(dueCents)}`, status: words } : { status: words };
}
