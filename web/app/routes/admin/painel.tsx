import type { Overview, OverviewTrip } from '@passeio/contract/overview';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Figure } from '~/features/overview/figure';
import { loadOverview, reservationsPath, tripsPath } from '~/features/overview/overview';
import { Plot } from '~/features/overview/plot';
import { TripBars } from '~/features/overview/trip-bars';
import { daysBetween, formatDayAndMonth, formatMonth, formatShortMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import type { Route } from './+types/painel';
import styles from './painel.module.css';

export { AreaError as ErrorBoundary } from '../area/area-error';

export const meta = pageMeta('Painel');
export const handle = { title: 'Painel' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadOverview(request.signal);
}

/** The operator's day at a glance. Every number leads to the list behind it. */
export default function Painel({ loaderData: overview }: Route.ComponentProps) {
  return (
    <>
      <Figures overview={overview} />
      <div className={styles.panels}>
        <div className={styles.column}>
          <Departures overview={overview} />
          <Reservations overview={overview} />
        </div>
        <div className={styles.column}>
          <BelowMinimum overview={overview} />
          <Due overview={overview} />
        </div>
      </div>
    </>
  );
}

function Figures({ overview: { departures, due, overdueDeposits, belowMinimum } }: { overview: Overview }) {
  return (
    <div className={styles.figures}>
      <Figure
        label="Próximas saídas"
        value={departures.total.toLocaleString('pt-BR')}
        note={departures.total === 1 ? 'passeio no ar' : 'passeios no ar'}
        to={tripsPath()}
      />
      <Figure
        label="A receber"
        value={formatMoney(due.cents)}
        note={countOf(due.reservations)}
        to={reservationsPath('due')}
      />
      <Figure
        label="Sinal atrasado"
        value={formatMoney(overdueDeposits.cents)}
        note={countOf(overdueDeposits.reservations)}
        to={reservationsPath('overdueDeposits')}
        urgent={overdueDeposits.reservations > 0}
      />
      <Figure
        label="Abaixo do mínimo"
        value={belowMinimum.total.toLocaleString('pt-BR')}
        note={belowMinimum.total === 1 ? 'passeio' : 'passeios'}
        to={tripsPath({ belowMinimum: true })}
        urgent={belowMinimum.total > 0}
      />
    </div>
  );
}

function Departures({ overview: { departures } }: { overview: Overview }) {
  const { timeZone } = useSettings();
  return (
    <Panel title="Próximas saídas" more={{ to: tripsPath(), label: 'Ver todos os passeios' }}>
      {departures.data.length === 0 ? (
        <p className={styles.nothing}>Nenhuma saída marcada. Publique um passeio para começar.</p>
      ) : (
        <TripBars trips={departures.data} timeZone={timeZone} note={minimumOf} />
      )}
    </Panel>
  );
}

function BelowMinimum({ overview: { belowMinimum, today } }: { overview: Overview }) {
  const { timeZone } = useSettings();
  return (
    <Panel
      title="Abaixo do mínimo"
      more={{ to: tripsPath({ belowMinimum: true }), label: 'Ver os passeios abaixo do mínimo' }}
    >
      {belowMinimum.data.length === 0 ? (
        <p className={styles.nothing}>Nenhum passeio está abaixo do mínimo.</p>
      ) : (
        <TripBars
          trips={belowMinimum.data}
          timeZone={timeZone}
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

function Reservations({ overview: { reservationsPerDay } }: { overview: Overview }) {
  const total = reservationsPerDay.reduce((sum, { reservations }) => sum + reservations, 0);
  const busiest = Math.max(...reservationsPerDay.map(({ reservations }) => reservations));
  return (
    <Panel title="Reservas por dia" lead={`${countOf(total)} nos últimos ${reservationsPerDay.length} dias`}>
      <Plot
        summary={`Reservas feitas por dia: ${total} nos últimos ${reservationsPerDay.length} dias, no máximo ${busiest} em um dia.`}
        columns={['Dia', 'Reservas']}
        format={(value) => value.toLocaleString('pt-BR')}
        points={reservationsPerDay.map(({ date, reservations }) => ({
          short: formatDayAndMonth(date),
          name: formatWeekdayAndDay(date),
          value: reservations,
          to: reservationsPath('taken', { day: date }),
        }))}
      />
    </Panel>
  );
}

function Due({ overview: { due } }: { overview: Overview }) {
  return (
    <Panel
      title="A receber por mês de saída"
      lead={`${formatMoney(due.cents)} de ${countOf(due.reservations)}`}
      more={{ to: reservationsPath('due'), label: 'Ver as reservas a receber' }}
    >
      {due.months.length === 0 ? (
        <p className={styles.nothing}>Nada a receber: tudo o que foi reservado está pago.</p>
      ) : (
        <Plot
          summary={`A receber por mês de saída: ${formatMoney(due.cents)} em ${due.months.length === 1 ? '1 mês' : `${due.months.length} meses`}.`}
          columns={['Mês da saída', 'A receber']}
          format={formatMoney}
          points={due.months.map(({ month, cents }) => ({
            short: formatShortMonth(month),
            name: formatMonth(month),
            value: cents,
            to: reservationsPath('due', { month }),
          }))}
        />
      )}
    </Panel>
  );
}

interface PanelProps {
  title: string;
  lead?: string;
  more?: { to: string; label: string };
  children: ReactNode;
}

function Panel({ title, lead, more, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
      {more && (
        <Link to={more.to} className={styles.more}>
          {more.label}
        </Link>
      )}
    </section>
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

function countOf(reservations: number): string {
  return reservations === 1 ? '1 reserva' : `${reservations.toLocaleString('pt-BR')} reservas`;
}
