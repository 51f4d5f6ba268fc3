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
