import { Box } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import details from '~/ui/layout/details.module.css';
import type { Bar } from './bar-plot';
import styles from './plot.module.css';

interface Point extends Bar {
  /** Stands in the table. */
  name: string;
  /** Leads to the list behind the number. */
  to: string;
}

interface PlotProps {
  /** What the plot says, in a sentence, for those who do not see it. */
  summary: string;
  points: Point[];
  format: (value: number) => string;
  /** Heads of the table's columns. */
  columns: [name: string, value: string];
}

// Drawing weighs more than the rest of the page: it comes after the numbers.
const BarPlot = lazy(() => import('./bar-plot'));

/** Bars, and behind "Ver números" the same as a table, whose numbers lead to their lists. */
export function Plot({ summary, points, format, columns: [name, value] }: PlotProps) {
  return (
    <>
      <Box h={200} role="img" aria-label={summary}>
        <Suspense>
          <BarPlot points={points} format={format} name={value} />
        </Suspense>
      </Box>
      <details className={styles.numbers}>
        <summary className={details.summary}>Ver números</summary>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              <th scope="col">{value}</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.name}>
                <th scope="row">{point.name}</th>
                <td>
                  <Link to={point.to} aria-label={`${format(point.value)}, ${point.name}`}>
                    {format(point.value)}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
