import { z } from '@passeio/contract/zod';
import type { ReactNode } from 'react';
import { useFormats } from '~/lib/formats';
import { parseTime } from '~/lib/parse-time';
import { instantOf, localOf } from '~/lib/zoned-time';
import fields from '~/ui/editing/field-grid.module.css';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { TimeInput } from '~/ui/inputs/time-input';

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
