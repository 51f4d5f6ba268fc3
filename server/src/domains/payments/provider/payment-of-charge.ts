import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import type { ChargeRow } from './charges.queries.ts';

/**
 * What became of a payment. `known`: it was recorded before. `unmatched`: it waits for staff. `unfit`: its money is to
 * wait for staff, for this reason; of a `doubtful` one the money may count already, and staff is asked.
 */
export type Received =
  | { outcome: 'recorded'; reservationId?: string }
  | { outcome: 'known' | 'unmatched' }
  | { outcome: 'unfit' | 'doubtful'; description: string };

/** What a charge may be for; `forId`: its id. */
export interface ChargedFor {
  /** What the provider shows the payer, up to 140 characters. */
  describe(charge: ChargeRow): string;
  /** Does what a payment of the charge does. */
  receive(
    trx: DatabaseTransaction,
    deps: NotifyDeps,
    payment: Payment,
    charge: ChargeRow,
    forId: string,
  ): Promise<Received>;
}
