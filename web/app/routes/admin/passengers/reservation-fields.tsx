import { TextInput } from '@mantine/core';
import { adjustmentDraft } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { ReactNode } from 'react';
import { useFormats } from '~/lib/formats';
import { parseMoney } from '~/lib/parse-money';
import { parseTime } from '~/lib/parse-time';
import { instantOf, localOf } from '~/lib/zoned-time';
import fields from '~/ui/editing/field-grid.module.css';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { MoneyInput } from '~/ui/inputs/money-input';
import { TimeInput } from '~/ui/inputs/time-input';

/** A discount or an extra as typed. */
export const adjustmentFormValues = z.object({
  kind: z.enum(['discount', 'extra']),
  amount: z.string(),
  reason: z.string(),
});
export type AdjustmentFormValues = z.output<typeof adjustmentFormValues>;

export const startAdjustment: AdjustmentFormValues = { kind: 'discount', amount: '', reason: '' };

/** The amount in centavos, negative for a discount; 0 while it is no amount. */
export function adjustmentCents({ kind, amount }: Pick<AdjustmentFormValues, 'kind' | 'amount'>): number {
  const cents = parseMoney(amount) ?? 0;
  return kind === 'discount' ? -cents : cents;
}

/** Reads the fields as the API's adjustment of a total, in centavos. */
export function adjustmentOf(totalCents: number) {
  return adjustmentFormValues.transform((typed, { addIssue }) => {
    const refuse = (field: string, message: string) => addIssue({ code: 'custom', path: [field], message });
    const cents = parseMoney(typed.amount);
    if (cents === null) refuse('amount', 'Informe o valor.');
    if (cents === undefined) refuse('amount', 'Valor inválido. Use, por exemplo, 50,00.');
    const draft = adjustmentDraft.safeParse({ amountCents: adjustmentCents(typed), reason: typed.reason });
    for (const { path, message } of draft.error?.issues ?? []) {
      refuse(path[0] === 'reason' ? 'reason' : 'amount', message);
    }
    if (totalCents + adjustmentCents(typed) < 0) refuse('amount', 'O desconto é maior que o valor da reserva.');
    return draft.data ?? z.NEVER;
  });
}

const kinds = [
  ['discount', 'Desconto'],
  ['extra', 'Acréscimo'],
] as const;

interface AdjustmentFieldsProps {
  value: AdjustmentFormValues;
  onChange: (value: AdjustmentFormValues) => void;
  errors: Record<string, ReactNode>;
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

/** A deadline as typed: the operator's usual one, a day and time in the operator's time zone, or none. */
export const deadlineFormValues = z.object({
  kind: z.enum(['usual', 'chosen', 'none']),
  day: z.string(),
  time: z.string(),
});
export type DeadlineFormValues = z.output<typeof deadlineFormValues>;

export function startDeadline(kind: DeadlineFormValues['kind']): DeadlineFormValues {
  return { kind, day: '', time: '18:00' };
}

/** Reads the fields as the API's deadline before a departure; undefined: the usual one, null: none. */
export function deadlineBefore(departsAt: string, timeZone: string) {
  return deadlineFormValues.transform(({ kind, day, time }, { addIssue }) => {
    const refuse = (field: string, message: string) => {
      addIssue({ code: 'custom', path: [field], message });
      return z.NEVER;
    };
    if (kind === 'usual') return undefined;
    if (kind === 'none') return null;
    const hour = parseTime(time);
    if (!day) return refuse('day', 'Informe o dia.');
    if (!hour) return refuse('time', 'Informe a hora, como 18:00.');
    const holdExpiresAt = instantOf(`${day}T${hour}`, timeZone);
    if (Date.parse(holdExpiresAt) <= Date.now()) return refuse('day', 'Escolha um prazo no futuro.');
    if (holdExpiresAt >= departsAt) return refuse('day', 'Escolha um prazo antes da saída.');
    return holdExpiresAt;
  });
}

const labels = { usual: 'O de sempre', chosen: 'Escolher', none: 'Sem prazo' } as const;

interface DeadlineFieldsProps {
  /** In order. */
  kinds: readonly DeadlineFormValues['kind'][];
  value: DeadlineFormValues;
  onChange: (value: DeadlineFormValues) => void;
  errors: Record<string, ReactNode>;
  /** ISO 8601. */
  departsAt: string;
}

/** The deadline of a hold. */
export function DeadlineFields({ kinds, value, onChange, errors, departsAt }: DeadlineFieldsProps) {
  const { timeZone, today } = useFormats();
  return (
    <>
      <ChoiceGroup
        legend="Prazo para pagar o sinal"
        choices={kinds.map((kind) => [kind, labels[kind]] as const)}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind, day: value.day || today })}
      />
      {value.kind === 'chosen' && (
        <div className={fields.grid}>
          <DayInput
            label="Dia"
            field="deadline.day"
            value={value.day}
            onChange={(day) => onChange({ ...value, day })}
            error={errors['deadline.day']}
            min={today}
            max={localOf(departsAt, timeZone).slice(0, 10)}
            today={today}
          />
          <TimeInput
            label="Hora"
            name="deadline.time"
            value={value.time}
            onChange={(time) => onChange({ ...value, time })}
            error={errors['deadline.time']}
          />
        </div>
      )}
    </>
  );
}
