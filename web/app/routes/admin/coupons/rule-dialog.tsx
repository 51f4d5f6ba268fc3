import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { Switch, TagsInput, TextInput } from '@mantine/core';
import { discountRuleRoutes } from '@passeio/contract/discounts/discount-rule-routes';
import { discountRuleDraft, ruleBenefits, type StaffDiscountRule } from '@passeio/contract/discounts/discount-rules';
import type { RuleBenefitKind } from '@passeio/contract/discounts/rule-lines';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { formatMoneyInput } from '~/lib/parse-money';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import { Grid } from '~/ui/layout/grid';
import { readAmount, readCount, storedValidity, TripsField, typedValidity, ValidityFields } from './offer-fields';

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
  const { timeZone } = useFormats();
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
        rule
          ? api.call(discountRuleRoutes.change, { params: { ruleId: rule.id }, body, toast: false })
          : api.call(discountRuleRoutes.create, { body, toast: false })
      }
      onSaved={onSaved}
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
          <TripsField stored={rule?.tripIds} {...form.getInputProps('tripIds')} />
          <Grid min="10rem" gap={1}>
            <ValidityFields values={form.values} errors={form.errors} onChange={form.setFieldValue} />
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
    ...typedValidity(rule, timeZone),
    isActive: rule?.isActive ?? true,
  };
}

function bodyOf(values: ReturnType<typeof valuesOf>, timeZone: string) {
  return {
    label: values.label,
    condition: {
      minPeople: readCount(values.minPeople),
      minDaysBefore: readCount(values.minDaysBefore),
      minTotalCents: readAmount(values.minTotalCents),
      fareLabels: values.countedFares,
    },
    benefit: {
      kind: values.kind,
      value: values.kind === 'amount_each' ? readAmount(values.value) : readCount(values.value),
      fareLabels: values.loweredFares,
    },
    tripIds: values.tripIds,
    ...storedValidity(values, timeZone),
    isActive: values.isActive,
  };
}
