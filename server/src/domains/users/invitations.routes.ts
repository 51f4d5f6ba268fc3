import { id } from '@passeio/contract/fields';
import { pagePaths } from '@passeio/contract/paths';
import {
  invitation,
  invitationAcceptance,
  invitationRequest,
  newInvitation,
} from '@passeio/contract/users/invitations';
import { ownProfile } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { identityOf } from '../../platform/http/access.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { acceptInvitation, cancelInvitation, invite, readInvitation } from './invitations.ts';
import { limitPersonLookups } from './limit-person-lookups.ts';

const tags = ['users'];
const params = z.object({ userId: id });

export async function invitationsRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;
  const limit = limited(app, { name: 'invitation', max: 30, windowMs: 10 * 60_000 });

  app.post(
    '/users/:userId/invitation',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Make an invitation for somebody without an account; an older one ends',
        params,
        response: { 201: newInvitation, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { token, expiresAt } = await invite(db, actorOf(request), request.params.userId);
      logSecurityEvent(request, 'person invited', { person: request.params.userId });
      const link = config.publicUrl + pagePaths.invitation(token);
      return reply.status(201).send({ link, expiresAt: expiresAt.toISOString() });
    },
  );

  app.delete(
    '/users/:userId/invitation',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'End the invitation of a person',
        params,
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      await cancelInvitation(db, actorOf(request), request.params.userId);
      return {};
    },
  );

  app.post(
    '/invitations/read',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Whom an invitation is for, by first name, and which data are missing',
        body: invitationRequest,
        response: { 200: invitation, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const found = await readInvitation(db, request.body.token);
      return reply.status(200).send(found);
    },
  );

  app.post(
    '/invitations/accept',
    {
      config: { changes: 'reservations' },
      preHandler: [limit, limitPersonLookups(app)],
      schema: {
        tags,
        summary: 'Take over the person of an invitation, after signing up at the identity provider',
        body: invitationAcceptance,
        response: { 201: ownProfile, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const profile = await acceptInvitation(db, actorOf(request), identityOf(request), request.body);
      logSecurityEvent(request, 'invitation accepted', { person: profile.id });
      return reply.status(201).send(profile);
    },
  );
}
