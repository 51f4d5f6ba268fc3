import { TextInput } from '@mantine/core';
import { adjustmentDraft } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import { useFormats } from '~/lib/formats';
import { parseMoney } from '~/lib/parse-money';
import { parseTime } from '~/lib/parse-time';
import { instantOf, localOf } from '~/lib/zoned-time';
import fields from '~/ui/editing/field-grid.module.css';
import type { FormOf } from '~/ui/editing/use-schema-form';
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
export const adjustmentRules = adjustmentFormValues
  .extend({ totalCents: z.number() })
  .transform(({ totalCents, ...typed }, { addIssue }) => {
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

const kinds = [
  ['discount', 'Desconto'],
  ['extra', 'Acréscimo'],
] as const;

interface AdjustmentFieldsProps {
  form: FormOf<{ adjustment: AdjustmentFormValues }>;
  /** The amount has the focus when the dialog opens. */
  autofocus?: boolean;
}

/** A discount or an extra: how much, and why. */
export function AdjustmentFields({ form, autofocus }: AdjustmentFieldsProps) {
  const { kind } = form.values.adjustment;
  return (
    <>
      <ChoiceGroup
        legend="O que mudar no valor"
        choices={kinds}
        value={kind}
        onChange={(chosen) => {
          form.setFieldValue('adjustment.kind', chosen);
          form.clearFieldError('adjustment.amount');
        }}
      />
      <div className={fields.grid}>
        <MoneyInput
          label={kind === 'discount' ? 'Valor do desconto' : 'Valor do acréscimo'}
          name="adjustment.amount"
          data-autofocus={autofocus}
          value={form.values.adjustment.amount}
          {...form.getInputProps('adjustment.amount')}
        />
        <TextInput
          label="Motivo"
          name="adjustment.reason"
          size="md"
          autoComplete="off"
          maxLength={200}
          placeholder={kind === 'discount' ? 'Ex.: grupo grande' : 'Ex.: bagagem extra'}
          {...form.getInputProps('adjustment.reason')}
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

export function startDeadline(kind: DeadlineFormValues['kind'], today: string): DeadlineFormValues {
  return { kind, day: today, time: '18:00' };
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
  form: FormOf<{ deadline: DeadlineFormValues }>;
  /** In order. */
  kinds: readonly DeadlineFormValues['kind'][];
  /** ISO 8601. */
  departsAt: string;
}

/** The deadline of a hold. */
export function DeadlineFields({ form, kinds, departsAt }: DeadlineFieldsProps) {
  const { timeZone, today } = useFormats();
  const { kind, day, time } = form.values.deadline;
  return (
    <>
      <ChoiceGroup
        legend="Prazo para pagar o sinal"
        choices={kinds.map((one) => [one, labels[one]] as const)}
        value={kind}
        onChange={(chosen) => form.setFieldValue('deadline.kind', chosen)}
      />
      {kind === 'chosen' && (
        <div className={fields.grid}>
          <DayInput
            label="Dia"
            field="deadline.day"
            value={day}
            {...form.getInputProps('deadline.day')}
            min={today}
            max={localOf(departsAt, timeZone).slice(0, 10)}
            today={today}
          />
          <TimeInput label="Hora" name="deadline.time" value={time} {...form.getInputProps('deadline.time')} />
        </div>
      )}
    </>
  );
}
