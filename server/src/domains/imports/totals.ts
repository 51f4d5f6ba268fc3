import type { ImportKind } from '@passeio/contract/imports/import-fields';
import { parseCents, plainText } from '../../platform/spreadsheets/written-values.ts';
import type { ImportSheet } from './sheet.ts';
import type { WrittenRow } from './written-cells.ts';

const WORDS = /^(sub ?tota(l|is)|tota(l|is)|soma|somatorio|saldo|resumo)( (geral|de|do|da|dos|das|a|em|r)\b.*| \d.*)?$/;
const COUNTED = /^\d+ (pessoas|passageiros|pax|clientes|lugares|vagas|reservas|inscritos|participantes)( .*)?$/;

interface Columns {
  amounts: readonly string[];
  /** The person or trip of a row. */
  names: readonly string[];
  /** What only a row of its own has. */
  own: readonly string[];
}

const columnsOf: Record<ImportKind, Columns> = {
  clients: { amounts: [], names: ['name'], own: ['contact', 'cpf', 'email'] },
  trips: { amounts: ['price', 'capacity'], names: ['title'], own: ['day'] },
  reservations: {
    amounts: ['total', 'paid'],
    names: ['trip', 'payer', 'name'],
    own: ['code', 'day', 'payerContact', 'payerEmail', 'payerCpf', 'cpf'],
  },
};

/**
 * Leaves out what is no row of its kind: totals, by their word or because an amount is the sum of those above it, and
 * rows of which no column is imported.
 */
export function ignoreTotals(sheet: ImportSheet): void {
  const { amounts, names, own } = columnsOf[sheet.kind];
  const sums = new Map<string, { cents: number; count: number }>();
  for (const row of sheet.rows) {
    const hasOwn = own.some((field) => row.text(field));
    if (sheet.fields.every((field) => row.cellsOf(field).length === 0) && !row.hasErrors) {
      row.ignore('Nenhuma coluna desta linha é importada.');
    } else if (namesTotal(row, names) || (!hasOwn && amounts.some((field) => isSum(row, field, sums.get(field))))) {
      row.ignore('Parece uma linha de total: fica de fora.');
      sums.clear();
    }
    if (!row.isIgnored) for (const field of amounts) addTo(sums, field, row);
  }
}

/** The word may be in the first cell, or where a name is expected. */
function namesTotal(row: WrittenRow, names: readonly string[]): boolean {
  const [first = ''] = row.texts;
  return [first, ...names.map((field) => row.text(field))].some((text) => {
    const word = plainText(text);
    return WORDS.test(word) || COUNTED.test(word);
  });
}

const readCents = (row: WrittenRow, field: string) => parseCents(row.cellsOf(field)[0]?.text ?? '');

function addTo(sums: Map<string, { cents: number; count: number }>, field: string, row: WrittenRow): void {
  const cents = readCents(row, field);
  if (!cents) return;
  const before = sums.get(field) ?? { cents: 0, count: 0 };
  sums.set(field, { cents: before.cents + cents, count: before.count + 1 });
}

// The only amount above is a sum only for a row that has nothing but amounts.
function isSum(row: WrittenRow, field: string, sum: { cents: number; count: number } | undefined): boolean {
  if (!sum || readCents(row, field) !== sum.cents) return false;
  return sum.count > 1 || row.texts.every((text) => parseCents(text) !== undefined);
}
