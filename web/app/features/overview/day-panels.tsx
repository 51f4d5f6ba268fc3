import { Box, Button, Group, Text } from '@mantine/core';
import { BOARDING_OPENS_HOURS } from '@passeio/contract/boarding/boarding';
import { DECISION_DAYS } from '@passeio/contract/departures/departures';
import type { OverviewToday, OverviewTrip, TripReadiness } from '@passeio/contract/staff/overview';
import { plural } from '@passeio/contract/words';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { daysBetween, formatDayAndMonth } from '~/lib/calendar';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Rows } from '~/ui/layout/rows';
import { tripsPath } from './overview';
import styles from './overview.module.css';
import { Panel } from './panel';

interface DayProps {
  today: OverviewToday;
}

export function Departures({ today: { departures } }: DayProps) {
  return (
    <Panel title="Próximas saídas" lead={NEAR} more={{ to: tripsPath(), label: seeAll(departures.total) }}>
      {departures.data.length === 0 ? (
        <Text c="dimmed" mt="sm">
          {departures.total > 0
            ? 'Nenhuma saída nesses dias.'
            : 'Nenhuma saída marcada. Publique um passeio para começar.'}
        </Text>
      ) : (
        <TripBars trips={departures.data} note={minimumOf} />
      )}
    </Panel>
  );
}

export function BelowMinimum({ today: { belowMinimum, today } }: DayProps) {
  return (
    <Panel
      title="Abaixo do mínimo"
      lead={`Decisão nos próximos ${DECISION_DAYS} dias`}
      more={{ to: tripsPath({ belowMinimum: true }), label: seeAll(belowMinimum.total) }}
    >
      {belowMinimum.data.length === 0 ? (
        <Text c="dimmed" mt="sm">
          Nenhum passeio abaixo do mínimo pede decisão.
        </Text>
      ) : (
        <TripBars
          trips={belowMinimum.data}
          note={(trip) => (
            <>
              {lacking(trip)}
              {trip.decisionDate && <Decision date={trip.decisionDate} today={today} />}
            </>
          )}
        />
      )}
    </Panel>
  );
}

function Decision({ date, today }: { date: string; today: string }) {
  const days = daysBetween(today, date);
  const day = formatDayAndMonth(date);
  if (days < 0) return ` · decisão era em ${day}`;
  if (days === 0) return <Near> · decisão hoje</Near>;
  const text = days === 1 ? ' · decisão amanhã' : ` · decisão em ${days} dias (${day})`;
  return days <= 7 ? <Near>{text}</Near> : text;
}

function Near({ children }: { children: ReactNode }) {
  return (
    <Text component="strong" c="var(--warning)" fw={700}>
      {children}
    </Text>
  );
}

function minimumOf(trip: OverviewTrip): string {
  if (trip.minParticipants === 0) return '';
  return trip.placesTaken >= trip.minParticipants ? 'saída garantida' : lacking(trip);
}

function lacking({ placesTaken, minParticipants }: OverviewTrip): string {
  const missing = minParticipants - placesTaken;
  return missing === 1 ? 'falta 1 para o mínimo' : `faltam ${missing} para o mínimo`;
}

const HOUR_MS = 3_600_000;

interface TripBarsProps {
  /** `others`: dates of the same trip, which it opens to. */
  trips: readonly (OverviewTrip & { others?: OverviewTrip[] })[];
  /** Text beside a trip's places. */
  note: (trip: OverviewTrip) => ReactNode;
}

/**
 * Occupancy bars of trips with their minimum; each links to its passenger list, shortly before departure to boarding.
 */
export function TripBars({ trips, note }: TripBarsProps) {
  const { formatShortDate, formatTime } = useFormats();
  return (
    <Rows plain>
      {trips.map((trip) => {
        const { id, title, date, placesTaken, capacity, minParticipants, others = [] } = trip;
        return (
          <BarRow
            key={id}
            to={tripPaths.passengers(id)}
            title={title}
            date={`${formatShortDate(date)}, ${formatTime(date)}`}
            taken={placesTaken / capacity}
            minimum={minParticipants / capacity}
            lacks={placesTaken < minParticipants}
            count={`${placesTaken} de ${capacity} ${capacity === 1 ? 'vaga' : 'vagas'}`}
            note={note(trip)}
          >
            {Date.parse(date) - Date.now() <= BOARDING_OPENS_HOURS * HOUR_MS && (
              <Link to={tripPaths.boarding(id)} className={styles.title}>
                Abrir o embarque
              </Link>
            )}
            {others.length > 0 && <OtherDates title={title} trips={others} note={note} />}
          </BarRow>
        );
      })}
    </Rows>
  );
}

/** The other dates of a trip in the same days, on demand. */
function OtherDates({ title, ...bars }: TripBarsProps & { title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="transparent"
        size="compact-md"
        mih={44}
        px={0}
        aria-expanded={isOpen}
        aria-label={`Mais ${plural(bars.trips.length, 'data')} de ${title}`}
        rightSection={<IconChevronDown size={18} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />}
        onClick={() => setOpen(!isOpen)}
      >
        Mais {plural(bars.trips.length, 'data')}
      </Button>
      {isOpen && (
        <Box pl="md">
          <TripBars {...bars} />
        </Box>
      )}
    </>
  );
}

const NEAR = `Nos próximos ${DECISION_DAYS} dias`;

/** A link to everything that a panel shows the nearest of. */
function seeAll(total: number): string {
  return total > 1 ? `Ver todos os ${total.toLocaleString('pt-BR')} passeios` : 'Ver os passeios';
}

/** Id of the panel that the missing-data figure links to. */
export const MISSING_DATA_ID = 'dados-pendentes';

/** The passenger lists of the next trips that lack data, each with a link to the passengers who do. */
export function Readiness({ today: { missingData } }: DayProps) {
  const { formatShortDate } = useFormats();
  const others = missingData.total - missingData.trips.length;
  return (
    <Panel
      id={MISSING_DATA_ID}
      title="Dados pendentes"
      lead={NEAR}
      {...(others > 0 && { more: { to: '/admin/saidas', label: `E em mais ${plural(others, 'saída')}` } })}
    >
      {missingData.trips.length === 0 ? (
        <Text c="dimmed" mt="sm">
          Nenhuma lista com dados faltando.
        </Text>
      ) : (
        <Rows plain>
          {missingData.trips.map((trip) => {
            const { id, title, date, people, passengers } = trip;
            const complete = passengers - people;
            return (
              <BarRow
                key={id}
                to={`${tripPaths.passengers(id)}?pendentes=sim`}
                title={title}
                date={formatShortDate(date)}
                taken={complete / passengers}
                lacks
                count={`${complete} de ${passengers} ${passengers === 1 ? 'completo' : 'completos'}`}
                note={<ReadinessNote trip={trip} />}
              />
            );
          })}
        </Rows>
      )}
    </Panel>
  );
}

function ReadinessNote({ trip: { people, dueAt } }: { trip: TripReadiness }) {
  const { formatShortDate, formatTime } = useFormats();
  const missing = people === 1 ? 'falta 1' : `faltam ${people}`;
  const due = `${formatShortDate(dueAt)}, ${formatTime(dueAt)}`;
  if (Date.parse(dueAt) >= Date.now()) return `${missing} · prazo ${due}`;
  return (
    <Near>
      {missing} · o prazo era {due}
    </Near>
  );
}

interface BarRowProps {
  to: string;
  title: string;
  date: string;
  /** Parts of the bar, from 0 to 1. */
  taken: number;
  minimum?: number;
  lacks: boolean;
  count: string;
  note: ReactNode;
  children?: ReactNode;
}

/** A trip with its bar; the bar is decorative, the text below says the same. */
function BarRow({ to, title, date, taken, minimum = 0, lacks, count, note, children }: BarRowProps) {
  const percent = (part: number) => `${Math.min(100, 100 * part)}%`;
  return (
    <Box component="li" pb={8}>
      <Group gap="0 0.75rem" align="baseline" justify="space-between">
        <Link to={to} className={styles.title}>
          {title}
        </Link>
        <Text span c="dimmed" fz="sm">
          {date}
        </Text>
      </Group>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.taken} data-lacks={lacks || undefined} style={{ width: percent(taken) }} />
        {minimum > 0 && <span className={styles.minimum} style={{ left: percent(minimum) }} />}
      </span>
      <Group gap="0 0.75rem" align="baseline" justify="space-between">
        <Text span fz="sm" className={tableStyles.figures}>
          {count}
        </Text>
        <Text span c="dimmed" fz="sm">
          {note}
        </Text>
      </Group>
      {children}
    </Box>
  );
}
