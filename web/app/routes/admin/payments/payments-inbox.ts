import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import type { Formats } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';

/** Refusals because a colleague was faster: there is nothing left to do. With our text where the API's does not do. */
const overtaken: Record<string, string | undefined> = {
  REFUND_NOT_DUE: undefined,
  REFUND_NOT_FOUND: undefined,
  UNMATCHED_NOT_FOUND: undefined,
  DOOR_PAYMENT_DECIDED: undefined,
  RECEIPT_NOT_FOUND: undefined,
  RECEIPT_REVIEWED: 'Outra pessoa já conferiu este comprovante.',
};

/** Waits for a change that staff makes, and says `done`, or that a colleague was faster. */
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

/** What goes back now, if a refund was refused because that is not what staff saw; the list is loaded again then. */
export function changedAmountOf(error: unknown): number | undefined {
  const changed = error instanceof ApiError && error.code === 'REFUND_CHANGED' ? error.amountCents : undefined;
  if (changed !== undefined) void reload();
  return changed;
}

/** Says in a toast what went wrong; a bank that is unavailable is not our server. */
export function showFailure(error: unknown): void {
  const isBank = error instanceof ApiError && error.code === 'PROVIDER_UNAVAILABLE';
  showAlert('error', isBank ? error.message : explainFailure(error));
}

/** As "Capitólio · sáb., 5 de dez."; the day stays on one line. */
export function formatTrip(trip: { title: string; date: string }, formats: Formats): string {
  return `${trip.title} · ${formats.formatShortDate(trip.date).replaceAll(' ', '\u00a0')}`;
}
