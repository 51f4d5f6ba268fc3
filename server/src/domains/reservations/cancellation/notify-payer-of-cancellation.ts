import { formatDay } from '@passeio/contract/format-moments';
import type { CancellationQuote, CancellingParty } from '@passeio/contract/reservations/cancellation';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { readPayerOfReservation } from './cancellation.queries.ts';

interface Cancellation {
  reservationId: string;
  quote: CancellationQuote;
  by: CancellingParty;
  /** Who left, of a reservation that goes on. */
  people?: string[] | undefined;
}

/**
 * Notifies the payer by e-mail, if the transaction commits, what was cancelled and what goes back. Nobody without an
 * address.
 */
export async function notifyPayerOfCancellation(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { reservationId, quote, by, people }: Cancellation,
): Promise<void> {
  const { email: to } = await readPayerOfReservation(trx, reservationId);
  if (!to) return;
  const { promisedFor, ...amounts } = quote;
  const about = {
    ...{ reservationId, by, people: people ?? null, ...amounts },
    promisedFor: promisedFor ? formatDay(promisedFor) : null,
  };
  await enqueueEmail(jobs, { kind: 'reservationCancelled', to, about }, trx);
}
