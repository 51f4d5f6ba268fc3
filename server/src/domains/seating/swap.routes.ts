import { id } from '@passeio/contract/fields';
import { tripSeats } from '@passeio/contract/seats/seats';
import { vehicleSwap, vehicleSwapDraft, vehicleSwapQuery } from '@passeio/contract/seats/vehicle-swaps';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import type { TripFollower } from '../trips/index.ts';
import { previewSwap } from './preview-swap.ts';
import { readTripSeats } from './seating.ts';
import { swapVehicles } from './swap-vehicles.ts';

const tags = ['seats'];
const params = z.object({ tripId: id });
const exampleSwap = {
  vehicleIds: ['01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f'],
  seatsEverybody: false,
  fingerprint: '3q2-7wEBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs',
  acceptsOverlap: false,
  notice: { tell: true, message: 'O ônibus foi trocado por um micro-ônibus.', everybody: false },
};

/** Giving a trip other vehicles, after a look at who keeps, who moves and who has no seat. */
export async function swapRoutes(app: App, { follower }: { follower: TripFollower }): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/trips/:tripId/vehicle-swap',
    {
      schema: {
        tags,
        summary: 'What giving a trip these vehicles would do; nothing is saved',
        params,
        querystring: vehicleSwapQuery,
        response: { 200: vehicleSwap, ...errorResponses() },
      },
    },
    (request) => previewSwap(db, request.params.tripId, request.query),
  );

  app.post(
    '/trips/:tripId/vehicle-swap',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: ({ params }) => `trip:${(params as { tripId: string }).tripId}` },
      schema: {
        tags,
        summary:
          'Give a trip these vehicles as its preview said; refused with SWAP_CHANGED when that would now be another, with VEHICLES_TOO_SMALL, and with VEHICLE_ON_OTHER_TRIP unless that is accepted',
        params,
        body: vehicleSwapDraft.meta({ examples: [exampleSwap] }),
        response: { 200: tripSeats, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, async (trx) => {
        const { tripId } = request.params;
        await swapVehicles(trx, { actor: actorOf(request), follower }, tripId, request.body);
        return readTripSeats(trx, tripId);
      }),
  );
}
