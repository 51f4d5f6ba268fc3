import { id } from '@passeio/contract/fields';
import {
  capacityPreview,
  capacityPreviewQuery,
  ownWaitingList,
  tripWaitingList,
  waitingListEntry,
  waitingListFilters,
  waitingListRequest,
  waitingPosition,
} from '@passeio/contract/reservations/waiting-list';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf, identityOf } from '../../platform/http/access.ts';
import { sendIdempotent } from '../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { tellWhoJoined } from './tell-waiting.ts';
import {
  findOwnEntries,
  joinWaitingList,
  leaveWaitingList,
  moveInQueue,
  previewCapacity,
  readOwnEntry,
  readTripWaitingList,
  removeFromQueue,
} from './waiting-list.ts';

const MINUTE_MS = 60_000;
const tags = ['waiting list'];
const params = z.object({ tripId: id });
const entryParams = z.object({ tripId: id, entryId: id });

/** The waiting list for the person who waits. */
export async function waitingListRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;

  app.post(
    '/trips/:tripId/waiting-list',
    {
      config: { changes: 'nothing' },
      preHandler: limited(app, { name: 'wait', max: 30, windowMs: MINUTE_MS, by: (request) => callerOf(request).id }),
      schema: {
        tags,
        summary: 'Wait for places of a full trip',
        params,
        headers: writeHeaders,
        body: waitingListRequest,
        response: { 201: waitingListEntry, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, async (trx) => {
        const { emailConfirmed } = identityOf(request);
        const joined = await joinWaitingList(trx, actorOf(request), request.params.tripId, request.body, {
          emailConfirmed,
        });
        await tellWhoJoined(trx, { jobs, publicUrl: config.publicUrl }, joined, callerOf(request));
        return joined;
      }),
  );

  app.get(
    '/trips/:tripId/waiting-list',
    {
      schema: {
        tags,
        summary: "The caller's place in a trip's waiting list",
        params,
        response: { 200: waitingListEntry, ...errorResponses() },
      },
    },
    (request) => readOwnEntry(db, callerOf(request), request.params.tripId),
  );

  app.delete(
    '/trips/:tripId/waiting-list',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: "Leave a trip's waiting list",
        params,
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      await inTransaction(db, (trx) => leaveWaitingList(trx, actorOf(request), request.params.tripId));
      return {};
    },
  );

  app.get(
    '/waiting-list/me',
    {
      schema: {
        tags,
        summary: 'The lists on which the caller waits, the earliest departure first',
        response: { 200: ownWaitingList, ...errorResponses() },
      },
    },
    (request) => findOwnEntries(db, callerOf(request)),
  );
}

/** The waiting list for staff. */
export async function tripWaitingListRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/trips/:tripId/waiting-list/entries',
    {
      schema: {
        tags,
        summary: 'Who waits for a trip, in the order in which they are asked, and the money it stands for',
        params,
        querystring: waitingListFilters,
        response: { 200: tripWaitingList, ...errorResponses() },
      },
    },
    (request) => readTripWaitingList(db, request.params.tripId, request.query),
  );

  app.get(
    '/trips/:tripId/waiting-list/preview',
    {
      schema: {
        tags,
        summary: 'Who would be offered places with another capacity',
        params,
        querystring: capacityPreviewQuery,
        response: { 200: capacityPreview, ...errorResponses() },
      },
    },
    (request) => previewCapacity(db, request.params.tripId, request.query.capacity),
  );

  app.put(
    '/trips/:tripId/waiting-list/entries/:entryId/position',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Put somebody who waits at another position',
        params: entryParams,
        body: waitingPosition,
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      const { position } = request.body;
      await inTransaction(db, (trx) => moveInQueue(trx, actorOf(request), request.params, position));
      return {};
    },
  );

  app.delete(
    '/trips/:tripId/waiting-list/entries/:entryId',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Take somebody off the waiting list',
        params: entryParams,
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      await inTransaction(db, (trx) => removeFromQueue(trx, actorOf(request), request.params));
      return {};
    },
  );
}
