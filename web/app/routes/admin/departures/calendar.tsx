import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { crewRoles } from '@passeio/contract/crew/crew';
import { crewConflictText } from '@passeio/contract/crew/crew-conflicts';
import type { CalendarDeparture, DepartureCalendar } from '@passeio/contract/departures/departure-calendar';
import { departureRoutes } from '@passeio/contract/departures/departure-routes';
import { plural } from '@passeio/contract/words';
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconUserPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { formatCalendarDate, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
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

const TripCrewDialog = lazyDialog(async () => (await import('../crew/trip-crew-dialog')).TripCrewDialog);

/** Opens the crew of a departure. */
const Assigning = createContext<(departure: CalendarDeparture) => void>(() => undefined);

/** Departures, vehicles, guides and drivers by week or month; on a phone a list by day. */
export default function CalendarPage({ loaderData: { period, list } }: Route.ComponentProps) {
  const { data, team, today } = useSuspenseQuery(list).data;
  const { formatShortDate } = useFormats();
  const [assigned, setAssigned] = useState<CalendarDeparture>();
  const [params] = useSearchParams();
  const used = params.get('quem') ?? '';
  const shown = used ? data.filter((one) => [...one.vehicles, ...guidesOf(one)].includes(used)) : data;
  return (
    <Stack gap="xs">
      <DepartureViews current={period.view} day={period.day} />
      <Group component="search" gap="xs" justify="space-between">
        <PeriodSteps period={period} />
        <ChoiceFilter name="quem" label="Veículo ou pessoa" choices={usedIn(data)} />
      </Group>
      <Assigning value={setAssigned}>
        <Conflicts departures={shown} />
        <ol className={styles.days} data-view={period.view}>
          {period.days.map((day) => (
            <Day
              key={day}
              day={day}
              isToday={day === today}
              isOutside={period.view === 'mes' && day.slice(0, 7) !== period.day.slice(0, 7)}
              departures={shown.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)}
              team={used ? [] : team}
            />
          ))}
        </ol>
      </Assigning>
      {shown.length === 0 && <Text c="dimmed">Nenhuma saída nesses dias.</Text>}
      {assigned && (
        <TripCrewDialog
          tripId={assigned.id}
          lead={`${assigned.title}, ${formatShortDate(assigned.date)}`}
          onClose={() => setAssigned(undefined)}
        />
      )}
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
    { value: '', label: 'Todos os veículos e pessoas' },
    { group: 'Veículos', items: items(({ vehicles }) => vehicles) },
    { group: 'Guias e motoristas', items: items(guidesOf) },
  ];
}

/** Names of the team and of guides with a link. */
function guidesOf({ crew, guides }: CalendarDeparture): string[] {
  return [...crew.map(({ name }) => name), ...guides];
}

/** Vehicles, guides and drivers that are in conflict; two departures are named once. */
function Conflicts({ departures }: { departures: readonly CalendarDeparture[] }) {
  const { formatShortDate, timeZone } = useFormats();
  const assign = use(Assigning);
  const pairs = departures.flatMap((one) =>
    one.conflicts.filter(({ otherId }) => one.id < otherId).map((conflict) => ({ ...conflict, one })),
  );
  const ofPeople = crewConflictsOf(departures);
  const count = pairs.length + ofPeople.length;
  if (count === 0) return null;
  const toChange = tripPaths[may('edit_trips') ? 'edit' : 'passengers'];
  return (
    <Card component="section" tone="warning" gap="small" aria-labelledby="conflitos">
      <Text component="h2" id="conflitos" fz="sm" fw={650}>
        {plural(count, 'conflito')} nestes dias
      </Text>
      <Stack component="ul" gap={4} fz="sm" className={styles.conflicts}>
        {pairs.map(({ name, otherId, otherTitle, one }) => (
          <li key={`${one.id}${otherId}${name}`}>
            <strong>{name}</strong>: <Link to={toChange(one.id)}>{one.title}</Link> e{' '}
            <Link to={toChange(otherId)}>{otherTitle}</Link> no mesmo dia, {formatShortDate(one.date)}
          </li>
        ))}
        {ofPeople.map(({ person, conflict, one }) => (
          <li key={`${one.id}${person.id}${JSON.stringify(conflict)}`}>
            <span>
              <strong>{person.name}</strong> em “{one.title}”, {formatShortDate(one.date)}:{' '}
              {crewConflictText(conflict, timeZone)}.
            </span>
            <Button size="compact-sm" variant="subtle" className={styles.assign} onClick={() => assign(one)}>
              Trocar
            </Button>
          </li>
        ))}
      </Stack>
    </Card>
  );
}

function crewConflictsOf(departures: readonly CalendarDeparture[]) {
  const all = departures.flatMap((one) =>
    one.crew.flatMap((person) => person.conflicts.map((conflict) => ({ one, person, conflict }))),
  );
  const known = new Set<string>();
  return all.filter(({ one, person, conflict }) => {
    if (conflict.kind === 'dayOff') return true;
    const pair = [person.id, ...[one.id, conflict.tripId].toSorted()].join(' ');
    return known.size < known.add(pair).size;
  });
}

interface DayProps {
  day: string;
  isToday: boolean;
  /** A day of another month, which completes a week. */
  isOutside: boolean;
  departures: readonly CalendarDeparture[];
  team: DepartureCalendar['team'];
}

function Day({ day, isToday, isOutside, departures, team }: DayProps) {
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
      {departures.length > 0 && <FreePeople day={day} departures={departures} team={team} />}
    </li>
  );
}

/** Who of the team has no departure on a day, and who does not work on it. */
function FreePeople({ day, departures, team }: Pick<DayProps, 'day' | 'departures' | 'team'>) {
  const busy = new Set(departures.flatMap(({ crew }) => crew.map(({ id }) => id)));
  const idle = team.filter(({ id }) => !busy.has(id));
  const isOff = ({ freeDays }: (typeof team)[number]) => freeDays.includes(day);
  const namesOf = (some: typeof team) => some.map(({ name }) => name).join(', ');
  const [free, off] = [namesOf(idle.filter((one) => !isOff(one))), namesOf(idle.filter(isOff))];
  const text = [free && `Livres: ${free}`, off && `Não trabalham: ${off}`].filter(Boolean).join(' · ');
  return text ? (
    <p className={styles.free} title={text}>
      {text}
    </p>
  ) : null;
}

function Entry({ departure, day }: { departure: CalendarDeparture; day: string }) {
  const { formatTime } = useFormats();
  const assign = use(Assigning);
  const { id, title, date, firstDay, isActive, placesTaken, capacity, vehicles, guides, crew, conflicts } = departure;
  const facts = [firstDay === day ? formatTime(date) : 'continua', `${placesTaken} de ${capacity}`];
  const people = crew.map(({ name, roles }) => `${roles.map((role) => crewRoles[role]).join(' e ')} ${name}`);
  const hasConflict = conflicts.length > 0 || crew.some((person) => person.conflicts.length > 0);
  return (
    <li className={styles.entry} data-draft={!isActive || undefined} data-conflict={hasConflict || undefined}>
      <Link to={tripPaths.passengers(id)}>{title}</Link>
      <span>
        {hasConflict && <IconAlertTriangle size={14} role="img" aria-label="Conflito" />}
        {[...facts, ...(isActive ? [] : ['fora do ar'])].join(' · ')}
      </span>
      {vehicles.length > 0 && <span>{vehicles.join(' · ')}</span>}
      <span className={styles.people}>{[...people, ...guides].join(' · ') || 'Ninguém escalado'}</span>
      <ActionIcon
        variant="subtle"
        className={styles.assign}
        aria-label={`Escalar: ${title}, ${formatWeekdayAndDay(day)}`}
        onClick={() => assign(departure)}
      >
        <IconUserPlus size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
