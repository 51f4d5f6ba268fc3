import { createHmac } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

type EmailCodeRow = Selectable<Schema['reservation_email_codes']>;

const DIGITS = 6;

/** The code of a row: only who has the key knows it. `does`: confirms an address, or proves to be the payer. */
export function codeOf(
  key: Uint8Array,
  does: 'confirms' | 'proves',
  { reservation_id, email, created_at, code }: Pick<EmailCodeRow, 'reservation_id' | 'email' | 'created_at' | 'code'>,
): string {
  // Written by a server of the last release.
  if (code !== null) return code;
  const mac = createHmac('sha256', key)
    .update(JSON.stringify([does, reservation_id, email, created_at]))
    .digest();
  return String(mac.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Begins a code, which counts from now on. */
export async function storeEmailCode(
  trx: DatabaseTransaction,
  sent: Pick<EmailCodeRow, 'reservation_id' | 'email'>,
): Promise<void> {
  const row = { ...sent, code: null, failures: 0, created_at: new Date() };
  await trx
    .insertInto('reservation_email_codes')
    .values(row)
    .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet(row))
    .execute();
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
