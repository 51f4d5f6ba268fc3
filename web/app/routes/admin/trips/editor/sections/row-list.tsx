import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { MoveButtons, Sortable, SortableItem } from '~/ui/inputs/sortable';
import { moved } from '~/ui/inputs/sortable-order';
import styles from './sections.module.css';

interface RowListProps<Row> {
  rows: Row[];
  onChange: (rows: Row[]) => void;
  /** Singular noun of a row, as in "passo". */
  noun: string;
  /** Accessible name of a row while it is moved. */
  wordsOf: (row: Row) => string;
  list: RefObject<HTMLUListElement | null>;
  /** A line; a line with the text input below it; or a card with all inputs below its title. */
  shape?: 'line' | 'long' | 'card';
  /** Renders the inputs of a row. */
  children: (row: Row, index: number) => ReactNode;
}

/** Sortable rows with move and remove buttons. */
export function RowList<Row extends { key: string }>({
  rows,
  onChange,
  noun,
  wordsOf,
  list,
  shape = 'line',
  children,
}: RowListProps<Row>) {
  const move = (from: number, to: number) => onChange(moved(rows, from, to));
  const nameOf = (key: string) => {
    const index = rows.findIndex((row) => row.key === key);
    const row = rows[index];
    return (row && wordsOf(row)) || `${noun} ${index + 1}`;
  };
  return (
    <Sortable keys={rows.map(({ key }) => key)} nameOf={nameOf} onMove={move}>
      <ul ref={list} className={styles.rows}>
        {rows.map((row, index) => (
          <SortableItem
            key={row.key}
            id={row.key}
            className={shape === 'line' ? styles.row : `${styles.row} ${styles[shape]}`}
            handleLabel={`Arrastar ${noun} ${index + 1}`}
          >
            {(handle) => (
              <>
                {handle}
                {children(row, index)}
                <div className={styles.tools}>
                  <MoveButtons index={index} count={rows.length} name={`${noun} ${index + 1}`} onMove={move} />
                  <RemoveButton
                    label={`Remover ${noun} ${index + 1}`}
                    onClick={() => onChange(rows.toSpliced(index, 1))}
                  />
                </div>
              </>
            )}
          </SortableItem>
        ))}
      </ul>
    </Sortable>
  );
}

export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="red" size={44} aria-label={label} onClick={onClick}>
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  );
}
