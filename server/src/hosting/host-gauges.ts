import type { ConnectionBudget } from '../platform/database/connection-budget.ts';
import { readGauge } from '../platform/metrics/metrics.ts';
import { readBackupGauges } from '../platform/recovery/backup-gauges.ts';
import type { Directory } from './directory.ts';
import type { Sleepers } from './sleepers.ts';

const operators = readGauge('passeio_operators', 'Operators of the host by state', 'state');
const awake = readGauge('passeio_operators_awake', 'Operators that are open in this process');
const failed = readGauge(
  'passeio_operators_failed',
  'Operators that answer with a maintenance page: a migration failed',
);
const connections = readGauge('passeio_operators_connections', 'Connections of this process to their databases');
const waiting = readGauge('passeio_operators_connections_waiting', 'Connections that wait for a place');

/** Reads what is not counted as it happens; no gauge is of one operator. */
export function hostGauges(
  directory: Directory,
  sleepers: Sleepers,
  budget: ConnectionBudget,
  isArchived: boolean,
): () => Promise<void> {
  return async () => {
    const all = [...directory.all];
    for (const state of ['active', 'suspended', 'moving']) {
      operators.set({ state }, all.filter((operator) => operator.state === state).length);
    }
    failed.set(all.filter(({ problem }) => problem !== null).length);
    awake.set(sleepers.count);
    connections.set(budget.used);
    waiting.set(budget.waiting);
    if (isArchived) await readBackupGauges(directory.db).catch(() => undefined);
  };
}
