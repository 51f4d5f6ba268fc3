import { parseRecords } from '../../../platform/spreadsheets/csv-records.ts';
import {
  type DayOrder,
  type DecimalMark,
  decimalMarkOf,
  parseCents,
  plainText,
} from '../../../platform/spreadsheets/written-values.ts';
import { unescaped } from './repair-text.ts';
import { dayBy, orderOfColumn } from './statement-days.ts';
import type { Clock, RawLine, RawStatement } from './statement-line.ts';

// Banks write titles, the account and the balance above the header.
const HEADER_WITHIN = 40;
const MAX_COLUMNS = 60;
const MAX_RECORD = 20_000;
const SEPARATORS = [';', '\t', ',', '|'] as const;

/** Header words of each column, without accents and punctuation. */
const columns = {
  day: /^(release|transaction|posting|posted|completed) date$|^(data|dia|date|dt)( (do |da |de |e )?(lancamento|lancto|lanc|liberacao|movimento|movimentacao|mov|transacao|operacao|pagamento|recebimento|ocorrencia|contabil|hora))?$/,
  credit:
    /^(net credit amount|money in|paid in|deposits?|credito|creditos|entrada|entradas|valor (do )?credito|valor (da )?entrada)( r)?$/,
  debit:
    /^(net debit amount|money out|paid out|withdrawals?|debito|debitos|saida|saidas|valor (do )?debito|valor (da )?saida)( r)?$/,
  balance:
    /^(partial balance|balance|balance amount|saldo( (parcial|final|atual|do dia|da conta|em conta|apos .*))?)( r| em r| brl)?$/,
  cents:
    /^(valor|amount|transaction net amount|valor liquido (da )?transacao|quantia|valor (da |do )?(transacao|operacao|movimento|movimentacao|lancamento|pagamento|pix|original))( r| em r| brl)?$/,
  payerName:
    /^(payer name|nome|contraparte|identificacao|cliente|razao social|nome .*|((e |ou )?(pagador|remetente|origem|favorecido|recebedor|destinatario|destino|beneficiario) ?){2,}|pagador|remetente|origem)$/,
  // Where both ends of a payment have a column, this one is ours.
  payeeName: /^(destino|favorecido|recebedor|destinatario|beneficiario)$/,
  status: /^(situacao|status|estado)( .*)?$/,
  chargeReference: /^(txid|id (da )?cobranca|identificador (da )?cobranca)$/,
  reference: /^(e2e|e2eid|e2e id|endtoendid|endtoend|end to end|end to end id|id (do )?pix|id fim a fim)$/,
  lineId:
    /^(reference id|external reference|identificador|id|fitid|id (da )?transacao|id unico|codigo (da )?transacao)$/,
  description:
    /^(transaction type|record type|description|historico|descricao|lancamento|transacao|movimentacao|operacao|detalhes?|details?|memo|titulo|title|complemento|observacao|tipo)( .*)?$/,
};
/** Headers of a column that says what kind of movement a line is. */
const KIND = /^(tipo|natureza|sinal|operacao|movimentacao|transacao|transaction type|record type|type)( .*)?$/;
// What a payment is called that never came, or went back.
const UNDONE =
  /^(nao|nunca)\b|cancel|estorn|devolv|reembols|recusad|negad|rejeitad|falh|expirad|vencid|pendente|agendad|aguardando|processando|processamento|analise|abert[ao]|pending|scheduled|failed|declined|refund|revers|unpaid/;
type Column = keyof typeof columns;
// Caixa and others mark what went out in a column of its own, and write no sign.
const WENT_OUT = /^(d|db|deb|debito|saida)$/;

/**
 * A CSV statement; undefined if there are more than `max`. Null if no header names day and amount and the rows do not
 * say by themselves what they are, or a row between commas has more columns than the header.
 */
export function parseCsv(text: string, max: number, clock: Clock): RawStatement | undefined | null {
  const start = text.split(/\r\n|\n|\r/, HEADER_WITHIN);
  for (const delimiter of SEPARATORS) {
    const header = start.findIndex((row) => isHeader(columnsOf(row.slice(0, MAX_RECORD).split(delimiter))));
    if (header < 0) continue;
    const [names = [], ...rows] = recordsOf(text, { delimiter, from_line: header + 1, to: max + 2 });
    return rows.length > max ? undefined : readRows(rows, { names, text, delimiter, clock });
  }
  for (const delimiter of SEPARATORS) {
    const rows = start.some((row) => row.includes(delimiter)) ? recordsOf(text, { delimiter, to: max + 1 }) : [];
    const names = namesOf(rows, clock);
    if (names) return rows.length > max ? undefined : readRows(rows, { names, text, delimiter, clock });
  }
  return null;
}

function recordsOf(text: string, options: { delimiter: string; from_line?: number; to: number }): string[][] {
  const read = (content: string) =>
    parseRecords(content, { ...options, skip_empty_lines: true, max_record_size: MAX_RECORD });
  try {
    return read(text);
  } catch (error) {
    // The file ends within quotes, as one that was cut.
    const end = text.lastIndexOf('\n');
    if (end < 0 || end === text.length - 1) throw error;
    return [...read(text.slice(0, end)), [text.slice(end + 1)]];
  }
}

/** Columns of rows without a header, as Itaú writes them: one of days, one of amounts, and text. */
function namesOf(rows: string[][], clock: Clock): string[] | undefined {
  const [first = []] = rows;
  const sample = rows.slice(0, HEADER_WITHIN).filter((row, index) => index === 0 || row.length === first.length);
  const kinds = first.map((_, place) => {
    const cells = sample.map((row) => (row[place] ?? '').trim());
    if (cells.every((cell) => PLAIN_DAY.test(cell) && dayBy(cell, clock))) return 'data';
    return cells.every((cell) => PLAIN_AMOUNT.test(cell)) ? 'valor' : 'descricao';
  });
  const isOnce = (kind: string) => kinds.filter((one) => one === kind).length === 1;
  return sample.length >= rows.length - 1 && isOnce('data') && isOnce('valor') ? kinds : undefined;
}

const PLAIN_DAY = /^\d{1,2}[/-]\d{1,2}(?:[/-]\d{2,4})?$|^\d{4}-\d{2}-\d{2}$/;
const PLAIN_AMOUNT = /^[+-]?\s*(?:R\$\s*)?[\d.]*\d(?:,\d{2})?$/;

/** What is known of all rows of a file. */
interface Reading {
  places: Map<Column, number[]>;
  kinds: number[];
  /** Columns of nothing but plus and minus. */
  signs: number[];
  order: DayOrder;
  mark: DecimalMark | undefined;
  clock: Clock;
}

interface Table {
  names: string[];
  text: string;
  delimiter: string;
  clock: Clock;
}

function readRows(rows: string[][], { names, text, delimiter, clock }: Table): RawStatement | null {
  const places = columnsOf(names);
  const cellsIn = (...of: Column[]) =>
    rows.flatMap((row) => of.flatMap((column) => placesOf(places, column).map((place) => row[place] ?? '')));
  const isEnglish = placesOf(places, 'day').some((place) => plainText(names[place] ?? '').includes('date'));
  const reading: Reading = {
    places,
    clock,
    kinds: names.flatMap((name, place) => (KIND.test(plainText(name.slice(0, 80))) ? place : [])),
    signs: names.flatMap((_, place) => (rows.every((row) => SIGN.test(row[place] ?? '')) ? place : [])),
    order: orderOfColumn(cellsIn('day'), isEnglish, clock),
    mark: markOf(cellsIn('cents', 'credit', 'debit')),
  };
  const lines: RawLine[] = [];
  let joinedRows = 0;
  for (const row of rows) {
    const line = lineOf(row, reading);
    // A decimal comma without quotes was read as the end of a column.
    if (delimiter === ',' && line.day && row.slice(names.length).some((cell) => cell.trim())) return null;
    const last = lines.at(-1);
    if (last && isContinuation(row, places)) {
      last.description += ` ${line.description}`;
      joinedRows += 1;
    } else lines.push(line);
  }
  const last = lines.at(-1);
  if (last && !/[\r\n]\s*$/.test(text)) last.isCut = isCutOff(last, lines.slice(0, -1), rows);
  const nameOf = (...of: Column[]) => names[of.flatMap((column) => placesOf(places, column))[0] ?? -1] ?? '';
  return {
    ...{ lines, joinedRows, cardRows: 0, isCut: false, balances: [], from: undefined, to: undefined },
    names: { day: nameOf('day'), cents: nameOf('cents', 'credit') },
  };
}

/** Whether the last row, which no line break ends, has fewer columns than all others, or other decimals. */
function isCutOff(last: RawLine, others: RawLine[], rows: string[][]): boolean {
  const decimals = others.flatMap((line) => (line.cents ? decimalsOf(line) : []));
  const isAlike = decimals.length > 0 && new Set(decimals).size === 1;
  const widths = rows.slice(0, -1).map(({ length }) => length);
  return (isAlike && decimalsOf(last) !== decimals[0]) || (rows.at(-1)?.length ?? 0) < Math.min(...widths);
}

/** The mark and the number of the decimals of an amount, as ",2"; empty for one without. */
function decimalsOf({ centsText }: RawLine): string {
  const [, mark, decimals = ''] = /([.,])(\d+)\D*$/.exec(centsText) ?? [];
  return mark ? `${mark}${decimals.length}` : '';
}

/** The mark before the decimals of all amounts, where they say one. */
function markOf(texts: string[]): DecimalMark | undefined {
  const marks = new Set(texts.flatMap((text) => decimalMarkOf(text) ?? []));
  return marks.size === 1 ? [...marks][0] : undefined;
}

/** Bradesco and Sicoob write who paid below the line, in a row with nothing else. */
function isContinuation(row: string[], places: Map<Column, number[]>): boolean {
  const written = row.flatMap((cell, place) => (cell.trim() ? place : []));
  const texts = placesOf(places, 'description');
  return written.length > 0 && written.every((place) => texts.includes(place));
}

const SIGN = /^\s*[+\-−–]\s*$/;

function lineOf(row: string[], { places, kinds, signs, order, mark, clock }: Reading): RawLine {
  const texts = (column: Column) =>
    placesOf(places, column)
      .map((place) => unescaped(row[place] ?? ''))
      .filter(Boolean);
  const credit = texts('credit')[0];
  const debit = texts('debit')[0];
  // Reports write 0.00 in the column that has nothing.
  const isDebit = Boolean(debit) && !readAmount(credit ?? '', mark).cents;
  const ofColumn = isDebit ? debit : credit;
  const centsText = ofColumn ?? texts('cents')[0] ?? '';
  const dayText = texts('day')[0] ?? '';
  const amount = readAmount(centsText, mark);
  const ends: Column[] = ['payerName', 'payeeName'];
  const isMarkedOut =
    isDebit ||
    signs.some((place) => row[place]?.trim() !== '+') ||
    (credit === undefined && row.some((cell) => WENT_OUT.test(plainText(cell))));
  return {
    day: dayBy(dayText, clock, order),
    cents: amount.cents === undefined ? undefined : Math.abs(amount.cents),
    mark: isMarkedOut ? 'out' : (amount.mark ?? (ofColumn === undefined && signs.length === 0 ? undefined : 'in')),
    isUndone: texts('status').some((text) => UNDONE.test(plainText(text))),
    balanceCents: readAmount(texts('balance')[0] ?? '', mark).cents,
    ...{ dayText, centsText },
    kind: kinds.map((place) => row[place] ?? '').join(' '),
    heading: texts('description')[0] ?? '',
    description: texts('description').join(' - '),
    payerName: (isMarkedOut ? ends.toReversed() : ends).flatMap(texts).find((text) => /\p{L}/u.test(text)),
    chargeReference: texts('chargeReference')[0],
    references: [...texts('reference'), ...texts('lineId')].join(' '),
  };
}

const SIGNS = /^(\+)?(.*?)(\+|\([+c]\)|cr?|cred|credito|\([-d]\)|d[br]?|deb|debito)?\.?$/i;

/** Centavos, and the direction that stands beside them: "86,70 CR", "9,90 (-)", "+ R$ 86,70", "-50,00" or "50,00 D". */
function readAmount(text: string, mark?: DecimalMark): { cents: number | undefined; mark: 'in' | 'out' | undefined } {
  const compact = text.replace(/R\$|BRL|\s|\p{Default_Ignorable_Code_Point}/giu, '').replace(/[−–]/g, '-');
  const [, plus, amount = '', sign = ''] = SIGNS.exec(compact) ?? [];
  const cents = parseCents(amount, mark);
  if (cents === undefined) return { cents, mark: undefined };
  if (cents < 0 || /^\(?[d-]/i.test(sign)) return { cents: -Math.abs(cents), mark: 'out' };
  return { cents, mark: plus || sign ? 'in' : undefined };
}

const placesOf = (places: Map<Column, number[]>, column: Column) => places.get(column) ?? [];

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
