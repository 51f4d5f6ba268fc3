import { id } from '@passeio/contract/fields';
import { tripCopies, tripPublication } from '@passeio/contract/trips/trip-changes';
import { type TripUpdate, tripDraft, tripUpdate } from '@passeio/contract/trips/trip-draft';
import { trip, tripList } from '@passeio/contract/trips/trips';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import type { TripFollower } from '../trip-follower.ts';
import { changeTrip } from './change-trip.ts';
import { copyTrip, planCopies } from './copy-trip.ts';
import { createTrip } from './create-trip.ts';
import { publishTrip } from './publish-trip.ts';

const tags = ['trips'];
const params = z.object({ id });

/** Staff's routes for editing trips. */
export async function tripEditingRoutes(app: App, { follower }: { follower: TripFollower }): Promise<void> {
  const { db, storage, jobs } = app.deps;

  // New trips are drafts, which visitors do not see.
  app.post(
    '/trips',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Create a trip',
        headers: writeHeaders,
        body: tripDraft,
        response: { 201: trip, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) => createTrip(trx, actorOf(request), request.body)),
  );

  app.put(
    '/trips',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: ({ body }) => `trip:${(body as TripUpdate).id}` },
      schema: {
        tags,
        summary:
          'Change a trip; refused with CHANGED_MEANWHILE when its version is no longer the one given, with CAPACITY_TAKEN and TRIP_CHANGE_AFFECTS_PEOPLE for the sake of reservations, and with VEHICLE_ON_OTHER_TRIP unless that is accepted',
        body: tripUpdate,
        response: { 200: trip, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => changeTrip(trx, { actor: actorOf(request), follower }, request.body)),
  );

  app.post(
    '/trips/:id/copies',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Copy a trip to other days, as drafts',
        params,
        headers: writeHeaders,
        body: tripCopies,
        response: { 201: tripList, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const plans = await planCopies({ db, jobs }, request.params.id, request.body);
      return sendIdempotent(db, request, reply, 201, async (trx) => {
        const { dates: _, ...wishes } = request.body;
        const data = await copyTrip(trx, storage, actorOf(request), request.params.id, { plans, ...wishes });
        return { data, page: { number: 1, size: data.length, total: data.length } };
      });
    },
  );

  app.put(
    '/trips/:id/publication',
    {
      config: { changes: ({ params }) => `trip:${(params as { id: string }).id}` },
      schema: {
        tags,
        summary: 'Put a trip on the portal or take it off, archive or restore it',
        params,
        body: tripPublication,
        response: { 200: trip, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => publishTrip(trx, actorOf(request), request.params.id, request.body)),
  );
}
