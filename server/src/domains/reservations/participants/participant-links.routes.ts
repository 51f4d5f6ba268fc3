import { id } from '@passeio/contract/fields';
import { pagePaths } from '@passeio/contract/paths';
import {
  linkedParticipant,
  participantLink,
  participantLinkChange,
  participantLinkRead,
} from '@passeio/contract/reservations/participants';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { errorResponses, noBody } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { changeByLink, createLink, readByLink, revokeLink } from './participant-links.ts';

const tags = ['reservations'];
const params = z.object({ reservationId: id, participantId: id });
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';

export async function participantLinksRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;
  const limit = limited(app, { name: 'participant-link', max: 60, windowMs: 10 * 60_000 });

  app.post(
    '/reservations/:reservationId/participants/:participantId/link',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Make a link with which a participant fills in their own data; an older one ends',
        params,
        body: noBody,
        response: { 201: participantLink, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const token = await inTransaction(db, (trx) => createLink(trx, actorOf(request), request.params));
      return reply.status(201).send({ url: config.publicUrl + pagePaths.participantLink(token) });
    },
  );

  app.delete(
    '/reservations/:reservationId/participants/:participantId/link',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: "End a participant's link, if there is one",
        params,
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      await inTransaction(db, (trx) => revokeLink(trx, actorOf(request), request.params));
      return {};
    },
  );

  app.post(
    '/participants/link/read',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'What a participant sees through their link: their own data and the trip',
        body: participantLinkRead.meta({ examples: [{ token: exampleToken }] }),
        response: { 200: linkedParticipant, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const found = await readByLink(db, request.body.token);
      return reply.status(200).send(found);
    },
  );

  app.put(
    '/participants/link',
    {
      config: { changes: 'reservations' },
      preHandler: limit,
      schema: {
        tags,
        summary: "Change a participant's own data through their link, never the fare",
        body: participantLinkChange.meta({
          examples: [{ token: exampleToken, fields: { name: 'Ana Lima de Souza', birthdate: '1988-07-21' } }],
        }),
        response: { 200: linkedParticipant, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { token, fields } = request.body;
      const changed = await inTransaction(db, (trx) => changeByLink(trx, actorOf(request), token, fields));
      return reply.status(200).send(changed);
    },
  );
}
