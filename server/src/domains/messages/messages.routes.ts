import { id } from '@passeio/contract/fields';
import { emailRetries, failedEmailList } from '@passeio/contract/messages';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { discardEmail, listFailedEmails, retryEmails } from './failed-emails.ts';

const tags = ['messages'];
const response = { 200: failedEmailList, ...errorResponses() };

export async function messagesRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;

  app.get(
    '/messages/failed',
    { schema: { tags, summary: 'E-mails that were given up after all retries, the latest first', response } },
    () => listFailedEmails(jobs),
  );

  app.post(
    '/messages/failed/retries',
    {
      schema: {
        tags,
        summary: 'Send e-mails again, with all their retries; answers what is still given up',
        body: emailRetries,
        response,
      },
    },
    (request) => retryEmails({ db, jobs }, actorOf(request), request.body.ids),
  );

  app.delete(
    '/messages/failed/:emailId',
    {
      schema: {
        tags,
        summary: 'Discard an e-mail that was given up; answers the others',
        params: z.object({ emailId: id }),
        response,
      },
    },
    (request) => discardEmail({ db, jobs }, actorOf(request), request.params.emailId),
  );
}
