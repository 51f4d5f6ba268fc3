import { id } from '@passeio/contract/fields';
import {
  tripWhatsAppMessages,
  whatsAppMessage,
  whatsAppMessageDraft,
} from '@passeio/contract/messages/whatsapp-messages';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { openTripMessages, recordChat, undoChat } from './whatsapp-messages.ts';

const tags = ['messages'];

export async function whatsAppMessagesRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/trips/:tripId/whatsapp-messages',
    {
      schema: {
        tags,
        summary: 'Who of a trip could be written to by WhatsApp, and who was',
        params: z.object({ tripId: id }),
        response: { 200: tripWhatsAppMessages, ...errorResponses() },
      },
    },
    (request) => openTripMessages(db, actorOf(request), request.params.tripId),
  );

  app.post(
    '/reservations/:reservationId/whatsapp-messages',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Record that a chat was opened with a text about a reservation',
        params: z.object({ reservationId: id }),
        headers: writeHeaders,
        body: whatsAppMessageDraft,
        response: { 201: whatsAppMessage, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        recordChat(trx, actorOf(request), request.params.reservationId, request.body),
      ),
  );

  app.delete(
    '/reservations/:reservationId/whatsapp-messages/:messageId',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Say that a text was not sent after all',
        params: z.object({ reservationId: id, messageId: id }),
        response: { 200: whatsAppMessage, ...errorResponses() },
      },
    },
    (request) => {
      const { reservationId, messageId } = request.params;
      return inTransaction(db, (trx) => undoChat(trx, actorOf(request), reservationId, messageId));
    },
  );
}
