import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { prepareDatabase } from '../server/src/platform/database/migrate.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = 'server/src/platform/database/schema';

/** The files that are written from the migrated database, and compared with it by a test. */
export const described = {
  [`${FOLDER}/tables.ts`]: tableTypes,
  [`${FOLDER}/snapshot.sql`]: snapshot,
};

interface Column {
  table: string;
  column: string;
  type: string;
  udt: string;
  is_nullable: boolean;
  default: string | null;
  is_generated: boolean;
  is_identity: boolean;
  /** The texts that a check allows; null where it allows others. */
  values: string[] | null;
}

// Kysely records migrations in tables of its own.
const OURS = `c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`;

async function columnsOf(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, t.typname as udt,
      not a.attnotnull as is_nullable, pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated <> '' as is_generated,
      a.attidentity <> '' as is_identity, (
        select array_agg(value[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') value
        where k.conrelid = c.oid
          and starts_with(pg_get_constraintdef(k.oid), 'CHECK ((' || a.attname || ' = ANY (ARRAY[''')
      ) as values
    from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${OURS} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname collate "C", a.attname collate "C"`);
  return rows;
}

const types: Record<string, string> = {
  text: 'string',
  uuid: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  // The driver returns it as text.
  int8: 'string',
  date: 'CalendarDate',
  timestamptz: 'Date',
  jsonb: 'unknown',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
};

/** The TypeScript of every table. Throws for a column of a type that none had before. */
async function tableTypes(client: pg.Client): Promise<string> {
  const byTable = Map.groupBy(await columnsOf(client), ({ table }) => table);
  const tables = [...byTable].map(([table, columns]) => `  ${table}: {\n${columns.map(lineOf).join('')}  };\n`);
  return `// Written by \`npm run schema\` from the migrated database: do not edit.
import type { Generated, GeneratedAlways } from 'kysely';
import type { CalendarDate, Instant, InstantByDefault, InstantOrNull } from './column-types.ts';

/** Every table as the database describes it. */
export interface Tables {
${tables.join('')}}
`;
}

// As the formatter breaks what is too long.
function lineOf(column: Column): string {
  const line = `    ${column.column}: ${typeOf(column)};\n`;
  if (line.length <= 121) return line;
  return `    ${[`${column.column}:`, ...typeOf(column).split(' | ')].join('\n      | ')};\n`;
}

function typeOf(column: Column): string {
  const { table, udt, is_nullable, is_generated, is_identity } = column;
  const hasDefault = column.default !== null || is_identity;
  const plain = column.values?.map((value) => `'${value}'`).join(' | ') ?? types[udt];
  if (!plain) throw new Error(`${table}.${column.column} is of type ${udt}: say what it is in TypeScript`);
  if (is_generated) return `GeneratedAlways<${plain}${is_nullable ? ' | null' : ''}>`;
  if (udt === 'timestamptz') return is_nullable ? 'InstantOrNull' : hasDefault ? 'InstantByDefault' : 'Instant';
  const type = is_nullable && plain !== 'unknown' ? `${plain} | null` : plain;
  return hasDefault || is_nullable ? `Generated<${type}>` : type;
}

/** SQL that describes tables with their constraints, indexes and triggers, views, and functions, by their names. */
async function snapshot(client: pg.Client): Promise<string> {
  const lines = async (sql: string) =>
    Map.groupBy((await client.query<{ of: string; line: string }>(sql)).rows, (row) => row.of);
  const constraints = await lines(`
    select c.relname as of, format('constraint %s %s', k.conname, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k join pg_class c on c.oid = k.conrelid where ${OURS} and k.contype <> 'n'
    order by k.conname collate "C"`);
  const indexes = await lines(`
    select c.relname as of, pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indrelid
    where ${OURS} and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by pg_get_indexdef(i.indexrelid) collate "C"`);
  const triggers = await lines(`
    select c.relname as of, pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where ${OURS} and not t.tgisinternal order by t.tgname collate "C"`);
  const functions = await client.query<{ line: string }>(`
    select pg_get_functiondef(p.oid) as line from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    order by p.proname collate "C", p.oid`);
  const views = await client.query<{ line: string }>(`
    select format('create view %s as%s', c.relname, chr(10) || pg_get_viewdef(c.oid)) as line from pg_class c
    where ${OURS} and c.relkind = 'v' order by c.relname collate "C"`);
  const byTable = Map.groupBy(await columnsOf(client), ({ table }) => table);
  const of = (found: Map<string, { line: string }[]>, table: string) =>
    (found.get(table) ?? []).map(({ line }) => line);
  const tables = [...byTable].map(([table, columns]) => {
    const inside = [...columns.map(columnText), ...of(constraints, table)];
    const after = [...of(indexes, table), ...of(triggers, table)];
    return `create table ${table} (\n${inside.map((line) => `  ${line}`).join(',\n')}\n);\n${after.map((line) => `${line};\n`).join('')}`;
  });
  return `-- Written by \`npm run schema\` from the migrated database: do not edit. Migrations made it so.

${[...tables, ...views.rows.map(({ line }) => `${line}\n`), ...functions.rows.map(({ line }) => `${line.trim()};\n`)].join('\n')}`;
}

function columnText({ column, type, is_nullable, is_generated, is_identity, default: value }: Column): string {
  const origin = is_generated ? ` generated always as (${value})` : value === null ? '' : ` default ${value}`;
  return `${column} ${type}${is_nullable ? '' : ' not null'}${is_identity ? ' generated as identity' : origin}`;
}

if (import.meta.main) {
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-schema-'));
  const server = await startEmbeddedPostgres(dataDir, () => undefined);
  await prepareDatabase(server.connectionString, async () => undefined);
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  for (const [path, describe] of Object.entries(described)) await writeFile(join(ROOT, path), await describe(client));
  await client.end();
  await server.stop();
  await rm(dataDir, { recursive: true });
  spawnSync('npx', ['biome', 'format', '--write', join(ROOT, `${FOLDER}/tables.ts`)], { stdio: 'inherit' });
}
