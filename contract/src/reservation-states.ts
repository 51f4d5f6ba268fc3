/**
 * The states of a reservation, used by rules, the database's check, docs and tests. Money and attendance are answers of
 * their own, see reservation-status.ts. `holdsPlaces`: its participants count against the trip's capacity.
 */
export const reservationStates = {
  /** Asked for in a trip on request; the operator has not answered. Nothing is due, and no money counts. */
  requested: { label: 'Pedido enviado', holdsPlaces: true },
  held: { label: 'Vaga guardada', holdsPlaces: true },
  booked: { label: 'Confirmada', holdsPlaces: true },
  expired: { label: 'Reserva expirada', holdsPlaces: false },
  cancelled: { label: 'Cancelada', holdsPlaces: false },
} as const satisfies Record<string, { label: string; holdsPlaces: boolean }>;

export type ReservationState = keyof typeof reservationStates;
export const reservationStateKeys = Object.keys(reservationStates) as [ReservationState, ...ReservationState[]];

/** Events, and the states in which they are allowed. */
export const reservationTransitions = {
  /** The deposit is covered, nothing is due, or staff confirms without a deposit. */
  book: { from: ['held'], to: 'booked' },
  /** A payment was recorded by mistake. */
  unbook: { from: ['booked'], to: 'held' },
  expire: { from: ['requested', 'held'], to: 'expired' },
  cancel: { from: ['requested', 'held', 'booked'], to: 'cancelled' },
  /** The operator's yes to a request, whose deposit is to be paid now. */
  accept: { from: ['requested'], to: 'held' },
  /** The operator's yes to a request of which no deposit is due. */
  acceptBooked: { from: ['requested'], to: 'booked' },
  /** The operator's no to a request. */
  refuse: { from: ['requested'], to: 'cancelled' },
  /** An expired reservation whose places are still free. */
  hold: { from: ['expired'], to: 'held' },
  reinstate: { from: ['expired'], to: 'booked' },
} as const satisfies Record<string, { from: readonly ReservationState[]; to: ReservationState }>;

export type ReservationEvent = keyof typeof reservationTransitions;

/** Whether `event` is allowed in `state`. */
export function mayHappen(event: ReservationEvent, state: ReservationState): boolean {
  const from: readonly ReservationState[] = reservationTransitions[event].from;
  return from.includes(state);
}
