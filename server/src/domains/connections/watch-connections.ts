import { type ConnectionKind, connectionTable, isConnectionKind } from '@passeio/contract/connections/connection-kinds';
import { CONNECTIONS_PAGE } from '@passeio/contract/connections/connections';
import type { HealthReport, HealthState } from '@passeio/contract/health';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { ConnectionsAtWork } from '../../ports/connections/port.ts';
import { enqueueToAdministrators, type NotifyDeps } from '../messages/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { deleteEnded, readConnections, updateConnection } from './connections.queries.ts';
import { tryStored } from './connections.ts';

const DAY_MS = 24 * 3_600_000;
const ATTENTION_MS = 30 * DAY_MS;
/** Days before the end of a certificate on which administrators are notified. */
const NOTIFIED_DAYS = [30, 7, 1];

/**
 * Every night: notes what providers no longer accept, notifies administrators of certificates that end, and forgets
 * replaced accounts of which nothing is open.
 */
export async function watchConnections(deps: NotifyDeps & { db: Database; atWork: ConnectionsAtWork }): Promise<void> {
  const { db, atWork } = deps;
  const atWorkRows = (await readConnections(db)).filter(({ retired_at }) => retired_at === null);
  for (const row of atWorkRows) {
    const tried = await tryStored(atWork, row);
    // A provider that does not answer says nothing about the connection.
    if (!tried || tried.outcome === 'unreachable') continue;
    const problem = tried.problems[0]?.sentence ?? '';
    if (problem !== '' || tried.outcome === 'accepted') await updateConnection(db, row.name, { problem });
  }
  await notifyOfExpiry(deps);
  if ((await deleteEnded(db)) > 0) {
    await atWork.reload();
    atWork.parts.changes.announce('connections');
  }
}

/** Notes what a provider no longer accepts, of the connection of a kind that is at work. */
export async function noteProblem(db: Database, kind: ConnectionKind, problem: string): Promise<void> {
  await db
    .updateTable('connections')
    .set({ problem })
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .where('problem', '<>', problem)
    .execute();
}

/** Notifies administrators 30, 7 and 1 days before a certificate ends, once each. */
async function notifyOfExpiry({ db, jobs, publicUrl }: NotifyDeps & { db: Database }): Promise<void> {
  const link = publicUrl + CONNECTIONS_PAGE;
  const timeZone = await readTimeZone(db);
  await inTransaction(db, async (trx) => {
    for (const { kind, expires_at } of await claimEnding(trx)) {
      const connection = isConnectionKind(kind) ? connectionTable[kind].title : kind;
      const ends = expires_at.toLocaleDateString('pt-BR', { timeZone });
      const days = Math.ceil((expires_at.getTime() - Date.now()) / DAY_MS);
      await enqueueToAdministrators(
        jobs,
        ({ name, to }) => ({ kind: 'connectionEnding', to, about: { name, connection, ends, days, link } }),
        trx,
      );
    }
  });
}

async function claimEnding(db: Database): Promise<{ kind: string; expires_at: Date }[]> {
  const { rows } = await sql<{ kind: string; expires_at: Date }>`
    update connections set notified_days = due.days
    from (
      select name, (
        select min(days) from unnest(${NOTIFIED_DAYS}::smallint[]) days
        where expires_at <= now() + days * interval '1 day'
      ) as days
      from connections where retired_at is null and expires_at > now()
    ) due
    where connections.name = due.name and due.days < coalesce(notified_days, 32767)
    returning kind, expires_at`.execute(db);
  return rows;
}

/** How the connections are that were made in the browser. */
export async function readConnectionHealth(db: Database, now: Date): Promise<HealthReport['connections']> {
  const rows = await readConnections(db);
  return rows.flatMap(({ kind, problem, expires_at, retired_at }) => {
    if (retired_at) return [];
    const leftMs = (expires_at?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime();
    const state: HealthState = leftMs <= 0 ? 'bad' : problem !== '' || leftMs <= ATTENTION_MS ? 'attention' : 'good';
    return [{ kind, state, expiresAt: expires_at?.toISOString() ?? null, problem }];
  });
}
