/**
 * The reservation's state machine: the one table that drives the rules, the words on the screen, the database's
 * check and its tests. `holdsPlace`: counts against the trip's capacity. `active`: stands in the way of a second
 * reservation of the same person in the same trip.
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

/** What may happen to a reservation, and in which state it may happen. */
export const reservationTransitions = {
  offer: { from: ['waitlisted'], to: 'held' },
  confirmDeposit: { from: ['held'], to: 'confirmed' },
  clearBalance: { from: ['confirmed'], to: 'paid' },
  // What was paid is given back while the reservation goes on: a mistake is put right.
  reopenBalance: { from: ['paid'], to: 'confirmed' },
  reopenDeposit: { from: ['confirmed'], to: 'held' },
  board: { from: ['paid'], to: 'boarded' },
  miss: { from: ['paid'], to: 'no_show' },
  complete: { from: ['boarded', 'no_show'], to: 'completed' },
  expire: { from: ['held'], to: 'expired' },
  cancel: { from: ['held', 'confirmed', 'paid'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ReservationStatus[]; to: ReservationStatus }>;

export type ReservationEvent = keyof typeof reservationTransitions;

/** Whether `event` may happen to a reservation in `status`. */
export function mayHappen(event: ReservationEvent, status: ReservationStatus): boolean {
  const from: readonly ReservationStatus[] = reservationTransitions[event].from;
  return from.includes(status);
}
