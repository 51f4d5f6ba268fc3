import { permissionsOf } from '@passeio/contract/permissions';
import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';

/**
 * Notifies, if the transaction commits, the staff who may see payments that a bank took money back, and of a card its
 * payer while the reservation goes on: whether a Pix was disputed by its payer staff finds out. To be called once.
 */
export async function notifyOfChargeback(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { reservationId, row }: { reservationId: string; row: Selectable<Schema['chargebacks']> },
): Promise<void> {
  const { kind, amount_cents: amountCents, answer_by: answerBy, entry_id: entryId } = row;
  const staff = await trx
    .selectFrom('users')
    .select(['email', 'role', 'permissions'])
    .where('role', 'in', ['OPERATOR', 'ADMIN'])
    .where('is_disabled', '=', false)
    .execute();
  for (const { email: to, role, permissions } of staff) {
    if (!to || !permissionsOf(role, permissions).includes('see_money')) continue;
    const about = { reservationId, why: kind, amountCents, answerBy };
    await enqueueEmail(jobs, { kind: 'chargebackForStaff', to, about }, trx);
  }
  if (kind !== 'card' || !entryId) return;
  const { email: to, is_active } = await trx
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['payer.email', 'r.is_active'])
    .where('r.id', '=', reservationId)
    .executeTakeFirstOrThrow();
  if (to && is_active) await enqueueEmail(jobs, { kind: 'chargeback', to, about: { reservationId, entryId } }, trx);
}
