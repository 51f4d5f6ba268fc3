import type { ComponentPropsWithRef, CSSProperties } from 'react';
import styles from './grid.module.css';

interface GridProps extends Omit<ComponentPropsWithRef<'div'>, 'className'> {
  component?: 'div' | 'ul' | 'dl' | 'section' | 'fieldset';
  className?: string | undefined;
  /** As many columns as there is room for, each at least this wide (any CSS length). */
  min?: string;
  /** Columns from a width of the screen on: their number, or their widths as CSS. Before that there is one. */
  columns?: number | string;
  /** The screen's width in em: 40 (the default), 48, 62 or 76. */
  from?: 40 | 48 | 62 | 76;
  /** In rem; 0.75 by default. */
  gap?: number;
}

/** Parts in columns, below each other where there is no room. A child with `data-wide` takes the whole row. */
export function Grid({
  component: Element = 'div',
  min,
  columns,
  from = 40,
  gap,
  className = '',
  ...props
}: GridProps) {
  const Tag = Element as 'div';
  const style: Record<string, string> = {};
  if (min) style['--min'] = min;
  if (columns) style['--columns'] = typeof columns === 'number' ? `repeat(${columns}, minmax(0, 1fr))` : columns;
  if (gap !== undefined) style['--gap'] = `${gap}rem`;
  return (
    <Tag
      {...props}
      className={`${styles.grid} ${className}`}
      style={style as CSSProperties}
      data-fill={min ? true : undefined}
      data-from={columns ? from : undefined}
    />
  );
}
