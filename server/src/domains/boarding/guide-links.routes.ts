import { boardingList, tapResults } from '@passeio/contract/boarding/boarding';
import {
  guideLinkDraft,
  guideLinkList,
  guidePin,
  guideReading,
  guideSession,
  guideTaps,
  newGuideLink,
} from '@passeio/contract/boarding/guide-links';
import { id } from '@passeio/contract/fields';
import { pagePaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { AppError } from '../../platform/http/errors.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import {
  createGuideLink,
  openGuideBoarding,
  openGuideSession,
  readGuideLinks,
  recordGuideTaps,
  revokeGuideLink,
} from './guide-links.ts';

const tags = ['boarding'];
const params = z.object({ tripId: id });
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';

/** Staff's links for guides. */
export async function guideLinksRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;

  app.get(
    '/trips/:tripId/guide-links',
    {
      schema: {
        tags,
        summary: 'The links with which guides without an account board a trip',
        params,
        response: { 200: guideLinkList, ...errorResponses() },
      },
    },
    (request) => readGuideLinks(db, request.params.tripId),
  );

  app.post(
    '/trips/:tripId/guide-links',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Make a link for a guide; its address and PIN are told once',
        params,
        body: guideLinkDraft.meta({ examples: [{ name: 'Guia Júlia' }] }),
        response: { 201: newGuideLink, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { token, ...link } = await createGuideLink(db, actorOf(request), request.params.tripId, request.body);
      return reply.status(201).send({ ...link, url: config.publicUrl + pagePaths.guideLink(token) });
    },
  );

  app.delete(
    '/trips/:tripId/guide-links/:linkId',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: "End a guide's link at once",
        params: z.object({ tripId: id, linkId: id }),
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      const { tripId, linkId } = request.params;
      await inTransaction(db, (trx) => revokeGuideLink(trx, actorOf(request), tripId, linkId));
      return {};
    },
  );
}

/** Boarding by a guide's link: tokens are in bodies, so that they are in no log. */
export async function guideBoardingRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const pinLimit = limited(app, { name: 'guide-pin', max: 30, windowMs: 10 * 60_000 });
  const limit = limited(app, { name: 'guide-boarding', max: 1200, windowMs: 10 * 60_000 });

  app.post(
    '/guide/session',
    {
      config: { changes: 'nothing' },
      preHandler: pinLimit,
      schema: {
        tags,
        summary: "Open a guide's session with link and PIN",
        body: guidePin.meta({ examples: [{ token: exampleToken, pin: '048213' }] }),
        response: { 200: guideSession, ...errorResponses() },
      },
    },
    async (request) => {
      try {
        return await openGuideSession(db, actorOf(request), request.body);
      } catch (error) {
        if (error instanceof AppError) logSecurityEvent(request, 'guide refused', { code: error.code });
        throw error;
      }
    },
  );

  app.post(
    '/guide/boarding',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Who boards the trip of a guide, and who has',
        body: guideReading.meta({ examples: [{ session: exampleToken }] }),
        response: { 200: boardingList, ...errorResponses() },
      },
    },
    (request) => openGuideBoarding(db, actorOf(request), request.body.session),
  );

  app.post(
    '/guide/boarding/taps',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: "Record taps of a guide's phone",
        body: guideTaps,
        response: { 200: tapResults, ...errorResponses() },
      },
    },
    (request) => {
      const { session, ...taps } = request.body;
      return inTransaction(db, (trx) => recordGuideTaps(trx, actorOf(request), session, taps));
    },
  );
}
