import { Button, Group, Text } from '@mantine/core';
import { id } from '@passeio/contract/fields';
import { formatDay } from '@passeio/contract/format-moments';
import { reservationPagePath } from '@passeio/contract/pages';
import { type PaymentMethod, paymentMethods } from '@passeio/contract/payments/payments';
import {
  type AccountingBasis,
  type AccountingLine,
  accountingBases,
  accountingKinds,
  accountingRoutes,
} from '@passeio/contract/reports/accounting';
import { reportFormats, reports } from '@passeio/contract/reports/reports';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { IconCalculator } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney } from '~/lib/formats';
import { formatDocumentCnpj, formatDocumentCpf } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DataTable } from '~/ui/layout/data-table';
import table from '~/ui/layout/data-table.module.css';
import { Figure, Figures } from '~/ui/layout/facts';
import { ChoiceFilter, ListPages } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { FileButtons } from '~/ui/sharing/file-buttons';
import { readPeriod } from '../reports/period';
import { PeriodTools } from '../reports/period-tools';
import type { Route } from './+types/accounting';
import styles from './accounting.module.css';
import { BATCH_TEXT, BATCHES_PAGE, useStartBatch } from './start-batch';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Contador');
export const handle = { title: 'Contador' };

const InvoiceDialog = lazyDialog(async () => (await import('~/features/payments/invoice-dialog')).InvoiceDialog);

const bases: Record<AccountingBasis, string> = { cash: 'caixa', competence: 'competencia' };

/** What the address asks for; what it says wrongly is left out. */
function readFilters(params: URLSearchParams) {
  const by: AccountingBasis = params.get('por') === bases.competence ? 'competence' : 'cash';
  const method = params.get('forma') ?? '';
  const sellerId = id.safeParse(params.get('vendedor')).data;
  return {
    ...readPeriod(params),
    by,
    ...(Object.hasOwn(paymentMethods, method) && { method: method as PaymentMethod }),
    ...(sellerId && { sellerId }),
    ...(params.get('nota') === 'sem' && { withoutInvoice: true as const }),
  };
}

export function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(params.get('page')) || 1)));
  return preload(load(accountingRoutes.listEntries, { query: { ...queryOf(params), page } }));
}

/** The filters as the API reads them. */
function queryOf(params: URLSearchParams) {
  const { withoutInvoice, ...filters } = readFilters(params);
  return { ...filters, ...(withoutInvoice && { withoutInvoice: 'true' as const }) };
}

interface Noted {
  id: string;
  code: string;
  label: string;
}

/** Money of a period line by line, as the operator's accountant needs it, with the numbers of notes. */
export default function AccountingPage({ loaderData }: Route.ComponentProps) {
  const { data: accounting } = useSuspenseQuery(loaderData);
  const [params] = useSearchParams();
  const { by } = readFilters(params);
  const [noting, setNoting] = useState<readonly Noted[]>();
  const { data: lines, totals, page, from, to } = accounting;
  const without = may('confirm_money') ? withoutNote(lines) : [];
  return (
    <>
      <Text c="dimmed" maw={736} mb="md" textWrap="pretty">
        {by === 'cash'
          ? 'O dinheiro que entrou e saiu, pelo dia em que se moveu. Créditos e vales usados entraram antes.'
          : 'O que se recebeu de cada reserva, pelo dia do passeio. De reservas canceladas, pelo dia do cancelamento.'}{' '}
        <Link to={`/admin/relatorios?relatorio=${reports.cash_book.slug}&de=${from}&ate=${to}`}>Ver o livro-caixa</Link>
        {' · '}
        <Link to="/admin/contador/extrato">Conciliar extrato</Link>
        {' · '}
        <Link to={BATCHES_PAGE}>Emitir notas</Link>
      </Text>
      <PeriodTools from={from} to={to} trip={accounting.trip} />
      <div className={toolStyles.tools}>
        <ChoiceFilter
          name="por"
          label="Pelo dia"
          choices={[
            { value: '', label: `Por ${accountingBases.cash.toLowerCase()}` },
            { value: bases.competence, label: `Por ${accountingBases.competence.toLowerCase()}` },
          ]}
        />
        <ChoiceFilter
          name="forma"
          label="Forma de pagamento"
          choices={[
            { value: '', label: 'Todas as formas' },
            ...Object.entries(paymentMethods).map(([value, label]) => ({ value, label })),
          ]}
        />
        <SellerFilter />
        <ChoiceFilter
          name="nota"
          label="Nota"
          choices={[
            { value: '', label: 'Com e sem nota' },
            { value: 'sem', label: 'Sem nota' },
          ]}
        />
      </div>
      {lines.length === 0 ? (
        <EmptyState icon={IconCalculator} title="Nada neste período" text="Escolha outro período ou outros filtros." />
      ) : (
        <>
          <Figures>
            <Figure label="Entradas" value={formatMoney(totals.inCents)} />
            <Figure label="Saídas" value={formatMoney(totals.outCents)} />
            <Figure label="Saldo" value={formatMoney(totals.balanceCents)} />
            <Figure label="Taxas" value={formatMoney(totals.feeCents)} />
            <Figure label="Líquido" value={formatMoney(totals.netCents)} />
            <Figure label="Multas retidas" value={formatMoney(totals.penaltyCents)} note="Dentro do que se recebeu" />
          </Figures>
          <Group justify="space-between" gap="sm" my="md">
            <FileButtons
              formats={reportFormats}
              done="Relatório baixado."
              download={(format) =>
                api.download(accountingRoutes.exportEntries, { query: { ...queryOf(params), from, to, format } })
              }
            />
            {without.length > 1 && (
              <Group gap="sm">
                <IssueButton reservations={without} />
                <Button size="md" variant="light" onClick={() => setNoting(without)}>
                  Informar {without.length} notas
                </Button>
              </Group>
            )}
          </Group>
          <Lines lines={lines} onNote={(one) => setNoting([one])} />
          <ListPages page={page} one="lançamento" many="lançamentos" />
        </>
      )}
      {noting && <InvoiceDialog reservations={noting} onClose={() => setNoting(undefined)} />}
    </>
  );
}

/** Issues the notes of reservations, where notes are issued here. */
function IssueButton({ reservations }: { reservations: readonly Noted[] }) {
  const { issuesInvoices } = useSettings();
  const { start, isPending } = useStartBatch();
  if (!issuesInvoices) return null;
  const label = `Emitir ${reservations.length} notas`;
  return (
    <Button
      size="md"
      loading={isPending}
      onClick={async () => {
        if (await askToConfirm({ titulo: `${label}?`, mensagem: BATCH_TEXT })) {
          start({ reservationIds: reservations.map(({ id: reservationId }) => reservationId) });
        }
      }}
    >
      {label}
    </Button>
  );
}

/** Who sold, where anybody sells for a commission. */
function SellerFilter() {
  const { data } = useQuery(load(sellerRoutes.list));
  if (!data || data.data.length === 0) return null;
  return (
    <ChoiceFilter
      name="vendedor"
      label="Vendedor"
      choices={[
        { value: '', label: 'Vendedores' },
        ...data.data.map(({ id: value, name }) => ({ value, label: name })),
      ]}
    />
  );
}

function notedOf({ reservation, payer, trip }: AccountingLine): Noted | undefined {
  return reservation ? { ...reservation, label: `${payer.name} · ${trip?.title ?? ''}` } : undefined;
}

/** The reservations of lines that have no note yet, once each. */
function withoutNote(lines: readonly AccountingLine[]): Noted[] {
  const found = new Map<string, Noted>();
  for (const line of lines) {
    const noted = line.invoices.length === 0 && notedOf(line);
    if (noted) found.set(noted.id, noted);
  }
  return [...found.values()];
}

function taxIdText(taxId: string): string {
  if (taxId.length === 11 && /^\d+$/.test(taxId)) return formatDocumentCpf(taxId);
  return /^[0-9A-Z]{14}$/.test(taxId) ? formatDocumentCnpj(taxId) : taxId;
}

function Lines({ lines, onNote }: { lines: readonly AccountingLine[]; onNote: (noted: Noted) => void }) {
  const mayNote = may('confirm_money');
  return (
    <DataTable
      className={styles.table}
      caption="Lançamentos"
      columns={[
        ...['Data', 'Quem paga', 'Passeio', 'Vendedor', 'Lançamento'],
        { label: 'Valor', number: true },
        'Nota',
      ]}
    >
      {lines.map((line) => {
        const { payer, reservation, trip, seller, method, amountCents, feeCents, penaltyCents, invoices } = line;
        const isPenalty = penaltyCents !== 0;
        const cents = isPenalty ? penaltyCents : amountCents;
        const noted = notedOf(line);
        return (
          <tr key={`${line.kind} ${line.id}`}>
            <th scope="row">
              <span className={table.name}>{formatDay(line.cashOn)}</span>
              {line.competenceOn && line.competenceOn !== line.cashOn && (
                <span className={table.detail}>Competência {formatDay(line.competenceOn)}</span>
              )}
            </th>
            <td data-label="Quem paga">
              <span className={table.stack}>
                {payer.name}
                {payer.taxId && <span className={table.detail}>{taxIdText(payer.taxId)}</span>}
                {payer.address && <span className={table.detail}>{payer.address}</span>}
              </span>
            </td>
            <td data-label="Passeio">
              <span className={table.stack}>
                {trip ? `${trip.title} · ${formatDay(trip.departsOn)}` : '—'}
                {reservation && (
                  <Link to={reservationPagePath(reservation.id)} className={table.link}>
                    {reservation.code}
                  </Link>
                )}
              </span>
            </td>
            <td data-label="Vendedor">{seller ?? '—'}</td>
            <td data-label="Lançamento">
              <span className={table.stack}>
                {[accountingKinds[line.kind] ?? 'Lançamento', method && paymentMethods[method]]
                  .filter(Boolean)
                  .join(' · ')}
                {line.reference && <span className={table.detail}>{line.reference}</span>}
              </span>
            </td>
            <td data-label="Valor" className={table.number}>
              <span className={table.stack}>
                <Text span c={cents < 0 ? 'var(--danger)' : undefined}>
                  {formatMoney(cents)}
                </Text>
                {penaltyCents > 0 && <span className={table.detail}>Já recebida</span>}
                {feeCents !== null && feeCents > 0 && (
                  <span className={table.detail}>
                    Taxa {formatMoney(feeCents)}, líquido {formatMoney(amountCents - feeCents)}
                  </span>
                )}
              </span>
            </td>
            <td data-label="Nota">
              <span className={table.stack}>
                {invoices.map(({ number, issuedOn }) => (
                  <span key={number}>
                    {number}
                    <span className={table.detail}>{formatDay(issuedOn)}</span>
                  </span>
                ))}
                {noted && invoices.length === 0 && mayNote && (
                  <Button
                    size="compact-md"
                    variant="subtle"
                    aria-label={`Informar nota da reserva ${noted.code}`}
                    onClick={() => onNote(noted)}
                  >
                    Informar
                  </Button>
                )}
              </span>
            </td>
          </tr>
        );
      })}
    </DataTable>
  );
}
