import type { ReservationRow } from '../../reservations/index.ts';

/** What money without a charge is for: all at once, the deposit until it is covered, else the balance. */
export function purposeByMoney(
  {
    received_cents,
    deposit_cents,
    total_cents,
  }: Pick<ReservationRow, 'received_cents' | 'deposit_cents' | 'total_cents'>,
  amountCents: number,
): 'full' | 'deposit' | 'balance' {
  if (received_cents >= deposit_cents) return 'balance';
  return received_cents === 0 && amountCents >= total_cents ? 'full' : 'deposit';
}
