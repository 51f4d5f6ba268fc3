import type { FastifyRequest } from 'fastify';
import type { Change } from '../../platform/changes/change-notifier.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findTripOf } from './reservations.queries.ts';

/** The change that a write below a trip announces. */
export function placesOfTrip({ params }: FastifyRequest): Change {
  return `places:${(params as { tripId: string }).tripId}`;
}

/** The change that a write below a reservation announces. */
export function placesOfReservation(db: Database): (request: FastifyRequest) => Promise<Change> {
  return async ({ params }) => `places:${await findTripOf(db, (params as { reservationId: string }).reservationId)}`;
}
