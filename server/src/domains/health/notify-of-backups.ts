import { pagePaths } from '@passeio/contract/paths';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { claimFailures } from '../../platform/recovery/backup-runs.ts';
import { enqueueEmail, type NotifyDeps } from '../messages/index.ts';

/** Notifies administrators that a base backup, its proof or archiving failed: once, until it succeeds again. */
export async function notifyOfBackups({ db, jobs, publicUrl }: NotifyDeps & { db: Database }): Promise<void> {
  const link = publicUrl + pagePaths.health;
  await inTransaction(db, async (trx) => {
    const failures = await claimFailures(trx);
    if (failures.length === 0) return;
    const administrators = await trx
      .selectFrom('users')
      .select(['name', 'email'])
      .where('role', '=', 'ADMIN')
      .where('is_disabled', '=', false)
      .execute();
    for (const what of failures) {
      for (const { name, email: to } of administrators) {
        if (to) await enqueueEmail(jobs, { kind: 'backupFailed', to, about: { name, what, link } }, trx);
      }
    }
  });
}
