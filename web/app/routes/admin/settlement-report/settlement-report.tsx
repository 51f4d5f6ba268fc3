import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import {
  attendanceText,
  type ClosedAccounts,
  type NamedOpenItem,
  type OpenKind,
  openKinds,
  type SettlementFigures,
  type SettlementReport,
} from '@passeio/contract/payments/settlement-report';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import { plural } from '@passeio/contract/words';
import { IconLockCheck } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeMethod } from '~/features/payments/describe-method';
import { SoldExtras } from '~/features/payments/sold-extras';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { TripHeader } from '~/features/trips/trip-header';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { Card } from '~/ui/layout/card';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Figure, Figures } from '~/ui/layout/facts';
import { Grid } from '~/ui/layout/grid';
import { Row, Rows } from '~/ui/layout/rows';
import { MoneyTable } from '../trips/money-table';
import type { Route } from './+types/settlement-report';
import { CloseAccountsDialog, compareWithForecast, OpenItemNames } from './close-accounts-dialog';
import { SettlementPeople } from './settlement-people';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Fechamento');
export const handle = { title: 'Fechamento' };

export async function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  return preload(load(tripMoneyRoutes.readSettlementReport, { params: { tripId } }));
}

/** What came of a trip: who travelled, its money, what is open, and its accounts as staff closed them. */
export default function SettlementReportPage({ loaderData }: Route.ComponentProps) {
  const { data: report } = useSuspenseQuery(loaderData);
  const [isClosing, setClosing] = useState(false);
  const { trip, isBack, closed, people, open } = report;
  const figures = closed?.figures ?? report.figures;
  return (
    <>
      <TripHeader trip={trip} current="settlementReport" facts={<Standing report={report} />}>
        {isBack && !closed && may('confirm_money') && (
          <Button size="md" leftSection={<IconLockCheck size={20} aria-hidden />} onClick={() => setClosing(true)}>
            Fechar contas
          </Button>
        )}
      </TripHeader>
      <Stack gap="1.5rem">
        {closed && <AfterClose report={report} closed={closed} />}
        <SettlementFigureTiles figures={figures} />
        {figures.methods.length > 0 && <Methods figures={figures} />}
        <SoldExtras extras={figures.extras} />
        <OpenItems open={open} />
        <SettlementPeople people={people} trip={trip} closesAt={report.attendanceClosesAt} />
      </Stack>
      {isClosing && <CloseAccountsDialog report={report} onClose={() => setClosing(false)} />}
    </>
  );
}

function Standing({ report: { trip, isBack, closed } }: { report: SettlementReport }) {
  const { formatMoment } = useFormats();
  const back = formatMoment(trip.returnDate);
  return (
    <Text mt={4}>
      {closed && `Contas fechadas por ${closed.by} em ${formatMoment(closed.at)}.`}
      {!closed && isBack && `Voltou em ${back}. As contas ainda estão abertas.`}
      {!closed && !isBack && `Volta em ${back}. As contas fecham depois.`}
    </Text>
  );
}

/** What was open when the accounts were closed, and what came after: the figures below do not count it. */
function AfterClose({ report, closed }: { report: SettlementReport; closed: ClosedAccounts }) {
  const changed = differences(closed.figures, report.figures);
  return (
    <>
      {closed.exceptions.length > 0 && (
        <Stack
          component="section"
          gap={4}
          px="lg"
          py="md"
          bdrs="lg"
          bg="var(--warning-tint)"
          aria-labelledby="pendencias"
        >
          <Title order={3} fz="md" id="pendencias">
            Fechadas com pendências
          </Title>
          <OpenItemNames open={closed.exceptions} />
          <p>Motivo: {closed.note}</p>
        </Stack>
      )}
      {(changed.length > 0 || closed.later.length > 0) && (
        <Card component="section" gap="small" aria-labelledby="depois">
          <Title order={3} fz="md" id="depois">
            Depois do fechamento
          </Title>
          <p>Os valores fechados abaixo continuam como estavam.</p>
          {changed.length > 0 && (
            <Stack component="ul" gap={4}>
              {changed.map(({ label, was, is }) => (
                <li key={label}>
                  <strong>{label}</strong>: {was} no fechamento, {is} agora
                </li>
              ))}
            </Stack>
          )}
          {closed.later.length > 0 && <MoneyTable entries={closed.later} />}
        </Card>
      )}
    </>
  );
}

/** What has changed since the accounts were closed: label, value as closed, value now. */
function differences(closed: SettlementFigures, now: SettlementFigures): { label: string; was: string; is: string }[] {
  const lines = (figures: SettlementFigures): [label: string, value: string][] => [
    ['Presença', attendanceText(figures.people)],
    ['Recebido', formatMoney(figures.receivedCents)],
    ['Devolvido', formatMoney(figures.refundedCents)],
    ['Créditos usados', formatMoney(figures.creditUsedCents)],
    ['Créditos dados', formatMoney(figures.creditGrantedCents)],
    ['Custos', formatMoney(figures.costs.totalCents)],
    ['Resultado', formatMoney(figures.resultCents)],
  ];
  const after = lines(now);
  return lines(closed).flatMap(([label, was], index) => {
    const is = after[index]?.[1] ?? '';
    return was === is ? [] : [{ label, was, is }];
  });
}

/** Result, forecast, and what they are made of. */
function SettlementFigureTiles({ figures }: { figures: SettlementFigures }) {
  const { costs, people, creditUsedCents, creditGrantedCents, retainedCents } = figures;
  const isLoss = figures.resultCents < 0;
  return (
    <Stack gap={12}>
      <Text fz="lg" fw={650}>
        {attendanceText(people)}
      </Text>
      <Figures aria-label="Contas">
        <Figure
          label="Resultado"
          value={formatMoney(figures.resultCents)}
          note={compareWithForecast(figures)}
          tone={isLoss && 'danger'}
        />
        <Figure label="Previsto" value={formatMoney(figures.forecastCents)} note="reservas menos custos" />
        <Figure label="Recebido" value={formatMoney(figures.receivedCents)} note="dinheiro que entrou" />
        <Figure label="Devolvido" value={formatMoney(figures.refundedCents)} note="dinheiro que voltou" />
        {creditUsedCents > 0 && (
          <Figure label="Créditos usados" value={formatMoney(creditUsedCents)} note="contam no resultado" />
        )}
        {creditGrantedCents > 0 && (
          <Figure label="Créditos dados" value={formatMoney(creditGrantedCents)} note="fora do resultado" />
        )}
        {retainedCents > 0 && (
          <Figure label="Multas retidas" value={formatMoney(retainedCents)} note="já em Recebido" />
        )}
        <Figure
          label="Custos"
          value={formatMoney(costs.totalCents)}
          note={costs.totalCents > 0 ? `com ${plural(costs.people, 'pessoa')}` : 'não informados'}
        />
      </Figures>
    </Stack>
  );
}

/** What came and went by each method of payment. */
function Methods({ figures: { methods } }: { figures: SettlementFigures }) {
  return (
    <Stack component="section" gap={12} aria-labelledby="por-forma">
      <Title order={3} fz="lg" id="por-forma">
        Por forma de pagamento
      </Title>
      <Grid component="ul" min="16rem">
        {methods.map(describeMethod).map(({ label, came, went }) => (
          <Paper key={label} component="li" px="md" py="sm">
            <Group justify="space-between" align="start" wrap="nowrap">
              <strong>{label}</strong>
              <Stack gap={0} ta="end" fw={600} className={tableStyles.figures}>
                {came}
                {went && (
                  <Text span c="dimmed" fz="sm">
                    {went}
                  </Text>
                )}
              </Stack>
            </Group>
          </Paper>
        ))}
      </Grid>
    </Stack>
  );
}

/** The page where staff resolves each kind. */
const pages: Record<OpenKind, (id: string) => string> = {
  balance: reservationPagePath,
  refund: () => '/admin/pagamentos/devolucoes',
  receipt: () => '/admin/pagamentos',
  cash: () => '/admin/pagamentos/embarque',
};

/** What a trip still has open, each with the page where staff resolves it. */
function OpenItems({ open }: { open: NamedOpenItem[] }) {
  return (
    <Stack component="section" gap={8} aria-labelledby="em-aberto">
      <Title order={3} fz="lg" id="em-aberto">
        Em aberto
      </Title>
      {open.length === 0 && <Text c="dimmed">Nada em aberto: tudo recebido, devolvido e conferido.</Text>}
      <Rows>
        {open.map(({ kind, reservationId, amountCents, code, payer }) => (
          <Row key={`${kind} ${reservationId}`}>
            <Stack gap={0} flex={1} align="start">
              <Text component={Link} to={pages[kind](reservationId)} c="inherit" fw={600} td="underline" py={6}>
                {payer}
              </Text>
              <Text span c="dimmed" fz="sm">
                Reserva {code}
              </Text>
            </Stack>
            <Stack gap={0} ta="end" fw={600} className={tableStyles.figures}>
              <Text span c="dimmed" fz="sm" fw={400}>
                {openKinds[kind]}
              </Text>
              {(kind !== 'receipt' || amountCents > 0) && formatMoney(amountCents)}
            </Stack>
          </Row>
        ))}
      </Rows>
    </Stack>
  );
}
