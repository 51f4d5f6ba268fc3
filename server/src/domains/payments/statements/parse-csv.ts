import { parse } from 'csv-parse/sync';
import { parseCents, parseDay, plainText } from '../../../platform/spreadsheets/written-values.ts';
import type { RawLine, RawStatement } from './statement-line.ts';

// Banks write titles, the account and the balance above the header.
const HEADER_WITHIN = 40;
const MAX_COLUMNS = 60;
const MAX_RECORD = 20_000;
const SEPARATORS = [';', '\t', ','] as const;

/** Header words of each column, without accents and punctuation. */
const columns = {
  day: /^release date$|^(data|dia|date|dt)( (do |da |de )?(lancamento|liberacao|movimento|movimentacao|mov|transacao|pagamento|contabil|hora))?$/,
  credit: /^(net credit amount|credito|creditos|entrada|entradas|valor (do )?credito|valor (da )?entrada)( r)?$/,
  debit: /^(net debit amount|debito|debitos|saida|saidas|valor (do )?debito|valor (da )?saida)( r)?$/,
  balance:
    /^(partial balance|balance amount|saldo( (parcial|final|atual|do dia|da conta|em conta|apos .*))?)( r| em r| brl)?$/,
  cents:
    /^(valor|amount|transaction net amount|valor liquido (da )?transacao|quantia|valor (da |do )?(transacao|lancamento|pagamento|pix|original))( r| em r| brl)?$/,
  payerName: /^(payer name|nome|pagador|remetente|origem|favorecido|contraparte|cliente|razao social|nome .*)$/,
  chargeReference: /^(txid|id (da )?cobranca|identificador (da )?cobranca)$/,
  reference: /^(e2e|e2eid|e2e id|endtoendid|endtoend|end to end|end to end id|id (do )?pix|id fim a fim)$/,
  lineId:
    /^(reference id|external reference|identificador|id|fitid|id (da )?transacao|id unico|codigo (da )?transacao)$/,
  description:
    /^(transaction type|record type|description|historico|descricao|lancamento|detalhe|detalhes|memo|titulo|title|complemento|observacao|tipo)( .*)?$/,
};
type Column = keyof typeof columns;
// Caixa and others mark what went out in a column of its own, and write no sign.
const WENT_OUT = /^(d|db|deb|debito|saida)$/;

/**
 * A CSV statement; undefined if there are more than `max`. Null if no header names day and amount, or a
 * row between commas has more columns than the header.
 */
export function parseCsv(text: string, max: number): RawStatement | undefined | null {
  const start = text.split(/\r\n|\n|\r/, HEADER_WITHIN);
  for (const delimiter of SEPARATORS) {
    const header = start.findIndex((row) => isHeader(columnsOf(row.slice(0, MAX_RECORD).split(delimiter))));
    if (header >= 0) return rowsBelow(text, { delimiter, header, max });
  }
  return null;
}

function rowsBelow(
  text: string,
  { delimiter, header, max }: { delimiter: string; header: number; max: number },
): RawStatement | undefined | null {
  const records: string[][] = parse(text, {
    delimiter,
    from_line: header + 1,
    // One more than is allowed, and the header.
    to: max + 2,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
  });
  const [names = [], ...rows] = records;
  if (rows.length > max) return undefined;
  const places = columnsOf(names);
  const lines: RawLine[] = [];
  for (const row of rows) {
    const line = lineOf(row, places);
    // A decimal comma without quotes was read as the end of a column.
    if (delimiter === ',' && line.day && row.slice(names.length).some((cell) => cell.trim())) return null;
    const last = lines.at(-1);
    if (last && isContinuation(row, places)) last.description += ` ${line.description}`;
    else lines.push(line);
  }
  return { lines, balances: [], from: undefined, to: undefined };
}

/** Bradesco and Sicoob write who paid below the line, in a row with nothing else. */
function isContinuation(row: string[], places: Map<Column, number[]>): boolean {
  const written = row.flatMap((cell, place) => (cell.trim() ? place : []));
  const texts = places.get('description') ?? [];
  return written.length > 0 && written.every((place) => texts.includes(place));
}

function lineOf(row: string[], places: Map<Column, number[]>): RawLine {
  const texts = (column: Column) => (places.get(column) ?? []).map((place) => row[place] ?? '').filter(Boolean);
  const credit = texts('credit')[0];
  const debit = texts('debit')[0];
  // Reports write 0.00 in the column that has nothing.
  const isDebit = Boolean(debit) && !parseCents(credit ?? '');
  const amount = (isDebit ? debit : credit) ?? texts('cents')[0] ?? '';
  const date = texts('day')[0] ?? '';
  const cents = parseCents(amount);
  const day = parseDay(date);
  const wentOut = isDebit || (credit === undefined && row.some((cell) => WENT_OUT.test(plainText(cell))));
  return {
    day,
    cents: wentOut && cents ? -Math.abs(cents) : cents,
    balanceCents: parseCents(texts('balance')[0] ?? ''),
    isUnread: (day === undefined && /\d/.test(date)) || (cents === undefined && /\d/.test(amount)),
    heading: texts('description')[0] ?? '',
    description: texts('description').join(' - '),
    payerName: texts('payerName')[0],
    chargeReference: texts('chargeReference')[0],
    references: [...texts('reference'), ...texts('lineId')].join(' '),
  };
}

function columnsOf(names: string[]): Map<Column, number[]> {
  const places = new Map<Column, number[]>();
  for (const [place, name] of names.slice(0, MAX_COLUMNS).entries()) {
    const word = plainText(name.slice(0, 80));
    const found = (Object.keys(columns) as Column[]).find((column) => columns[column].test(word));
    if (found) places.set(found, [...(places.get(found) ?? []), place]);
  }
  return places;
}

function isHeader(places: Map<Column, number[]>): boolean {
  return places.has('day') && (places.has('cents') || places.has('credit'));
}
