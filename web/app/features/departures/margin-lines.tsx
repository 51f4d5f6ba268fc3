import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { formatMoney } from '~/lib/formats';

interface MarginLinesProps {
  points: readonly { people: number; cents: number }[];
  capacity: number;
  minimum: number;
  breakEven: number | null;
  people: number;
  height: number;
}

const short = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 });

/** The line of what is left, with today's people, the break-even and the minimum upright across it. */
export default function MarginLines({ points, capacity, minimum, breakEven, people, height }: MarginLinesProps) {
  const marks = [
    { x: people, label: 'hoje', color: 'var(--accent-text)' },
    ...(breakEven === null ? [] : [{ x: breakEven, label: 'empate', color: 'var(--success)' }]),
    ...(minimum > 0 ? [{ x: minimum, label: 'mínimo', color: 'var(--text-muted)' }] : []),
  ];
  return (
    <LineChart
      h={height}
      data={points.map((point) => ({ ...point }))}
      dataKey="people"
      series={[{ name: 'cents', label: 'Sobra', color: 'var(--accent-text)' }]}
      curveType="linear"
      withDots={false}
      valueFormatter={formatMoney}
      textColor="var(--text-muted)"
      gridColor="var(--border)"
      tickLine="none"
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{ type: 'number', domain: [0, capacity], tickCount: 5, allowDecimals: false }}
      yAxisProps={{ width: 64, tickFormatter: (cents: number) => short.format(cents / 100) }}
      referenceLines={[
        { y: 0, color: 'var(--border-strong)' },
        // Under each other, where they stand close.
        ...marks.map((mark, index) => ({
          ...mark,
          label: {
            value: mark.label,
            fill: mark.color,
            fontSize: 12,
            position: mark.x > capacity / 2 ? 'insideTopRight' : 'insideTopLeft',
            dy: index * 14,
          } as never,
        })),
      ]}
      // The chart has an accessible name, and the sentences have the numbers.
      accessibilityLayer={false}
    />
  );
}
