import type { Reservation } from '@passeio/contract/reservations/reservations';
import { isActive } from '../reservation-states';
import { isReceiptWaiting, openCharge } from './payment-choices';

/** Reservations that a receipt may be of: with an open Pix code first, then by departure. */
export function receiptCandidates(reservations: readonly Reservation[]): Reservation[] {
  const rank = (one: Reservation) => (openCharge(one) ? 0 : 1);
  return reservations
    .filter((one) => isActive(one) && one.dueCents > 0 && !isReceiptWaiting(one))
    .sort((a, b) => rank(a) - rank(b) || a.trip.date.localeCompare(b.trip.date));
}
