import { Input } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './choice-group.module.css';

interface ChoiceGroupProps<Value extends string> {
  legend: ReactNode;
  /** Value and label, in order. */
  choices: readonly (readonly [Value, string])[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio buttons side by side, for two or three short choices. */
export function ChoiceGroup<Value extends string>({ legend, choices, value, onChange }: ChoiceGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {choices.map(([choice, label]) => (
        <label key={choice}>
          <input type="radio" name={name} checked={value === choice} onChange={() => onChange(choice)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface CheckGroupProps {
  name: string;
  legend: string;
  hint?: string;
  error?: string | undefined;
  choices: readonly string[];
  value: readonly string[];
  className?: string | undefined;
  onChange: (value: string[]) => void;
}

/** Checkboxes side by side, in the order of the choices. */
export function CheckGroup({ name, legend, hint, error, choices, value, className, onChange }: CheckGroupProps) {
  const id = useId();
  const told = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={className}>
      <fieldset className={styles.group} aria-describedby={told}>
        <legend>
          {legend}
          {hint && (
            <Input.Description id={`${id}-hint`} size="md" component="span" display="block" fw={400}>
              {hint}
            </Input.Description>
          )}
        </legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              name={name}
              aria-invalid={error ? true : undefined}
              checked={value.includes(choice)}
              onChange={({ currentTarget }) =>
                onChange(choices.filter((one) => (one === choice ? currentTarget.checked : value.includes(one))))
              }
            />
            <span>{choice}</span>
          </label>
        ))}
      </fieldset>
      {error && (
        <Input.Error id={`${id}-error`} size="md" mt={5}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
