import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { formatPhone } from '@brazilian-utils/brazilian-utils/format-phone';
import { type PassengerColumn, passengerColumns } from '@passeio/contract/boarding/passengers';
import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { documentTypes } from '@passeio/contract/reservations/participants';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { seatNumber } from '@passeio/contract/seats/seat-label';
import type { Cell } from '../../../platform/spreadsheets/spreadsheets.ts';
import { presentSeat } from '../../reservations/index.ts';
import { boardingText, type ListedPassenger } from './listed-passengers.ts';

const empty: Cell = { text: '' };

const cells: Record<PassengerColumn, (row: ListedPassenger, number: number) => Cell> = {
  number: (_, number) => ({ number }),
  name: (row) => ({ text: nameWithPayer(row, { name: row.payer_name }) }),
  fare: (row) => ({ text: row.fare_label }),
  // Prefixed with the kind of document, so that spreadsheets keep leading zeros.
  document: (row) => (row.document_number ? { text: documentText(row) } : empty),
  issuer: (row) => ({ text: row.document_issuer ?? '' }),
  cpf: (row) => (row.cpf ? { text: cpfText(row.cpf) } : empty),
  birthdate: (row) => (row.birthdate ? { date: row.birthdate } : empty),
  age: (row) => (row.age === null ? empty : { number: row.age }),
  contact: (row) => ({ text: phoneText(row.contact ?? row.payer_contact) }),
  email: (row) => ({ text: row.payer_email ?? '' }),
  boarding: (row) => ({ text: boardingText(row.boarding_point) }),
  seat: (row) => {
    const seat = presentSeat(row);
    return seat ? { text: seatNumber(seat) } : empty;
  },
  companion: (row) => ({ text: row.companion_name ?? '' }),
  status: (row) => ({ text: row.status.label }),
  // Of the whole reservation, so on its first row only.
  due: (row) => (row.isFirstOfReservation ? { cents: dueOf(row) } : empty),
  code: (row) => ({ text: row.code }),
  signature: () => empty,
};

function documentText(row: ListedPassenger): string {
  const kind = row.document_type === 'cin' ? 'CIN' : documentTypes[row.document_type];
  return `${kind} ${row.document_number}`;
}

function dueOf({ state, total_cents, received_cents }: ListedPassenger): number {
  return dueCentsOf({ state, totalCents: total_cents, receivedCents: received_cents });
}

/** A passenger's cells; `number` is the row's number, from 1. */
export function cellsOf(columns: readonly PassengerColumn[], row: ListedPassenger, number: number): Cell[] {
  return columns.map((column) => cells[column](row, number));
}

/** A cell as text. */
export function shown(cell: Cell): string {
  if ('cents' in cell) return moneyText(cell.cents);
  if ('date' in cell) return formatDay(cell.date);
  return 'number' in cell ? String(cell.number) : cell.text;
}

/** The header of a money column, whose cells have no currency sign. */
export function plainHeader(column: PassengerColumn): string {
  return column === 'due' ? `${passengerColumns.due} (R$)` : passengerColumns[column];
}

/** E.164 as "(35) 99999-0000"; without "+", which a spreadsheet would read as a formula. */
function phoneText(contact: string): string {
  return formatPhone(contact.replace(/^\+55/, ''), { mask: 'nanp' });
}

/** 11 digits as "012.345.678-09", so that spreadsheets keep leading zeros. */
function cpfText(cpf: string): string {
  return formatCpf(cpf);
}
