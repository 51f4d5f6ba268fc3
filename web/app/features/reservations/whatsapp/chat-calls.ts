import {
  type TripWhatsAppMessages,
  tripWhatsAppMessages,
  type WhatsAppMessage,
  type WhatsAppMessageDraft,
  whatsAppMessage,
} from '@passeio/contract/messages/whatsapp-messages';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api, apiInPlace } from '../../session/api';

/** Who of a trip could be written to, and who was. */
export function loadTripMessages(tripId: string, signal: AbortSignal): Promise<TripWhatsAppMessages> {
  return answered(api.get(apiPaths.tripWhatsAppMessages(tripId), tripWhatsAppMessages, { signal }));
}

/** The same again, without a toast where that fails. */
export function readTripMessages(tripId: string, signal: AbortSignal): Promise<TripWhatsAppMessages> {
  return answered(apiInPlace.get(apiPaths.tripWhatsAppMessages(tripId), tripWhatsAppMessages, { signal }));
}

/**
 * Records that a chat was opened; goes on while the browser leaves for WhatsApp. The same `key` again is one record.
 * Rejects with an ApiError, of which nothing has been shown.
 */
export function recordChat(
  reservationId: string,
  body: WhatsAppMessageDraft,
  key: string = crypto.randomUUID(),
): Promise<WhatsAppMessage> {
  const options = { body, idempotencyKey: key, keepalive: true };
  return answered(apiInPlace.post(apiPaths.whatsAppMessages(reservationId), whatsAppMessage, options));
}

/** Takes back a record whose text was not sent. Rejects with an ApiError, of which nothing has been shown. */
export function undoChat({
  reservationId,
  id,
}: Pick<WhatsAppMessage, 'reservationId' | 'id'>): Promise<WhatsAppMessage> {
  return answered(apiInPlace.delete(apiPaths.whatsAppMessage(reservationId, id), whatsAppMessage));
}
