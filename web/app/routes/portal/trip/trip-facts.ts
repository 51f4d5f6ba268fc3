import type { Trip } from '@passeio/contract/trips/trips';
import type { ComponentProps } from 'react';
import { type Formats, formatCalendarDate } from '~/lib/formats';
import type { Icon } from '~/ui/media/icon';

/** What is said of a trip beside its icon. */
export interface TripFact {
  icon: ComponentProps<typeof Icon>['name'];
  label: string;
  text: string;
  note?: string | false;
}

/** A trip's dates, duration, vehicle and places. */
export function factsOf(trip: Trip, { formatDuration, formatLongMoment }: Formats): TripFact[] {
  const isSure = trip.isGuaranteed || trip.situation === 'guaranteed';
  const group = isSure ? 'Saída garantida' : trip.minParticipants > 0 && minimumText(trip);
  const interstate = trip.interstate && 'Viagem interestadual: leve documento com foto';
  return [
    { icon: 'calendar', label: 'Saída', text: formatLongMoment(trip.date) },
    { icon: 'clock', label: 'Volta prevista', text: formatLongMoment(trip.returnDate), note: formatDuration(trip) },
    { icon: 'bus', label: 'Transporte', text: trip.vehicle, note: interstate },
    ...(trip.hotel ? [hotelFact(trip)] : []),
    ...(group ? [{ icon: 'people', label: 'Grupo', text: group, note: `Até ${trip.capacity} pessoas` } as const] : []),
  ];
}

function hotelFact({ hotel, hotelArrival }: Trip): TripFact {
  return { icon: 'pin', label: 'Hospedagem', text: hotel, note: hotelArrival && `Chegada às ${hotelArrival}` };
}

function minimumText({ minParticipants, decisionDate }: Trip): string {
  const minimum = `Lotação mínima: ${minParticipants} ${minParticipants === 1 ? 'pessoa' : 'pessoas'}`;
  return decisionDate ? `${minimum} (confirmação até ${formatCalendarDate(decisionDate)})` : minimum;
}
