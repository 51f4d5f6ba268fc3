import type { Database } from '../../platform/database/connect.ts';
import type { GuaranteeCondition } from '../messages/index.ts';

/** Whether an active reservation is of a trip that is guaranteed and still to depart. */
export async function guaranteeStillApplies(
  db: Database,
  { reservationId, guaranteed }: GuaranteeCondition,
): Promise<boolean> {
  const found = await db
    .selectFrom('reservations as r')
    .innerJoin('trips as t', 't.id', 'r.trip_id')
    .select('r.id')
    .where('r.id', '=', reservationId)
    .where('r.is_active', '=', true)
    .where('t.id', '=', guaranteed)
    .where('t.guaranteed_at', 'is not', null)
    .where('t.cancelled_at', 'is', null)
    .where('t.departs_at', '>', new Date())
    .executeTakeFirst();
  return found !== undefined;
}
