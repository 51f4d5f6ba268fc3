import { Button, Group, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { DayInput } from '~/ui/inputs/day-input';
import { presetsAt } from './period';
import styles from './reports.module.css';

interface PeriodToolsProps {
  from: string;
  to: string;
  trip: { id: string; title: string; date: string } | null;
}

/** Period and trip of a report, kept in the address. */
export function PeriodTools({ from, to, trip }: PeriodToolsProps) {
  const [, setParams] = useSearchParams();
  const { today } = useFormats();
  function write(changed: Record<string, string>): void {
    setParams(
      (params) => {
        for (const [name, value] of Object.entries({ de: from, ate: to, ...changed })) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
        params.delete('page');
        return params;
      },
      { preventScrollReset: true },
    );
  }
  return (
    <Stack component="search" gap={12} mb={24}>
      <Group gap={8} role="group" aria-label="Períodos prontos">
        {presetsAt(today).map((preset) => (
          <Button
            key={preset.label}
            size="md"
            variant={preset.from === from && preset.to === to ? 'light' : 'default'}
            aria-pressed={preset.from === from && preset.to === to}
            onClick={() => write({ de: preset.from, ate: preset.to })}
          >
            {preset.label}
          </Button>
        ))}
      </Group>
      <div className={styles.fields}>
        <DayInput field="de" label="De" value={from} max={to} today={today} onChange={(de) => de && write({ de })} />
        <DayInput
          field="ate"
          label="Até"
          value={to}
          min={from}
          today={today}
          onChange={(ate) => ate && write({ ate })}
        />
        <div className={styles.trip}>
          <TripSelect trip={trip} onChange={(passeio) => write({ passeio })} />
        </div>
      </div>
    </Stack>
  );
}

const TYPING_MS = 300;

function TripSelect({ trip, onChange }: { trip: PeriodToolsProps['trip']; onChange: (id: string) => void }) {
  const { formatNumericDate } = useFormats();
  const [typed, look] = useState<string>();
  const [q] = useDebouncedValue(typed?.trim().slice(0, 100), TYPING_MS);
  const { data } = useQuery({
    ...load(tripRoutes.list, { query: { text: q || undefined, sort: '-date', showImages: false, size: 20 } }),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
  });
  const labelOf = ({ title, date }: { title: string; date: string }) => `${title} · ${formatNumericDate(date)}`;
  const options = (data?.data ?? []).map((one) => ({ value: one.id, label: labelOf(one) }));
  const isListed = options.some(({ value }) => value === trip?.id);
  return (
    <Select
      label="Passeio"
      placeholder="Todos"
      size="md"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Limpar passeio' }}
      value={trip?.id ?? null}
      data={trip && !isListed ? [{ value: trip.id, label: labelOf(trip) }, ...options] : options}
      // The server has filtered.
      filter={({ options: all }) => all}
      onDropdownOpen={() => look((before) => before ?? '')}
      onSearchChange={(text) => text !== (trip && labelOf(trip)) && look(text)}
      onChange={(id) => onChange(id ?? '')}
      nothingFoundMessage="Nenhum passeio encontrado"
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
