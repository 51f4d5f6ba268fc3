import { BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';

export interface Bar {
  /** Stands below it. */
  short: string;
  value: number;
}

interface BarPlotProps {
  points: readonly Bar[];
  format: (value: number) => string;
  /** What the bars measure. */
  name: string;
}

/** Bars that read on a phone: few marks, a value on touch. */
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
      cursorFill="var(--accent-tint)"
      withYAxis={false}
      // Its marks are the lines of the grid: without this one that would have no room for its number is left out.
      yAxisProps={{ interval: 0 }}
      tickLine="none"
      maxBarWidth={48}
      barProps={{ radius: [3, 3, 0, 0], isAnimationActive: false }}
      xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 12, tickMargin: 6 }}
      // The picture as a whole has a text of its own, and the table has the numbers.
      accessibilityLayer={false}
    />
  );
}
