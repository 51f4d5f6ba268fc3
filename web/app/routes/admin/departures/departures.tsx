import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { OpenCancellation } from '@passeio/contract/departures/departure-cancellations';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { type DepartureFilters, type DepartureList, departureFilters } from '@passeio/contract/departures/departures';
import { attendanceText, type DepartedTrip } from '@passeio/contract/payments/settlement-report';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { IconChecklist, IconRoute } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMonth } from '~/lib/calendar';
import { formatCalendarDate, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import tableStyles from '~/ui/layout/data-table.module.css';
import { ChoiceFilter, ListPages } from '~/ui/layout/list-tools';
import { Row, Rows } from '~/ui/layout/rows';
import { usePainted, useRowsInTurn } from '~/ui/layout/use-painted';
import type { Route } from './+types/departures';
import { DepartureRow } from './departure-row';
import { DepartureViews } from './departure-views';
import { SeriesRow } from './series-row';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Saídas');
export const handle = { title: 'Saídas' };

/** Milliseconds. */
const REFRESH_MS = 20_000;

const DEPARTURES_PER_PAGE = 25;

/** Parses the page's URL; ignores invalid values. */
function readDepartureSearch(params: URLSearchParams): DepartureFilters {
  const { month, page } = departureFilters.shape;
  return {
    month: month.safeParse(params.get('mes') ?? undefined).data,
    folded: true,
    page: page.catch(1).parse(params.get('page') ?? undefined),
    size: DEPARTURES_PER_PAGE,
  };
}

export function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const query = readDepartureSearch(new URL(url).searchParams);
  return Promise.all([preload(load(departureRoutes.list, { query })), preload(load(tripMoneyRoutes.listDeparted))]);
}

/**
 * Whether each coming departure takes place: what the decision follows from, and the decision; below, what has
 * departed.
 */
export default function DeparturesPage({ loaderData }: Route.ComponentProps) {
  const [coming, departures] = loaderData;
  // Until the e-mails about a guarantee have left, the page asks whether they have.
  const { data, total, months, today, boarding, cancelled } = useSuspenseQuery({
    ...coming,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ guarantee }) => guarantee && !guarantee.told) && REFRESH_MS,
  }).data;
  const { data: departed } = useSuspenseQuery(departures).data;
  // The first may be open, which fills a phone.
  const isPainted = usePainted();
  const inTurn = useRowsInTurn(data, 4);
  const [params] = useSearchParams();
  const { month, page, size } = readDepartureSearch(params);
  const isFirstPage = page === 1 && !month;
  return (
    <Stack gap="xs">
      <DepartureViews current="lista" />
      {isFirstPage && boarding.length > 0 && <BoardingNow trips={boarding} />}
      {months.length > 0 && (
        <Group component="search" gap="xs" justify="space-between">
          {months.length > 1 && <ChoiceFilter name="mes" label="Mês" choices={monthChoices(months)} />}
          <Text c="dimmed" fz="sm">
            {leadOf(months.reduce((sum, { asking }) => sum + asking, 0))}
          </Text>
        </Group>
      )}
      {data.length === 0 ? (
        <EmptyState
          icon={IconRoute}
          title="Nenhuma saída marcada"
          text="Publique um passeio, e aqui você decide se ele sai."
        />
      ) : (
        <Rows>
          {inTurn.map((departure, index) =>
            departure.series ? (
              <SeriesRow
                key={departure.series.id}
                next={departure}
                series={departure.series}
                month={month}
                today={today}
              />
            ) : (
              <DepartureRow
                key={departure.id}
                departure={departure}
                today={today}
                isOpen={isFirstPage && index === 0 && departure.asks}
              />
            ),
          )}
        </Rows>
      )}
      <ListPages page={{ number: page, size, total }} one="saída" many="saídas" />
      {isPainted && isFirstPage && cancelled.length > 0 && <CancelledDepartures cancelled={cancelled} />}
      {isPainted && isFirstPage && departed.length > 0 && <DepartedTrips trips={departed} />}
    </Stack>
  );
}

/** The way to boarding on its day, also after the bus has left the first stop. */
function BoardingNow({ trips }: { trips: DepartureList['boarding'] }) {
  const { formatMoment } = useFormats();
  return (
    <Box
      component="section"
      p="md"
      bd="1px solid var(--accent)"
      bdrs="lg"
      bg="var(--surface)"
      aria-labelledby="embarque-aberto"
    >
      <Title order={2} fz="lg" id="embarque-aberto">
        Embarque aberto
      </Title>
      <ul>
        {trips.map(({ id, title, date }) => (
          <li key={id}>
            <Box
              component={Link}
              to={tripPaths.boarding(id)}
              className={tableStyles.contact}
              style={{ gap: 8, overflowWrap: 'anywhere' }}
              fw={600}
              fz="md"
            >
              <IconChecklist size={20} aria-hidden />
              <span>
                {title}{' '}
                <Text span c="dimmed" fz="sm" fw={400} style={{ whiteSpace: 'nowrap' }}>
                  {formatMoment(date)}
                </Text>
              </span>
            </Box>
          </li>
        ))}
      </ul>
    </Box>
  );
}

function monthChoices(months: DepartureList['months']) {
  return [
    { value: '', label: 'Próximas saídas' },
    ...months.map(({ month, departures }) => ({ value: month, label: `${formatMonth(month)} (${departures})` })),
  ];
}

function leadOf(asking: number): string {
  if (asking === 0) return 'Nenhuma saída pede decisão agora.';
  return asking === 1
    ? '1 saída está abaixo do mínimo e pede decisão.'
    : `${asking} saídas estão abaixo do mínimo e pedem decisão.`;
}

/** Cancelled departures with what remains open of each. */
function CancelledDepartures({ cancelled }: { cancelled: readonly OpenCancellation[] }) {
  const { formatLongDate } = useFormats();
  return (
    <Stack component="section" gap={12} mt={12} aria-labelledby="canceladas">
      <Title order={2} size="h3" id="canceladas">
        Canceladas
      </Title>
      <Stack component="ul" gap={8}>
        {cancelled.map((departure) => (
          <Paper key={departure.id} component="li" px="md" py="sm">
            <Group gap="0.25rem 1rem" align="baseline">
              <Box component={Link} to={tripPaths.cancellation(departure.id)} fw={600}>
                {departure.title}
              </Box>
              <Text span c="dimmed">
                {formatLongDate(departure.date)} · {openLabel(departure)}
              </Text>
            </Group>
          </Paper>
        ))}
      </Stack>
    </Stack>
  );
}

function openLabel({ open, isDone, chooseUntil }: OpenCancellation): string {
  if (!isDone) return 'as pessoas estão sendo avisadas';
  if (open === 0) return 'tudo resolvido';
  const until = formatCalendarDate(chooseUntil);
  return `${plural(open, 'reserva sem escolha', 'reservas sem escolha')}, até ${until}`;
}

/** The trips that departed last: who travelled, and whether their accounts are closed. */
function DepartedTrips({ trips }: { trips: DepartedTrip[] }) {
  const { formatMoment, formatShortDate } = useFormats();
  return (
    <Stack component="section" gap={8} mt={12} aria-labelledby="sairam">
      <Title order={2} fz="lg" id="sairam">
        Já saíram
      </Title>
      <Rows>
        {trips.map(({ id, title, date, returnDate, people, closedAt }) => (
          <Row key={id}>
            <Stack gap={0} align="start">
              <Box
                component={Link}
                to={tripPaths[may('see_money') ? 'settlementReport' : 'passengers'](id)}
                c="inherit"
                fw={600}
                py={6}
                aria-label={may('see_money') ? `Fechamento: ${title}` : undefined}
              >
                {title}
              </Box>
              <Text span c="dimmed" fz="sm">
                {formatShortDate(date)} · {attendanceText(people)}
              </Text>
              {closedAt && (
                <Text span c="dimmed" fz="sm">
                  Contas fechadas em {formatMoment(closedAt)}
                </Text>
              )}
              {Date.parse(returnDate) > Date.now() ? (
                <StatusBadge color="good">Em viagem</StatusBadge>
              ) : (
                !closedAt && <StatusBadge color="waiting">Contas a fechar</StatusBadge>
              )}
            </Stack>
          </Row>
        ))}
      </Rows>
    </Stack>
  );
}
