import { type PassengerColumn, passengerColumns } from '@passeio/contract/passengers';
import { reservationStates } from '@passeio/contract/reservation-states';
import { cpfText, dateText, moneyText, phoneText } from '../brazilian-texts.ts';
import type { PassengerRow } from '../passengers.queries.ts';

/** A cell: text, number, money in centavos, or date as in "1990-05-17". */
export type Cell = { text: string } | { number: number } | { cents: number } | { date: string };

const empty: Cell = { text: '' };

const cells: Record<PassengerColumn, (row: PassengerRow, number: number) => Cell> = {
  number: (_, number) => ({ number }),
  name: (row) => ({ text: row.name }),
  // Prefixed with the kind of document, so that spreadsheets keep leading zeros.
  rg: (row) => (row.rg ? { text: `RG ${row.rg}` } : empty),
  emitter: (row) => ({ text: row.emitter ?? '' }),
  cpf: (row) => (row.cpf ? { text: cpfText(row.cpf) } : empty),
  birthdate: (row) => (row.birthdate ? { date: row.birthdate } : empty),
  age: (row) => (row.age === null ? empty : { number: row.age }),
  contact: (row) => ({ text: phoneText(row.contact) }),
  email: (row) => ({ text: row.email ?? '' }),
  boarding: (row) => ({ text: boardingText(row.boarding_point) }),
  status: (row) => ({ text: reservationStates[row.status].label }),
  due: (row) => ({ cents: row.due_cents }),
  code: (row) => ({ text: row.code }),
  signature: () => empty,
};

/** A passenger's cells; `number` is the row's number, from 1. */
export function cellsOf(columns: readonly PassengerColumn[], row: PassengerRow, number: number): Cell[] {
  return columns.map((column) => cells[column](row, number));
}

/** A boarding point as in "05:00 – Rodoviária". */
export function boardingText(point: PassengerRow['boarding_point']): string {
  return point ? `${point.time} – ${point.place}` : 'A combinar';
}

/** A cell as text. */
export function shown(cell: Cell): string {
  if ('cents' in cell) return moneyText(cell.cents);
  if ('date' in cell) return dateText(cell.date);
  return 'number' in cell ? String(cell.number) : cell.text;
}

/** The header of a money column, whose cells have no currency sign. */
export function plainHeader(column: PassengerColumn): string {
  return column === 'due' ? `${passengerColumns.due} (R$)` : passengerColumns[column];
}
