import type { Passenger } from '@passeio/contract/boarding/passengers';
import { mayBoard, type Selection } from '../selection';
import styles from './row-check.module.css';

interface RowCheckProps {
  label: string;
  people: readonly Passenger[];
  selection: Selection;
}

/** Chooses these people for an action on several; nothing if their boarding point cannot be changed any more. */
export function RowCheck({ label, people, selection }: RowCheckProps) {
  const choosable = people.filter(mayBoard);
  const chosen = choosable.filter(({ id }) => selection.ids.has(id)).length;
  if (choosable.length === 0) return null;
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={label}
        checked={chosen === choosable.length}
        ref={(input) => {
          if (input) input.indeterminate = chosen > 0 && chosen < choosable.length;
        }}
        onChange={({ currentTarget }) => selection.set(choosable, currentTarget.checked)}
      />
    </label>
  );
}
