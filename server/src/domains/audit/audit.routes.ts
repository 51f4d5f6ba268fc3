import { auditFilters, auditList, historyPage } from '@passeio/contract/audit';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { findEntries } from './audit.ts';

export async function auditRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/audit',
    {
      schema: {
        tags: ['audit'],
        summary: 'Who did what, when and from where, the newest first',
        querystring: auditFilters,
        response: { 200: auditList, ...errorResponses() },
      },
    },
    (request) => findEntries(db, request.query),
  );

  app.get(
    '/users/:userId/history',
    {
      schema: {
        tags: ['users'],
        summary: 'Audit entries about a person, newest first; they outlive the person',
        params: z.object({ userId: id }),
        querystring: historyPage,
        response: { 200: auditList, ...errorResponses() },
      },
    },
    (request) => findEntries(db, { ...request.query, subject: 'person', subjectId: request.params.userId }),
  );
}
