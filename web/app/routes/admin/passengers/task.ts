import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { useMemo, useState } from 'react';
import { isActive } from '~/features/reservations/reservation-states';
import { readDraft } from '~/features/session/drafts';

/** Purpose of a payment: sets the form's defaults. */
export type PaymentIntent = 'deposit' | 'balance' | 'payment' | 'refund';

/** What staff does with a reservation as a whole. */
export type ReservationAction =
  | 'acceptance'
  | 'refusal'
  | 'people'
  | 'payer'
  | 'adjustment'
  | 'deadline'
  | 'confirmation'
  | 'move'
  | 'reinstatement';

/**
 * The open dialog of the passenger list; all but `person`, `cancelPerson` and `boarding` are about the reservation of
 * `passenger`.
 */
export type Task =
  | { kind: 'payment'; intent: PaymentIntent; passenger: Passenger }
  | {
      kind: 'person' | 'cancelPerson' | 'ledger' | 'timeline' | 'cancel' | 'invitation' | 'request' | 'messages';
      passenger: Passenger;
    }
  | { kind: 'action'; action: ReservationAction; passenger: Passenger }
  | { kind: 'boarding'; passengers: readonly Passenger[] };

/** A reservation of the passenger list with its payer; any of its passengers is one. */
export type ListedReservation = Pick<Passenger, 'reservation' | 'payer'>;

/** What every dialog of a reservation gets. */
export interface ReservationDialogProps {
  passenger: ListedReservation;
  trip: Pick<PassengerTrip, 'id' | 'title' | 'date'>;
  onClose: () => void;
  /** Closes the dialog and shows what was done. */
  onDone: (message: string) => void;
}

/** As "Reserva 34679A de Cleusa Prado, 4 pessoas." */
export function reservationText({ reservation: { code, people }, payer }: ListedReservation): string {
  return `Reserva ${code} de ${payer.name}, ${plural(people, 'pessoa')}.`;
}

/** Under which the unfinished reservation that staff makes in a trip is stored. */
export const bookingDraftName = (tripId: string) => `balcao:${tripId}`;

/** Whether this tab has an unfinished reservation for the trip. */
export function hasBookingDraft({ id, hasDeparted }: PassengerTrip): boolean {
  return !hasDeparted && readDraft(bookingDraftName(id)) !== undefined;
}

/** What can be done in the list. */
export interface ListEdit {
  onTask: (task: Task) => void;
  selection: Selection;
}

/** People chosen for an action on several. */
export interface Selection {
  ids: ReadonlySet<string>;
  set: (people: readonly Passenger[], chosen: boolean) => void;
  clear: () => void;
}

/** The same object until somebody else is chosen. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      set: (people, chosen) =>
        setIds((before) => {
          const changed = new Set(people.map(({ id }) => id));
          return chosen ? before.union(changed) : before.difference(changed);
        }),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}

/** Whether somebody's boarding point can be changed. */
export function mayBoard({ reservation }: Passenger): boolean {
  return isActive(reservation);
}
