import { sql } from 'kysely';

/** Hours before departure at which the balance is due: the trip's own, else the operator's setting. Needs `trips`. */
export const balanceDueHours = sql<number>`coalesce(trips.balance_due_hours,
  (select operator.balance_due_hours from operator))`;
