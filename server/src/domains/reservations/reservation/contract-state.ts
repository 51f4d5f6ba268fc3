import type { ContractState } from '@passeio/contract/contracts/accepted-contract';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { contractText } from '../../trips/index.ts';

/** Whether a reservation has a contract, and whether it was accepted. */
export async function readContractState(db: Database, reservationId: string): Promise<ContractState> {
  const { state } = await db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('operator', (join) => join.onTrue())
    .leftJoin('contract_acceptances as a', 'a.reservation_id', 'reservations.id')
    .select(
      sql<ContractState>`case when a.reservation_id is not null then 'accepted'
        when reservations.is_active and trips.cancelled_at is null and ${contractText} <> '' then 'pending'
        else 'none' end`.as('state'),
    )
    .where('reservations.id', '=', reservationId)
    .executeTakeFirstOrThrow();
  return state;
}
