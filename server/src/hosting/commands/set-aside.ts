import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '../../platform/database/connect.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { administer, withDatabase } from '../cluster.ts';
import { type OperatorRow, readOperator } from '../directory.queries.ts';
import { databaseUrlOf } from '../operator-config.ts';
import type { CommandContext } from './context.ts';

const RENAMINGS = 20;
const PAUSE_MS = 250;
const CLOSING_MS = 60_000;
const POLL_MS = 250;
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
export function renameDatabase(administrationUrl: string, from: string, to: string): Promise<void> {
  return endingUses(administrationUrl, from, (client) => rename(client, from, to));
}

/**
 * Gives one database the name of another in one step, whoever uses that. Returns the other's new name, under which it
 * takes no connections.
 */
export async function replaceDatabase(administrationUrl: string, replaced: string, by: string): Promise<string> {
  // Within the 63 letters of a name.
  const aside = `${replaced}_${new Date().toISOString().slice(2, 19).replaceAll(/\D/g, '')}`;
  await endingUses(administrationUrl, replaced, async (client) => {
    await client.query('begin');
    await client.query(`alter database ${pg.escapeIdentifier(replaced)} allow_connections false`);
    await rename(client, replaced, aside);
    await rename(client, by, replaced);
    await client.query('commit');
  });
  return aside;
}

async function rename(client: pg.Client, from: string, to: string): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`);
}

async function endingUses(
  administrationUrl: string,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  for (let left = RENAMINGS; ; left -= 1) {
    const ended = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1';
    await administer(administrationUrl, ended, [database]);
    try {
      return await withClient(administrationUrl, work);
    } catch (error) {
      if ((error as { code?: string }).code !== DATABASE_IN_USE || left === 0) throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** Waits until no server works for an operator that is not active any more. */
export async function untilAsleep({ pool }: CommandContext, slug: string): Promise<void> {
  const deadline = Date.now() + CLOSING_MS;
  while ((await readOperator(pool, slug))?.is_awake) {
    if (Date.now() > deadline) throw new StartError(`A server still works for "${slug}". Try again in a minute.`);
    await wait(POLL_MS);
  }
}
