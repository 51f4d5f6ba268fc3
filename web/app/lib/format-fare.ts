import { agesLabel } from '@passeio/contract/trips/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import { formatFarePrice } from './formats';

/** A fare in one line, as in "Criança, de 6 a 12 anos: R$ 129,00 (só para a equipe)". */
export function formatFare(fare: Omit<Fare, 'id'>): string {
  const who = [fare.label, agesLabel(fare)].filter(Boolean).join(', ');
  const remarks = [!fare.takesPlace && 'não ocupa vaga', fare.audience === 'staff' && 'só para a equipe'].filter(
    Boolean,
  );
  return `${who}: ${formatFarePrice(fare.priceCents)}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
}
