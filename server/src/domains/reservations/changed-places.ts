import type { FastifyRequest } from 'fastify';
import type { Change } from '../../platform/changes/change-notifier.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findTripOf } from './reservation/reservations.queries.ts';

/** The change that a write below a trip announces. */
export function placesOfTrip({ params }: FastifyRequest): Change {
  return `places:${(params as { tripId: string }).tripId}`;
}

/** The change that a write below a reservation announces. */
export function placesOfReservation(db: Database): (request: FastifyRequest) => Promise<Change> {
  return async ({ params }) => `places:${await findTripOf(db, (params as { reservationId: string }).reservationId)}`;
}

/** The trip that a request's move left. */
export type LeftTrips = WeakMap<FastifyRequest, string>;

/** The changes that a move announces: the places of both trips. */
export function placesOfMove(leftTrips: LeftTrips): (request: FastifyRequest) => Change[] {
  return (request) => {
    const left = leftTrips.get(request);
    const tripIds = [(request.body as { tripId: string }).tripId.toLowerCase(), ...(left ? [left] : [])];
    return tripIds.map((tripId): Change => `places:${tripId}`);
  };
}
