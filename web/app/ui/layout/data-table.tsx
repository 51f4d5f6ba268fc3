import type { ReactNode } from 'react';
import hidden from '../text/visually-hidden.module.css';
import styles from './data-table.module.css';

/** A column's heading, or how it looks: right-aligned numbers, or a heading that is only read aloud. */
type Column = ReactNode | { label: string; number?: boolean; hidden?: boolean };

interface DataTableProps {
  className?: string | undefined;
  /** Read aloud. */
  caption: string;
  columns: readonly Column[];
  /** Rows. A cell with `data-label` says on a phone's card what it is. */
  children: ReactNode;
}

/** A table whose rows are cards where there is little room. */
export function DataTable({ className = '', caption, columns, children }: DataTableProps) {
  return (
    <table className={`${styles.table} ${className}`}>
      <caption className={hidden.hidden}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their place
            <ColumnHeading key={index} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function ColumnHeading({ column }: { column: Column }) {
  if (!isDescribed(column)) return <th scope="col">{column}</th>;
  return (
    <th scope="col" className={column.number ? styles.number : undefined}>
      {column.hidden ? <span className={hidden.hidden}>{column.label}</span> : column.label}
    </th>
  );
}

function isDescribed(column: Column): column is Exclude<Column, ReactNode> {
  return typeof column === 'object' && column !== null && 'label' in column;
}
