import { Stack, Title } from '@mantine/core';
import type { OpenCancellation } from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import type { DepartureList } from '@passeio/contract/departures/departures';
import { attendanceText, type DepartedTrip } from '@passeio/contract/payments/settlement-report';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { IconChecklist, IconRoute } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { formatCalendarDate, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { EmptyState } from '../../area/page/empty-state';
import departedListStyles from '../closing/closing.module.css';
import type { Route } from './+types/departures';
import { DepartureCard } from './departure-card';
import styles from './departures.module.css';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Saídas');
export const handle = { title: 'Saídas' };

/** Milliseconds. */
const TELLING_MS = 20_000;

export function clientLoader() {
  return Promise.all([preload(load(departureRoutes.list)), preload(load(tripMoneyRoutes.listDeparted))]);
}

/**
 * Whether each coming departure takes place: what the decision follows from, and the decision; below, what has
 * departed.
 */
export default function DeparturesPage({ loaderData }: Route.ComponentProps) {
  const [coming, departures] = loaderData;
  // Until the e-mails about a guarantee have left, the page asks whether they have.
  const { data, total, today, boarding, cancelled } = useSuspenseQuery({
    ...coming,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ guarantee }) => guarantee && !guarantee.told) && TELLING_MS,
  }).data;
  const { data: departed } = useSuspenseQuery(departures).data;
  const [search] = useSearchParams();
  if (data.length === 0) {
    return (
      <>
        <BoardingNow trips={boarding} />
        <EmptyState
          icon={IconRoute}
          title="Nenhuma saída marcada"
          text="Publique um passeio, e aqui você decide se ele sai."
        />
        <CancelledDepartures cancelled={cancelled} />
        <DepartedList trips={departed} />
      </>
    );
  }
  const asking = data.filter(({ asks }) => asks).length;
  return (
    <>
      <BoardingNow trips={boarding} />
      <p className={styles.lead}>{leadOf(asking)}</p>
      <Stack gap="lg">
        {data.map((departure) => (
          <DepartureCard
            key={departure.id}
            departure={departure}
            today={today}
            isChosen={search.get('passeio') === departure.id}
          />
        ))}
      </Stack>
      {total > data.length && (
        <p className={styles.lead}>
          Aqui estão as {data.length} primeiras de {total} saídas.
        </p>
      )}
      <CancelledDepartures cancelled={cancelled} />
      <DepartedList trips={departed} />
    </>
  );
}

/** The way to boarding on its day, also after the bus has left the first stop. */
function BoardingNow({ trips }: { trips: DepartureList['boarding'] }) {
  const { formatMoment } = useFormats();
  if (trips.length === 0) return null;
  return (
    <section className={styles.boarding} aria-labelledby="embarque-aberto">
      <h2 id="embarque-aberto">Embarque aberto</h2>
      <ul>
        {trips.map(({ id, title, date }) => (
          <li key={id}>
            <Link to={tripPaths.boarding(id)}>
              <IconChecklist size={20} aria-hidden />
              <span>
                {title} <small>{formatMoment(date)}</small>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function leadOf(asking: number): string {
  if (asking === 0) return 'Nenhuma saída pede decisão agora.';
  return asking === 1
    ? '1 saída está abaixo do mínimo e pede decisão.'
    : `${asking} saídas estão abaixo do mínimo e pedem decisão.`;
}

/** Cancelled departures with what remains open of each; nothing without any. */
function CancelledDepartures({ cancelled }: { cancelled: readonly OpenCancellation[] }) {
  const { formatLongDate } = useFormats();
  if (cancelled.length === 0) return null;
  return (
    <section aria-labelledby="canceladas" className={styles.cancelled}>
      <Title order={2} size="h3" id="canceladas">
        Canceladas
      </Title>
      <ul>
        {cancelled.map((departure) => (
          <li key={departure.id}>
            <Link to={tripPaths.cancellation(departure.id)}>{departure.title}</Link>
            <span>
              {formatLongDate(departure.date)} · {openWords(departure)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function openWords({ open, isDone, chooseUntil }: OpenCancellation): string {
  if (!isDone) return 'as pessoas estão sendo avisadas';
  if (open === 0) return 'tudo resolvido';
  const until = formatCalendarDate(chooseUntil);
  return `${plural(open, 'reserva sem escolha', 'reservas sem escolha')}, até ${until}`;
}

/** The trips that departed last: who travelled, and whether their accounts are closed. */
function DepartedList({ trips }: { trips: DepartedTrip[] }) {
  const { formatMoment, formatShortDate } = useFormats();
  if (trips.length === 0) return null;
  return (
    <section aria-labelledby="sairam" className={departedListStyles.below}>
      <h2 id="sairam" className={departedListStyles.title}>
        Já saíram
      </h2>
      <ul className={departedListStyles.list}>
        {trips.map(({ id, title, date, returnDate, people, closedAt }) => (
          <li key={id}>
            <span>
              <Link to={tripPaths.closing(id)} className={departedListStyles.name} aria-label={`Fechamento: ${title}`}>
                {title}
              </Link>
              <span className={departedListStyles.detail}>
                {formatShortDate(date)} · {attendanceText(people)}
              </span>
              {closedAt && (
                <span className={departedListStyles.detail}>Contas fechadas em {formatMoment(closedAt)}</span>
              )}
              <span className={departedListStyles.badge}>
                {Date.parse(returnDate) > Date.now() ? (
                  <StatusBadge color="good">Em viagem</StatusBadge>
                ) : (
                  !closedAt && <StatusBadge color="waiting">Contas a fechar</StatusBadge>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
