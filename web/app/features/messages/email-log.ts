import {
  type EmailLog,
  emailLog,
  emailStates,
  type ReservationEmailList,
  reservationEmailList,
} from '@passeio/contract/messages/messages';
import { apiPaths } from '@passeio/contract/paths';
import { answered, api } from '../session/api';

/** The e-mails about a reservation and the WhatsApp chats that staff opened, both the latest first. */
export function loadReservationMessages(reservationId: string, signal: AbortSignal): Promise<ReservationEmailList> {
  return answered(api.get(apiPaths.reservationMessages(reservationId), reservationEmailList, { signal }));
}

/** Queues a failed e-mail about a reservation again; resolves with the messages about it. */
export function retryReservationEmail(reservationId: string, emailId: string): Promise<ReservationEmailList> {
  return answered(api.post(apiPaths.reservationMessageRetry(reservationId, emailId), reservationEmailList));
}

/** A page of the e-mails about all reservations; `from` is the `next` of the page before. */
export function loadEmailLog({ from, signal }: { from?: string; signal?: AbortSignal | undefined }): Promise<EmailLog> {
  return answered(api.get(apiPaths.emailLog, emailLog, { query: { from }, signal }));
}

const words: Partial<Record<string, string>> = emailStates;

/** As "não saiu". */
export function stateWords(one: string): string {
  return words[one] ?? 'atualize a página';
}
