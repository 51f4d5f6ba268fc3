import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  type CellKind,
  cellKinds,
  MAX_COLUMNS,
  MAX_ROWS,
  numberings,
  seatSide,
  seatSides,
  seatsOf,
} from '@passeio/contract/seats/seat-map';
import {
  IconArrowBackUp,
  IconDoor,
  IconRowInsertBottom,
  IconToiletPaper,
  IconTrash,
  IconUser,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Floor, FloorRow } from '~/features/seats/floor';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import type { EditedMap, EditedNumbering, MapChange, Square } from './map-editing';
import styles from './seat-map-editor.module.css';

interface SeatMapEditorProps {
  edited: EditedMap;
  onChange: (change: MapChange) => void;
}

const tools = Object.entries(cellKinds) as [CellKind, string][];
const numberingLabels: Record<EditedNumbering, string> = { ...numberings, byHand: 'À mão' };

/** Draws a vehicle's floor: a kind of square is chosen, and pressed where it belongs. */
export function SeatMapEditor({ edited, onChange }: SeatMapEditorProps) {
  const [tool, setTool] = useState<CellKind>('seat');
  return (
    <div className={styles.editor}>
      <div className={styles.palette}>
        <ChoiceGroup legend="O que desenhar" choices={tools} value={tool} onChange={setTool} />
      </div>
      <EditedFloor edited={edited} tool={tool} onChange={onChange} />
      <div className={styles.tools}>
        <NativeSelect
          label="Numeração"
          size="md"
          data={Object.entries(numberingLabels).map(([value, label]) => ({ value, label }))}
          value={edited.numbering}
          onChange={({ currentTarget: { value } }) => onChange({ do: 'number', numbering: value as EditedNumbering })}
        />
        <NativeSelect
          label="Largura"
          size="md"
          data={Array.from({ length: MAX_COLUMNS }, (_, index) => ({
            value: `${index + 1}`,
            label: `${index + 1} por fileira`,
          }))}
          value={String(edited.map[0]?.length ?? 1)}
          onChange={({ currentTarget: { value } }) => onChange({ do: 'width', columns: Number(value) })}
        />
        <ChosenSquare edited={edited} onChange={onChange} />
      </div>
    </div>
  );
}

/** What can be done with the square that is chosen, and with its row. */
function ChosenSquare({ edited: { map, at, past }, onChange }: SeatMapEditorProps) {
  const cell = map[at.row]?.[at.column];
  return (
    <fieldset className={styles.chosen}>
      <legend>Fileira {at.row + 1}</legend>
      {cell?.kind === 'seat' && (
        <TextInput
          // The number of another seat comes into a field of its own.
          key={`${at.row} ${at.column} ${cell.label}`}
          label="Número da poltrona"
          size="md"
          maxLength={4}
          autoComplete="off"
          defaultValue={cell.label}
          onBlur={({ currentTarget: { value } }) =>
            value.trim() !== cell.label && onChange({ do: 'label', label: value })
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          size="md"
          disabled={map.length >= MAX_ROWS}
          leftSection={<IconRowInsertBottom size={20} aria-hidden />}
          onClick={() => onChange({ do: 'insertRow' })}
        >
          Repetir fileira
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={map.length <= 1}
          leftSection={<IconTrash size={20} aria-hidden />}
          onClick={() => onChange({ do: 'removeRow' })}
        >
          Tirar fileira
        </Button>
        <Button
          variant="default"
          size="md"
          disabled={past.length === 0}
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => onChange({ do: 'undo' })}
        >
          Desfazer
        </Button>
      </div>
    </fieldset>
  );
}

const steps: Record<string, Square> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

/** The floor with one tab stop: arrows move, Enter or space draw. */
function EditedFloor({ edited: { map, at }, tool, onChange }: SeatMapEditorProps & { tool: CellKind }) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Only follows the arrows: the focus is not taken from elsewhere.
    if (!grid.current?.contains(document.activeElement)) return;
    grid.current.querySelector<HTMLElement>(`[data-square="${at.row} ${at.column}"]`)?.focus();
  }, [at]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    onChange({ do: 'go', to: { row: at.row + step.row, column: at.column + step.column } });
  }

  return (
    <Floor
      label={`Mapa do veículo, ${seatsOf(map).length} poltronas`}
      grid={grid}
      onKeyDown={onKeyDown}
      className={styles.map}
    >
      {map.map((row, rowIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <FloorRow key={rowIndex}>
          {row.map((_, column) => (
            <SquareButton
              // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place.
              key={column}
              {...{ row, column }}
              place={`${rowIndex} ${column}`}
              isChosen={rowIndex === at.row && column === at.column}
              onPress={() => onChange({ do: 'paint', at: { row: rowIndex, column }, kind: tool })}
            />
          ))}
        </FloorRow>
      ))}
    </Floor>
  );
}

interface SquareButtonProps {
  row: EditedMap['map'][number];
  column: number;
  place: string;
  isChosen: boolean;
  onPress: () => void;
}

function SquareButton({ row, column, place, isChosen, onPress }: SquareButtonProps) {
  const { kind = 'aisle', label = '' } = row[column] ?? {};
  const Sign = signs[kind];
  return (
    // biome-ignore lint/a11y/useSemanticElements: Biome refuses a table cell with the role of a grid's.
    <button
      type="button"
      role="gridcell"
      aria-selected={isChosen}
      data-square={place}
      data-kind={kind}
      className={styles.square}
      tabIndex={isChosen ? 0 : -1}
      aria-label={nameOf(row, column)}
      onClick={onPress}
    >
      {Sign ? <Sign size={18} aria-hidden /> : label}
    </button>
  );
}

const signs: Partial<Record<CellKind, TablerIcon>> = {
  blocked: IconX,
  crew: IconUser,
  toilet: IconToiletPaper,
  door: IconDoor,
};

// As "Poltrona 12, janela".
function nameOf(row: EditedMap['map'][number], column: number): string {
  const cell = row[column];
  if (!cell) return '';
  return cell.kind === 'seat' ? `Poltrona ${cell.label}, ${seatSides[seatSide(row, column)]}` : cellKinds[cell.kind];
}
