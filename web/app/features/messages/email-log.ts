import { emailLog, emailStates, reservationEmailList } from '@passeio/contract/messages/messages';
import { apiPaths } from '@passeio/contract/paths';
import { z } from '@passeio/contract/zod';
import { answered, api } from '../session/api';

// Of a newer server, which may know more states.
const state = z.string();
const clientList = reservationEmailList.extend({
  // A server that is older than the page does not tell.
  whatsApp: reservationEmailList.shape.whatsApp.default([]),
  data: z.array(reservationEmailList.shape.data.element.extend({ state })),
});
const clientLog = emailLog.extend({ data: z.array(emailLog.shape.data.element.extend({ state })) });

export type ClientMessages = z.infer<typeof clientList>;
export type ClientEmail = z.infer<typeof clientList>['data'][number];
export type ClientEmailLog = z.infer<typeof clientLog>;

/** The e-mails about a reservation and the WhatsApp chats that staff opened, both the latest first. */
export function loadReservationMessages(reservationId: string, signal: AbortSignal): Promise<ClientMessages> {
  return answered(api.get(apiPaths.reservationMessages(reservationId), clientList, { signal }));
}

/** Queues a failed e-mail about a reservation again; resolves with the messages about it. */
export function retryReservationEmail(reservationId: string, emailId: string): Promise<ClientMessages> {
  return answered(api.post(apiPaths.reservationMessageRetry(reservationId, emailId), clientList));
}

/** A page of the e-mails about all reservations; `from` is the `next` of the page before. */
export function loadEmailLog({
  from,
  signal,
}: {
  from?: string;
  signal?: AbortSignal | undefined;
}): Promise<ClientEmailLog> {
  return answered(api.get(apiPaths.emailLog, clientLog, { query: { from }, signal }));
}

const words: Partial<Record<string, string>> = emailStates;

/** As "não saiu". */
export function stateWords(one: string): string {
  return words[one] ?? 'atualize a página';
}
