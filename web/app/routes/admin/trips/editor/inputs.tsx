import { Input, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { plural } from '@passeio/contract/words';
import { useId } from 'react';
import { useFormats } from '~/lib/formats';
import { DayInput } from '~/ui/inputs/day-input';
import { TimeInput } from '~/ui/inputs/time-input';
import styles from './trip-editor.module.css';
import { linesOf, type TripFields } from './trip-fields';
import { useField } from './trip-form';

type NameOf<Kind> = { [Name in keyof TripFields]: TripFields[Name] extends Kind ? Name : never }[keyof TripFields];
type TextName = NameOf<string>;

interface Described {
  label: string;
  description?: string;
}

interface TextFieldProps extends Described, Pick<TextInputProps, 'maxLength' | 'inputMode' | 'type' | 'rightSection'> {
  name: TextName;
  className?: string | undefined;
}

/** Text input. */
export function TextField({ name, ...props }: TextFieldProps) {
  const { value, error, change } = useField(name);
  return (
    <TextInput
      name={name}
      size="md"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  );
}

/** Integer input. */
export function NumberField({ unit, ...props }: Omit<TextFieldProps, 'type'> & { unit?: string }) {
  return <TextField inputMode="numeric" maxLength={6} rightSection={unit} {...props} />;
}

/** Textarea. `counted` fields show the remaining characters. */
export function LongTextField({ name, counted, ...props }: Described & { name: TextName; counted?: number }) {
  const { value, error, change } = useField(name);
  const left = counted === undefined ? undefined : counted - value.length;
  return (
    <Textarea
      name={name}
      size="md"
      autosize
      minRows={2}
      maxRows={14}
      value={value}
      error={error ?? (left !== undefined && left < 0 ? `${-left} caracteres a mais` : undefined)}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  );
}

/** List with one item per line; strips bullets from pasted lines. */
export function LinesField({ name, ...props }: Described & { name: 'included' | 'excluded' | 'bring' }) {
  const { value, error, change } = useField(name);
  const count = linesOf(value).length;
  return (
    <Textarea
      name={name}
      size="md"
      autosize
      minRows={3}
      maxRows={14}
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => value !== linesOf(value).join('\n') && change(linesOf(value).join('\n'))}
      {...props}
      description={count === 0 ? 'Um item por linha' : `Um item por linha · ${plural(count, 'item', 'itens')}`}
    />
  );
}

export function SwitchField({ name, ...props }: Described & { name: NameOf<boolean> }) {
  const { value, change } = useField(name);
  return (
    <Switch
      name={name}
      size="md"
      checked={value}
      onChange={(event) => change(event.currentTarget.checked)}
      {...props}
    />
  );
}

interface MomentFieldProps {
  name: 'date' | 'returnDate';
  label: string;
  /** Earliest date. */
  min?: string;
  onDay?: (day: string) => void;
}

/** Date and time in the operator's time zone. */
export function MomentField({ name, label, min, onDay }: MomentFieldProps) {
  const { value, error, change } = useField(name);
  const { today } = useFormats();
  const id = useId();
  const describedBy = error ? id : undefined;
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className={styles.parts}>
        <DayInput
          field={name}
          label="Dia"
          min={min}
          today={today}
          error={error !== undefined}
          describedBy={describedBy}
          value={value.day}
          onChange={(day) => {
            change({ ...value, day });
            onDay?.(day);
          }}
        />
        <TimeInput
          name={`${name}.time`}
          label="Hora"
          error={error !== undefined}
          aria-describedby={describedBy}
          value={value.time}
          onChange={(time) => change({ ...value, time })}
        />
      </div>
      {error && (
        <Input.Error id={id} size="md" mt={6}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  );
}
