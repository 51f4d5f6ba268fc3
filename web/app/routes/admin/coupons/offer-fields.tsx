import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { load } from '~/features/session/queries';
import { useDepartures } from '~/features/trips/find-departures';
import { useFormats } from '~/lib/formats';
import { parseMoney } from '~/lib/parse-money';
import { instantOf, localOf } from '~/lib/zoned-time';
import { DayInput } from '~/ui/inputs/day-input';

// What coupons and automatic discounts have in common: the trips, the days, and how numbers are read.

const DAY_MS = 86_400_000;

/** The trips for which a discount is. `stored`: those that it has, which may not be ahead any more. */
export function TripsField({ stored = [], ...props }: MultiSelectProps & { stored?: readonly string[] | undefined }) {
  const { formatShortDate, formatTime } = useFormats();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Trip[]>([]);
  const found = useDepartures(typed);
  const offered = typeof found === 'string' ? [] : found.departures;
  const own = useQueries({ queries: stored.map((id) => load(tripRoutes.read, { params: { id } })) });
  const trips = new Map(
    [...chosen, ...own.flatMap(({ data }) => data ?? []), ...offered].map((trip) => [trip.id, trip]),
  );
  const unlisted = stored.filter((id) => !trips.has(id));
  const more = typeof found === 'string' ? 0 : found.more;
  return (
    <MultiSelect
      size="md"
      label="Só nestes passeios"
      description={`Sem nenhum, vale para todos${more > 0 ? `. Há mais ${plural(more, 'saída')}: busque pelo nome ou pelo dia` : ''}`}
      data={[
        ...[...trips.values()].map(({ id, title, date }) => ({
          value: id,
          label: `${title}, ${formatShortDate(date)}, ${formatTime(date)}`,
        })),
        ...unlisted.map((id) => ({ value: id, label: 'Passeio que não está na lista' })),
      ]}
      searchable
      clearable
      // The server has searched.
      filter={({ options }) =>
        options.filter((option) => offered.some(({ id }) => 'value' in option && option.value === id))
      }
      onSearchChange={setTyped}
      onOptionSubmit={(id) => setChosen([...chosen, ...offered.filter((trip) => trip.id === id)])}
      nothingFoundMessage="Nenhuma saída encontrada"
      {...props}
    />
  );
}

/** Whole days of the operator's calendar, the last one included; empty: without that limit. */
interface Validity {
  from: string;
  until: string;
}

interface ValidityFieldsProps {
  values: Validity;
  errors: Partial<Record<string, ReactNode>>;
  onChange: (end: keyof Validity, day: string) => void;
}

/** From when and until when a discount is given. */
export function ValidityFields({ values, errors, onChange }: ValidityFieldsProps) {
  const { today } = useFormats();
  const input = (end: keyof Validity) => ({
    field: end,
    today,
    value: values[end],
    error: errors[end],
    onChange: (day: string) => onChange(end, day),
  });
  return (
    <>
      <DayInput label="Vale desde" {...input('from')} />
      <DayInput label="Vale até" description="Esse dia incluído" {...input('until')} />
    </>
  );
}

interface StoredValidity {
  validFrom: string | null;
  validUntil: string | null;
}

/** A stored validity, which ends with the midnight after its last day, as it stands in the fields. */
export function typedValidity(stored: StoredValidity | undefined, timeZone: string): Validity {
  const { validFrom, validUntil } = stored ?? {};
  const dayOf = (instant: string) => localOf(instant, timeZone).slice(0, 10);
  return {
    from: validFrom ? dayOf(validFrom) : '',
    until: validUntil ? dayOf(new Date(Date.parse(validUntil) - 1).toISOString()) : '',
  };
}

/** The opposite of {@link typedValidity}. */
export function storedValidity({ from, until }: Validity, timeZone: string): StoredValidity {
  const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return {
    validFrom: from ? instantOf(`${from}T00:00`, timeZone) : null,
    validUntil: until ? instantOf(`${dayAfter(until)}T00:00`, timeZone) : null,
  };
}

/** A typed count, null for none; what is no number stays text, which the schema refuses. */
export function readCount(typed: string): number | string | null {
  return typed.trim() === '' ? null : /^\d+$/.test(typed.trim()) ? Number(typed) : typed;
}

/** As {@link readCount}, an amount in centavos. */
export function readAmount(typed: string): number | string | null {
  return typed.trim() === '' ? null : (parseMoney(typed) ?? typed);
}
