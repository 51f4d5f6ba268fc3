import { Select } from '@mantine/core';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { type ReactNode, useState } from 'react';
import { useDepartures } from '~/features/trips/find-departures';
import { type Formats, formatPlacesLeft, useFormats } from '~/lib/formats';

export function tripLabel({ title, date }: Pick<Trip, 'title' | 'date'>, formats: Formats): string {
  return `${title}, ${formats.formatWeekdayAndNumericDate(date)}`;
}

interface DepartureSelectProps {
  label?: string;
  /** What it means to choose none, where that can be. */
  hint?: string;
  /** The list of departures opens inside the dialog. */
  roomForList: boolean;
  /** The trip that the reservation leaves. */
  from?: string;
  value: Trip | undefined;
  error: ReactNode;
  onChange: (trip: Trip | undefined) => void;
}

/** Finds a departure by its name or day, among all that are to come. */
export function DepartureSelect({
  label = 'Para qual saída?',
  hint,
  roomForList,
  from,
  value,
  error,
  onChange,
}: DepartureSelectProps) {
  const { formatTime, formatWeekdayAndNumericDate } = useFormats();
  const [typed, setTyped] = useState('');
  const labelOf = ({ date, title, placesLeft }: Trip) =>
    `${formatWeekdayAndNumericDate(date)}, ${formatTime(date)} · ${title} · ${formatPlacesLeft(placesLeft)}`;
  // The field shows the departure that was chosen.
  const found = useDepartures(value && typed === labelOf(value) ? '' : typed);
  const trips = typeof found === 'string' ? [] : found.departures.filter(({ id }) => id !== from);
  const offered = value && !trips.some(({ id }) => id === value.id) ? [value, ...trips] : trips;
  const nothing = { short: '', searching: 'Buscando...', failed: 'A busca falhou. Digite de novo.' };
  const more = typeof found === 'string' ? 0 : found.more;
  return (
    <Select
      mih={roomForList ? '21rem' : undefined}
      label={label}
      description={
        [hint, more > 0 && `Há mais ${plural(more, 'saída')}: busque pelo nome ou pelo dia, como 05/12.`]
          .filter(Boolean)
          .join(' ') || undefined
      }
      data-autofocus={!hint || undefined}
      clearable={Boolean(hint)}
      size="md"
      searchable
      placeholder="Busque pelo nome ou pelo dia"
      data={offered.map((trip) => ({ value: trip.id, label: labelOf(trip) }))}
      // The server has searched.
      filter={({ options }) => options}
      value={value?.id ?? null}
      error={error}
      onSearchChange={setTyped}
      onChange={(tripId) => onChange(offered.find(({ id }) => id === tripId))}
      nothingFoundMessage={typeof found === 'string' ? nothing[found] : 'Nenhuma saída encontrada'}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  );
}
