import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { eraseInBatches } from '../../platform/database/erased-counts.ts';

/** Years after that of an entry for which tax law may ask what it explains. A trigger refuses to delete it earlier. */
const FISCAL_YEARS = 6;
const BATCH = 5_000;

/** Deletes entries of the audit trail once the sixth year after theirs is over. */
export async function deleteOldEntries(db: Database): Promise<void> {
  await eraseInBatches(db, 'history', BATCH, async (trx, limit) => {
    await sql`select set_config('passeio.erasing', 'on', true)`.execute(trx);
    const { numAffectedRows } = await sql`
      delete from audit_entries where id in (
        select id from audit_entries where at < date_trunc('year', now()) - make_interval(years => ${FISCAL_YEARS})
        order by at, id limit ${limit})`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
