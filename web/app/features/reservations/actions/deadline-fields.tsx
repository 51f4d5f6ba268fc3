import { useSettings } from '~/lib/settings';
import { localOf } from '~/lib/zoned-time';
import fields from '~/ui/editing/field-grid.module.css';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { TimeInput } from '~/ui/inputs/time-input';
import type { DeadlineFormValues } from './deadline-form-values';

const labels = { usual: 'O de sempre', chosen: 'Escolher', none: 'Sem prazo' } as const;

interface DeadlineFieldsProps {
  /** In order. */
  kinds: readonly DeadlineFormValues['kind'][];
  value: DeadlineFormValues;
  onChange: (value: DeadlineFormValues) => void;
  errors: FieldErrors;
  /** ISO 8601. */
  departsAt: string;
}

/** The deadline of a hold. */
export function DeadlineFields({ kinds, value, onChange, errors, departsAt }: DeadlineFieldsProps) {
  const { timeZone } = useSettings();
  const today = localOf(new Date().toISOString(), timeZone).slice(0, 10);
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
