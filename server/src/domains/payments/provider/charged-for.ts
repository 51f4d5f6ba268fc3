import type { ChargeRow } from './charges.queries.ts';
import { giftCardCharges } from './gift-card-charges.ts';
import type { ChargedFor } from './payment-of-charge.ts';
import { reservationCharges } from './reservation-charges.ts';

// Each charge has one of these columns.
const kinds = { reservation_id: reservationCharges, gift_card_id: giftCardCharges } as const;

/** What a charge is for. */
export function chargedFor(charge: ChargeRow): ChargedFor & { forId: string } {
  for (const column of ['reservation_id', 'gift_card_id'] as const) {
    const forId = charge[column];
    if (forId) return { ...kinds[column], forId };
  }
  throw new Error(`charge ${charge.id} is for nothing`);
}
