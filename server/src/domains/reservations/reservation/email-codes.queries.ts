import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

type EmailCodeRow = Selectable<Schema['reservation_email_codes']>;

/** Stores the code that counts from now on; `isFirst`: unless there was one, and then false. */
export async function storeEmailCode(
  trx: DatabaseTransaction,
  sent: Pick<EmailCodeRow, 'reservation_id' | 'email' | 'code'>,
  isFirst: boolean,
): Promise<boolean> {
  const row = { ...sent, failures: 0, created_at: new Date() };
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('reservation_email_codes')
    .values(row)
    .onConflict((conflict) => {
      const again = conflict.column('reservation_id');
      return isFirst ? again.doNothing() : again.doUpdateSet(row);
    })
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

const ofReservation = (db: Database, reservationId: string) =>
  db.selectFrom('reservation_email_codes').selectAll().where('reservation_id', '=', reservationId);

/** The address that waits for its code. */
export async function findEmailToConfirm(db: Database, reservationId: string): Promise<string | undefined> {
  return (await ofReservation(db, reservationId).executeTakeFirst())?.email;
}

/** The code that was sent last. */
export function lockEmailCode(trx: DatabaseTransaction, reservationId: string): Promise<EmailCodeRow | undefined> {
  return ofReservation(trx, reservationId).forUpdate().executeTakeFirst();
}

export async function writeFailures(trx: DatabaseTransaction, reservationId: string, failures: number): Promise<void> {
  await trx
    .updateTable('reservation_email_codes')
    .set({ failures })
    .where('reservation_id', '=', reservationId)
    .execute();
}

export async function deleteEmailCode(trx: DatabaseTransaction, reservationId: string): Promise<void> {
  await trx.deleteFrom('reservation_email_codes').where('reservation_id', '=', reservationId).execute();
}
