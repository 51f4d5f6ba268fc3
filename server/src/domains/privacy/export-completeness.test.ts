import { randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { createPerson, type Person } from '../../../test/factories.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { personalData } from '../../platform/database/personal-data.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { buildExport } from './data-exports.ts';

type Row = Record<string, unknown>;
interface Column {
  name: string;
  type: string;
  isRequired: boolean;
}

const MOMENTS = ['created_at', 'at', 'occurred_at', 'recorded_at', 'createdAt'];
const clientTables = Object.entries(personalData).filter(([, { rows }]) => rows);
const subject = randomUUID();
const ownIds: Record<string, string> = {
  'identity.twoFactor': randomUUID(),
  'identity.user': subject,
  'public.chat_contacts': randomUUID(),
  'public.conversation_messages': randomUUID(),
  'public.conversations': randomUUID(),
  'public.crew_members': randomUUID(),
  'public.gift_cards': randomUUID(),
  'public.transfers': randomUUID(),
  'public.participants': randomUUID(),
  'public.reservations': randomUUID(),
  'public.waiting_list_entries': randomUUID(),
};

let app: TestAppWithJobs;
let client: Person;
/** What stands in each registered column of the client's row of a table, as JSON. */
const stored: Record<string, Row> = {};

beforeAll(async () => {
  app = await buildTestAppWithJobs();
  client = await createPerson(app);
  // A row of each table, which needs no other: this is about columns, not about what the business allows.
  await inTransaction(app.db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await insertRow(trx, 'identity.twoFactor', {});
    for (const [table, { columns }] of clientTables) stored[table] = await fill(trx, table, Object.keys(columns));
  });
});
afterAll(() => app.close());

/** Stores a row of the client's with a value in each of `names`; returns these values. */
async function fill(trx: DatabaseTransaction, table: string, names: string[]): Promise<Row> {
  await dropChecks(trx, table);
  const columns = (await columnsOf(trx, table)).filter(({ name }) => names.includes(name));
  const values = Object.fromEntries(columns.map((column) => [column.name, anyValue(table, column)]));
  if (table === 'public.users') {
    const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update users set ${sql.join(set)} where id = ${client.id}`.execute(trx);
  } else await insertRow(trx, table, values);
  return Object.fromEntries(
    columns.map(({ name, type }) => [name, type.startsWith('json') ? JSON.parse(String(values[name])) : values[name]]),
  );
}

async function dropChecks(trx: DatabaseTransaction, table: string): Promise<void> {
  const [schema, name] = table.split('.');
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint c join pg_class t on t.oid = c.conrelid
    where contype = 'c' and t.relname = ${name} and t.relnamespace::regnamespace::text = ${schema}`.execute(trx);
  for (const check of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(check.name)}`.execute(trx);
}

async function insertRow(trx: DatabaseTransaction, table: string, values: Row): Promise<void> {
  // The register finds the client's rows by these.
  const links: Row = {
    ...{ user_id: client.id, actor_id: client.id, userId: subject, two_factor_id: ownIds['identity.twoFactor'] },
    ...{ reservation_id: ownIds['public.reservations'], participant_id: ownIds['public.participants'] },
    ...{ transfer_id: ownIds['public.transfers'], gift_card_id: ownIds['public.gift_cards'] },
    ...{ to_account: ownIds['public.reservations'], member_id: ownIds['public.crew_members'] },
    ...{ contact_id: ownIds['public.chat_contacts'], conversation_id: ownIds['public.conversations'] },
    ...{ message_id: ownIds['public.conversation_messages'], entry_id: ownIds['public.waiting_list_entries'] },
    ...(ownIds[table] && { id: ownIds[table] }),
  };
  const known: Row = { ...links, ...values };
  const columns = (await columnsOf(trx, table)).filter(({ name, isRequired }) => isRequired || name in known);
  const names = columns.map(({ name }) => sql.ref(name));
  const row = columns.map((column) => sql`${known[column.name] ?? anyValue(table, column)}`);
  await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(row)})`.execute(trx);
}

async function columnsOf(trx: DatabaseTransaction, table: string): Promise<Column[]> {
  const [schema, name] = table.split('.');
  const { rows } = await sql<Column>`
    select column_name as name, udt_name as type, is_nullable = 'NO' and column_default is null as "isRequired"
    from information_schema.columns where table_schema = ${schema} and table_name = ${name}
      and is_generated = 'NEVER' and is_identity = 'NO'`.execute(trx);
  return rows;
}

/** A value of the column's type; texts name their column, but for those by which the register finds the row. */
function anyValue(table: string, { name, type }: Column): unknown {
  const mark = markOf(table, name);
  if (name === 'email' || name === 'buyer_email') return client.email;
  if (name === 'subject' && ['public.users', 'public.role_grants'].includes(table)) return subject;
  if (table === 'identity.verification' && name === 'value') return `${mark} ${subject}`;
  if (table === 'public.transfers' && name === 'kind') return 'deposit';
  if (type.startsWith('json')) return JSON.stringify({ text: mark });
  if (type === '_text') return [mark];
  if (type === '_int4') return [1];
  if (type === 'date') return '1990-02-03';
  if (type === 'timestamptz') return new Date();
  if (type === 'uuid') return randomUUID();
  if (type === 'bool') return false;
  return /^(int|float|numeric)/.test(type) ? 1 : mark;
}

const markOf = (table: string, column: string) => `<${table}.${column}>`;

/** The rows in the JSON of a copy, by table. */
async function copied(withHealth: boolean): Promise<Record<string, Row[]>> {
  const id = randomUUID();
  const asked = { id, user_id: client.id, with_health: withHealth, requested_by: client.id };
  await app.db.insertInto('data_exports').values(asked).execute();
  const { storage } = app.app.deps;
  await buildExport({ db: app.db, storage, jobs: app.jobs }, { exportId: id });
  const content = await storage.read(`exports/${id}/data.zip`);
  if (!content) throw new Error('the copy was not made');
  const zip = await fromBufferPromise(await buffer(content));
  const tables: Record<string, Row[]> = {};
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.json')) continue;
    Object.assign(tables, JSON.parse(await text(await zip.openReadStreamPromise(entry))).dados);
  }
  return tables;
}

it.each([true, false])('a copy has every column of the register and no other, health asked for: %s', async (health) => {
  const tables = await copied(health);
  const whole = JSON.stringify(tables);
  for (const [table, { columns }] of clientTables) {
    const isCopied = (name: string) => !columns[name]?.withheld && (health || !columns[name]?.sensitive);
    const [kept, hidden] = [
      Object.keys(columns).filter(isCopied),
      Object.keys(columns).filter((one) => !isCopied(one)),
    ];
    const expected = Object.fromEntries(kept.map((name) => [name, stored[table]?.[name]]));
    if (kept.length > 0) expect([table, tables[table]]).toEqual([table, [expect.objectContaining(expected)]]);
    for (const row of tables[table] ?? [])
      expect([
        table,
        Object.keys(row)
          .filter((name) => !MOMENTS.includes(name))
          .toSorted(),
      ]).toEqual([table, kept.toSorted()]);
    for (const name of hidden) expect(whole).not.toContain(markOf(table, name));
  }
});
