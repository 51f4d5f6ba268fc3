import { pagePaths } from '@passeio/contract/paths';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { claimFailures } from '../../platform/recovery/backup-runs.ts';
import { enqueueToAdministrators, type NotifyDeps } from '../messages/index.ts';

/** Notifies administrators that a base backup, its proof or archiving failed: once, until it succeeds again. */
export async function notifyOfBackups({ db, jobs, publicUrl }: NotifyDeps & { db: Database }): Promise<void> {
  const link = publicUrl + pagePaths.health;
  await inTransaction(db, async (trx) => {
    const failures = await claimFailures(trx);
    for (const what of failures) {
      await enqueueToAdministrators(
        jobs,
        ({ name, to }) => ({ kind: 'backupFailed', to, about: { name, what, link } }),
        trx,
      );
    }
  });
}
