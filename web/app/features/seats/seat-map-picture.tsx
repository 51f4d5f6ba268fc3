import { type SeatMap, seatsOf } from '@passeio/contract/seats/seat-map';
import styles from './seat-map-picture.module.css';

/** By the number of a seat, whether somebody stays there or is new there; all others are free. */
export type SeatStandings = Record<string, 'kept' | 'new'>;

interface SeatMapPictureProps {
  map: SeatMap;
  /** Without them all seats look alike. */
  standings?: SeatStandings;
}

/** A small drawing of a seat map, lying with its front to the left; for the eye only, its seats said in words. */
export function SeatMapPicture({ map, standings }: SeatMapPictureProps) {
  const columns = map[0]?.length ?? 0;
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
              className={styles[kind]}
              data-standing={standings && kind === 'seat' ? (standings[label] ?? 'free') : undefined}
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
