/** A cell: text, number, money in centavos, or date as in "1990-05-17". */
export type Cell = { text: string } | { number: number } | { cents: number } | { date: string };

/** A table to be written as a file; `width` in characters. */
export interface Table {
  sheet: string;
  columns: readonly { header: string; width: number }[];
  rows: readonly (readonly Cell[])[];
}
