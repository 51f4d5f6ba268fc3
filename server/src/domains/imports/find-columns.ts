import { fieldsOf, type ImportKind } from '@passeio/contract/imports/import-fields';
import type { TableRow } from '../../platform/spreadsheets/read-table.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';

// Operators write titles above the headers.
const HEADER_WITHIN = 30;
const ALIKE = 0.75;
/** A header that is named by a known word, of which several columns may be one field. */
const NAMED = 1.5;
/** When a form was sent is no date of a trip. */
const IS_STAMP = /^(carimbo|timestamp|registro de data)/i;
const MAX_HEADER = 80;

/** Headers and the fields with which somebody matched them before; null: with none. */
export type KnownHeaders = ReadonlyMap<string, string | null>;

/** A header as it is remembered. */
export const headerKey = (header: string) => plainText(header.slice(0, MAX_HEADER));

/** The line with the headers: the first of those in which most columns are known, else the first with two cells. */
export function findHeader(rows: readonly TableRow[], kind: ImportKind, known: KnownHeaders): TableRow {
  const candidates = rows.slice(0, HEADER_WITHIN);
  const score = ({ cells }: TableRow) => matchColumns(cells, kind, known).filter(Boolean).length;
  const [best] = candidates.map((row) => ({ row, found: score(row) })).toSorted((a, b) => b.found - a.found);
  if (best && best.found >= 2) return best.row;
  const wide = candidates.find(({ cells }) => cells.filter(Boolean).length > 1);
  return (wide ?? candidates[0]) as TableRow;
}

/** The field of each column, each field once: as remembered, else the most alike. */
export function matchColumns(headers: readonly string[], kind: ImportKind, known: KnownHeaders): (string | null)[] {
  const fields = fieldsOf(kind);
  const matched: (string | null)[] = headers.map(() => null);
  const isDecided = headers.map((header) => known.has(headerKey(header)));
  for (const [column, header] of headers.entries()) {
    const field = known.get(headerKey(header));
    if (field && field in fields && (fields[field]?.many || !matched.includes(field))) matched[column] = field;
  }
  const pairs = headers.flatMap((header, column) =>
    header && !isDecided[column] && !IS_STAMP.test(header)
      ? Object.keys(fields).map((field) => ({ column, field, likeness: likenessOf(header, kind, field) }))
      : [],
  );
  for (const { column, field, likeness } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    const isFree = !matched.includes(field) || (fields[field]?.many && likeness >= NAMED);
    if (likeness >= ALIKE && matched[column] === null && isFree) matched[column] = field;
  }
  // "Responsável, Telefone, Passageiro, CPF": the passenger's, behind whom it stands.
  const [passenger, cpf] = [matched.indexOf('name'), matched.indexOf('payerCpf')];
  const isPassengers =
    passenger > matched.indexOf('payer') && cpf > passenger && headerKey(headers[cpf] ?? '') === 'cpf';
  if (isPassengers && !isDecided[cpf] && !matched.includes('cpf')) matched[cpf] = 'cpf';
  // Without another name the person of a row pays.
  if (kind === 'reservations' && passenger >= 0 && !isDecided[passenger] && !matched.includes('payer'))
    matched[passenger] = 'payer';
  return matched;
}

// "Qual o seu CPF?", "WhatsApp com DDD", "1ª parcela", "Acompanhante 2".
const FILLERS = /^((qual|quais|informe|digite|escreva|e|o|a|os|as|seu|sua|seus|suas|\d+) )+| com ddd$| \d+$/g;
const withoutFillers = (text: string) => plainText(text).replace(FILLERS, '');

// "Celular/WhatsApp", "Nome (completo)".
const PARTS = /[/|,;()–-]| ou /i;

/**
 * 3 for our own header, 2 for a known one, more so for those named first, 1.5 where a part of it is one, else how many
 * pairs of letters are the same, at most 1.
 */
function likenessOf(header: string, kind: ImportKind, field: string): number {
  const written = headerKey(header);
  const { label, known } = fieldsOf(kind)[field] ?? { label: '', known: [] };
  const own = plainText(label);
  if (written === own) return 3;
  // "C.P.F." as well as "CPF".
  const letters = written.replaceAll(' ', '');
  const place = [own, ...known].findIndex((word) => word.replaceAll(' ', '') === letters);
  if (place >= 0) return 2 - place / 100;
  const parts = header.slice(0, MAX_HEADER).split(PARTS).map(withoutFillers);
  if (parts.some((part) => part === own || known.includes(part))) return NAMED;
  // "Quantos lugares você quer reservar?"
  if (header.includes('?') && known.some((word) => word.includes(' ') && written.startsWith(`${word} `))) return NAMED;
  return Math.max(...[own, ...known].map((word) => (word.length > 3 ? sharedPairs(written, word) : 0)));
}

/** How many pairs of letters are the same; none where the lengths alone keep two words from being alike. */
function sharedPairs(one: string, other: string): number {
  const [length, otherLength] = [Math.max(one.length - 1, 0), other.length - 1];
  if (2 * Math.min(length, otherLength) < ALIKE * (length + otherLength)) return 0;
  const pairs = pairsOf(other);
  const shared = pairsOf(one).filter((pair) => pairs.includes(pair)).length;
  return (2 * shared) / (length + otherLength);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(text.length - 1, 0) }, (_, at) => text.slice(at, at + 2));
}
