import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { type PersonalTable, type Purpose, personalData, purposes } from '../../platform/database/personal-data.ts';

type Row = Record<string, unknown>;

/** What is stored of a person in a table, by the names of its columns. */
export interface PersonalRows {
  table: string;
  rows: Row[];
}

/** Rows of a table that a copy holds at most: nobody has so many, and a job's memory is limited. */
const MAX_ROWS = 5_000;

/** When a row is of, as far as its table says. */
const MOMENTS = ['created_at', 'at', 'occurred_at', 'recorded_at', 'createdAt'];

/** The columns of a table of which a person gets a copy. */
export function exportedColumns({ columns }: PersonalTable, withHealth: boolean): string[] {
  const isExported = ({ withheld, sensitive }: PersonalTable['columns'][string]) =>
    !withheld && (withHealth || !sensitive);
  return Object.entries(columns).flatMap(([name, entry]) => (isExported(entry) ? [name] : []));
}

/** Everything that the register says is stored of a person, by purpose. */
export async function readPersonalFile(
  db: Database,
  personId: string,
  withHealth: boolean,
): Promise<Map<Purpose, PersonalRows[]>> {
  const file = new Map((Object.keys(purposes) as Purpose[]).map((purpose): [Purpose, PersonalRows[]] => [purpose, []]));
  for (const [table, entry] of Object.entries(personalData)) {
    const names = exportedColumns(entry, withHealth);
    if (!entry.rows || names.length === 0) continue;
    const { rows } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(table)} t where ${entry.rows(personId)} limit ${MAX_ROWS}`.execute(db);
    const kept = rows.map(({ row }) => pick(row, [...MOMENTS.filter((name) => name in row), ...names]));
    file.get(entry.purpose)?.push({ table, rows: kept });
  }
  return file;
}

/** The reservations of a person, as they would call them. */
export async function readReservationsOf(db: Database, personId: string) {
  const { rows } = await sql<{ id: string; code: string; trip: string; departs_at: Date; total_cents: number }>`
    select r.id, r.code, t.title as trip, t.departs_at, r.total_cents
    from reservations r join trips t on t.id = r.trip_id where r.user_id = ${personId}
    order by t.departs_at desc limit ${MAX_ROWS}`.execute(db);
  return rows;
}

function pick(row: Row, names: string[]): Row {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
}
