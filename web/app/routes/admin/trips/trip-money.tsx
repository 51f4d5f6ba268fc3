import { Box, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { pageNumber } from '@passeio/contract/pages';
import { paymentMethods } from '@passeio/contract/payments/payments';
import {
  type MoneyExportFormat,
  moneyExportFormats,
  type TripMoney,
  transportExportFormats,
} from '@passeio/contract/payments/trip-money';
import { tripMoneyRoutes } from '@passeio/contract/payments/trip-money-routes';
import {
  type CostAmounts,
  type CostField,
  costFields,
  costsPerPerson,
  fixedCosts,
  type Income,
  sumCosts,
  type TripCosts,
  tripAds,
  tripCostsUpdate,
} from '@passeio/contract/trips/trip-costs';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { plural } from '@passeio/contract/words';
import { z } from '@passeio/contract/zod';
import { IconCashBanknote, IconFileDownload } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { MarginPlot } from '~/features/departures/margin-plot';
import { breakEvenText, hasCosts, marginText, outlookOf } from '~/features/departures/outlook';
import { SoldExtras } from '~/features/payments/sold-extras';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { TripHeader } from '~/features/trips/trip-header';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { saveFile } from '~/lib/save-file';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Card } from '~/ui/layout/card';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Figure, Figures } from '~/ui/layout/facts';
import { Grid } from '~/ui/layout/grid';
import { ListPages } from '~/ui/layout/list-tools';
import { FileButtons } from '~/ui/sharing/file-buttons';
import type { Route } from './+types/trip-money';
import { MoneyTable } from './money-table';
import { type AdRow, TripAds } from './trip-ads';
import styles from './trip-money.module.css';

interface CostsProps {
  tripId: string;
  costs: TripCosts;
  booked: Income;
  priceCents: number;
  capacity: number;
}

function ofEach<Value>(make: (name: CostField) => Value): Record<CostField, Value> {
  return Object.fromEntries(costFields.map((name) => [name, make(name)])) as Record<CostField, Value>;
}

const cost = z
  .string()
  .transform((typed, context) => {
    const cents = parseMoney(typed);
    if (cents === undefined) context.addIssue({ code: 'custom', message: 'Informe um valor, como 1.250,00.' });
    return cents ?? 0;
  })
  .pipe(tripCostsUpdate.shape.vehicleCents);
const schema = z.object({
  ...ofEach(() => cost),
  ads: z.array(z.object({ source: z.string(), cents: cost })).pipe(tripAds),
});

/** The costs of a trip, and what follows from those typed. */
function Costs({ tripId, costs, ...facts }: CostsProps) {
  const { form, failure, isPending, reset, props } = useSchemaForm({
    initial: {
      ...ofEach((name) => (costs[name] === 0 ? '' : formatMoneyInput(costs[name]))),
      ads: costs.ads.map(({ source, cents }): AdRow => ({ source, cents: formatMoneyInput(cents) })),
    },
    schema,
    save: (typed) => {
      const body = { ...typed, version: costs.version };
      return api.call(tripEditingRoutes.changeCosts, { params: { tripId }, body, toast: false });
    },
    onSaved: () => showAlert('success', 'Custos salvos.'),
  });
  const { data: read } = schema.safeParse(form.values);
  const isDirty = form.isDirty();
  useUnsavedWarning(isDirty, 'Os custos que você digitou não foram salvos.');
  const field = (name: CostField, label: string) => (
    <MoneyInput
      key={name}
      name={name}
      label={label}
      placeholder="0,00"
      {...form.getInputProps(name)}
      value={form.values[name]}
    />
  );
  return (
    <Card component="section" aria-labelledby="custos" className={styles.costs}>
      <h3 id="custos">Custos e ponto de equilíbrio</h3>
      <form {...props}>
        <Stack gap="md">
          <Grid component="fieldset" columns={3}>
            <Text component="legend" mb={4} c="dimmed" fz="sm" fw={600}>
              Da saída inteira
            </Text>
            {Object.entries(fixedCosts).map(([name, label]) => field(name as CostField, label))}
          </Grid>
          <Grid component="fieldset" columns={2}>
            <Text component="legend" mb={4} c="dimmed" fz="sm" fw={600}>
              Por pessoa com vaga
            </Text>
            {Object.entries(costsPerPerson).map(([name, label]) => field(name as CostField, label))}
          </Grid>
          <TripAds form={form} mayEdit={may('edit_trips')} />
          {read && <Consequences costs={read} {...facts} />}
          {failure && <FormNotice>{failure}</FormNotice>}
          {may('edit_trips') && (
            <FormActions save="Salvar custos" dirty={isDirty} busy={isPending} onUndo={() => reset()} />
          )}
        </Stack>
      </form>
    </Card>
  );
}

function Consequences({ costs, ...facts }: { costs: CostAmounts } & Omit<CostsProps, 'tripId' | 'costs'>) {
  const sums = sumCosts(costs);
  if (!hasCosts(sums)) {
    return <p role="status">Informe os custos para ver com quantas pessoas a saída se paga. Só a equipe vê.</p>;
  }
  const all = { ...facts, sums };
  const outlook = outlookOf(all);
  return (
    <Stack gap="sm">
      <p role="status">
        <strong>{breakEvenText(outlook, facts.capacity)}</strong> {marginText(outlook, facts.booked.people)}
      </p>
      <MarginPlot facts={all} outlook={outlook} minimum={0} />
    </Stack>
  );
}

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Financeiro do passeio');
export const handle = { title: 'Financeiro do passeio' };

const PER_PAGE = 50;

export async function clientLoader({ params: { tripId }, request }: Route.ClientLoaderArgs) {
  const query = { page: pageNumber.catch(1).parse(new URL(request.url).searchParams.get('page')), size: PER_PAGE };
  return preload(load(tripMoneyRoutes.readTripMoney, { params: { tripId }, query }));
}

/** What a trip has received, misses and gives back, and every entry of its ledger. */
export default function TripMoneyPage({ loaderData }: Route.ComponentProps) {
  const { data: money } = useSuspenseQuery(loaderData);
  const { trip, methods, extras, cashFlow, entries, page, costs, booked, priceCents, capacity } = money;
  return (
    <>
      <TripHeader trip={trip} current="money">
        {page.total > 0 && <Export money={money} />}
      </TripHeader>
      <MoneyFigures money={money} />
      <Costs
        key={`${trip.id} ${costs.version}`}
        tripId={trip.id}
        costs={costs}
        booked={{ people: booked.places, cents: booked.totalCents }}
        priceCents={priceCents}
        capacity={capacity}
      />
      <Box mb="lg">
        <SoldExtras extras={extras} />
      </Box>
      <CashFlow cashFlow={cashFlow} />
      <Transport tripId={trip.id} />
      {page.total === 0 ? (
        <EmptyState
          icon={IconCashBanknote}
          title="Nenhum lançamento ainda"
          text="Pagamentos por Pix entram aqui sozinhos. Os outros, você lança na lista de passageiros."
        />
      ) : (
        <>
          <MoneyMethods methods={methods} />
          <h3 className={styles.title}>Lançamentos</h3>
          <MoneyTable entries={entries} />
          <ListPages page={page} one="lançamento" many="lançamentos" />
        </>
      )}
    </>
  );
}

const formatLabels: Record<MoneyExportFormat, string> = { csv: 'CSV', xlsx: 'Excel' };

function Export({ money: { trip } }: { money: TripMoney }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: MoneyExportFormat) =>
      api.download(tripMoneyRoutes.exportTripMoney, { params: { tripId: trip.id }, query: { format } }),
    onSuccess: (file) => {
      saveFile(file);
      showAlert('success', 'Financeiro exportado.');
    },
  });
  return (
    <div className={styles.exports}>
      {moneyExportFormats.map((format) => (
        <Button
          key={format}
          size="md"
          variant="default"
          loading={isPending && variables === format}
          disabled={isPending && variables !== format}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          onClick={() => mutate(format)}
        >
          <span className={styles.verb}>Exportar&nbsp;</span>
          {formatLabels[format]}
        </Button>
      ))}
    </div>
  );
}

/** What whoever owns the bus needs for its own document of transport. */
function Transport({ tripId }: { tripId: string }) {
  return (
    <Box mb="lg">
      <h3 className={styles.title}>Dados para o CT-e OS</h3>
      <Text variant="hint" mb="sm" maw="40rem">
        O ônibus entre municípios pode precisar de CT-e OS (modelo 67), que a empresa de transporte emite. O arquivo tem
        o que este passeio sabe; não é um documento fiscal, e nada é emitido aqui. Os códigos IBGE dos municípios saem
        quando o embarque e o título dizem a cidade com a UF, como “Capitólio/MG”.
      </Text>
      <FileButtons
        formats={transportExportFormats}
        of="CT-e OS"
        done="Dados do CT-e OS baixados."
        download={(format) => api.download(tripMoneyRoutes.exportTransport, { params: { tripId }, query: { format } })}
      />
    </Box>
  );
}

/** What came in, is missing and goes back. */
function MoneyFigures({ money }: { money: TripMoney }) {
  const figures = [
    {
      label: 'Esperado',
      cents: money.expectedCents,
      note: money.retainedCents > 0 ? 'reservas ativas e multas' : 'reservas ativas',
    },
    { label: 'Recebido', cents: money.receivedCents, note: 'dinheiro que entrou' },
    ...creditFigures(money),
    ...(money.retainedCents > 0
      ? [{ label: 'Multas retidas', cents: money.retainedCents, note: 'de reservas canceladas' }]
      : []),
    { label: 'Falta receber', cents: money.missingCents, note: 'do esperado' },
    { label: 'Devolvido', cents: money.refundedCents, note: 'dinheiro que já voltou' },
    {
      label: 'A devolver',
      cents: money.toRefundCents,
      note: 'ainda vai voltar',
      tone: money.toRefundCents > 0 && ('warning' as const),
    },
  ];
  return (
    <div className={styles.figures}>
      <Figures aria-label="Resumo">
        {figures.map(({ cents, ...figure }) => (
          <Figure key={figure.label} value={formatMoney(cents)} {...figure} />
        ))}
      </Figures>
    </div>
  );
}

function creditFigures({ creditUsedCents, creditGrantedCents }: TripMoney) {
  return [
    { label: 'Créditos e vales usados', cents: creditUsedCents, note: 'recebidos antes' },
    { label: 'Créditos dados', cents: creditGrantedCents, note: 'ou devolvidos a vales' },
  ].filter(({ cents }) => cents > 0);
}

/** What came in, and what is to be paid, month by month. */
function CashFlow({ cashFlow }: Pick<TripMoney, 'cashFlow'>) {
  if (cashFlow.length === 0) return null;
  return (
    <section aria-labelledby="por-mes">
      <h3 id="por-mes" className={styles.title}>
        Por mês
      </h3>
      <Grid component="ul" min="16rem">
        {cashFlow.map(({ month, receivedCents, dueCents }) => (
          <Paper key={month} component="li" px="md" py="sm">
            <Group gap="md" align="start" justify="space-between" wrap="nowrap">
              <strong>{month.split('-').toReversed().join('/')}</strong>
              <Stack component="span" gap={0} ta="end" fw={600} className={tableStyles.figures}>
                {formatMoney(receivedCents)}
                {dueCents > 0 && (
                  <Text component="small" fz="sm" fw={400}>
                    a receber {formatMoney(dueCents)}
                  </Text>
                )}
              </Stack>
            </Group>
          </Paper>
        ))}
      </Grid>
    </section>
  );
}

/** What came in and went back by each method. */
function MoneyMethods({ methods }: Pick<TripMoney, 'methods'>) {
  return (
    <section aria-labelledby="por-forma">
      <h3 id="por-forma" className={styles.title}>
        Por forma de pagamento
      </h3>
      <Grid component="ul" min="16rem">
        {methods.map(({ method, inCents, outCents, entries }) => (
          <Paper key={method} component="li" px="md" py="sm">
            <Group gap="md" align="start" justify="space-between" wrap="nowrap">
              <Stack component="span" gap={0}>
                <strong>{paymentMethods[method]}</strong>
                <small>{plural(entries, 'lançamento')}</small>
              </Stack>
              <Stack component="span" gap={0} ta="end" fw={600} className={tableStyles.figures}>
                {formatMoney(inCents)}
                {outCents > 0 && (
                  <Text component="small" fz="sm" fw={400}>
                    devolvidos {formatMoney(outCents)}
                  </Text>
                )}
              </Stack>
            </Group>
          </Paper>
        ))}
      </Grid>
    </section>
  );
}
