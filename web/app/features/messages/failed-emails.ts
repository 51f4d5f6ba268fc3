import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { FailedEmail, FailedEmailList } from '@passeio/contract/messages/messages';
import { plural } from '@passeio/contract/words';
import { api, withRetry } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';

/** As in "3 mensagens não saíram". */
export function countOfFailedEmails(total: number): string {
  return plural(total, 'mensagem não saiu', 'mensagens não saíram');
}

/** Queues these e-mails again and shows a toast. */
export function retryEmails(emails: readonly FailedEmail[]): Promise<void> {
  const ids = emails.map(({ id }) => id);
  return callWithToast(
    () => api.call(messageRoutes.retryFailed, { body: { ids } }),
    ids.length === 1 ? 'Mensagem de volta na fila de envio.' : `${ids.length} mensagens de volta na fila de envio.`,
  );
}

/** Asks for confirmation, deletes the e-mail and shows a toast. */
export async function discardEmail({ id, subject, to }: FailedEmail): Promise<void> {
  const sure = await askToConfirm({
    titulo: 'Descartar a mensagem?',
    mensagem: `“${subject}”, para ${to}, não será mais enviada. Não dá para desfazer.`,
    tipo: 'danger',
  });
  if (!sure) return;
  await callWithToast(() => api.call(messageRoutes.discardFailed, { params: { emailId: id } }), 'Mensagem descartada.');
}

async function callWithToast(call: () => Promise<FailedEmailList>, done: string): Promise<void> {
  try {
    await withRetry(call);
    showAlert('success', done);
  } catch (error) {
    // The API client has shown the error.
    if (!(error instanceof ApiError)) throw error;
  }
}
