import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** A charge of which the provider has to be told. */
export interface ChargeToTell {
  id: string;
  /** The payer waits for its code, and has done so for long. */
  is_late: boolean;
}

/**
 * Charges to be created or withdrawn at the provider, the longest untouched first. Nobody else gets them for the next
 * `leaseS` seconds; one that was opened just now is left to the request that opened it.
 */
export async function leaseCharges(
  db: Database,
  { limit, leaseS, lateS }: { limit: number; leaseS: number; lateS: number },
): Promise<ChargeToTell[]> {
  const { rows } = await sql<ChargeToTell>`
    update charges set updated_at = now()
    where id in (
      select id from charges
      where ((state = 'open' and provider_state = 'wanted')
          or (state in ('replaced', 'cancelled', 'expired') and provider_state in ('wanted', 'active')))
        and updated_at <= now() - ${leaseS} * interval '1 second'
      order by updated_at
      limit ${limit}
      for no key update skip locked
    )
    returning id, state = 'open' and created_at <= now() - ${lateS} * interval '1 second' as is_late`.execute(db);
  return rows;
}
