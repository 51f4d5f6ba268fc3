import { seatRoutes } from '@passeio/contract/seats/seat-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import type { TripFollower } from '../trips/index.ts';
import { previewSwap } from './preview-swap.ts';
import { changeReservationSeats, changeTripSeats, readReservationSeats, readTripSeats } from './seating.ts';
import { swapVehicles } from './swap-vehicles.ts';

const exampleId = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';
const exampleChanges = { seats: [{ participantId: exampleId, seat: { vehicleId: exampleId, seat: '12' } }] };
const exampleSwap = {
  vehicleIds: [exampleId],
  seatsEverybody: false,
  fingerprint: '3q2-7wEBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs',
  acceptsOverlap: false,
  notice: { tell: true, message: 'O ônibus foi trocado por um micro-ônibus.', everybody: false },
};

/** Who sits where, of a reservation for its payer and staff, of a trip for staff; and giving a trip other vehicles. */
export async function seatingRoutes(app: App, { follower }: { follower: TripFollower }): Promise<void> {
  const { db } = app.deps;
  const examples = { body: [exampleChanges] };
  handle(app, seatRoutes.readOfReservation, ({ caller, params }) =>
    readReservationSeats(db, caller, params.reservationId),
  );
  handleWrite(
    app,
    seatRoutes.changeOfReservation,
    ({ trx, actor, caller, params, body }) =>
      changeReservationSeats(trx, { actor, caller }, params.reservationId, body),
    { examples },
  );
  handle(app, seatRoutes.readOfTrip, ({ params }) => readTripSeats(db, params.tripId));
  handleWrite(
    app,
    seatRoutes.changeOfTrip,
    ({ trx, actor, params, body }) => changeTripSeats(trx, actor, params.tripId, body),
    { examples },
  );

  handle(app, seatRoutes.previewSwap, ({ params, query }) => previewSwap(db, params.tripId, query));
  handleWrite(
    app,
    seatRoutes.swapVehicles,
    async ({ trx, actor, params, body }) => {
      await swapVehicles(trx, { actor, follower }, params.tripId, body);
      return readTripSeats(trx, params.tripId);
    },
    { examples: { body: [exampleSwap] } },
  );
}
