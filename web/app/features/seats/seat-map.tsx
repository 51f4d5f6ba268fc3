import { cellKinds, type SeatMap, seatSide, seatSides, seatsOf } from '@passeio/contract/seats/seat-map';
import { IconStarFilled, IconX } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import styles from './seat-map.module.css';

/** State of a seat for the person who sees the map: "mine" and "proposed" are seats of their people. */
export type SeatStanding = 'free' | 'taken' | 'mine' | 'proposed';

export interface ShownSeat {
  standing: SeatStanding;
  /** What the name of the seat ends with, as in "livre" or "de Ana". */
  words: string;
  /** Whether it is that of the person who is being seated. */
  isChosen?: boolean;
}

interface SeatGridProps {
  name: string;
  map: SeatMap;
  seatOf: (label: string) => ShownSeat;
  onPress: (label: string) => void;
  /** Where people are dragged from seat to seat: who sits there is picked up; dropping presses. */
  onGrab?: (label: string) => void;
}

const steps: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The seats of a vehicle as a grid with one tab stop: arrows go from seat to seat, Enter or space press. */
export function SeatGrid({ name, map, seatOf, onPress, onGrab }: SeatGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(seatsOf(map)[0]?.label ?? '');

  function onKeyDown(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = seatBeside(map, at, step);
    if (next === undefined) return;
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-seat="${next}"]`)?.focus();
  }

  return (
    <Floor label={`Poltronas de ${name}`} grid={grid} onKeyDown={onKeyDown}>
      {map.map((row, rowIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place.
        <FloorRow key={rowIndex}>
          {row.map(({ kind, label }, column) =>
            kind === 'seat' ? (
              <Seat
                key={`seat ${label}`}
                label={label}
                side={seatSides[seatSide(row, column)]}
                seat={seatOf(label)}
                isTabStop={label === at}
                onGrab={onGrab}
                onPress={() => {
                  setAt(label);
                  onPress(label);
                }}
              />
            ) : (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: it is only seen
              <div
                // biome-ignore lint/suspicious/noArrayIndexKey: a square is its place.
                key={column}
                role="gridcell"
                className={styles.other}
                data-kind={kind}
                aria-label={cellKinds[kind]}
              />
            ),
          )}
        </FloorRow>
      ))}
    </Floor>
  );
}

interface SeatProps {
  label: string;
  side: string;
  seat: ShownSeat;
  isTabStop: boolean;
  onPress: () => void;
  onGrab: SeatGridProps['onGrab'];
}

function Seat({ label, side, seat: { standing, words, isChosen = false }, isTabStop, onPress, onGrab }: SeatProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: Biome refuses a table cell with the role of a grid's.
    <button
      type="button"
      role="gridcell"
      className={styles.seat}
      data-seat={label}
      data-standing={standing}
      aria-selected={isChosen}
      aria-disabled={standing === 'taken'}
      aria-label={`Poltrona ${label}, ${side}, ${words}`}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onPress}
      {...(onGrab && {
        draggable: standing === 'mine',
        title: words,
        onDragStart: (event: DragEvent) => {
          // Firefox drags only what carries something.
          event.dataTransfer.setData('text/plain', words);
          onGrab(label);
        },
        onDragOver: (event: DragEvent) => event.preventDefault(),
        onDrop: (event: DragEvent) => {
          event.preventDefault();
          onPress();
        },
      })}
    >
      <Sign standing={standing} label={label} />
    </button>
  );
}

/** What distinguishes seats without their colour. */
function Sign({ standing, label }: { standing: SeatStanding; label: string }) {
  if (standing === 'taken') return <IconX size={18} aria-hidden />;
  return (
    <>
      {standing === 'proposed' && <IconStarFilled size={11} aria-hidden />}
      {label}
    </>
  );
}

/** A seat as the map draws it, in a legend. */
export function SeatSample({ standing, label }: { standing: SeatStanding; label: string }) {
  return (
    <span className={`${styles.seat} ${styles.sample}`} data-standing={standing} aria-hidden="true">
      <Sign standing={standing} label={label} />
    </span>
  );
}

/** The next seat in a direction, past aisles; of rows without one in the column, the nearest. */
function seatBeside(map: SeatMap, label: string, [down, right]: readonly [number, number]): string | undefined {
  const row = map.findIndex((cells) => cells.some((cell) => cell.kind === 'seat' && cell.label === label));
  const column = map[row]?.findIndex((cell) => cell.kind === 'seat' && cell.label === label) ?? -1;
  if (column === -1) return undefined;
  if (right !== 0) {
    const cells = map[row] ?? [];
    const ahead = right > 0 ? cells.slice(column + 1) : cells.slice(0, column).reverse();
    return ahead.find(({ kind }) => kind === 'seat')?.label;
  }
  const rows = down > 0 ? map.slice(row + 1) : map.slice(0, row).reverse();
  const cells = rows.find((one) => one.some(({ kind }) => kind === 'seat')) ?? [];
  return cells
    .flatMap(({ kind, label: other }, index) => (kind === 'seat' ? [{ other, away: Math.abs(index - column) }] : []))
    .toSorted((one, two) => one.away - two.away)[0]?.other;
}

interface FloorProps {
  /** The grid's name. */
  label: string;
  grid: Ref<HTMLDivElement>;
  onKeyDown: (event: KeyboardEvent) => void;
  className?: string | undefined;
  /** Its rows. */
  children: ReactNode;
}

/** A vehicle's floor as a grid, its front above. The squares have the focus, one of them is the tab stop. */
export function Floor({ label, grid, onKeyDown, className = '', children }: FloorProps) {
  return (
    <div className={`${styles.floor} ${className}`}>
      <p className={styles.end} aria-hidden="true">
        Frente
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: Biome refuses a table with the role of a grid. */}
      <div ref={grid} role="grid" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
        {children}
      </div>
      <p className={styles.end} aria-hidden="true">
        Fundo
      </p>
    </div>
  );
}

export function FloorRow({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the squares have the focus.
    <div role="row" className={styles.row}>
      {children}
    </div>
  );
}

/** Whether somebody stays in a seat or is new there, by its number; all others are free. */
export type SeatStandings = Record<string, 'kept' | 'new'>;

interface SeatMapPictureProps {
  map: SeatMap;
  /** Without them all seats look alike. */
  standings?: SeatStandings;
}

/** A small drawing of a seat map, lying with its front to the left; screen readers hear the number of seats. */
export function SeatMapPicture({ map, standings }: SeatMapPictureProps) {
  const columns = map[0]?.length ?? 0;
  const standingOf = (label: string) => (standings ? standings[label] : 'kept');
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${map.length * 10} ${columns * 10}`}
      role="img"
      aria-label={`Mapa com ${seatsOf(map).length} poltronas`}
    >
      {map.flatMap((row, x) =>
        row.map(({ kind, label }, y) => {
          const place = `${x} ${y}`;
          return kind === 'aisle' ? null : (
            <rect
              key={place}
              data-standing={kind === 'seat' ? standingOf(label) : undefined}
              x={x * 10 + 1}
              // The driver's side lies below, as one looks at a vehicle from its right.
              y={(columns - 1 - y) * 10 + 1}
              width={8}
              height={8}
              rx={2}
            />
          );
        }),
      )}
    </svg>
  );
}
