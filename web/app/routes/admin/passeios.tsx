import { Progress } from '@mantine/core';
import { apiPaths, pagePaths } from '@passeio/contract/paths';
import { type Trip, tripList } from '@passeio/contract/trips';
import { IconBus } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { answered, api } from '~/features/session/api';
import { SituationBadge } from '~/features/trips/situation-badge';
import { formatMoney, formatNumericDate, formatShortDate, formatTime } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { EmptyState } from '../area/empty-state';
import type { Route } from './+types/passeios';
import styles from './list.module.css';
import { ChoiceFilter, ListPages, SearchField } from './list-tools';

export { AreaError as ErrorBoundary } from '../area/area-error';

export const meta = pageMeta('Passeios');
export const handle = { title: 'Passeios' };

const TRIPS_PER_PAGE = 50;

const periods = [
  { value: '', label: 'Próximas saídas' },
  { value: 'todos', label: 'Todas as saídas' },
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const everything = params.get('periodo') === 'todos';
  const query = {
    upcoming: everything ? undefined : true,
    sort: everything ? '-date' : 'date',
    text: params.get('q')?.trim().slice(0, 100) || undefined,
    showImages: false,
    page: Math.max(1, Math.floor(Number(params.get('page')) || 1)),
    size: TRIPS_PER_PAGE,
  };
  return answered(api.get(apiPaths.trips, tripList, { query, signal: request.signal }));
}

export default function Passeios({ loaderData: { data: trips, page } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  return (
    <>
      <search className={styles.tools}>
        <SearchField label="Buscar passeio" />
        <ChoiceFilter name="periodo" label="Período" choices={periods} />
      </search>
      {trips.length === 0 ? (
        <EmptyState
          icon={IconBus}
          title={params.get('q') ? 'Nenhum passeio encontrado' : 'Nenhum passeio por aqui'}
          text={params.get('q') ? 'Tente outra palavra, ou veja todos os períodos.' : 'Não há saídas neste período.'}
        />
      ) : (
        <TripTable trips={trips} />
      )}
      <ListPages page={page} one="passeio" many="passeios" />
    </>
  );
}

function TripTable({ trips }: { trips: Trip[] }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Passeios</caption>
      <thead>
        <tr>
          <th scope="col">Passeio</th>
          <th scope="col">Saída</th>
          <th scope="col">Situação</th>
          <th scope="col">Vagas ocupadas</th>
          <th scope="col" className={styles.number}>
            Preço
          </th>
        </tr>
      </thead>
      <tbody>
        {trips.map((trip) => (
          <TripRow key={trip.id} trip={trip} />
        ))}
      </tbody>
    </table>
  );
}

function TripRow({ trip }: { trip: Trip }) {
  const { timeZone } = useSettings();
  const taken = trip.capacity - trip.placesLeft;
  return (
    <tr>
      <th scope="row">
        <a href={pagePaths.trip(trip.slug)} className={styles.name}>
          {trip.title}
        </a>
      </th>
      <td data-label="Saída" className={styles.when} title={formatNumericDate(trip.date, timeZone)}>
        <span>
          {formatShortDate(trip.date, timeZone)}, {formatTime(trip.date, timeZone)}
        </span>
      </td>
      <td data-label="Situação">
        <SituationBadge situation={trip.situation} />
      </td>
      <td data-label="Vagas ocupadas">
        <div className={styles.places}>
          <span>
            {taken} de {trip.capacity}
          </span>
          <Progress
            value={trip.capacity === 0 ? 0 : (100 * taken) / trip.capacity}
            size="sm"
            aria-label={`Vagas ocupadas em ${trip.title}`}
          />
        </div>
      </td>
      <td data-label="Preço" className={styles.number}>
        <span>{formatMoney(trip.priceCents)}</span>
      </td>
    </tr>
  );
}
