import type { ReactNode } from 'react';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './desk-table.module.css';

interface DeskTableProps {
  caption: string;
  /** Names of the first columns; an amount and the actions follow. */
  columns: readonly string[];
  /** Rows. */
  children: ReactNode;
}

export function DeskTable({ caption, columns, children }: DeskTableProps) {
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
          <th scope="col" className={styles.number}>
            Valor
          </th>
          <th scope="col">
            <span className={hidden.hidden}>Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
