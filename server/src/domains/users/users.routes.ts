import { ownProfile, profileChange, signUpPayload } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { identityOf } from '../../platform/http/access.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limitPersonLookups } from './limit-person-lookups.ts';
import { changeProfile, createProfile, maySignUp, readProfile } from './users.ts';

const tags = ['users'];

export async function usersRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const limitQuestions = limitPersonLookups(app);

  app.get(
    '/users/me',
    { schema: { tags, summary: 'The own profile', response: { 200: ownProfile, ...errorResponses() } } },
    (request) => readProfile(db, identityOf(request)),
  );

  // The specification names both methods.
  for (const method of ['PUT', 'POST'] as const) {
    app.route({
      method,
      url: '/users/me',
      preHandler: limitQuestions,
      schema: {
        tags,
        summary: 'Change the own profile',
        body: profileChange,
        response: { 200: ownProfile, ...errorResponses() },
      },
      handler: (request) => changeProfile(db, actorOf(request), identityOf(request), request.body),
    });
  }

  app.post(
    '/users/validate',
    {
      config: { changes: 'nothing' },
      preHandler: limitQuestions,
      schema: {
        tags,
        summary: 'Whether a person with this data may sign up',
        body: signUpPayload,
        response: { 200: z.boolean(), ...errorResponses() },
      },
    },
    async (request, reply) => reply.send(await maySignUp(db, request.body)),
  );

  app.post(
    '/users',
    {
      config: { changes: 'reservations' },
      preHandler: limitQuestions,
      schema: {
        tags,
        summary: 'Write the profile after signing up at the identity provider',
        body: signUpPayload,
        response: { 201: ownProfile, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const profile = await createProfile(db, actorOf(request), identityOf(request), request.body);
      return reply.status(201).send(profile);
    },
  );
}
