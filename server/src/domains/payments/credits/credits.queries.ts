import { CREDIT_ENTRIES_SHOWN } from '@passeio/contract/payments/credits';
import type { Database } from '../../../platform/database/connect.ts';

export async function creditOf(db: Database, userId: string): Promise<number> {
  const balance = await db
    .selectFrom('credit_balances')
    .select('cents')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return balance?.cents ?? 0;
}

/** The latest credit entries of a person, with the reservation of each. */
export function latestCreditEntries(db: Database, userId: string) {
  return db
    .selectFrom('credit_entries as c')
    .innerJoin('ledger_entries as entry', 'entry.id', 'c.ledger_entry_id')
    .innerJoin('reservations as r', 'r.id', 'entry.reservation_id')
    .select(['c.id', 'c.kind', 'c.amount_cents', 'c.created_at', 'r.code'])
    .where('c.user_id', '=', userId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(CREDIT_ENTRIES_SHOWN)
    .execute();
}
