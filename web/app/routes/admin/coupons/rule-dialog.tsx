import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import { discountRuleRoutes } from '@passeio/contract/discounts/discount-rule-routes';
import { discountRuleDraft, ruleBenefits, type StaffDiscountRule } from '@passeio/contract/discounts/discount-rules';
import type { RuleBenefitKind } from '@passeio/contract/discounts/rule-lines';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import { useQuery } from '@tanstack/react-query';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { instantOf, localOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Grid } from '~/ui/layout/grid';

const TRIPS = 100;
const DAY_MS = 86_400_000;

/** A rule to begin with, which is not saved yet. */
export type RuleStart = Pick<StaffDiscountRule, 'label' | 'condition' | 'benefit'>;

interface RuleDialogProps {
  /** The one that is changed. */
  rule?: StaffDiscountRule | undefined;
  /** What a new one begins with. */
  start?: RuleStart | undefined;
  onClose: () => void;
  onSaved: (rule: StaffDiscountRule) => void;
}

/** Makes or changes an automatic discount. Days are whole days of the operator's calendar. */
export function RuleDialog({ rule, start, onClose, onSaved }: RuleDialogProps) {
  const { timeZone, today, formatShortDate } = useFormats();
  const { data: trips } = useQuery(load(tripRoutes.list, { query: { upcoming: true, page: 1, size: TRIPS } }));
  const choices = (trips?.data ?? []).map(({ id, title, date }) => ({
    value: id,
    label: `${title}, ${formatShortDate(date)}`,
  }));
  const unlisted = (rule?.tripIds ?? []).filter((id) => !choices.some(({ value }) => value === id));
  return (
    <FormDialog
      title={rule ? rule.label : 'Novo desconto automático'}
      lead={rule?.isUsed ? 'Quem já reservou continua com o desconto que tem.' : undefined}
      submit={rule ? 'Salvar' : 'Criar desconto'}
      initial={valuesOf(rule ?? start, rule, timeZone)}
      schema={discountRuleDraft}
      toBody={(values) => bodyOf(values, timeZone)}
      fields={(name) => fieldNames[name] ?? name}
      save={(body) =>
        orRedirect(
          rule
            ? apiInPlace.call(discountRuleRoutes.change, { params: { ruleId: rule.id }, body })
            : apiInPlace.call(discountRuleRoutes.create, { body }),
        )
      }
      onSaved={(saved) => saved && onSaved(saved)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            size="md"
            label="Nome"
            description="O cliente lê junto do valor, como em “Grupo de 10 ou mais”"
            maxLength={60}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('label')}
          />
          <ChoiceGroup
            legend="Desconto"
            choices={Object.entries(ruleBenefits) as [RuleBenefitKind, string][]}
            value={form.values.kind}
            onChange={(kind) => form.setFieldValue('kind', kind)}
          />
          {form.values.kind === 'amount_each' ? (
            <MoneyInput label="Valor por pessoa" {...form.getInputProps('value')} value={form.values.value} />
          ) : (
            <TextInput
              size="md"
              label={form.values.kind === 'percent' ? 'Quantos por cento' : 'Quantas pessoas grátis'}
              description={form.values.kind === 'percent' ? undefined : 'As de tarifa mais barata, das que pagam'}
              inputMode="numeric"
              maxLength={3}
              rightSection={form.values.kind === 'percent' ? '%' : undefined}
              {...form.getInputProps('value')}
            />
          )}
          <TagsInput
            size="md"
            label="Desconto só nestas tarifas"
            description="Nome da tarifa e Enter. Sem nenhuma, vale para todas"
            maxTags={20}
            {...form.getInputProps('loweredFares')}
          />
          <Grid min="10rem" gap={1}>
            <TextInput
              size="md"
              label="Mínimo de pessoas"
              inputMode="numeric"
              maxLength={3}
              placeholder="sem mínimo"
              {...form.getInputProps('minPeople')}
            />
            <TextInput
              size="md"
              label="Dias antes da saída"
              inputMode="numeric"
              maxLength={3}
              placeholder="sem mínimo"
              {...form.getInputProps('minDaysBefore')}
            />
            <MoneyInput
              label="Valor mínimo das passagens"
              {...form.getInputProps('minTotalCents')}
              value={form.values.minTotalCents}
            />
          </Grid>
          <TagsInput
            size="md"
            label="Contar só quem é destas tarifas"
            description="Para o mínimo de pessoas e de valor. Sem nenhuma, contam todas"
            maxTags={20}
            {...form.getInputProps('countedFares')}
          />
          <MultiSelect
            size="md"
            label="Só nestes passeios"
            description="Sem nenhum, vale para todos"
            data={[...choices, ...unlisted.map((id) => ({ value: id, label: 'Passeio que não está na lista' }))]}
            searchable
            clearable
            {...form.getInputProps('tripIds')}
          />
          <Grid min="10rem" gap={1}>
            <DayInput
              label="Vale desde"
              field="from"
              today={today}
              value={form.values.from}
              onChange={(day) => form.setFieldValue('from', day)}
              error={form.errors.from}
            />
            <DayInput
              label="Vale até"
              description="Esse dia incluído"
              field="until"
              today={today}
              value={form.values.until}
              onChange={(day) => form.setFieldValue('until', day)}
              error={form.errors.until}
            />
          </Grid>
          <Switch size="md" label="Está valendo" {...form.getInputProps('isActive', { type: 'checkbox' })} />
        </>
      )}
    </FormDialog>
  );
}

const fieldNames: Record<string, string> = {
  'benefit.value': 'value',
  'benefit.kind': 'kind',
  'benefit.fareLabels': 'loweredFares',
  'condition.minPeople': 'minPeople',
  'condition.minDaysBefore': 'minDaysBefore',
  'condition.minTotalCents': 'minTotalCents',
  'condition.fareLabels': 'countedFares',
  validFrom: 'from',
  validUntil: 'until',
};

function valuesOf(from: RuleStart | undefined, rule: StaffDiscountRule | undefined, timeZone: string) {
  const count = (value: number | null | undefined) => (value ? String(value) : '');
  const kind: RuleBenefitKind = from?.benefit.kind ?? 'percent';
  const value = from?.benefit.value;
  const total = from?.condition.minTotalCents;
  const until = rule?.validUntil && new Date(Date.parse(rule.validUntil) - 1).toISOString();
  return {
    label: from?.label ?? '',
    kind,
    value: kind === 'amount_each' && value ? formatMoneyInput(value) : count(value),
    loweredFares: from?.benefit.fareLabels ?? [],
    minPeople: count(from?.condition.minPeople),
    minDaysBefore: count(from?.condition.minDaysBefore),
    minTotalCents: total ? formatMoneyInput(total) : '',
    countedFares: from?.condition.fareLabels ?? [],
    tripIds: rule?.tripIds ?? [],
    from: rule?.validFrom ? localOf(rule.validFrom, timeZone).slice(0, 10) : '',
    until: until ? localOf(until, timeZone).slice(0, 10) : '',
    isActive: rule?.isActive ?? true,
  };
}

function bodyOf(values: ReturnType<typeof valuesOf>, timeZone: string) {
  // What is no number stays text, which the schema refuses.
  const count = (typed: string) => (typed.trim() === '' ? null : /^\d+$/.test(typed.trim()) ? Number(typed) : typed);
  const money = (typed: string) => (typed.trim() === '' ? null : (parseMoney(typed) ?? typed));
  const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
  return {
    label: values.label,
    condition: {
      minPeople: count(values.minPeople),
      minDaysBefore: count(values.minDaysBefore),
      minTotalCents: money(values.minTotalCents),
      fareLabels: values.countedFares,
    },
    benefit: {
      kind: values.kind,
      value: values.kind === 'amount_each' ? money(values.value) : count(values.value),
      fareLabels: values.loweredFares,
    },
    tripIds: values.tripIds,
    validFrom: values.from ? instantOf(`${values.from}T00:00`, timeZone) : null,
    validUntil: values.until ? instantOf(`${dayAfter(values.until)}T00:00`, timeZone) : null,
    isActive: values.isActive,
  };
}
