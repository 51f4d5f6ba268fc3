import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { isDatabaseAway } from '../../../platform/http/errors.ts';
import { type EndedNote, type FiscalService, GovernmentUnavailable } from '../../../ports/fiscal/port.ts';
import { readCnpj } from '../../settings/index.ts';
import { endCancelled, endReplaced } from './send-invoices.ts';

const MAX_LOTS = 20;

/**
 * Takes over what became of our notes elsewhere: the government distributes all documents of a company, numbered. Every
 * process may; what is read twice changes nothing. One that fails is read again by the next run, and keeps no other
 * waiting.
 */
export async function readEndedInvoices(
  { db, fiscal, logger }: { db: Database; fiscal: FiscalService; logger: Pick<Logger, 'warn' | 'error'> },
  signal?: AbortSignal,
): Promise<void> {
  const taxId = await readCnpj(db);
  if (!/^\d{14}$/.test(taxId)) return;
  const key = { environment: fiscal.environment, tax_id: taxId };
  let after = await readBefore(db, key);
  let hasFailed = false;
  for (let lot = 0; lot < MAX_LOTS && !signal?.aborted; lot += 1) {
    const { ended, last } = await fiscal.readEnded(taxId, after).catch((error) => {
      if (!(error instanceof GovernmentUnavailable)) throw error;
      logger.warn({ reason: error.message }, 'the government distributes no documents now; the next run tries again');
      return { ended: [], last: after };
    });
    if (last === after) return;
    for (const one of ended) {
      await inTransaction(db, (trx) => endOne(trx, fiscal, one)).catch((error) => {
        if (isDatabaseAway(error)) throw error;
        hasFailed = true;
        logger.error({ err: error, accessKey: one.accessKey }, 'what became of a note at the government was not noted');
      });
    }
    if (!hasFailed) await noteRead(db, key, last);
    after = last;
  }
}

async function noteRead(db: Database, key: { environment: '1' | '2'; tax_id: string }, last: number): Promise<void> {
  await db
    .insertInto('fiscal_documents_read')
    .values({ ...key, last_number: String(last) })
    .onConflict((known) =>
      known
        .columns(['environment', 'tax_id'])
        .doUpdateSet({ last_number: sql`greatest(fiscal_documents_read.last_number, excluded.last_number)` }),
    )
    .execute();
}

async function readBefore(db: Database, { environment, tax_id }: { environment: '1' | '2'; tax_id: string }) {
  const row = await db
    .selectFrom('fiscal_documents_read')
    .select('last_number')
    .where('environment', '=', environment)
    .where('tax_id', '=', tax_id)
    .executeTakeFirst();
  return Number(row?.last_number ?? 0);
}

async function endOne(trx: DatabaseTransaction, { environment }: FiscalService, { accessKey, state, xml }: EndedNote) {
  const row = await trx
    .selectFrom('issued_invoices')
    .select(['id', 'reservation_id', 'note_number'])
    .where('access_key', '=', accessKey)
    .where('environment', '=', environment)
    .where('state', '=', 'authorised')
    .executeTakeFirst();
  if (!row) return;
  if (state === 'cancelled') await endCancelled(trx, row, xml);
  else await endReplaced(trx, row.id, xml);
}
