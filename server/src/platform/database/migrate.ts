import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './connect.ts';
import type { Schema } from './schema.ts';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../../migrations');

/**
 * Brings the database to the newest schema. Forward only; all or nothing; several processes may start at once
 * (the migrator holds a lock). Throws what the database says when a migration fails.
 */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db: db as Kysely<Schema>, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((name) => name.endsWith('.sql'));
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(MIGRATIONS_DIR, file), 'utf8');
      const migration: Migration = {
        async up(db) {
          await sql.raw(text).execute(db);
        },
      };
      return [file.replace(/\.sql$/, ''), migration] as const;
    }),
  );
  return Object.fromEntries(entries);
}
