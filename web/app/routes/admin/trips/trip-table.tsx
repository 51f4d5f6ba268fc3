import { Group, Text } from '@mantine/core';
import type { ListedTrip, Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { may } from '~/features/session/user-store';
import { cardImage, TripPicture } from '~/features/trips/trip-picture';
import { formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import styles from '~/ui/layout/data-table.module.css';
import { type SortColumn, SortHeader } from '~/ui/layout/list-tools';
import { useRowsInTurn } from '~/ui/layout/use-painted';
import hidden from '~/ui/text/visually-hidden.module.css';
import { SeriesDates, type SeriesDatesProps } from './series-dates';
import { TripMenu, type TripMenuProps } from './trip-menu';
import { PlacesTaken, TripState } from './trip-state';
import rowStyles from './trip-table.module.css';

const columns = {
  title: {
    name: 'passeio',
    label: 'Passeio',
    first: 'ascending',
    ascending: 'Nome, de A a Z',
    descending: 'Nome, de Z a A',
  },
  date: {
    name: 'saida',
    label: 'Saída',
    first: 'ascending',
    ascending: 'Saída mais cedo',
    descending: 'Saída mais tarde',
  },
  places: {
    name: 'vagas',
    label: 'Vagas ocupadas',
    first: 'descending',
    ascending: 'Mais vazios',
    descending: 'Mais cheios',
  },
  price: { name: 'preco', label: 'Preço', first: 'ascending', ascending: 'Menor preço', descending: 'Maior preço' },
} as const satisfies Record<string, SortColumn>;

/** Sortable columns by their names in URLs. */
export const tripColumns: readonly SortColumn[] = Object.values(columns);

interface TripTableProps {
  trips: ListedTrip[];
  /** Sort column, prefixed with "-" if descending. */
  sorted: string;
  /** Drafts that may be chosen in the list itself. */
  offered: readonly Trip[];
  ofDates: Omit<SeriesDatesProps, 'trip'>;
}

export function TripTable({ trips, sorted, offered, ofDates }: TripTableProps) {
  const isChoosing = offered.length > 0;
  return (
    <table className={`${styles.table} ${rowStyles.table}`}>
      <caption className={hidden.hidden}>Passeios</caption>
      <thead>
        <tr>
          <SortHeader column={columns.title} sorted={sorted} />
          <SortHeader column={columns.date} sorted={sorted} />
          <SortHeader column={columns.places} sorted={sorted} />
          <SortHeader column={columns.price} sorted={sorted} number />
          {isChoosing && <th scope="col">Publicar</th>}
          <th scope="col">
            <span className={hidden.hidden}>Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {useRowsInTurn(trips).map((trip) => {
          const choice = isChoosing && <DraftChoice trip={trip} isOffered={offered.includes(trip)} {...ofDates} />;
          return trip.series ? (
            <SeriesRows
              key={trip.seriesId}
              trip={trip}
              series={trip.series}
              columns={isChoosing ? 6 : 5}
              {...ofDates}
            />
          ) : (
            <TripRow key={trip.id} trip={trip} {...ofDates}>
              {choice}
            </TripRow>
          );
        })}
      </tbody>
    </table>
  );
}

interface TripRowProps extends Pick<TripMenuProps, 'trip' | 'onCopy' | 'onContract' | 'onFiscal'> {
  children: ReactNode;
}

function TripRow({ trip, onCopy, onContract, onFiscal, children }: TripRowProps) {
  return (
    <tr>
      <th scope="row">
        <NameCell trip={trip}>
          <Link to={tripPaths[may('edit_trips') ? 'edit' : 'passengers'](trip.id)} className={styles.name}>
            {trip.title}
          </Link>
          <div>
            <TripState trip={trip} />
          </div>
        </NameCell>
      </th>
      <td data-label="Saída" className={styles.when}>
        <When trip={trip} />
      </td>
      <td data-label="Vagas ocupadas">
        <PlacesTaken trip={trip} />
      </td>
      <td data-label="Preço" className={styles.number}>
        <span>{formatMoney(trip.priceCents)}</span>
      </td>
      {children}
      <td className={rowStyles.menu}>
        <TripMenu trip={trip} onCopy={onCopy} onContract={onContract} onFiscal={onFiscal} />
      </td>
    </tr>
  );
}

interface SeriesRowsProps extends SeriesDatesProps {
  series: NonNullable<ListedTrip['series']>;
  /** How many the table has. */
  columns: number;
}

/** A trip of many dates: the first of the order, what all are together, and on demand each of them. */
function SeriesRows({ series, columns, ...ofDates }: SeriesRowsProps) {
  const { trip } = ofDates;
  const { formatNumericDate } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { dates, drafts, from, to, capacity, placesLeft } = series;
  const other = trip.date === to ? `desde ${formatNumericDate(from)}` : `até ${formatNumericDate(to)}`;
  return (
    <>
      <tr>
        <th scope="row">
          <NameCell trip={trip}>
            <button
              type="button"
              className={rowStyles.toggle}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              <span className={styles.name}>{trip.title}</span>
              <IconChevronDown size={20} aria-hidden />
            </button>
            <Text component="small" c="dimmed" fz="sm" display="block">
              {dates} datas, {other}
              {drafts > 0 && ` · ${plural(drafts, 'rascunho')}`}
            </Text>
          </NameCell>
        </th>
        <td data-label={trip.date === to ? 'Última saída' : 'Próxima saída'} className={styles.when}>
          <When trip={trip} />
        </td>
        <td data-label="Vagas ocupadas">
          <PlacesTaken trip={trip} inAll={`${capacity - placesLeft} de ${capacity} em ${dates} datas`} />
        </td>
        <td data-label="Preço" className={styles.number}>
          <span>{formatMoney(trip.priceCents)}</span>
        </td>
        {columns > 5 && <td className={rowStyles.none} />}
        <td className={rowStyles.none} />
      </tr>
      {isOpen && (
        <tr id={id} className={rowStyles.dates}>
          <td colSpan={columns}>
            <SeriesDates {...ofDates} />
          </td>
        </tr>
      )}
    </>
  );
}

function NameCell({ trip, children }: { trip: Trip; children: ReactNode }) {
  return (
    <div className={rowStyles.trip}>
      <div className={rowStyles.picture}>
        <TripPicture image={cardImage(trip)} sizes="4rem" decorative />
      </div>
      <div>{children}</div>
    </div>
  );
}

function When({ trip: { date } }: { trip: Trip }) {
  const { formatTime, formatWeekdayAndNumericDate } = useFormats();
  return (
    <span className={rowStyles.when}>
      {formatWeekdayAndNumericDate(date)}
      <small className={styles.detail}>{formatTime(date)}</small>
    </span>
  );
}

/** Cell of a trip: whether it is among the drafts to be published. */
function DraftChoice({
  trip,
  isOffered,
  chosen,
  choose,
}: { isOffered: boolean } & Pick<SeriesDatesProps, 'trip' | 'chosen' | 'choose'>) {
  const { formatWeekdayAndNumericDate } = useFormats();
  if (!isOffered) return <td className={rowStyles.none} />;
  return (
    <td data-label="Publicar">
      <Group component="label" justify="center" w={44} mih={44}>
        <input
          type="checkbox"
          aria-label={`Escolher ${trip.title}, ${formatWeekdayAndNumericDate(trip.date)}`}
          checked={chosen.some(({ id }) => id === trip.id)}
          onChange={({ currentTarget }) => choose([trip], currentTarget.checked)}
        />
      </Group>
    </td>
  );
}
