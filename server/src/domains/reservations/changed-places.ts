import type { FastifyRequest } from 'fastify';
import type { Change } from '../../platform/changes/change-notifier.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findTripOf } from './reservations.queries.ts';

/** What a write below a trip changes of what visitors see. */
export function placesOfTrip({ params }: FastifyRequest): Change {
  return `places:${(params as { tripId: string }).tripId}`;
}

/** What a write below a reservation changes of what visitors see. */
export function placesOfReservation(db: Database): (request: FastifyRequest) => Promise<Change> {
  return async ({ params }) => `places:${await findTripOf(db, (params as { reservationId: string }).reservationId)}`;
}
