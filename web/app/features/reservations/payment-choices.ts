import type { ChargePurpose } from '@passeio/contract/payments/payments';
import type { Reservation } from '@passeio/contract/reservations/reservations';

/** Something that can be paid now. */
export interface PaymentChoice {
  purpose: Exclude<ChargePurpose, 'extra'>;
  label: string;
  amountCents: number;
}

type Money = Pick<Reservation, 'payable' | 'state' | 'status' | 'depositCents' | 'receivedCents' | 'dueCents'>;

/** What the payer may choose to pay, the smaller amount first; nothing where nothing can be paid now. */
export function paymentChoices(money: Money): PaymentChoice[] {
  const { payable, state, status, depositCents, receivedCents, dueCents } = money;
  if (!payable || dueCents <= 0) return [];
  const missing = depositCents - receivedCents;
  const full =
    state === 'booked'
      ? ({ purpose: 'balance', label: 'Pagar o restante', amountCents: dueCents } as const)
      : ({ purpose: 'full', label: 'Pagar o valor total', amountCents: dueCents } as const);
  // Of people who were added later.
  const isDepositDue = state !== 'booked' || status.key === 'added_deposit_due';
  if (!isDepositDue || missing <= 0 || missing >= dueCents) return [full];
  return [{ purpose: 'deposit', label: 'Pagar o sinal', amountCents: missing }, full];
}

/** Whether paying is what comes next; of a confirmed reservation it may wait. */
export function isPaymentNext({ status: { key } }: Pick<Reservation, 'status'>): boolean {
  return key !== 'balance_due';
}

/** The open charge of a reservation that can be paid now. */
export function openCharge({ payable, charge }: Pick<Reservation, 'payable' | 'charge'>) {
  return payable && charge?.state === 'open' ? charge : null;
}

/** Whether a receipt waits for its review. */
export function isReceiptWaiting({ receipt }: Pick<Reservation, 'receipt'>): boolean {
  return receipt?.state === 'submitted';
}
