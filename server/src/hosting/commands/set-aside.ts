import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { administer, withDatabase } from '../cluster.ts';
import type { OperatorRow } from '../directory.queries.ts';
import { databaseUrlOf } from '../operator-config.ts';
import type { CommandContext } from './context.ts';

const RENAMINGS = 20;
const PAUSE_MS = 250;
const DATABASE_IN_USE = '55006';

/** The name of a database while its operator moves, and afterwards. */
export const asideOf = (database: string) => `${database}_moved`;

/** Brings the database of an interrupted move back under its name. */
export async function undoMove({ cluster, key }: CommandContext, operator: OperatorRow): Promise<void> {
  const url = databaseUrlOf(operator, cluster, key);
  const administrationUrl = withDatabase(url, 'postgres');
  const aside = asideOf(operator.database);
  const { rows } = await administer(administrationUrl, 'select datname from pg_database where datname = any ($1)', [
    [operator.database, aside],
  ]);
  const names = rows.map(({ datname }) => datname as string);
  if (!names.includes(operator.database) && names.includes(aside)) {
    await renameDatabase(administrationUrl, aside, operator.database);
  }
}

/** Renames a database, whoever uses it: its address refuses connections from then on. */
export async function renameDatabase(administrationUrl: string, from: string, to: string): Promise<void> {
  const statement = `alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`;
  for (let left = RENAMINGS; ; left -= 1) {
    const ended = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
    await administer(administrationUrl, ended, [from]);
    try {
      return void (await administer(administrationUrl, statement));
    } catch (error) {
      if ((error as { code?: string }).code !== DATABASE_IN_USE || left === 0) throw error;
      await wait(PAUSE_MS);
    }
  }
}
