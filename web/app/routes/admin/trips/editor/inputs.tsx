import { Input, Switch, Textarea, TextInput } from '@mantine/core';
import { type TripField, tripEntryOf, tripTable } from '@passeio/contract/trips/trip-table';
import { plural } from '@passeio/contract/words';
import { type ChangeEvent, useId } from 'react';
import { useFormats } from '~/lib/formats';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { DayInput } from '~/ui/inputs/day-input';
import { TimeInput } from '~/ui/inputs/time-input';
import { RichTextEditor } from '~/ui/rich-text-editor/rich-text-editor';
import styles from './trip-editor.module.css';
import { linesOf } from './trip-fields';
import { useField } from './trip-form';

interface TripInputProps {
  name: TripField;
  /** Instead of the entry's. */
  hint?: string;
  lastDay?: string;
}

/** The input of a field, as its entry says. */
export function TripInput({ name, hint, lastDay }: TripInputProps) {
  const { label, input } = tripEntryOf(name);
  const { value, error, change } = useField(name);
  const { today } = useFormats();
  const all = { name, label: input.label ?? label, description: hint ?? input.hint };
  const text = String(value);
  const typed = {
    ...{ ...all, size: 'md', value: text, error },
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => change(event.currentTarget.value),
  };
  const long = { ...typed, autosize: true, maxRows: 14 };
  switch (input.kind) {
    case 'line':
      return <TextInput {...typed} autoComplete="off" maxLength={input.max} />;
    case 'number':
      return (
        <TextInput {...typed} autoComplete="off" inputMode="numeric" maxLength={input.max} rightSection={input.unit} />
      );
    case 'text':
      return <Textarea {...long} minRows={2} error={error ?? tooLong(text, input.max)} />;
    case 'lines':
      return (
        <Textarea
          {...long}
          minRows={3}
          onBlur={() => text !== linesOf(text).join('\n') && change(linesOf(text).join('\n'))}
          description={itemsHint(linesOf(text).length)}
        />
      );
    case 'html':
      return <RichTextEditor {...all} value={text} onChange={change} error={error} />;
    case 'day':
      return (
        <DayInput {...all} field={name} today={today} max={lastDay} value={text} error={error} onChange={change} />
      );
    case 'switch':
      return (
        <Switch {...all} size="md" checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />
      );
    case 'choice':
      return (
        <ChoiceGroup legend={all.label} choices={Object.entries(input.choices ?? {})} value={text} onChange={change} />
      );
  }
}

function tooLong(text: string, max = Number.POSITIVE_INFINITY): string | undefined {
  return text.length > max ? `${text.length - max} caracteres a mais` : undefined;
}

function itemsHint(count: number): string {
  return count === 0 ? 'Um item por linha' : `Um item por linha · ${plural(count, 'item', 'itens')}`;
}

interface MomentFieldProps {
  name: 'date' | 'returnDate';
  /** Earliest date. */
  min?: string;
  onDay?: (day: string) => void;
}

/** Date and time in the operator's time zone. */
export function MomentField({ name, min, onDay }: MomentFieldProps) {
  const { value, error, change } = useField(name);
  const { today } = useFormats();
  const id = useId();
  const describedBy = error ? id : undefined;
  return (
    <fieldset>
      <legend>{tripTable[name].label}</legend>
      <div className={styles.moment}>
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
