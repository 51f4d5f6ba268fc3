import { Button, Group, Text, TextInput } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import { reservationStateKeys, reservationStates } from '@passeio/contract/reservation-states';
import {
  type OverviewList,
  type OverviewReservation,
  type OverviewReservationList,
  overviewRoutes,
} from '@passeio/contract/staff/overview';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { plural } from '@passeio/contract/words';
import { IconTicket } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import {
  countOfReservations,
  filtersInUse,
  foundNames,
  listsFor,
  type ReservationSearch,
  readReservationSearch,
  reservationFilters,
  TAG,
  UNPAID,
} from '~/features/overview/overview';
import { CopyForPayer } from '~/features/reservations/copy-for-payer';
import { ReservationStatusText } from '~/features/reservations/status/status-badge';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { load, preload } from '~/features/session/queries';
import { useUser } from '~/features/session/user-store';
import { formatMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DataTable } from '~/ui/layout/data-table';
import { ChoiceFilter, CollapsibleFilters, ListPages, SearchField } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { useRowsInTurn } from '~/ui/layout/use-painted';
import type { Route } from './+types/reservations';
import rowStyles from './reservations.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Reservas');
export const handle = { title: 'Reservas' };

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { role } = useUser.getState().user;
  const search = readReservationSearch(role, new URL(request.url).searchParams);
  const query = reservationFilters(search);
  return { search, list: await preload(load(overviewRoutes.listReservations, { query })) };
}

/** Lists of reservations; most explain a figure of the start page. */
export default function Reservations({ loaderData }: Route.ComponentProps) {
  const { search } = loaderData;
  const { data: list } = useSuspenseQuery(loaderData.list);
  const role = useUser(({ user }) => user.role);
  return (
    <>
      <search className={toolStyles.tools}>
        <SearchField label="Buscar por nome ou código" />
        <ChoiceFilter name="lista" label="Quais reservas" choices={listsFor(role)} />
        {search.list === 'found' ? <AllFilters search={search} /> : <TagFilter tag={search.tag} />}
        {search.list === 'taken' && <DayFilter day={search.day} />}
      </search>
      <Text c="dimmed" mb="md">
        {leadOf(search)}
        {list.page.total > 0 && list.sumCents !== null && (
          <>
            {' '}
            <strong>
              {amountLabels[search.list]}: {formatMoney(list.sumCents)}
            </strong>{' '}
            em {countOfReservations(list.page.total)}.
          </>
        )}
      </Text>
      {list.data.length === 0 ? (
        <EmptyState icon={IconTicket} title="Nenhuma reserva por aqui" text="Escolha outra lista ou volte ao início." />
      ) : (
        <ReservationTable
          reservations={list.data}
          amountLabel={amountLabels[search.list]}
          isAsked={search.list === 'requests'}
        />
      )}
      {search.list === 'found' ? (
        <OlderPages list={list} isContinued={search.after !== ''} />
      ) : (
        <ListPages page={list.page} one="reserva" many="reservas" />
      )}
    </>
  );
}

/** Filters of the list of all reservations. */
function AllFilters({ search }: { search: ReservationSearch }) {
  const { data } = useQuery(load(tripRoutes.listMonths));
  const months = new Set([...(search.month ? [search.month] : []), ...(data?.data ?? []).map(({ month }) => month)]);
  return (
    <CollapsibleFilters inUse={filtersInUse(search)}>
      <ChoiceFilter name={foundNames.state} label="Situação" choices={stateChoices} />
      <ChoiceFilter name={foundNames.payment} label="Pagamento" choices={paymentChoices} />
      <ChoiceFilter
        name={foundNames.month}
        label="Mês da saída"
        choices={[
          { value: '', label: 'Saídas de todos os meses' },
          ...[...months].toSorted().map((month) => ({ value: month, label: formatMonth(month) })),
        ]}
      />
      <TagFilter tag={search.tag} />
    </CollapsibleFilters>
  );
}

const stateChoices = [
  { value: '', label: 'Todas as situações' },
  ...reservationStateKeys.map((value) => ({ value, label: reservationStates[value].label })),
];

const paymentChoices = [
  { value: '', label: 'Pagas e não pagas' },
  { value: UNPAID, label: 'Falta pagar' },
];

/** The count of the list of all, and the way to what comes after its last row: pages of long lists have no numbers. */
function OlderPages({ list: { page, next }, isContinued }: { list: OverviewReservationList; isContinued: boolean }) {
  const [params] = useSearchParams();
  const at = (after: string | null) => {
    const others = new URLSearchParams(params);
    others.delete(foundNames.after);
    if (after) others.set(foundNames.after, after);
    return `?${others}`;
  };
  if (page.total === 0) return null;
  const count = countOfReservations(page.total);
  return (
    <Group component="footer" justify="space-between" gap="0.75rem 1.5rem" mt="lg" c="dimmed">
      <p>{page.totalIsMinimum ? `Mais de ${count}` : count}</p>
      <Group gap="sm">
        {isContinued && (
          <Button component={Link} to={at(null)} variant="default" size="md">
            Voltar às mais novas
          </Button>
        )}
        {next && (
          <Button component={Link} to={at(next)} variant="default" size="md">
            Ver mais antigas
          </Button>
        )}
      </Group>
    </Group>
  );
}

/** Narrows the list to one of the tags in use; nothing while there is none. */
function TagFilter({ tag }: { tag: string }) {
  const { data } = useQuery(load(overviewRoutes.listTags));
  const labels = new Set([...(tag ? [tag] : []), ...(data?.data ?? []).map(({ label }) => label)]);
  if (labels.size === 0) return null;
  const choices = [
    { value: '', label: 'Todas as etiquetas' },
    ...[...labels].map((label) => ({ value: label, label })),
  ];
  return <ChoiceFilter name={TAG} label="Etiqueta" choices={choices} />;
}

/** Meaning of a list's amounts. */
const amountLabels: Record<OverviewList, string> = {
  found: 'Falta receber',
  due: 'Falta receber',
  taken: 'Falta receber',
  overdueDeposits: 'Falta do sinal',
  bankChecks: 'Falta do sinal',
  requests: 'Valor',
  toReturn: 'A devolver',
  excessNotes: 'Nota a mais',
  cancelled: 'A devolver',
};

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
    case 'found':
      return 'De qualquer situação. As mais novas primeiro.';
    case 'taken':
      return day ? `Feitas em ${formatWeekdayAndDay(day)}, com as que foram canceladas depois.` : 'Feitas hoje.';
    case 'overdueDeposits':
      return 'Sem sinal há mais de dois dias, em passeios que ainda vão sair. As mais antigas primeiro.';
    case 'bankChecks':
      return 'O prazo do sinal passou, mas o banco não responde se o Pix entrou. As vagas continuam guardadas: confirme, mude o prazo ou cancele.';
    case 'due':
      return month
        ? `Em passeios que saem em ${formatMonth(month)}.`
        : 'Em passeios que ainda vão sair. Os próximos primeiro.';
    case 'requests':
      return 'Quem pediu espera uma resposta. O prazo mais próximo vem primeiro; sem resposta até lá, as vagas ficam livres.';
    case 'toReturn':
      return 'Canceladas ou expiradas, com dinheiro recebido e ainda não devolvido.';
    case 'excessNotes':
      return 'Houve devolução depois da nota, que ficou maior do que o valor que sobrou. Cancele ou substitua a nota.';
    case 'cancelled':
      return 'As últimas canceladas primeiro.';
  }
}

interface TableProps {
  reservations: OverviewReservation[];
  amountLabel: string;
  /** They wait for an answer: the table shows until when instead of when they were made. */
  isAsked: boolean;
}

function ReservationTable({ reservations, amountLabel, isAsked }: TableProps) {
  return (
    <DataTable
      className={rowStyles.rows}
      caption="Reservas"
      columns={[
        'Reserva',
        'Passeio',
        'Código',
        isAsked ? 'Responder até' : 'Feita em',
        { label: amountLabel, number: true },
        { label: 'Para quem paga', hidden: true },
      ]}
    >
      {useRowsInTurn(reservations).map((reservation) => (
        <ReservationRow key={reservation.id} reservation={reservation} isAsked={isAsked} />
      ))}
    </DataTable>
  );
}

interface RowProps extends Pick<TableProps, 'isAsked'> {
  reservation: OverviewReservation;
}

/** Two lines, three on a phone; all of it opens the reservation, but for its trip and the chat. */
function ReservationRow({ reservation, isAsked }: RowProps) {
  const { formatNumericDate, formatShortDate, formatTime } = useFormats();
  const { id, code, people, person, trip, status, amountCents, totalCents, tags, chat } = reservation;
  const moment = (isAsked && reservation.holdExpiresAt) || reservation.createdAt;
  return (
    <tr data-asked={isAsked || undefined}>
      <th scope="row" className={rowStyles.who}>
        <Link to={reservationPagePath(id)} className={rowStyles.name}>
          {person.name}
        </Link>
        <ReservationStatusText status={status} truncate />
      </th>
      <td className={rowStyles.trip}>
        <Link to={tripPaths.passengers(trip.id)} className={rowStyles.link}>
          {trip.title}
        </Link>
        <span className={rowStyles.detail}>{formatShortDate(trip.date)}</span>
      </td>
      <td className={rowStyles.code}>
        <span>{code}</span>
        <span className={rowStyles.detail}>{[plural(people, 'pessoa'), ...tags].join(' · ')}</span>
      </td>
      <td className={rowStyles.when}>
        <span>{formatNumericDate(moment)}</span>
        <span className={rowStyles.detail}>{formatTime(moment)}</span>
      </td>
      <td className={rowStyles.amount}>
        <strong>{amountCents === 0 ? '—' : formatMoney(amountCents)}</strong>
        <span className={rowStyles.detail}>de {formatMoney(totalCents)}</span>
      </td>
      <td className={rowStyles.chat}>
        <WhatsAppAnchor facts={chat} to={chat.payer}>
          {null}
        </WhatsAppAnchor>
        <CopyForPayer facts={chat} />
      </td>
    </tr>
  );
}
