import type { AcceptanceChannel } from '@passeio/contract/contracts/accepted-contract';
import type { ContractValues } from '@passeio/contract/contracts/travel-contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { InstantByDefault } from './column-types.ts';

/** Travel contracts of trips, and which texts were accepted; the operator's own is in `operator`. */
export interface ContractsSchema {
  trip_contracts: {
    trip_id: string;
    /** Empty: the trip has none. */
    text: string;
  };
  contract_texts: {
    /** A hash of the text. */
    version: string;
    text: string;
    since: InstantByDefault;
  };
  contract_acceptances: {
    reservation_id: string;
    version: string;
    /** What stood in the fields of the text. */
    field_values: JSONColumnType<ContractValues, string, never>;
    channel: AcceptanceChannel;
    /** Who accepted, or of staff who recorded it. */
    accepted_by: string;
    address: string;
    user_id: Generated<string | null>;
    accepted_at: InstantByDefault;
  };
}
