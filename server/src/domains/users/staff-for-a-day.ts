import { sql } from 'kysely';
import { recordAudit, system } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { type UserRow, updateUser } from './users.queries.ts';

/**
 * What is left to staff whose access for a day is over: they are clients again, or nobody where they have no documents,
 * which clients need. Undefined while it goes on.
 */
export function endOfStaff({ staff_until, cpf }: Pick<UserRow, 'staff_until' | 'cpf'>) {
  if (staff_until === null || staff_until > new Date()) return undefined;
  const left = { permissions: null, refund_limit_cents: null };
  return cpf === null ? { ...left, is_disabled: true } : { ...left, role: 'CLIENT' as const, is_disabled: false };
}

/** When accesses for a day are over: the job runs at ten past. */
export const staffDayMoments = sql`
  select date_trunc('hour', staff_until - interval '10 minutes') + interval '70 minutes' as at
  from users where staff_until is not null`;

/** Every hour: writes down that accesses for a day are over; nobody was let in with them since. */
export async function endStaffForDay(db: Database): Promise<void> {
  await inTransaction(db, async (trx) => {
    const over = await trx
      .selectFrom('users')
      .selectAll()
      .where('staff_until', '<=', sql<Date>`now()`)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const before of over) {
      const after = await updateUser(trx, before.id, { ...endOfStaff(before), staff_until: null });
      const subject = { type: 'person', id: after.id, label: after.name } as const;
      await recordAudit(trx, system, { action: 'person.staff_day_over', subject });
    }
  });
}
