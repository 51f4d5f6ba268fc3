import { id } from '@passeio/contract/fields';
import { personChange, personDetails, userFilters, userList } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { type AccessChange, changePerson } from './change-person.ts';
import { limitPersonLookups } from './limit-person-lookups.ts';
import { findPeople, openPerson } from './people.ts';

const tags = ['users'];

export async function peopleRoutes(app: App): Promise<void> {
  const { db, identity } = app.deps;

  app.get(
    '/users',
    { schema: { tags, summary: 'People', querystring: userFilters, response: { 200: userList, ...errorResponses() } } },
    (request) => findPeople(db, request.query),
  );

  app.get(
    '/users/:userId',
    {
      schema: {
        tags,
        summary: "A person's data; that it was opened is on record",
        params: z.object({ userId: id }),
        response: { 200: personDetails, ...errorResponses() },
      },
    },
    (request) => openPerson(db, identity, actorOf(request), request.params.userId),
  );

  app.put(
    '/users',
    {
      config: { changes: 'reservations' },
      preHandler: limitPersonLookups(app),
      schema: {
        tags,
        summary: "Correct a person's data, change the role, shut them out or let them in again",
        body: personChange,
        response: { 200: personDetails, ...errorResponses() },
      },
    },
    async (request) => {
      const { person, access } = await changePerson(db, identity, actorOf(request), request.body);
      logAccessChange(request, person.id, access);
      return person;
    },
  );
}

function logAccessChange(request: FastifyRequest, person: string, { role, isDisabled, email }: AccessChange): void {
  if (role) logSecurityEvent(request, 'role changed', { person, ...role });
  if (email) logSecurityEvent(request, 'e-mail corrected', { person });
  if (isDisabled !== undefined)
    logSecurityEvent(request, isDisabled ? 'person disabled' : 'person enabled', { person });
}
