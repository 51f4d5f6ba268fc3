import { TextInput } from '@mantine/core';
import type { OverviewReservation } from '@passeio/contract/overview';
import { reservationStates } from '@passeio/contract/reservation-states';
import { IconTicket } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import {
  loadReservations,
  type ReservationSearch,
  readReservationSearch,
  reservationLists,
} from '~/features/overview/overview';
import { reservationTones } from '~/features/reservations/tones';
import { formatMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { formatMoney, formatNumericDate, formatShortDate, formatTime } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { StatusBadge } from '~/ui/status-badge';
import hidden from '~/ui/visually-hidden.module.css';
import { EmptyState } from '../area/empty-state';
import type { Route } from './+types/reservas';
import styles from './list-table.module.css';
import { ChoiceFilter, ListPages } from './list-tools';
import toolStyles from './list-tools.module.css';

export { AreaError as ErrorBoundary } from '../area/area-error';

export const meta = pageMeta('Reservas');
export const handle = { title: 'Reservas' };

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readReservationSearch(new URL(request.url).searchParams);
  return { search, list: await loadReservations(search, request.signal) };
}

/** The reservations behind a number of the panel. */
export default function Reservas({ loaderData: { search, list } }: Route.ComponentProps) {
  return (
    <>
      <search className={toolStyles.tools}>
        <ChoiceFilter name="lista" label="Quais reservas" choices={reservationLists} />
        {search.list === 'taken' && <DayFilter day={search.day} />}
      </search>
      <p className={toolStyles.lead}>{leadOf(search)}</p>
      {list.data.length === 0 ? (
        <EmptyState icon={IconTicket} title="Nenhuma reserva por aqui" text="Escolha outra lista ou volte ao painel." />
      ) : (
        <ReservationTable reservations={list.data} />
      )}
      <ListPages page={list.page} one="reserva" many="reservas" />
    </>
  );
}

function DayFilter({ day }: { day: string }) {
  const [, setParams] = useSearchParams();
  return (
    <TextInput
      type="date"
      size="md"
      aria-label="Dia"
      key={day}
      defaultValue={day}
      onChange={({ currentTarget: { value } }) => {
        if (value) setParams({ lista: 'feitas', dia: value }, { replace: true });
      }}
    />
  );
}

function leadOf({ list, day, month }: ReservationSearch): string {
  switch (list) {
    case 'taken':
      return day ? `Feitas em ${formatWeekdayAndDay(day)}, com as que foram canceladas depois.` : 'Feitas hoje.';
    case 'overdueDeposits':
      return 'Sem sinal há mais de dois dias, em passeios que ainda vão sair. As mais antigas primeiro.';
    case 'due':
      return month
        ? `Falta receber, em passeios que saem em ${formatMonth(month)}.`
        : 'Falta receber, em passeios que ainda vão sair. Os próximos primeiro.';
  }
}

function ReservationTable({ reservations }: { reservations: OverviewReservation[] }) {
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>Reservas</caption>
      <thead>
        <tr>
          <th scope="col">Reserva</th>
          <th scope="col">Passeio</th>
          <th scope="col">Feita em</th>
          <th scope="col" className={styles.number}>
            Falta receber
          </th>
        </tr>
      </thead>
      <tbody>
        {reservations.map((reservation) => (
          <ReservationRow key={reservation.id} reservation={reservation} />
        ))}
      </tbody>
    </table>
  );
}

function ReservationRow({ reservation }: { reservation: OverviewReservation }) {
  const { timeZone } = useSettings();
  const { code, personName, trip, status, createdAt, dueCents, priceCents } = reservation;
  const isOpen = status === 'held' || status === 'confirmed';
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>{personName}</span>
        <span className={styles.detail}>Código {code}</span>
        <StatusBadge tone={reservationTones[status]}>{reservationStates[status].label}</StatusBadge>
      </th>
      <td data-label="Passeio">
        <span className={styles.stack}>
          <Link to={`/admin/passeios/${trip.id}/passageiros`} className={styles.link}>
            {trip.title}
          </Link>
          <span className={styles.detail}>{formatShortDate(trip.date, timeZone)}</span>
        </span>
      </td>
      <td data-label="Feita em" className={styles.when}>
        <span className={styles.stack}>
          <span>{formatNumericDate(createdAt, timeZone)}</span>
          <span className={styles.detail}>{formatTime(createdAt, timeZone)}</span>
        </span>
      </td>
      <td data-label="Falta receber" className={styles.number}>
        <span className={styles.stack}>
          <span>{isOpen ? formatMoney(dueCents) : '—'}</span>
          <span className={styles.detail}>de {formatMoney(priceCents)}</span>
        </span>
      </td>
    </tr>
  );
}
