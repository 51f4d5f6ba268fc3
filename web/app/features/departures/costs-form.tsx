import { Button, Group, Stack } from '@mantine/core';
import {
  type CostAmounts,
  type CostField,
  costsPerPerson,
  fixedCosts,
  type Income,
  sumCosts,
  type TripCosts,
} from '@passeio/contract/payments/trip-costs';
import { tripEditingRoutes } from '@passeio/contract/trips/trip-editing-routes';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '~/lib/api';
import { alertInputStays } from '~/ui/editing/alert-input-stays';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { MoneyInput } from '~/ui/inputs/money-input';
import { answered, api } from '../session/api';
import { type CostsFormValues, checkCost, costsFormValues, parseCosts } from './cost-fields';
import styles from './costs.module.css';
import { MarginPlot } from './margin-plot';
import { breakEvenWords, hasCosts, marginWords, outlookOf } from './outlook';

interface CostsProps {
  tripId: string;
  costs: TripCosts;
  booked: Income;
  priceCents: number;
  capacity: number;
}

/** The costs of a trip, and what follows from those typed. */
export function Costs({ tripId, costs, ...facts }: CostsProps) {
  const { typed, errors, busy, isDirty, type, leave, submit, undo, read } = useCosts(tripId, costs);
  const field = (name: CostField, label: string) => (
    <MoneyInput
      key={name}
      name={name}
      label={label}
      value={typed[name]}
      error={errors[name]}
      placeholder="0,00"
      onChange={(value) => type(name, value)}
      onBlurCapture={() => leave(name)}
    />
  );
  return (
    <section aria-labelledby="custos" className={styles.costs}>
      <h3 id="custos">Custos e ponto de equilíbrio</h3>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
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
          <Group gap="sm">
            <Button type="submit" size="md" loading={busy}>
              Salvar custos
            </Button>
            {isDirty && (
              <Button type="button" size="md" variant="default" disabled={busy} onClick={undo}>
                Desfazer
              </Button>
            )}
          </Group>
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

function useCosts(tripId: string, costs: TripCosts) {
  const [typed, setTyped] = useState<CostsFormValues>(() => costsFormValues(costs));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const result = parseCosts(typed);
  const read = 'costs' in result ? result.costs : undefined;
  const isDirty = !read || Object.entries(read).some(([name, cents]) => costs[name as CostField] !== cents);
  useUnsavedWarning(isDirty, 'Os custos que você digitou não foram salvos.');

  function type(name: CostField, value: string): void {
    setTyped((before) => ({ ...before, [name]: value }));
    if (errors[name]) say(name, checkCost(value));
  }

  function say(name: string, sentence: string | undefined): void {
    setErrors(({ [name]: _, ...others }) => (sentence ? { ...others, [name]: sentence } : others));
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    if (busy) return;
    const wrong = 'errors' in result ? result.errors : {};
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) (form.elements.namedItem(first) as HTMLElement | null)?.focus();
    if (!read) return;
    setBusy(true);
    try {
      const body = { ...read, version: costs.version };
      await answered(api.call(tripEditingRoutes.changeCosts, { params: { tripId }, body }));
      showAlert('success', 'Custos salvos.');
      await revalidate();
    } catch (error) {
      // Told by the API client; what is typed is still there.
      if (!(error instanceof ApiError)) throw error;
      alertInputStays(error);
      setErrors(error.fields);
    } finally {
      setBusy(false);
    }
  }

  function undo(): void {
    setTyped(costsFormValues(costs));
    setErrors({});
  }

  const leave = (name: CostField) => say(name, checkCost(typed[name]));
  return { typed, errors, busy, isDirty, read, type, leave, submit, undo };
}
