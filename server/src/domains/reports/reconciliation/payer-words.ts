import {
  type KeyedLine,
  mayNamePerson,
  type NameWords,
  nameOf,
  namesPerson,
  wordsOfLine,
} from '../../payments/index.ts';
import type { BankEntry } from './bank-entries.queries.ts';

const CPF = /(?<!\d)(\d{3})\.?(\d{3})\.?(\d{3})-?(\d{2})(?!\d)/g;
// As banks show it: "•••.982.247-••".
const MASKED_CPF = /[*•xX]{3}\.?(\d{3})\.?(\d{3})-?[*•xX]{2}/g;
const ID = /[A-Za-z0-9]{10,40}/g;
const SHORTEST_ID = 10;

/** A line, and what its text says of the payer and of ids. */
export interface ReadLine extends KeyedLine {
  words: string[];
  cpfs: string[];
  ids: string[];
}

export function readLine(line: KeyedLine): ReadLine {
  const text = `${line.payerName} ${line.description}`;
  const whole = [...text.matchAll(CPF)].map((parts) => parts.slice(1).join(''));
  const middles = [...text.matchAll(MASKED_CPF)].map((parts) => parts.slice(1).join(''));
  const ids = [line.reference, line.bankId, line.chargeReference, ...(text.match(ID) ?? [])];
  return {
    ...line,
    words: wordsOfLine(text),
    cpfs: [...whole, ...middles],
    ids: ids.flatMap((id) => (id && id.length >= SHORTEST_ID ? id.toUpperCase() : [])),
  };
}

/** Finds the entries whose payer a line names, among those that have the same `keyOf` as it. */
export function indexByPayer(
  entries: Iterable<BankEntry>,
  keyOf: (cents: number) => string,
): (line: ReadLine) => BankEntry[] {
  const byName = new Map<string, { entry: BankEntry; name: NameWords }[]>();
  const byCpf = new Map<string, BankEntry[]>();
  for (const entry of entries) {
    const key = keyOf(entry.cents);
    for (const name of entry.names.flatMap((text) => nameOf(text) ?? []))
      add(byName, key + name.first, { entry, name });
    for (const cpf of new Set(entry.tax_ids.filter(({ length }) => length === 11)))
      for (const part of [cpf, cpf.slice(3, 9)]) add(byCpf, key + part, entry);
  }
  return ({ words, cpfs, amountCents }) => {
    const key = keyOf(amountCents);
    const named = words
      .flatMap((word) => byName.get(key + word) ?? [])
      .filter(({ name }) => namesPerson(words, name) || mayNamePerson(words, name));
    return [...new Set([...cpfs.flatMap((cpf) => byCpf.get(key + cpf) ?? []), ...named.map(({ entry }) => entry)])];
  };
}

export function add<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
