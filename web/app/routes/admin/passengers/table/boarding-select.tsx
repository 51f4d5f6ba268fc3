import { NativeSelect } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { firstName } from '@passeio/contract/words';
import { useLayoutEffect, useRef } from 'react';
import { boardingOptions, useBoardingChoice } from '~/features/reservations/boarding-choice';
import { boardingWords, nameOf } from '~/features/reservations/passengers/passenger-labels';
import { isActive } from '~/features/reservations/reservation-states';
import { answered, api } from '~/features/session/api';
import { withRetry } from '~/features/session/with-retry';

interface BoardingSelectProps {
  passenger: Passenger;
  trip: Pick<PassengerTrip, 'id' | 'boardingPoints'>;
  /** Resolves when the list is reloaded. */
  onChanged: () => Promise<void>;
}

/** A passenger's boarding point, edited in place. */
export function BoardingSelect({ passenger, trip, onChanged }: BoardingSelectProps) {
  const { chosen, choose } = useBoardingChoice({
    save: async (boardingPointId) => {
      const call = { params: { tripId: trip.id }, body: { participantIds: [passenger.id], boardingPointId } };
      await withRetry(() => answered(api.callUnchecked(passengerRoutes.changeBoarding, call)));
    },
    saved: `Embarque de ${passenger.name ? firstName(passenger.name) : nameOf(passenger)} alterado.`,
    onChanged,
  });
  const select = useFocusAcrossGroups(passenger.id);
  if (!isActive(passenger.reservation)) return <span>{boardingWords(passenger)}</span>;
  return (
    <NativeSelect
      ref={select}
      aria-label={`Ponto de embarque de ${nameOf(passenger)}`}
      data={boardingOptions(trip.boardingPoints)}
      value={chosen ?? passenger.boardingPoint?.id ?? ''}
      onChange={(event) => choose(event.currentTarget.value)}
      size="md"
    />
  );
}

// Whose select had the focus when it was taken out.
let leftWithFocus: string | undefined;

/** Keeps the focus where another boarding point brings the row into another group, which renders it anew. */
function useFocusAcrossGroups(id: string) {
  const select = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const { current } = select;
    if (leftWithFocus === id) current?.focus();
    leftWithFocus = undefined;
    return () => {
      if (current && current === document.activeElement) leftWithFocus = id;
    };
  }, [id]);
  return select;
}
