import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import type { CalendarDeparture } from '@passeio/contract/departures/departure-calendar';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { plural } from '@passeio/contract/words';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { formatCalendarDate, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { Card } from '~/ui/layout/card';
import { ChoiceFilter } from '~/ui/layout/list-tools';
import type { Route } from './+types/calendar';
import styles from './calendar.module.css';
import { DepartureViews } from './departure-views';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Calendário de saídas');
export const handle = { title: 'Saídas' };

const DAY_MS = 86_400_000;
const DATE = /^20\d{2}-\d{2}-\d{2}$/;

type View = 'mes' | 'semana';

/** A week or a month, with the days that complete its weeks. */
interface Period {
  view: View;
  /** A day of it. */
  day: string;
  days: string[];
}

/** Parses the page's URL; ignores invalid values. */
function readPeriod(params: URLSearchParams, today: string): Period {
  const wanted = params.get('dia') ?? '';
  const isDay = DATE.test(wanted) && addDays(wanted, 0) === wanted;
  const day = isDay ? wanted : today;
  const view = params.get('visao') === 'semana' ? 'semana' : 'mes';
  const first = sundayOf(view === 'mes' ? `${day.slice(0, 7)}-01` : day);
  const last = addDays(sundayOf(view === 'mes' ? addDays(nextMonth(day), -1) : day), 6);
  const days = [];
  for (let one = first; one <= last; one = addDays(one, 1)) days.push(one);
  return { view, day, days };
}

function addDays(day: string, days: number): string {
  const at = Date.parse(day) + days * DAY_MS;
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}

function sundayOf(day: string): string {
  return addDays(day, -new Date(day).getUTCDay());
}

/** The first day of the month after that of a day. */
function nextMonth(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`;
}

export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  // Only which days open without an address: by the browser's own calendar.
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const period = readPeriod(new URL(url).searchParams, today);
  const query = { from: period.days[0] ?? period.day, to: period.days.at(-1) ?? period.day };
  return { period, list: await preload(load(departureRoutes.readCalendar, { query })) };
}

/** Departures, vehicles and guides by week or month; on a phone a list by day. */
export default function CalendarPage({ loaderData: { period, list } }: Route.ComponentProps) {
  const { data, today } = useSuspenseQuery(list).data;
  const [params] = useSearchParams();
  const used = params.get('quem') ?? '';
  const shown = used ? data.filter(({ vehicles, guides }) => [...vehicles, ...guides].includes(used)) : data;
  return (
    <Stack gap="xs">
      <DepartureViews current={period.view} day={period.day} />
      <Group component="search" gap="xs" justify="space-between">
        <PeriodSteps period={period} />
        <ChoiceFilter name="quem" label="Veículo ou guia" choices={usedIn(data)} />
      </Group>
      <Conflicts departures={shown} />
      <ol className={styles.days} data-view={period.view}>
        {period.days.map((day) => (
          <Day
            key={day}
            day={day}
            isToday={day === today}
            isOutside={period.view === 'mes' && day.slice(0, 7) !== period.day.slice(0, 7)}
            departures={shown.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)}
          />
        ))}
      </ol>
      {shown.length === 0 && <Text c="dimmed">Nenhuma saída nesses dias.</Text>}
    </Stack>
  );
}

function PeriodSteps({ period: { view, day, days } }: { period: Period }) {
  const [first = day, last = day] = [days[0], days.at(-1)];
  const name =
    view === 'mes' ? formatMonth(day.slice(0, 7)) : `${formatCalendarDate(first)} a ${formatCalendarDate(last)}`;
  const unit = view === 'mes' ? 'Mês' : 'Semana';
  const before = view === 'mes' ? `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01` : addDays(day, -7);
  const after = view === 'mes' ? nextMonth(day) : addDays(day, 7);
  return (
    <Group gap={4} wrap="nowrap">
      <Step label={`${unit} anterior`} to={before} icon={IconChevronLeft} />
      <Text component="h2" fz="md" fw={650} ta="center" miw="9.5rem" aria-live="polite">
        {name}
      </Text>
      <Step label={unit === 'Mês' ? 'Próximo mês' : 'Próxima semana'} to={after} icon={IconChevronRight} />
    </Group>
  );
}

function Step({ label, to, icon: Icon }: { label: string; to: string; icon: typeof IconChevronLeft }) {
  const [params] = useSearchParams();
  const search = new URLSearchParams({ ...Object.fromEntries(params), dia: to });
  return (
    <ActionIcon component={Link} to={`?${search}`} variant="default" size={44} aria-label={label} preventScrollReset>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

function usedIn(departures: readonly CalendarDeparture[]) {
  const items = (of: (departure: CalendarDeparture) => string[]) =>
    [...new Set(departures.flatMap(of))]
      .sort((a, b) => a.localeCompare(b, 'pt-BR'))
      .map((name) => ({ value: name, label: name }));
  return [
    { value: '', label: 'Todos os veículos e guias' },
    { group: 'Veículos', items: items(({ vehicles }) => vehicles) },
    { group: 'Guias', items: items(({ guides }) => guides) },
  ];
}

/** Vehicles and guides that are on two departures on one day; each pair once. */
function Conflicts({ departures }: { departures: readonly CalendarDeparture[] }) {
  const { formatShortDate } = useFormats();
  const pairs = departures.flatMap((one) =>
    one.conflicts.filter(({ otherId }) => one.id < otherId).map((conflict) => ({ ...conflict, one })),
  );
  if (pairs.length === 0) return null;
  const toChange = tripPaths[may('edit_trips') ? 'edit' : 'passengers'];
  return (
    <Card component="section" tone="warning" aria-labelledby="conflitos">
      <Text component="h2" id="conflitos" fz="sm" fw={650}>
        {plural(pairs.length, 'conflito')}: o mesmo veículo ou guia em duas saídas no mesmo dia
      </Text>
      <ul className={styles.conflicts}>
        {pairs.map(({ name, otherId, otherTitle, one }) => (
          <li key={`${one.id}${otherId}${name}`}>
            <strong>{name}</strong>: <Link to={toChange(one.id)}>{one.title}</Link> e{' '}
            <Link to={toChange(otherId)}>{otherTitle}</Link>, {formatShortDate(one.date)}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface DayProps {
  day: string;
  isToday: boolean;
  /** Of another month, which it completes a week of. */
  isOutside: boolean;
  departures: readonly CalendarDeparture[];
}

function Day({ day, isToday, isOutside, departures }: DayProps) {
  return (
    <li
      className={styles.day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-empty={departures.length === 0 || undefined}
    >
      <time dateTime={day} aria-current={isToday ? 'date' : undefined} className={styles.date}>
        <span className={styles.long}>{formatWeekdayAndDay(day)}</span>
        <span className={styles.short} aria-hidden>
          {Number(day.slice(8))}
        </span>
      </time>
      <ul>
        {departures.map((departure) => (
          <Entry key={departure.id} departure={departure} day={day} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ departure, day }: { departure: CalendarDeparture; day: string }) {
  const { formatTime } = useFormats();
  const { id, title, date, firstDay, isActive, placesTaken, capacity, vehicles, guides, conflicts } = departure;
  const facts = [firstDay === day ? formatTime(date) : 'continua', `${placesTaken} de ${capacity}`];
  return (
    <li className={styles.entry} data-draft={!isActive || undefined} data-conflict={conflicts.length > 0 || undefined}>
      <Link to={tripPaths.passengers(id)}>{title}</Link>
      <span>
        {conflicts.length > 0 && <IconAlertTriangle size={14} role="img" aria-label="Conflito" />}
        {[...facts, ...(isActive ? [] : ['fora do ar'])].join(' · ')}
      </span>
      {vehicles.length + guides.length > 0 && <span>{[...vehicles, ...guides].join(' · ')}</span>}
    </li>
  );
}
