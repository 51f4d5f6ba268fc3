import type { HealthReport, HealthState } from '@passeio/contract/health';
import type { Database } from '../../platform/database/connect.ts';
import { readConnections } from './connections.queries.ts';

const ATTENTION_MS = 30 * 24 * 3_600_000;

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
