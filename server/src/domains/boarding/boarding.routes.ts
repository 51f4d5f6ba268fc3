import {
  attendance,
  attendanceCorrection,
  boardingList,
  boardingTaps,
  tapResults,
} from '@passeio/contract/boarding/boarding';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { openBoarding, recordTaps } from './boarding.ts';
import { correctAttendance } from './correct-attendance.ts';

const tags = ['boarding'];
const params = z.object({ tripId: id });

const exampleTaps = {
  deviceId: '3f0c8d1e-6a55-4c1e-9f4e-2b8a4c3d5e6f',
  taps: [
    {
      id: '7b1e2d90-7a55-4c1e-9f4e-2b8a4c3d5e6f',
      participantId: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f',
      decision: 'boarded',
      tappedAt: '2026-12-05T07:31:12.000Z',
      clockOffsetMs: -1250,
    },
  ],
};

const exampleCorrection = { decision: 'missed', reason: 'Não estava no ônibus; a guia confirmou.' };

/** Boarding, for staff. */
export async function boardingRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  // A full bus is tapped within minutes, by several phones of one person's account.
  const limit = limited(app, {
    name: 'boarding-taps',
    max: 1200,
    windowMs: 10 * 60_000,
    by: (request) => callerOf(request).id,
  });

  app.get(
    '/trips/:tripId/boarding',
    {
      schema: {
        tags,
        summary: 'Who boards a trip and who has, with no more data than boarding needs',
        params,
        response: { 200: boardingList, ...errorResponses() },
      },
    },
    (request) => openBoarding(db, actorOf(request), request.params.tripId),
  );

  app.post(
    '/trips/:tripId/boarding/taps',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Record taps of a phone, in any order and as often as they are sent; each is answered for itself',
        params,
        body: boardingTaps.meta({ examples: [exampleTaps] }),
        response: { 200: tapResults, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => recordTaps(trx, actorOf(request), request.params.tripId, request.body)),
  );

  app.put(
    '/trips/:tripId/boarding/people/:participantId',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Correct the attendance of somebody after it has closed, a day after the return',
        params: params.extend({ participantId: id }),
        body: attendanceCorrection.meta({ examples: [exampleCorrection] }),
        response: { 200: attendance, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => correctAttendance(trx, actorOf(request), request.params, request.body)),
  );
}
