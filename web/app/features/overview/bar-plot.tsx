import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { CSSProperties } from 'react';

export interface Bar {
  /** Label on the x axis. */
  short: string;
  value: number;
}

interface BarPlotProps {
  points: readonly Bar[];
  format: (value: number) => string;
  /** Name of the series. */
  name: string;
}

/** Bar chart for phones: few axis labels, values on touch. */
export default function BarPlot({ points, format, name }: BarPlotProps) {
  return (
    <BarChart
      h={200}
      data={points.map(({ short, value }) => ({ short, value }))}
      dataKey="short"
      series={[{ name: 'value', label: name, color: 'var(--accent-text)' }]}
      valueFormatter={format}
      textColor="var(--text-muted)"
      gridColor="var(--border)"
      // Mantine's cursorFill would also become an attribute of the element.
      style={{ '--chart-cursor-fill': 'var(--accent-tint)' } as CSSProperties}
      withYAxis={false}
      // Without this, recharts drops ticks without room for their label, and their grid lines with them.
      yAxisProps={{ interval: 0 }}
      tickLine="none"
      maxBarWidth={48}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 12, tickMargin: 6 }}
      // The chart has an accessible name, and the table has the numbers.
      accessibilityLayer={false}
    />
  );
}
