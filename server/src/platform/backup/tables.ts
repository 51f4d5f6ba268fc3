import pg from 'pg';

/** A table of the application, without generated columns. */
export interface Table {
  schema: string;
  table: string;
  columns: string[];
}

// Without job queues: e-mails sent since the backup would be sent again.
const TABLES = `
  select n.nspname as schema, c.relname as table, c.oid::text as id,
    array(select a.attname::text from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attnum) as columns,
    array(select f.confrelid::text from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid and not f.condeferrable) as parents
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'identity') and c.relname not like 'kysely\\_%'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`;

/** The tables of the database in foreign-key order; what is deferrable is checked once all are restored. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { id: string; parents: string[] }>(TABLES);
  const ordered: typeof rows = [];
  while (ordered.length < rows.length) {
    const done = new Set(ordered.map(({ id }) => id));
    const next = rows.filter(({ id, parents }) => !done.has(id) && parents.every((parent) => done.has(parent)));
    if (next.length === 0) throw new Error('tables that refer to each other in a circle cannot be backed up');
    ordered.push(...next);
  }
  return ordered.map(({ schema, table, columns }) => ({ schema, table, columns }));
}

/** The baseline and the applied migrations, in order; none in a foreign database. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query("select to_regclass('kysely_migration') is not null as known");
  if (!rows[0].known) return [];
  const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name');
  return migrations.map(({ name }) => name);
}

/** The table's quoted name. */
export function tableName({ schema, table }: Pick<Table, 'schema' | 'table'>): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
}

/** The table and its columns, quoted for COPY. */
export function copyTarget(table: Table): string {
  return `${tableName(table)} (${table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
