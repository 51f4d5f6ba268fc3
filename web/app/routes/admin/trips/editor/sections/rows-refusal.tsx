import { Button } from '@mantine/core';
import styles from './sections.module.css';

interface RowsRefusalProps<Row> {
  error: string;
  /** Name of the list's field. */
  name: string;
  /** Stored rows that were removed. */
  removed: Row[];
  onRestore: (removed: Row[]) => void;
}

/** Why a list was refused; restores removed rows that are in use. */
export function RowsRefusal<Row>({ error, name, removed, onRestore }: RowsRefusalProps<Row>) {
  return (
    <div className={styles.error} role="alert">
      <p>{error}</p>
      {removed.length > 0 && (
        <Button variant="default" size="sm" name={name} onClick={() => onRestore(removed)}>
          Trazer de volta o que removi
        </Button>
      )}
    </div>
  );
}
