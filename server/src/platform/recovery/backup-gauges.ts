import type { Database } from '../database/connect.ts';
import { readGauge } from '../metrics/metrics.ts';
import { lastBackups } from './backup-runs.ts';

const success = readGauge(
  'passeio_backup_last_success_timestamp_seconds',
  'When a base backup, its proof, or the archiving of WAL last succeeded; 0: never',
  'kind',
);
const failed = readGauge(
  'passeio_backup_failed',
  'Whether the last base backup, its proof, or the archiving of WAL failed: 1 or 0',
  'kind',
);

export const backupGauges = [success, failed];

/** Reads how the embedded PostgreSQL is archived. */
export async function readBackupGauges(db: Database): Promise<void> {
  const backups = await lastBackups(db);
  for (const kind of ['base', 'proof', 'archive'] as const) {
    const last = backups.find((one) => one.kind === kind);
    success.set({ kind }, (last?.lastSuccessAt?.getTime() ?? 0) / 1_000);
    failed.set({ kind }, last?.succeeded === false ? 1 : 0);
  }
}
