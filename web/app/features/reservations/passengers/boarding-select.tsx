import { NativeSelect } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { firstName } from '@passeio/contract/words';
import { useLayoutEffect, useRef, useState } from 'react';
import { showAlert } from '~/ui/feedback/alert';
import { type ClientPassenger, isActive } from '../client-reservation';
import { changeBoarding } from './passenger-calls';
import { boardingWords, nameOf } from './passenger-labels';

/** An option; an empty value is "to be agreed". */
export function boardingOptions(points: PassengerTrip['boardingPoints']): { value: string; label: string }[] {
  return [
    { value: '', label: 'A combinar' },
    ...points.map(({ id, time, place }) => ({ value: id, label: `${time} ${place}` })),
  ];
}

interface BoardingSelectProps {
  passenger: ClientPassenger;
  trip: Pick<PassengerTrip, 'id' | 'boardingPoints'>;
  /** Resolves when the list is reloaded. */
  onChanged: () => Promise<void>;
}

/** A passenger's boarding point, edited in place. */
export function BoardingSelect({ passenger, trip, onChanged }: BoardingSelectProps) {
  const { chosen, choose } = useBoarding(passenger, trip.id, onChanged);
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

/** Saves choices one at a time, so that the last one wins: typing "04:30" selects several options in a row. */
function useBoarding(passenger: ClientPassenger, tripId: string, onChanged: () => Promise<void>) {
  const [chosen, setChosen] = useState<string>();
  const wanted = useRef('');
  const saving = useRef(false);

  async function save(): Promise<void> {
    for (let saved: string | undefined; saved !== wanted.current; ) {
      saved = wanted.current;
      await changeBoarding(tripId, { participantIds: [passenger.id], boardingPointId: saved || null });
    }
  }

  async function choose(value: string): Promise<void> {
    wanted.current = value;
    setChosen(value);
    if (saving.current) return;
    saving.current = true;
    try {
      await save();
      showAlert('success', `Embarque de ${passenger.name ? firstName(passenger.name) : nameOf(passenger)} alterado.`);
    } catch {
      // The API client has shown the error; reloading the list shows the stored value.
    } finally {
      saving.current = false;
    }
    await onChanged();
    if (!saving.current) setChosen(undefined);
  }

  return { chosen, choose };
}
