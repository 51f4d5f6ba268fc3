import { parse } from 'csv-parse/sync';
import type { RawLine } from './statement-line.ts';
import { parseCents, parseDay } from './statement-line.ts';

// Banks write titles, the account and the balance above the header.
const HEADER_WITHIN = 40;
const MAX_COLUMNS = 60;
const MAX_RECORD = 20_000;
const SEPARATORS = [';', '\t', ','] as const;

/** Header words of each column, without accents and punctuation. */
const columns = {
  day: /^(data|dia|date|dt)( (do |da |de )?(lancamento|movimento|movimentacao|mov|transacao|pagamento|contabil|hora))?$/,
  credit: /^(credito|creditos|entrada|entradas|valor (do )?credito|valor (da )?entrada)( r)?$/,
  cents: /^(valor|amount|quantia|valor (da |do )?(transacao|lancamento|pagamento|pix|original))( r| em r| brl)?$/,
  payerName: /^(nome|pagador|remetente|origem|favorecido|contraparte|cliente|razao social|nome .*)$/,
  txid: /^(txid|id (da )?cobranca|identificador (da )?cobranca)$/,
  endToEndId: /^(e2e|e2eid|e2e id|endtoendid|endtoend|end to end|end to end id|id (do )?pix|id fim a fim)$/,
  lineId: /^(identificador|id|fitid|id (da )?transacao|id unico|codigo (da )?transacao)$/,
  description:
    /^(historico|descricao|lancamento|detalhe|detalhes|memo|titulo|title|complemento|observacao|tipo)( .*)?$/,
};
type Column = keyof typeof columns;

/** The lines of a CSV statement; undefined if there are more than `max`. Null if no header tells day and amount. */
export function parseCsv(text: string, max: number): RawLine[] | undefined | null {
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
): RawLine[] | undefined {
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
  return rows.map((row) => lineOf(row, places));
}

function lineOf(row: string[], places: Map<Column, number[]>): RawLine {
  const texts = (column: Column) => (places.get(column) ?? []).map((place) => row[place] ?? '').filter(Boolean);
  return {
    day: parseDay(texts('day')[0] ?? ''),
    cents: parseCents(texts('credit')[0] ?? texts('cents')[0] ?? ''),
    description: texts('description').join(' - '),
    payerName: texts('payerName')[0],
    txid: texts('txid')[0],
    endToEndId: texts('endToEndId')[0],
    lineId: texts('lineId')[0],
  };
}

function columnsOf(names: string[]): Map<Column, number[]> {
  const places = new Map<Column, number[]>();
  for (const [place, name] of names.slice(0, MAX_COLUMNS).entries()) {
    const word = plain(name);
    const found = (Object.keys(columns) as Column[]).find((column) => columns[column].test(word));
    if (found) places.set(found, [...(places.get(found) ?? []), place]);
  }
  return places;
}

function isHeader(places: Map<Column, number[]>): boolean {
  return places.has('day') && (places.has('cents') || places.has('credit'));
}

function plain(name: string): string {
  return name
    .slice(0, 80)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}
