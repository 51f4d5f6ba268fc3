import { errorCatalogue } from '@passeio/contract/errors';
import {
  mayHappen,
  type ReservationEvent,
  type ReservationState,
  reservationTransitions,
} from '@passeio/contract/reservations/reservation-states';
import { depositOf } from '@passeio/contract/trips/pricing';
import { AppError } from '../../../platform/http/errors.ts';

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

/** A reservation's total with its deposit, in centavos. Throws TOTAL_BELOW_ZERO, beside `field` of the request. */
export function settleTotal(total_cents: number, deposit_percent: number, field?: string) {
  if (total_cents < 0) {
    throw new AppError('TOTAL_BELOW_ZERO', field ? { [field]: errorCatalogue.TOTAL_BELOW_ZERO.message } : undefined);
  }
  return { total_cents, deposit_cents: depositOf(total_cents, deposit_percent) };
}

/**
 * The state after a new total: a booked reservation stays booked, a held one whose deposit is covered becomes booked.
 */
export function stateAfterTotal(state: ReservationState, { received_cents, deposit_cents }: Money): ReservationState {
  return received_cents >= deposit_cents && mayHappen('book', state) ? reservationTransitions.book.to : state;
}
