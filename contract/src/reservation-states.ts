/**
 * The reservation's state machine, used by rules, labels, the database's check and tests. `holdsPlace`: counts against
 * the trip's capacity. `active`: excludes a second reservation of the same person in the same trip.
 */
export const reservationStates = {
  waitlisted: { label: 'Lista de espera', holdsPlace: false, active: true },
  held: { label: 'Aguardando pagamento do sinal', holdsPlace: true, active: true },
  confirmed: { label: 'Confirmada (sinal pago)', holdsPlace: true, active: true },
  paid: { label: 'Quitada', holdsPlace: true, active: true },
  boarded: { label: 'Embarcou', holdsPlace: true, active: true },
  no_show: { label: 'Não compareceu', holdsPlace: true, active: true },
  completed: { label: 'Concluída', holdsPlace: true, active: true },
  expired: { label: 'Reserva expirada', holdsPlace: false, active: false },
  cancelled: { label: 'Cancelada', holdsPlace: false, active: false },
} as const satisfies Record<string, { label: string; holdsPlace: boolean; active: boolean }>;

export type ReservationStatus = keyof typeof reservationStates;
export const reservationStatuses = Object.keys(reservationStates) as [ReservationStatus, ...ReservationStatus[]];

/** Events, and the states in which they are allowed. */
export const reservationTransitions = {
  offer: { from: ['waitlisted'], to: 'held' },
  confirmDeposit: { from: ['held'], to: 'confirmed' },
  clearBalance: { from: ['confirmed'], to: 'paid' },
  // Refunds of reservations that continue, to correct mistakes.
  reopenBalance: { from: ['paid'], to: 'confirmed' },
  reopenDeposit: { from: ['confirmed'], to: 'held' },
  board: { from: ['paid'], to: 'boarded' },
  miss: { from: ['paid'], to: 'no_show' },
  complete: { from: ['boarded', 'no_show'], to: 'completed' },
  expire: { from: ['held'], to: 'expired' },
  cancel: { from: ['held', 'confirmed', 'paid'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ReservationStatus[]; to: ReservationStatus }>;

export type ReservationEvent = keyof typeof reservationTransitions;

/** Whether `event` is allowed in `status`. */
export function mayHappen(event: ReservationEvent, status: ReservationStatus): boolean {
  const from: readonly ReservationStatus[] = reservationTransitions[event].from;
  return from.includes(status);
}
