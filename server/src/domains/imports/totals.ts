import type { ImportKind } from '@passeio/contract/imports/import-fields';
import { parseCents, plainText } from '../../platform/spreadsheets/written-values.ts';
import type { ImportSheet } from './sheet.ts';
import type { WrittenRow } from './written-cells.ts';

const WORDS = /^(sub ?tota(l|is)|tota(l|is)|soma|somatorio|saldo|resumo)( (geral|de|do|da|dos|das|a|em|r)\b.*| \d.*)?$/;
// Words below a list that name nobody.
const SUMMARY =
  /^((sub ?|grand )?total|tt|somas?|somatori[ao]|saldo|receitas?|despesas?|custos?|gastos?|lucro|liquido|bruto|comissao|medias?|quantidade|qtd|lotacao|vagas|arrecadad[ao]|faturamento|resultado|valor total|a receber|recebido|obs|observac(ao|oes)|legenda)\b/;
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
  const sums: Sums = new Map();
  // Below subtotals there may be a total of all.
  const all: Sums = new Map();
  for (const row of sheet.rows) {
    const hasOwn = own.some((field) => row.text(field));
    if (sheet.fields.every((field) => row.cellsOf(field).length === 0) && !row.hasErrors) {
      row.ignore('Nenhuma coluna desta linha é importada.');
    } else if (
      namesTotal(row, names, hasOwn) ||
      (!hasOwn && amounts.some((field) => [sums, all].some((one) => isSum(row, field, one.get(field)))))
    ) {
      row.ignore('Parece uma linha de total: fica de fora.');
      sums.clear();
    }
    if (!row.isIgnored) for (const field of amounts) for (const one of [sums, all]) addTo(one, field, row);
  }
}

/** The word may be in the first cell, or where a name is expected. */
function namesTotal(row: WrittenRow, names: readonly string[], hasOwn: boolean): boolean {
  const [first = ''] = row.texts;
  const named = names.map((field) => row.text(field));
  return [first, ...named].some((text, index) => {
    const word = plainText(text);
    const isSummary = !hasOwn && (index > 0 || !named.some(Boolean));
    return WORDS.test(word) || COUNTED.test(word) || (isSummary && SUMMARY.test(word));
  });
}

const readCents = (row: WrittenRow, field: string) => parseCents(row.cellsOf(field)[0]?.text ?? '');

type Sums = Map<string, { cents: number; count: number }>;

function addTo(sums: Sums, field: string, row: WrittenRow): void {
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
