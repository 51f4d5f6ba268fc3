import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';

/** Somebody else was faster: there is nothing left to do. Here with the sentence, where it is not the API's. */
const overtaken: Record<string, string | undefined> = {
  REFUND_NOT_DUE: undefined,
  REFUND_NOT_FOUND: undefined,
  UNMATCHED_NOT_FOUND: undefined,
  RECEIPT_NOT_FOUND: undefined,
  RECEIPT_REVIEWED: 'Outra pessoa já conferiu este comprovante.',
};

/** Waits for a change that staff makes, and says `done`, or that somebody else was faster. */
export async function finish(change: Promise<unknown>, done: string): Promise<void> {
  try {
    await change;
    showAlert('success', done);
  } catch (error) {
    if (!(error instanceof ApiError && error.code in overtaken)) throw error;
    showAlert('info', overtaken[error.code] ?? error.message);
    void reload();
  }
}

/** Says in a toast what went wrong; a bank that is unavailable is not our server. */
export function showFailure(error: unknown): void {
  const isBank = error instanceof ApiError && error.code === 'PROVIDER_UNAVAILABLE';
  showAlert('error', isBank ? error.message : explainFailure(error));
}
