import type { Passenger } from '@passeio/contract/passengers';

/** What staff does with a reservation as a whole. */
export type ReservationAction = 'people' | 'adjustment' | 'deadline' | 'confirmation' | 'move' | 'reinstatement';

/** A reservation of the passenger list with who answers for it; any of its passengers is one. */
export type ListedReservation = Pick<Passenger, 'reservation' | 'payer'>;
