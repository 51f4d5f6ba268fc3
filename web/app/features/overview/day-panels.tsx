import type { OverviewToday, OverviewTrip } from '@passeio/contract/overview';
import { daysBetween, formatDayAndMonth } from '~/lib/calendar';
import styles from './day-panels.module.css';
import { tripsPath } from './overview';
import { Nothing, Panel } from './panel';
import { TripBars } from './trip-bars';

interface DayProps {
  today: OverviewToday;
}

export function Departures({ today: { departures } }: DayProps) {
  return (
    <Panel title="Próximas saídas" more={{ to: tripsPath(), label: 'Ver todos os passeios' }}>
      {departures.data.length === 0 ? (
        <Nothing>Nenhuma saída marcada. Publique um passeio para começar.</Nothing>
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
      more={{ to: tripsPath({ belowMinimum: true }), label: 'Ver os passeios abaixo do mínimo' }}
    >
      {belowMinimum.data.length === 0 ? (
        <Nothing>Nenhum passeio está abaixo do mínimo.</Nothing>
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
  if (days === 0) return <strong className={styles.near}> · decisão hoje</strong>;
  const words = days === 1 ? ' · decisão amanhã' : ` · decisão em ${days} dias (${day})`;
  return days <= 7 ? <strong className={styles.near}>{words}</strong> : words;
}

function minimumOf(trip: OverviewTrip): string {
  if (trip.minParticipants === 0) return '';
  return trip.placesTaken >= trip.minParticipants ? 'saída garantida' : lacking(trip);
}

function lacking({ placesTaken, minParticipants }: OverviewTrip): string {
  const missing = minParticipants - placesTaken;
  return missing === 1 ? 'falta 1 para o mínimo' : `faltam ${missing} para o mínimo`;
}
