import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import {
  type OwnColumn,
  ownColumnFields,
  type PassengerColumn,
  passengerColumns,
} from '@passeio/contract/boarding/passengers';
import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import { formatPhone } from '@passeio/contract/phone';
import { formatAnswer } from '@passeio/contract/reservations/answers';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { documentTypes, entryOf } from '@passeio/contract/reservations/participants';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { seatNumber } from '@passeio/contract/seats/seat-label';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import { countsText } from '@passeio/contract/words';
import { columnName } from '../../../platform/database/column-names.ts';
import type { Cell } from '../../../platform/spreadsheets/spreadsheets.ts';
import { presentSeat } from '../../reservations/index.ts';
import { boardingText, type ListedPassenger } from './listed-passengers.ts';

const empty: Cell = { text: '' };

interface Format {
  /** Its width in a spreadsheet, in characters. */
  width: number;
  /** Preferred width in the PDF, in points, scaled to the page. */
  points: number;
  cell: (row: ListedPassenger, number: number) => Cell;
}

/** A column of a list: one of those that staff chose, or of `answers` one for each question. */
export interface ListColumn extends Format {
  key: PassengerColumn;
  label: string;
}

/** Columns that are a field of the participant as it is. */
const ownColumns = Object.fromEntries(
  ownColumnFields.map((field): [string, Format] => {
    const width = entryOf(field).column?.width ?? 0;
    return [field, { width, points: 4 * width, cell: (row) => ({ text: row[columnName(field)] ?? '' }) }];
  }),
) as Record<OwnColumn, Format>;

const formats: Readonly<Record<Exclude<PassengerColumn, 'answers' | 'sensitiveAnswers'>, Format>> = {
  ...ownColumns,
  number: { width: 5, points: 16, cell: (_, number) => ({ number }) },
  name: { width: 36, points: 140, cell: (row) => ({ text: nameWithPayer(row, { name: row.payer_name }) }) },
  fare: { width: 22, points: 70, cell: (row) => ({ text: row.fare_label }) },
  // Prefixed with the kind of document, so that spreadsheets keep leading zeros.
  document: { width: 24, points: 90, cell: (row) => (row.document_number ? { text: documentText(row) } : empty) },
  issuer: { width: 14, points: 48, cell: (row) => ({ text: row.document_issuer ?? '' }) },
  cpf: { width: 16, points: 66, cell: (row) => (row.cpf ? { text: cpfText(row.cpf) } : empty) },
  birthdate: { width: 12, points: 52, cell: (row) => (row.birthdate ? { date: row.birthdate } : empty) },
  age: { width: 8, points: 34, cell: (row) => (row.age === null ? empty : { number: row.age }) },
  contact: { width: 17, points: 74, cell: (row) => ({ text: formatPhone(row.contact ?? row.payer_contact) }) },
  email: { width: 34, points: 110, cell: (row) => ({ text: row.payer_email ?? '' }) },
  boarding: { width: 40, points: 110, cell: (row) => ({ text: boardingText(row.boarding_point) }) },
  seat: {
    width: 12,
    points: 42,
    cell: (row) => {
      const seat = presentSeat(row);
      return seat ? { text: seatNumber(seat) } : empty;
    },
  },
  companion: { width: 30, points: 90, cell: (row) => ({ text: companionText(row) }) },
  extras: { width: 30, points: 90, cell: (row) => ({ text: countsText(row.extras) }) },
  status: { width: 30, points: 84, cell: (row) => ({ text: row.status.label }) },
  // The whole reservation's, so on its first row only.
  due: { width: 14, points: 56, cell: (row) => (row.isFirstOfReservation ? { cents: dueOf(row) } : empty) },
  code: { width: 10, points: 42, cell: (row) => ({ text: row.code }) },
  signature: { width: 32, points: 120, cell: () => empty },
};

function documentText(row: ListedPassenger): string {
  const kind = row.document_type === 'cin' ? 'CIN' : documentTypes[row.document_type];
  return `${kind} ${row.document_number}`;
}

/** Who accompanies a minor, and that the authorisation is missing that somebody without a parent needs. */
function companionText({ companion_name, authorization }: ListedPassenger): string {
  const lacks = authorization?.isValid === false && 'sem autorização de viagem';
  return [companion_name, lacks].filter(Boolean).join('; ');
}

function dueOf({ state, total_cents, received_cents }: ListedPassenger): number {
  return dueCentsOf({ state, totalCents: total_cents, receivedCents: received_cents });
}

/** The chosen columns of a list whose trip asks these questions. */
export function columnsOf(chosen: readonly PassengerColumn[], questions: readonly AskedQuestion[]): ListColumn[] {
  return chosen.flatMap((key): ListColumn[] => {
    if (key !== 'answers' && key !== 'sensitiveAnswers')
      return [{ key, label: passengerColumns[key], ...formats[key] }];
    const sensitivity = key === 'answers' ? 'personal' : 'sensitive';
    return questions
      .filter((question) => question.sensitivity === sensitivity)
      .map((question) => ({
        key,
        label: question.isAsked ? question.label : `${question.label} (não é mais perguntado)`,
        width: 30,
        points: 80,
        cell: (row) => answerCell(row, question),
      }));
  });
}

function answerCell({ answers }: ListedPassenger, question: AskedQuestion): Cell {
  const value = answers.find(({ questionId }) => questionId === question.id)?.value ?? null;
  if (value === null) return empty;
  if (typeof value === 'number') return { number: value };
  return question.kind === 'date' && typeof value === 'string'
    ? { date: value }
    : { text: formatAnswer(question, value) };
}

/** A passenger's cells; `number` is the row's number, from 1. */
export function cellsOf(columns: readonly ListColumn[], row: ListedPassenger, number: number): Cell[] {
  return columns.map((column) => column.cell(row, number));
}

/** A cell as text. */
export function shown(cell: Cell): string {
  if ('cents' in cell) return moneyText(cell.cents);
  if ('date' in cell) return formatDay(cell.date);
  return 'number' in cell ? cell.number.toLocaleString('pt-BR', { useGrouping: false }) : cell.text;
}

/** The header of a money column, whose cells have no currency sign. */
export function plainHeader({ key, label }: ListColumn): string {
  return key === 'due' ? `${label} (R$)` : label;
}

/** 11 digits as "012.345.678-09", so that spreadsheets keep leading zeros. */
function cpfText(cpf: string): string {
  return formatCpf(cpf);
}
