import { Group, Loader, Stack, Text } from '@mantine/core';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { Link } from 'react-router';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import type { CallInput } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { Card } from '~/ui/layout/card';
import { Rows } from '~/ui/layout/rows';
import styles from './series-dates.module.css';
import { TripMenu, type TripMenuProps } from './trip-menu';
import { PlacesTaken, TripState } from './trip-state';

const DATES_SHOWN = 100;

/** What a list of trips is narrowed by. */
export type TripSearch = NonNullable<CallInput<typeof tripRoutes.list>['query']>;

export interface SeriesDatesProps extends Omit<TripMenuProps, 'name'> {
  search: TripSearch;
  /** Trips and dates that are chosen in the list. */
  chosen: readonly Trip[];
  choose: (trips: readonly Trip[], isChosen: boolean) => void;
}

/** Whether a date can be changed together with others. */
export const isChangeable = ({ situation, isArchived }: Trip) =>
  !isArchived && situation !== 'closed' && situation !== 'cancelled';

/** The dates of a trip that match what is looked for, each with its places and actions; they are chosen for changes. */
export function SeriesDates({ trip, search, chosen, choose, onCopy, onContract, onFiscal }: SeriesDatesProps) {
  const sort = search.sort === '-date' ? search.sort : 'date';
  const part = { otherDatesOf: trip.id, showImages: false, sort, page: 1, size: DATES_SHOWN } as const;
  const { data, error } = useQuery(load(tripRoutes.list, { query: { ...search, ...part } }));
  // Where a row of checkboxes begins that Shift ends.
  const from = useRef<string>(undefined);
  if (error) return <Card tone="warning">Não conseguimos abrir as datas. Recolha e tente de novo.</Card>;
  if (!data) return <Loader size="sm" m="sm" aria-label="Abrindo as datas" />;
  const inOrder = [trip, ...data.data].toSorted((one, other) => one.date.localeCompare(other.date));
  const dates = sort === 'date' ? inOrder : inOrder.toReversed();
  const left = data.page.total - data.data.length;
  const offered = may('edit_trips') ? dates.filter(isChangeable) : [];
  const isChosen = ({ id }: Trip) => chosen.some((one) => one.id === id);

  function toggle(date: Trip, { currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const isRow = 'shiftKey' in nativeEvent && nativeEvent.shiftKey;
    const places = [date.id, isRow ? from.current : date.id].map((id) => offered.findIndex((one) => one.id === id));
    const [first = 0, last = 0] = places.toSorted((a, b) => a - b);
    choose(first < 0 ? [date] : offered.slice(first, last + 1), currentTarget.checked);
    from.current = date.id;
  }

  return (
    <Stack gap={0}>
      {offered.length > 1 && (
        <Group component="label" className={styles.all}>
          <input
            type="checkbox"
            checked={offered.every(isChosen)}
            onChange={({ currentTarget }) => choose(offered, currentTarget.checked)}
          />
          Todas as datas ({offered.length})
        </Group>
      )}
      <Rows plain aria-label={`Datas de ${trip.title}`}>
        {dates.map((date) => (
          <DateRow
            key={date.id}
            date={date}
            choice={
              offered.includes(date)
                ? { isChosen: isChosen(date), onChange: (event) => toggle(date, event) }
                : undefined
            }
            onCopy={onCopy}
            onContract={onContract}
            onFiscal={onFiscal}
          />
        ))}
      </Rows>
      {left > 0 && (
        <Text variant="hint" py="xs">
          E mais {plural(left, 'data')}. Escolha um mês para ver as dele.
        </Text>
      )}
    </Stack>
  );
}

interface DateRowProps extends Pick<TripMenuProps, 'onCopy' | 'onContract' | 'onFiscal'> {
  date: Trip;
  /** Whether it is chosen; undefined where it cannot be. */
  choice: { isChosen: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void } | undefined;
}

function DateRow({ date, choice, onCopy, onContract, onFiscal }: DateRowProps) {
  const { formatTime, formatWeekdayAndNumericDate } = useFormats();
  const day = formatWeekdayAndNumericDate(date.date);
  return (
    <li className={styles.date}>
      {choice && (
        <Group component="label" className={styles.choice}>
          <input type="checkbox" aria-label={`Escolher ${day}`} checked={choice.isChosen} onChange={choice.onChange} />
        </Group>
      )}
      <Link to={tripPaths[may('edit_trips') ? 'edit' : 'passengers'](date.id)} className={styles.day}>
        {day} <small>{formatTime(date.date)}</small>
      </Link>
      <div className={styles.state}>
        <TripState trip={date} />
      </div>
      <div className={styles.places}>
        <PlacesTaken trip={date} />
      </div>
      <div className={styles.menu}>
        <TripMenu trip={date} name={`de ${day}`} onCopy={onCopy} onContract={onContract} onFiscal={onFiscal} />
      </div>
    </li>
  );
}
