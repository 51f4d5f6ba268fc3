import { Stack } from '@mantine/core';
import {
  type CostAmounts,
  type CostField,
  costFields,
  costsPerPerson,
  fixedCosts,
  type Income,
  sumCosts,
  type TripCosts,
  tripCostsUpdate,
} from '@passeio/contract/payments/trip-costs';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { z } from '@passeio/contract/zod';
import { MarginPlot } from '~/features/departures/margin-plot';
import { breakEvenWords, hasCosts, marginWords, outlookOf } from '~/features/departures/outlook';
import { answered, apiInPlace } from '~/features/session/api';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput } from '~/ui/inputs/money-input';
import styles from './costs-form.module.css';

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
const schema = z.object(ofEach(() => cost));

/** The costs of a trip, and what follows from those typed. */
export function Costs({ tripId, costs, ...facts }: CostsProps) {
  const { form, failure, isPending, props } = useSchemaForm({
    initial: ofEach((name) => (costs[name] === 0 ? '' : formatMoneyInput(costs[name]))),
    schema,
    save: (typed) => {
      const body = { ...typed, version: costs.version };
      return answered(apiInPlace.call(tripEditingRoutes.changeCosts, { params: { tripId }, body }));
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
    <section aria-labelledby="custos" className={styles.costs}>
      <h3 id="custos">Custos e ponto de equilíbrio</h3>
      <form {...props} method="post">
        <Stack gap="md">
          <fieldset className={styles.group}>
            <legend>Da saída inteira</legend>
            {Object.entries(fixedCosts).map(([name, label]) => field(name as CostField, label))}
          </fieldset>
          <fieldset className={styles.group}>
            <legend>Por pessoa com vaga</legend>
            {Object.entries(costsPerPerson).map(([name, label]) => field(name as CostField, label))}
          </fieldset>
          {read && <Consequences costs={read} {...facts} />}
          {isDirty && failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar custos" dirty={isDirty} busy={isPending} onUndo={form.reset} />
        </Stack>
      </form>
    </section>
  );
}

function Consequences({ costs, ...facts }: { costs: CostAmounts } & Omit<CostsProps, 'tripId' | 'costs'>) {
  const sums = sumCosts(costs);
  if (!hasCosts(sums)) {
    return (
      <p role="status" className={styles.words}>
        Informe os custos para ver com quantas pessoas a saída se paga. Só a equipe vê.
      </p>
    );
  }
  const all = { ...facts, sums };
  const outlook = outlookOf(all);
  return (
    <div className={styles.consequences}>
      <p role="status" className={styles.words}>
        <strong>{breakEvenWords(outlook, facts.capacity)}</strong> {marginWords(outlook, facts.booked.people)}
      </p>
      <MarginPlot facts={all} outlook={outlook} minimum={0} />
    </div>
  );
}
