import { suspiciousName, tidyName } from '@passeio/contract/users/names';
import type { GuestPerson } from '@passeio/contract/users/users';
import { guestPerson } from '@passeio/contract/users/users';
import type { z } from '@passeio/contract/zod';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { correctGuest, createGuestPerson, type UserRow } from '../users/index.ts';
import { birthYears, cpfText, nameText, readNames } from './cell-texts.ts';
import { idle, inTurns, type PlannedRow, type Writer } from './plan.ts';
import type { ImportSheet } from './sheet.ts';
import type { WrittenRow } from './written-cells.ts';

const { name, contact, email, cpf, rg, emitter, birthdate } = guestPerson.shape;

type Client = GuestPerson & { row: WrittenRow };

/** The clients of a file. Its rows are people: known by CPF, by e-mail and name, or by name and telephone. */
export async function planClients(db: Database, sheet: ImportSheet): Promise<PlannedRow[]> {
  const rows = sheet.rows.filter(({ isIgnored }) => !isIgnored);
  const clients = await inTurns(rows, readClient);
  refuseContradictions(clients);
  const known = await readKnown(db, clients);
  return clients.map((client) => planClient(client, known));
}

function readClient(row: WrittenRow): Client {
  const written = {
    name: readFullName(row, 'name', name) ?? '',
    contact: row.phone('contact', contact, { isRequired: true }) ?? '',
    email: readEmail(row, 'email'),
    cpf: row.checked('cpf', cpf, { write: cpfText, isOptional: true }),
    rg: row.checked('rg', rg, { isOptional: true }),
    emitter: row.checked('emitter', emitter, { isOptional: true }),
    birthdate: readBirthdate(row, birthdate),
  };
  return {
    ...Object.fromEntries(Object.entries(written).filter(([, value]) => value != null)),
    ...namedOf(written),
    row,
  };
}

const namedOf = ({ name, contact }: { name: string; contact: string }) => ({ name, contact });

/** The first address of a cell, as contacts are exported; of the others there is a warning. */
export function readEmail(row: WrittenRow, field: string): string | null | undefined {
  const [first = '', ...others] = row.text(field).split(/\s*(?::::|[;,|]|\s\/\s)\s*/);
  if (others.some((other) => other.includes('@'))) row.warn(field, 'Há mais de um e-mail na célula: entra o primeiro.');
  return row.checkedText(field, first, email, { isOptional: true });
}

/** A person's name, with the surname of a column of its own; what stands beside it in the cell is warned of. */
export function readFullName<Schema extends z.ZodType>(row: WrittenRow, field: string, schema: Schema) {
  const surnames = row.cellsOf('surname').map(({ text }) => text);
  const text = row.text(field);
  const { name: first } = readNames(text);
  const doubt = suspiciousName(tidyName(text));
  if (doubt) row.warn(field, first === tidyName(text) ? doubt : `${doubt} Entra como “${first}”.`);
  // Contacts have the whole name beside its parts.
  const further = surnames.filter((surname) => !` ${plainText(first)}`.endsWith(` ${plainText(surname)}`));
  const full = [first, ...further].filter(Boolean).join(' ');
  return row.checkedText(field, full, schema, { write: nameText, isRequired: true });
}

export function readBirthdate<Schema extends z.ZodType>(row: WrittenRow, schema: Schema) {
  const day = row.day('birthdate', { since: birthYears, isOptional: true });
  return day && row.checkedText('birthdate', day, schema, { isOptional: true });
}

/** One person with two CPFs, and two people with one CPF; an e-mail of several people is the first one's. */
function refuseContradictions(clients: Client[]): void {
  const byCpf = Map.groupBy(
    clients.filter((one) => one.cpf),
    (one) => one.cpf,
  );
  for (const same of byCpf.values()) compare(same, 'cpf', 'Este CPF também está');
  const byEmail = Map.groupBy(
    clients.filter((one) => one.email),
    (one) => one.email,
  );
  for (const [first, ...others] of byEmail.values()) for (const one of others) if (first) compareEmails(first, one);
}

function compare(same: Client[], field: 'cpf' | 'email', sentence: string): void {
  for (const one of same.length > 1 ? same : []) {
    const other = same.find((two) => two !== one && !isSamePerson(one, two));
    if (!other) continue;
    const how = plainText(one.name) === plainText(other.name) ? 'com outro CPF' : `com o nome ${other.name}`;
    one.row.refuse(field, `${sentence} na linha ${other.row.line}, ${how}.`);
  }
}

function compareEmails(first: Client, one: Client): void {
  if (isSamePerson(first, one)) return;
  if (plainText(first.name) === plainText(one.name)) {
    compare([first, one], 'email', 'Este e-mail também está');
    return;
  }
  one.row.warn('email', `Este e-mail já está na linha ${first.row.line}, de ${first.name}: aqui fica em branco.`);
  delete one.email;
}

function isSamePerson(one: Client, other: Client): boolean {
  return plainText(one.name) === plainText(other.name) && (!one.cpf || !other.cpf || one.cpf === other.cpf);
}

/** Who is known by what. */
export interface KnownPeople {
  byCpf: Map<string, UserRow>;
  byEmail: Map<string, UserRow>;
  byNameAndContact: Map<string, UserRow>;
}

export async function readKnown(
  db: Database,
  people: readonly {
    cpf?: string | null | undefined;
    email?: string | null | undefined;
    contact?: string | undefined;
  }[],
): Promise<KnownPeople> {
  const valuesOf = (key: 'cpf' | 'email' | 'contact') => [...new Set(people.flatMap((one) => one[key] || []))];
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('cpf', '=', sqlAny(valuesOf('cpf'), 'text')),
        eb(sql<string>`lower(email)`, '=', sqlAny(valuesOf('email'), 'text')),
        eb('contact', '=', sqlAny(valuesOf('contact'), 'text')),
      ]),
    )
    .execute();
  return {
    byCpf: new Map(rows.flatMap((row) => (row.cpf ? [[row.cpf, row]] : []))),
    byEmail: new Map(rows.flatMap((row) => (row.email ? [[row.email.toLowerCase(), row]] : []))),
    byNameAndContact: new Map(rows.map((row) => [nameAndContact(row), row])),
  };
}

export const nameAndContact = (one: { name: string; contact: string }) => `${plainText(one.name)} ${one.contact}`;

function planClient({ row, ...client }: Client, known: KnownPeople): PlannedRow {
  const byCpf = client.cpf ? known.byCpf.get(client.cpf) : undefined;
  const byEmail = ownerOfEmail(client, known);
  const owner = known.byEmail.get(client.email ?? '');
  if (owner && owner !== byEmail && owner !== byCpf) {
    row.warn('email', `Este e-mail já é de ${owner.name}: aqui fica em branco.`);
    delete client.email;
  }
  if (byCpf && byEmail && byCpf.id !== byEmail.id) row.refuse('email', `Este e-mail já é de ${byEmail.name}.`);
  if (!byCpf && byEmail?.cpf && client.cpf) row.refuse('cpf', `${byEmail.name} já tem este e-mail, com outro CPF.`);
  const alike = known.byNameAndContact.get(nameAndContact(client));
  const person = byCpf ?? byEmail ?? (alike?.cpf && client.cpf && alike.cpf !== client.cpf ? undefined : alike);
  if (row.hasErrors) return idle(row);
  if (!person) return creation(client, row, known);
  const change = changeOf(person, client);
  if (Object.keys(change).length === 0) return idle(row);
  if (person.subject || person.is_disabled) {
    row.warn(null, `${person.name} tem conta: os dados ficam como estão.`);
    return idle(row);
  }
  return { line: row.line, outcome: 'update', problems: row.problems, write: (to) => update(to, person, change) };
}

/** Who has an e-mail, if the name is theirs as well: couples share an address. */
export function ownerOfEmail(
  { name, email }: { name: string; email?: string | null | undefined },
  known: KnownPeople,
): UserRow | undefined {
  const owner = email ? known.byEmail.get(email) : undefined;
  const [first, theirs] = [name, owner?.name ?? ''].map((one) => plainText(one).split(' ')[0]);
  return first === theirs ? owner : undefined;
}

function changeOf(person: UserRow, client: GuestPerson): Partial<GuestPerson> {
  const written = Object.entries(client) as [keyof GuestPerson, string][];
  return Object.fromEntries(written.filter(([field, value]) => (person[field] ?? null) !== value));
}

function creation(client: GuestPerson, row: WrittenRow, known: KnownPeople): PlannedRow {
  // A row further down that is the same person is known by then.
  const made = { ...client, id: '', subject: null, is_disabled: false } as unknown as UserRow;
  if (client.cpf) known.byCpf.set(client.cpf, made);
  if (client.email) known.byEmail.set(client.email, made);
  known.byNameAndContact.set(nameAndContact(client), made);
  const write = async ({ trx, actor, note }: Writer) => {
    Object.assign(made, await createGuestPerson(trx, actor, client));
    note({ subject: 'person', subject_id: made.id, is_new: true, mark: String(made.version) });
  };
  return { line: row.line, outcome: 'create', problems: row.problems, write };
}

async function update({ trx, actor, note }: Writer, person: UserRow, change: Partial<GuestPerson>): Promise<void> {
  await correctGuest(trx, actor, person.id, change);
  const before = Object.fromEntries(
    Object.keys(change).map((field) => [field, person[field as keyof UserRow] ?? null]),
  );
  const { version } = await trx
    .selectFrom('users')
    .select('version')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  note({ subject: 'person', subject_id: person.id, is_new: false, before, mark: String(version) });
}
