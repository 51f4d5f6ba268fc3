import { Text } from '@mantine/core';
import { failedWorkRoutes } from '@passeio/contract/failed-work';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { Overview } from '@passeio/contract/staff/overview';
import { capitalised, plural, uncapitalised } from '@passeio/contract/words';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { countOfFailedEmails } from '~/features/messages/failed-emails';
import { DayFigures } from '~/features/overview/day-figures';
import { BelowMinimum, Departures, Readiness } from '~/features/overview/day-panels';
import { countOfReservations, reservationsPath } from '~/features/overview/overview';
import { Panel, PanelColumns } from '~/features/overview/panel';
import { Plot } from '~/features/overview/plot';
import { describeMethod } from '~/features/payments/describe-method';
import { load } from '~/features/session/queries';
import { formatDayAndMonth, formatMonth, formatShortMonth, formatWeekdayAndDay } from '~/lib/calendar';
import { formatMoney } from '~/lib/formats';

// Shown once in the life of an installation: usual days do not load them.
const FirstSteps = lazy(async () => ({ default: (await import('./first-steps')).FirstSteps }));
const PermissionsNotice = lazy(() => import('./permissions-notice'));

/** The day of an administrator: key figures, each of which links to its list, the day's tasks, and the company's money. */
export function CompanyDay({ overview }: { overview: Overview }) {
  return (
    <>
      <Suspense>
        {overview.firstSteps && <FirstSteps done={overview.firstSteps} />}
        {overview.operatorsWithAll && <PermissionsNotice operators={overview.operatorsWithAll} />}
      </Suspense>
      <DayFigures numbers={overview} />
      <PanelColumns
        left={
          <>
            <Departures today={overview} />
            <Readiness today={overview} />
            <Reservations overview={overview} />
          </>
        }
        right={
          <>
            <FailedEmails />
            <FailedWork />
            <Money overview={overview} />
            <BelowMinimum today={overview} />
            <Due overview={overview} />
          </>
        }
      />
    </>
  );
}

function FailedEmails() {
  const { total } = useQuery(load(messageRoutes.listFailed)).data ?? { total: 0 };
  if (total === 0) return null;
  return (
    <Panel
      title="Mensagens"
      lead={`${countOfFailedEmails(total)}.`}
      more={{ to: '/admin/mensagens', label: 'Ver para quem e por quê' }}
    />
  );
}

function FailedWork() {
  const { data: works } = useQuery(load(failedWorkRoutes.list)).data ?? { data: [] };
  if (works.length === 0) return null;
  const labels = new Intl.ListFormat('pt-BR').format(works.map(({ label }) => uncapitalised(label)));
  return (
    <Panel
      title="Trabalhos com falha"
      lead={`${capitalised(labels)}.`}
      more={{ to: '/admin/mensagens', label: 'Ver o que houve' }}
    />
  );
}

function Reservations({ overview: { reservationsPerDay } }: { overview: Overview }) {
  const total = reservationsPerDay.reduce((sum, { reservations }) => sum + reservations, 0);
  const busiest = Math.max(...reservationsPerDay.map(({ reservations }) => reservations));
  return (
    <Panel
      title="Reservas por dia"
      lead={`${countOfReservations(total)} nos últimos ${reservationsPerDay.length} dias`}
    >
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

function Money({ overview: { money } }: { overview: Overview }) {
  const { receivedCents, refundedCents, days, methods, creditUsedCents, creditGrantedCents } = money;
  const back = refundedCents > 0 ? `, ${formatMoney(refundedCents)} devolvidos` : '';
  return (
    <Panel
      title="Dinheiro da semana"
      lead={`${formatMoney(receivedCents)} recebidos${back} nos últimos ${days.length} dias`}
      more={{ to: '/admin/pagamentos/extrato', label: 'Conferir com o extrato do banco' }}
    >
      {methods.length === 0 ? (
        <Text c="dimmed" mt="sm">
          Nenhum pagamento nesta semana.
        </Text>
      ) : (
        <Plot
          summary={`Recebido por dia: ${formatMoney(receivedCents)} nos últimos ${days.length} dias.`}
          columns={['Dia', 'Recebido']}
          format={formatMoney}
          points={days.map(({ date, receivedCents: cents, refundedCents: returned }) => ({
            short: formatDayAndMonth(date),
            name: `${formatWeekdayAndDay(date)}${returned > 0 ? ` (devolvidos ${formatMoney(returned)})` : ''}`,
            value: cents,
            to: '/admin/pagamentos/extrato',
          }))}
        />
      )}
      {methods.length > 0 && (
        <Text variant="hint" mt="sm">
          {methods
            .map(describeMethod)
            .map(({ label, came, went }) => `${label}: ${came}${went && `, ${went}`}.`)
            .join(' ')}
          {creditUsedCents + creditGrantedCents > 0 && ' Créditos ficam fora do recebido e do devolvido.'}
        </Text>
      )}
    </Panel>
  );
}

function Due({ overview: { due } }: { overview: Overview }) {
  return (
    <Panel
      title="A receber por mês de saída"
      lead={`${formatMoney(due.cents)} de ${countOfReservations(due.reservations)}`}
      more={{ to: reservationsPath('due'), label: 'Ver as reservas a receber' }}
    >
      {due.months.length === 0 ? (
        <Text c="dimmed" mt="sm">
          Nada a receber: tudo o que foi reservado está pago.
        </Text>
      ) : (
        <Plot
          summary={`A receber por mês de saída: ${formatMoney(due.cents)} em ${plural(due.months.length, 'mês', 'meses')}.`}
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
