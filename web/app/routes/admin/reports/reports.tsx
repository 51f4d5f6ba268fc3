import { Box, Group, NativeSelect, Text } from '@mantine/core';
import { reportRoutes } from '@passeio/contract/reports/report-routes';
import {
  type ColumnKind,
  isMoney,
  pageOf,
  type Report,
  type ReportKey,
  reportFormats,
  reportKeys,
  reports,
  reportText,
  shareText,
} from '@passeio/contract/reports/reports';
import { IconChartBar } from '@tabler/icons-react';
import { useSuspenseQueries } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { useAddressPart } from '~/ui/layout/list-tools';
import { FileButtons } from '~/ui/sharing/file-buttons';
import type { Route } from './+types/reports';
import { readPeriod } from './period';
import { PeriodTools } from './period-tools';
import styles from './reports.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Relatórios');
export const handle = { title: 'Relatórios' };

// The chart library is larger than the rest of the page.
const BarPlot = lazy(() => import('~/features/overview/bar-plot'));
/** More bars would be no wider than a line. */
const MAX_BARS = 31;

const keyOf = (slug: string | null): ReportKey =>
  reportKeys.find((key) => reports[key].slug === slug) ?? 'revenue_by_month';

export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const period = readPeriod(params);
  return Promise.all(
    pageOf(keyOf(params.get('relatorio'))).map((report) =>
      preload(load(reportRoutes.read, { query: { report, ...period } })),
    ),
  );
}

/** A report, and what stands beside it, as plot, table and file. */
export default function Reports({ loaderData }: Route.ComponentProps) {
  const shown = useSuspenseQueries({ queries: loaderData }).map(({ data }) => data);
  const [slug, choose] = useAddressPart('relatorio');
  const [key] = pageOf(keyOf(slug));
  const [{ from, to, trip } = noPeriod] = shown;
  return (
    <>
      <NativeSelect
        label="Relatório"
        size="md"
        mb="md"
        className={styles.choice}
        data={reportKeys
          .filter((one) => pageOf(one)[0] === one)
          .map((one) => ({ value: reports[one].slug, label: reports[one].title }))}
        value={reports[key].slug}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <PeriodTools from={from} to={to} trip={trip} />
      {shown.map((report) => (
        <ReportSection key={report.report} report={report} />
      ))}
    </>
  );
}

const noPeriod = { from: '', to: '', trip: null };

function ReportSection({ report }: { report: Report }) {
  const { title, about, slug } = reportText(report.report);
  const isEmpty = report.rows.every(({ values }) => values.every((value) => !value));
  return (
    <Box component="section" aria-labelledby={slug} mb="xl">
      <Group justify="space-between" align="end" gap="sm" mb="sm">
        <Box flex="1 1 16rem">
          <h2 id={slug}>{title}</h2>
          <Text c="dimmed" fz="sm">
            {about}
          </Text>
        </Box>
        {!isEmpty && (
          <FileButtons
            formats={reportFormats}
            done="Relatório baixado."
            download={(format) => {
              const { report: of, from, to, trip } = report;
              const query = { report: of, from, to, format, ...(trip && { tripId: trip.id }) };
              return api.download(reportRoutes.export, { query });
            }}
          />
        )}
      </Group>
      {isEmpty ? (
        <EmptyState icon={IconChartBar} title="Nada neste período" text="Escolha outro período ou outro passeio." />
      ) : (
        <>
          <ReportPlot report={report} />
          <ReportTable report={report} />
        </>
      )}
    </Box>
  );
}

function format(kind: ColumnKind, value: number | null): string {
  if (value === null) return '—';
  if (isMoney(kind)) return formatMoney(value);
  return kind === 'count' ? value.toLocaleString('pt-BR') : shareText(value);
}

/** Bars of one column; the table below has their numbers. */
function ReportPlot({ report: { report, rows } }: { report: Report }) {
  const { title, plot, columns } = reportText(report);
  const column = columns[plot];
  const shown = rows.slice(0, MAX_BARS);
  if (!column || shown.length < 2) return null;
  const drawn = ({ values }: Report['rows'][number]) => values[plot] ?? 0;
  const highest = shown.reduce((best, row) => (drawn(row) > drawn(best) ? row : best));
  const summary = `${title}, ${column.label}. O maior: ${highest.label}, ${format(column.kind, drawn(highest))}. Os números estão na tabela.`;
  return (
    <Card className={styles.chart}>
      <Text fz="sm" fw={600} mb={8}>
        {column.label}
      </Text>
      <Box role="img" aria-label={summary} h={200}>
        <Suspense>
          <BarPlot
            points={shown.map((row) => ({ short: row.label, value: drawn(row) }))}
            format={(value) => format(column.kind, value)}
            name={column.label}
          />
        </Suspense>
      </Box>
      {rows.length > shown.length && (
        <Text fz="sm" c="dimmed" mt={8}>
          O gráfico mostra as primeiras {MAX_BARS} linhas da tabela.
        </Text>
      )}
    </Card>
  );
}

function ReportTable({ report: { report, rows, totals } }: { report: Report }) {
  const { title, row: first, columns } = reportText(report);
  return (
    <DataTable
      className={styles.table}
      caption={title}
      columns={[first, ...columns.map(({ label }) => ({ label, number: true }))]}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their place
        <Line key={index} report={report} {...row} />
      ))}
      <Line report={report} label="Total" values={totals} isTotal />
    </DataTable>
  );
}

interface LineProps {
  report: ReportKey;
  label: string;
  values: Report['totals'];
  isTotal?: boolean;
}

function Line({ report, label, values, isTotal }: LineProps) {
  return (
    <tr>
      <th scope="row">
        <span className={tableStyles.name}>{label}</span>
      </th>
      {reportText(report).columns.map((column, at) => (
        <td key={column.label} data-label={column.label} className={tableStyles.number}>
          <Text span fw={isTotal ? 700 : undefined}>
            {format(column.kind, values[at] ?? null)}
          </Text>
        </td>
      ))}
    </tr>
  );
}
