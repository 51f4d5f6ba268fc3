import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import type { ChargeRow } from './charges.queries.ts';
import { giftCardCharges } from './gift-card-charges.ts';
import { reservationCharges } from './reservation-charges.ts';

/**
 * What became of a payment. `known`: it was recorded before. `unmatched`: it waits for staff. `doubtful`: it is to wait
 * for staff, for this reason.
 */
export type Received =
  | { outcome: 'recorded'; reservationId?: string }
  | { outcome: 'known' | 'unmatched' }
  | { outcome: 'doubtful'; description: string };

/** What a charge may be for; `forId`: its id. */
export interface ChargedFor {
  /** What the provider shows the payer, up to 140 characters. */
  describe(charge: ChargeRow): string;
  /** Does what a payment of the charge does. */
  receive(
    trx: DatabaseTransaction,
    parts: NotifyDeps,
    payment: Payment,
    charge: ChargeRow,
    forId: string,
  ): Promise<Received>;
}

// By the column of charges that names it, one of which each charge has.
const kinds = { reservation_id: reservationCharges, gift_card_id: giftCardCharges } as const;

/** What a charge is for. */
export function chargedFor(charge: ChargeRow): ChargedFor & { forId: string } {
  for (const column of ['reservation_id', 'gift_card_id'] as const) {
    const forId = charge[column];
    if (forId) return { ...kinds[column], forId };
  }
  throw new Error(`charge ${charge.id} is for nothing`);
}
