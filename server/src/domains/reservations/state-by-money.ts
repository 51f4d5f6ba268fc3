import type { ReservationEvent, ReservationState } from '@passeio/contract/reservation-states';

interface Money {
  received_cents: number;
  deposit_cents: number;
}

/** The state of a new reservation: booked if no deposit is due. */
export function stateOfNew({ deposit_cents }: Pick<Money, 'deposit_cents'>): ReservationState {
  return deposit_cents === 0 ? 'booked' : 'held';
}

/** What a payment makes happen: the deposit is covered; or, after a payment that was taken back, no longer. */
export function eventOfMoney(state: ReservationState, before: Money, after: Money): ReservationEvent | undefined {
  const wasCovered = before.received_cents >= before.deposit_cents;
  const isCovered = after.received_cents >= after.deposit_cents;
  if (state === 'held' && isCovered) return 'book';
  return state === 'booked' && wasCovered && !isCovered ? 'unbook' : undefined;
}
