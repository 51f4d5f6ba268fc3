import { id } from '@passeio/contract/fields';
import { type UserSession, userSessionList } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { identityOf } from '../../platform/http/access.ts';
import { deviceOf } from '../../platform/http/device.ts';
import { AppError } from '../../platform/http/errors.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import type { IdentityProvider, IdentitySession, VerifiedIdentity } from '../../ports/identity/port.ts';

const tags = ['users'];

export async function sessionsRoutes(app: App): Promise<void> {
  const { identity } = app.deps;

  app.get(
    '/users/me/sessions',
    {
      schema: {
        tags,
        summary: 'Where the caller is signed in',
        response: { 200: userSessionList, ...errorResponses() },
      },
    },
    (request) => findSessions(identity, identityOf(request)),
  );

  app.delete(
    '/users/me/sessions/:sessionId',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'End one of the own sessions; its tokens stop working at once',
        params: z.object({ sessionId: id }),
        response: { 200: userSessionList, ...errorResponses() },
      },
    },
    async (request) => {
      const caller = identityOf(request);
      if (!(await identity.endSession(caller, request.params.sessionId))) throw new AppError('SESSION_NOT_FOUND');
      return findSessions(identity, caller);
    },
  );
}

async function findSessions(provider: IdentityProvider, caller: VerifiedIdentity) {
  const sessions = await provider.listSessions(caller);
  return { data: sessions?.map((session) => presentSession(session, caller)) ?? null };
}

function presentSession(session: IdentitySession, caller: VerifiedIdentity): UserSession {
  return {
    id: session.id,
    device: deviceOf(session.userAgent),
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    isCurrent: session.id === caller.sessionId,
  };
}
