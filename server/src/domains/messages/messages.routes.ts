import { id } from '@passeio/contract/fields';
import { emailLog, emailRetries, failedEmailList, reservationEmailList } from '@passeio/contract/messages/messages';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { listReservationEmails, readEmailLog } from './email-log.ts';
import { discardEmail, listFailedEmails, retryEmails, retryReservationEmail } from './failed-emails.ts';

const tags = ['messages'];
const response = { 200: failedEmailList, ...errorResponses() };

export async function messagesRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;

  app.get(
    '/messages',
    {
      schema: {
        tags,
        summary: 'E-mails about reservations, the latest first; `from` is the `next` of the page before',
        querystring: z.object({ from: id.optional() }),
        response: { 200: emailLog, ...errorResponses() },
      },
    },
    (request) => readEmailLog(db, request.query.from),
  );

  app.get(
    '/reservations/:reservationId/messages',
    {
      schema: {
        tags,
        summary: 'E-mails about a reservation and what became of them, the latest first',
        params: z.object({ reservationId: id }),
        response: { 200: reservationEmailList, ...errorResponses() },
      },
    },
    (request) => listReservationEmails(db, request.params.reservationId),
  );

  app.post(
    '/reservations/:reservationId/messages/:emailId/retry',
    {
      schema: {
        tags,
        summary: 'Send an e-mail about a reservation again, with all its retries; answers the e-mails about it',
        params: z.object({ reservationId: id, emailId: id }),
        response: { 200: reservationEmailList, ...errorResponses() },
      },
    },
    (request) => retryReservationEmail({ db, jobs }, actorOf(request), request.params),
  );

  app.get(
    '/messages/failed',
    { schema: { tags, summary: 'E-mails that were given up after all retries, the latest first', response } },
    () => listFailedEmails({ db, jobs }),
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
