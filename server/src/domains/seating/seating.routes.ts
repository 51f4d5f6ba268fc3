import { id } from '@passeio/contract/fields';
import { reservationSeats, seatChanges, tripSeats } from '@passeio/contract/seats/seats';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { changeReservationSeats, changeTripSeats, readReservationSeats, readTripSeats } from './seating.ts';

const tags = ['seats'];
const exampleId = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';
const exampleChanges = { seats: [{ participantId: exampleId, seat: { vehicleId: exampleId, seat: '12' } }] };

/** Who sits where: of a reservation for its payer and staff, of a trip for staff. */
export async function seatingRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const ofReservation = z.object({ reservationId: id });
  const ofTrip = z.object({ tripId: id });

  app.get(
    '/reservations/:reservationId/seats',
    {
      schema: {
        tags,
        summary: 'The seats of a reservation, and which others are taken',
        params: ofReservation,
        response: { 200: reservationSeats, ...errorResponses() },
      },
    },
    (request) => readReservationSeats(db, callerOf(request), request.params.reservationId),
  );

  app.put(
    '/reservations/:reservationId/seats',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      preHandler: limited(app, { name: 'seats', max: 120, windowMs: 60_000, by: (request) => callerOf(request).id }),
      schema: {
        tags,
        summary: 'Choose seats for people of a reservation; refused as a whole with SEAT_TAKEN',
        params: ofReservation,
        body: seatChanges.meta({ examples: [exampleChanges] }),
        response: { 200: reservationSeats, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) =>
        changeReservationSeats(
          trx,
          { actor: actorOf(request), caller: callerOf(request) },
          request.params.reservationId,
          request.body,
        ),
      ),
  );

  app.get(
    '/trips/:tripId/seats',
    {
      schema: {
        tags,
        summary: 'Who sits where on a trip',
        params: ofTrip,
        response: { 200: tripSeats, ...errorResponses() },
      },
    },
    (request) => readTripSeats(db, request.params.tripId),
  );

  app.put(
    '/trips/:tripId/seats',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Seat people of a trip, or let them change seats; refused as a whole with SEAT_TAKEN',
        params: ofTrip,
        body: seatChanges.meta({ examples: [exampleChanges] }),
        response: { 200: tripSeats, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) => changeTripSeats(trx, actorOf(request), request.params.tripId, request.body)),
  );
}
