import { boardingRoutes as routes } from '@passeio/contract/boarding/boarding-routes';
import { pagePaths } from '@passeio/contract/paths';
import type { App } from '../../deps.ts';
import { sendDocument } from '../../platform/http/document-files.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { openAuthorization } from '../reservations/index.ts';
import { correctAttendance, openBoarding, recordTaps } from './boarding.ts';
import {
  createGuideLink,
  openGuideAuthorization,
  openGuideBoarding,
  openGuideSession,
  readGuideLinks,
  recordGuideTaps,
  revokeGuideLink,
} from './guide-links.ts';
import { readGuideBoardings, requireOwnBoarding } from './trip-guides.ts';

const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
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

/** Boarding, for staff and guides with an account. */
export async function boardingRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;

  handle(app, routes.list, async ({ caller, actor, params }) => {
    await requireOwnBoarding(db, caller, params.tripId);
    return openBoarding(db, actor, params.tripId);
  });
  handleWrite(
    app,
    routes.recordTaps,
    async ({ trx, caller, actor, params, body }) => {
      await requireOwnBoarding(trx, caller, params.tripId);
      return recordTaps(trx, actor, params.tripId, body);
    },
    { examples: { body: [exampleTaps] } },
  );
  handleWrite(
    app,
    routes.correctAttendance,
    ({ trx, actor, params, body }) => correctAttendance(trx, actor, params, body),
    { examples: { body: [exampleCorrection] } },
  );

  handle(app, routes.readAuthorization, async ({ caller, actor, params, reply }) => {
    await requireOwnBoarding(db, caller, params.tripId);
    return sendDocument(reply, await openAuthorization(app.deps, actor, params));
  });
  handle(app, routes.listOwn, ({ caller }) => readGuideBoardings(db, caller));

  handle(app, routes.listGuideLinks, ({ params }) => readGuideLinks(db, params.tripId));
  handle(
    app,
    routes.createGuideLink,
    async ({ actor, params, body }) => {
      const { token, ...link } = await createGuideLink(db, actor, params.tripId, body);
      return { ...link, url: config.publicUrl + pagePaths.guideLink(token) };
    },
    { examples: { body: [{ name: 'Guia Júlia' }] } },
  );
  handleWrite(app, routes.revokeGuideLink, ({ trx, actor, params }) =>
    revokeGuideLink(trx, actor, params.tripId, params.linkId),
  );
}

/** Boarding by a guide's link. */
export async function guideBoardingRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(
    app,
    routes.openGuideSession,
    async ({ request, actor, body }) => {
      try {
        return await openGuideSession(db, actor, body);
      } catch (error) {
        if (error instanceof AppError) logSecurityEvent(request, 'guide refused', { code: error.code });
        throw error;
      }
    },
    { examples: { body: [{ token: exampleToken, pin: '048213' }] } },
  );
  handle(app, routes.listAsGuide, ({ actor, body }) => openGuideBoarding(db, actor, body.session), {
    examples: { body: [{ session: exampleToken }] },
  });
  handle(
    app,
    routes.readAuthorizationAsGuide,
    async ({ actor, body, reply }) => sendDocument(reply, await openGuideAuthorization(app.deps, actor, body)),
    { examples: { body: [{ session: exampleToken, participantId: exampleTaps.taps[0]?.participantId }] } },
  );
  handleWrite(app, routes.recordGuideTaps, ({ trx, actor, body: { session, ...taps } }) =>
    recordGuideTaps(trx, actor, session, taps),
  );
}
