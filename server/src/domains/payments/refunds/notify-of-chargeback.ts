import { permissionsOf } from '@passeio/contract/users/permissions';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';

/**
 * Notifies, if the transaction commits, the staff who may see payments that money of a card was taken back, and its
 * payer while the reservation goes on. To be called once per entry.
 */
export async function notifyOfChargeback(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { reservationId, entryId }: { reservationId: string; entryId: string },
): Promise<void> {
  const about = { reservationId, entryId };
  const staff = await trx
    .selectFrom('users')
    .select(['email', 'role', 'permissions'])
    .where('role', 'in', ['OPERATOR', 'ADMIN'])
    .where('is_disabled', '=', false)
    .execute();
  for (const { email: to, role, permissions } of staff) {
    if (!to || !permissionsOf(role, permissions).includes('see_money')) continue;
    await enqueueEmail(jobs, { kind: 'chargebackForStaff', to, about }, trx);
  }
  const { email: to, is_active } = await trx
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['payer.email', 'r.is_active'])
    .where('r.id', '=', reservationId)
    .executeTakeFirstOrThrow();
  if (to && is_active) await enqueueEmail(jobs, { kind: 'chargeback', to, about }, trx);
}
