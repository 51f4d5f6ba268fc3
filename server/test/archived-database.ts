import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { createDatabase, createPool, type Database } from '../src/platform/database/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/database/embedded/index.ts';
import { prepareDatabase } from '../src/platform/database/migrate.ts';
import { openRecovery, type Recovery } from '../src/platform/recovery/recovery.ts';
import { oneOperator } from '../src/platform/recovery/scope.ts';
import type { ArchiveStore } from '../src/ports/storage/port.ts';

export interface ArchivedDatabase {
  dataDir: string;
  server: EmbeddedPostgres;
  db: Database;
  query(text: string): Promise<pg.QueryResult>;
  /** Adds a note, of which restored databases are compared. */
  write(text: string): Promise<unknown>;
  /** The present moment, to which the next transaction does not belong. */
  moment(): Promise<string>;
  /** Opens the archive as a start does. */
  open(store: ArchiveStore, recipients?: string[]): Promise<Recovery>;
  /** Archives all that is written. */
  shipAll(recovery: Recovery, store: ArchiveStore): Promise<void>;
  /** What was warned of. */
  warnings: string[];
  close(): Promise<void>;
}

/** A new data folder with the embedded database, a secret and a table of notes. */
export async function startArchivedDatabase(dataDir: string): Promise<ArchivedDatabase> {
  const server = await startEmbeddedPostgres(dataDir, () => undefined, { archives: true });
  const { connectionString, place } = server;
  await mkdir(join(dataDir, 'secrets'), { recursive: true });
  await writeFile(join(dataDir, 'secrets/identity'), 'secret');
  await prepareDatabase(connectionString, async () => undefined);
  const pool = createPool({ connectionString, max: 2, onError: () => undefined });
  const db = createDatabase(pool);
  const query = (text: string) => querying(connectionString, text);
  await query('create table notes (text text)');
  const warnings: string[] = [];
  const now = async (): Promise<Date> => (await query('select clock_timestamp() as moment')).rows[0].moment;
  return {
    ...{ dataDir, server, db, query, warnings },
    write: (text) => query(`insert into notes values ('${text}')`),
    async moment() {
      const moment = await now();
      // Moments have milliseconds, transactions microseconds.
      await vi.waitFor(async () => expect((await now()).getTime()).toBeGreaterThan(moment.getTime()));
      return moment.toISOString();
    },
    open: (store, recipients = []) =>
      openRecovery({
        ...{ store, dataDir, connectionString, place, recipients, scope: oneOperator, hasFiles: true, days: 7 },
        warn: (_, message) => void warnings.push(message),
      }),
    async shipAll(recovery, store) {
      const { rows } = await query('select pg_walfile_name(pg_switch_wal()) as segment');
      await vi.waitFor(
        async () => {
          await recovery.ship(db);
          expect((await store.list('')).some(({ key }) => key.includes(rows[0].segment))).toBe(true);
        },
        { timeout: 30_000, interval: 50 },
      );
    },
    async close() {
      await db.destroy();
      await server.stop();
    },
  };
}

async function querying(connectionString: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

/** The notes in a data folder that was restored. */
export async function notesIn(dataDir: string): Promise<string[]> {
  const restored = await startEmbeddedPostgres(dataDir, () => undefined);
  const { rows } = await querying(restored.connectionString, 'select text from notes order by text');
  await restored.stop();
  return rows.map(({ text }) => text);
}
