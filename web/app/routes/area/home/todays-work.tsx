import type { OverviewToday } from '@passeio/contract/overview';
import { IconArrowRight, IconLayoutDashboard } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  BelowMinimumFigure,
  CancelledDeparturesFigure,
  DeparturesFigure,
  MissingDataFigure,
  OverdueFigure,
  PaymentFigures,
  RequestsFigure,
  ToDecideFigure,
} from '~/features/overview/day-figures';
import { BelowMinimum, Departures } from '~/features/overview/day-panels';
import { Figures, PanelColumns } from '~/features/overview/panel';
import { Readiness } from '~/features/overview/readiness';
import { judge } from '~/features/session/access';
import styles from './todays-work.module.css';

/** The day's tasks of staff; administrators also get a link to the dashboard. */
export function TodaysWork({ today, role }: { today: OverviewToday; role: string }) {
  return (
    <>
      <Figures>
        <DeparturesFigure {...today} />
        <OverdueFigure numbers={today} role={role} />
        <RequestsFigure numbers={today} role={role} />
        <PaymentFigures numbers={today} role={role} />
        <ToDecideFigure {...today} />
        <CancelledDeparturesFigure {...today} />
        <BelowMinimumFigure {...today} />
        <MissingDataFigure {...today} />
      </Figures>
      <PanelColumns
        left={<Departures today={today} />}
        right={
          <>
            <BelowMinimum today={today} />
            <Readiness today={today} />
          </>
        }
      />
      {judge('/admin', role) === 'allow' && (
        <Link to="/admin" className={styles.panel}>
          <IconLayoutDashboard size={22} stroke={1.75} aria-hidden />
          <span>
            <strong>Painel da operação</strong>
            Reservas por dia e o que falta receber
          </span>
          <IconArrowRight size={20} aria-hidden />
        </Link>
      )}
    </>
  );
}
