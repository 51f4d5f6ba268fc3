import type { ImportKind } from '@passeio/contract/imports/import-fields';
import type { ReadTable, TableRow } from '../../platform/spreadsheets/read-table.ts';

const NUMBERED = /^[^\p{L}\p{N}]*\d{1,3}\s*[.)ºª°–-]/u;
const PHONE = /(?:\+|\()?\d[\d\s().-]{6,}\d/;
const HEADERS = ['Nome', 'Telefone', 'Pagamento'];

/**
 * A list of people as a messenger has it, a numbered line for each, as a table with headers: "1. Ana Lima - 35
 * 98822-0141 - pago". Another table stays as it is.
 */
export function splitChatList(table: ReadTable, kind: ImportKind): ReadTable {
  const isOneColumn = table.rows.every(({ cells }) => cells.filter(Boolean).length === 1);
  const first = table.rows.findIndex(({ cells }) => NUMBERED.test(cells.join('')));
  const people = table.rows.slice(Math.max(first, 0));
  const isList = people.filter(({ cells }) => NUMBERED.test(cells.join(''))).length * 2 > people.length;
  if (kind === 'trips' || !isOneColumn || first < 0 || !isList) return table;
  const header: TableRow = { line: people[0]?.line ?? 1, cells: kind === 'clients' ? HEADERS.slice(0, 2) : HEADERS };
  // The headers take the line of the first person; each person is one line further down.
  const rows = people.map(({ line, cells }) => ({ line: line + 1, cells: splitPerson(cells.join(' ')) }));
  return { ...table, rows: [...table.rows.slice(0, first), header, ...rows] };
}

function splitPerson(text: string): string[] {
  const bare = text.replace(NUMBERED, '').trim();
  const [phone = ''] = PHONE.exec(bare) ?? [];
  const at = phone ? bare.indexOf(phone) : bare.search(/\s[-–]\s/);
  const [name, rest] = at < 0 ? [bare, ''] : [bare.slice(0, at), bare.slice(at + phone.length)];
  const trim = (part: string) => part.replace(/^[\s:,;–-]+|[\s:,;–-]+$/g, '');
  return [trim(name), phone, trim(rest)];
}
