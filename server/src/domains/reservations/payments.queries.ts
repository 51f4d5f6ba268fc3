import { randomUUIDv7 } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type PaymentRow = Selectable<Schema['payments']> & { confirmed_by_name: string };

/** Appends entries to the ledger; a trigger updates the amounts received. */
export async function insertPayments(
  trx: DatabaseTransaction,
  payments: Omit<Insertable<Schema['payments']>, 'id'>[],
): Promise<void> {
  if (payments.length === 0) return;
  const rows = payments.map((payment) => ({ ...payment, id: randomUUIDv7() }));
  await trx.insertInto('payments').values(rows).execute();
}

/** The ledger of a reservation, oldest first. */
export function paymentsOf(db: Database, reservationId: string): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.confirmed_by')
    .selectAll('payments')
    .select('users.name as confirmed_by_name')
    .where('payments.reservation_id', '=', reservationId)
    .orderBy('payments.confirmed_at')
    .orderBy('payments.id')
    .execute();
}
