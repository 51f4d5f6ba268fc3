import { TextInput } from '@mantine/core';
import fields from '~/ui/editing/field-grid.module.css';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { MoneyInput } from '~/ui/inputs/money-input';
import type { AdjustmentFormValues } from './adjustment-form-values';

const kinds = [
  ['discount', 'Desconto'],
  ['extra', 'Acréscimo'],
] as const;

interface AdjustmentFieldsProps {
  value: AdjustmentFormValues;
  onChange: (value: AdjustmentFormValues) => void;
  errors: FieldErrors;
  /** The amount has the focus when the dialog opens. */
  autofocus?: boolean;
}

/** A discount or an extra: how much, and why. */
export function AdjustmentFields({ value, onChange, errors, autofocus }: AdjustmentFieldsProps) {
  return (
    <>
      <ChoiceGroup
        legend="O que mudar no valor"
        choices={kinds}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <div className={fields.grid}>
        <MoneyInput
          label={value.kind === 'discount' ? 'Valor do desconto' : 'Valor do acréscimo'}
          name="adjustment.amount"
          data-autofocus={autofocus}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount })}
          error={errors['adjustment.amount']}
        />
        <TextInput
          label="Motivo"
          name="adjustment.reason"
          size="md"
          autoComplete="off"
          maxLength={200}
          placeholder={value.kind === 'discount' ? 'Ex.: grupo grande' : 'Ex.: bagagem extra'}
          value={value.reason}
          onChange={(event) => onChange({ ...value, reason: event.currentTarget.value })}
          error={errors['adjustment.reason']}
        />
      </div>
    </>
  );
}
