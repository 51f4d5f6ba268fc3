import { Box } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import details from '~/ui/layout/details.module.css';
import type { Bar } from './bar-plot';
import styles from './overview.module.css';

interface Point extends Bar {
  /** Label in the table. */
  name: string;
  /** Path of the number's list. */
  to: string;
}

interface PlotProps {
  /** Accessible name of the chart: what it shows, in a sentence. */
  summary: string;
  points: Point[];
  format: (value: number) => string;
  /** Column headers of the table. */
  columns: [name: string, value: string];
}

// The chart library is larger than the rest of the page: it is loaded once the plot is on the screen.
const BarPlot = lazy(() => import('./bar-plot'));

/** A bar chart with the same data as a table in a <details>; its numbers link to their lists. */
export function Plot({ summary, points, format, columns: [name, value] }: PlotProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  return (
    <>
      <Box ref={ref} h={200} role="img" aria-label={summary}>
        <Suspense>{wasSeen && <BarPlot points={points} format={format} name={value} />}</Suspense>
      </Box>
      <Box component="details" mt={8}>
        <summary className={details.summary}>Ver números</summary>
        <table className={styles.numbers}>
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
      </Box>
    </>
  );
}
