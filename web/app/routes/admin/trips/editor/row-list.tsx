import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { MoveButtons, Sortable, SortableItem } from '~/ui/inputs/sortable';
import { moved } from '~/ui/inputs/sortable-order';
import { Card } from '~/ui/layout/card';
import grid from '~/ui/layout/grid.module.css';
import styles from './trip-editor.module.css';

interface RowListProps<Row> {
  rows: Row[];
  onChange: (rows: Row[]) => void;
  /** Singular noun of a row, as in "passo". */
  noun: string;
  /** Accessible name of a row while it is moved. */
  labelOf: (row: Row) => string;
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
  labelOf,
  list,
  shape = 'line',
  children,
}: RowListProps<Row>) {
  const move = (from: number, to: number) => onChange(moved(rows, from, to));
  const nameOf = (key: string) => {
    const index = rows.findIndex((row) => row.key === key);
    const row = rows[index];
    return (row && labelOf(row)) || `${noun} ${index + 1}`;
  };
  return (
    <Sortable keys={rows.map(({ key }) => key)} nameOf={nameOf} onMove={move}>
      <ul ref={list} className={grid.grid}>
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

interface RowsRefusalProps<Row> {
  error: string;
  /** Name of the list's field. */
  name: string;
  /** Stored rows that were removed. */
  removed?: Row[];
  onRestore?: (removed: Row[]) => void;
}

/** Why a list was refused; restores removed rows that are in use. */
export function RowsRefusal<Row>({ error, name, removed = [], onRestore }: RowsRefusalProps<Row>) {
  return (
    <Card tone="danger" role="alert">
      <Group gap="sm" justify="space-between">
        <Text flex="1 1 14rem">{error}</Text>
        {removed.length > 0 && (
          <Button variant="default" size="sm" name={name} onClick={() => onRestore?.(removed)}>
            Trazer de volta o que removi
          </Button>
        )}
      </Group>
    </Card>
  );
}

/** Focuses an input of a row that was just added. Returns a function that requests the focus by input name. */
export function useFocusOnAdded(place: RefObject<HTMLElement | null>): (name: string) => void {
  const wanted = useRef('');
  useEffect(() => {
    if (wanted.current === '') return;
    const input = place.current?.querySelector<HTMLElement>(`[name="${CSS.escape(wanted.current)}"]`);
    if (!input) return;
    wanted.current = '';
    input.focus();
  });
  return (name) => {
    wanted.current = name;
  };
}
