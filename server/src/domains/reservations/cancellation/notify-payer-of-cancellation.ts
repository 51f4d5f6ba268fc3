import { formatDay } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import type { CancellationQuote, CancellingParty } from '@passeio/contract/reservations/cancellation';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { type CancellationCondition, enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
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
  { jobs, publicUrl }: NotifyDeps,
  { reservationId, quote, by, people }: Cancellation,
): Promise<void> {
  const { email: to, name, code, title: trip, slug, subject } = await readPayerOfReservation(trx, reservationId);
  if (!to) return;
  const { contractedCents, receivedCents, penaltyCents, refundCents, rule, promisedFor } = quote;
  // Guests have no account in which they could see their reservation.
  const seesReservation = subject !== null;
  const link = publicUrl + (seesReservation ? pagePaths.reservation(code) : pagePaths.trip(slug));
  const data = {
    ...{ name, code, trip, seesReservation, link, by },
    ...{ contractedCents, receivedCents, penaltyCents, refundCents, rule },
    promisedFor: promisedFor ? formatDay(promisedFor) : null,
    people: people ?? null,
  };
  const reason: CancellationCondition = { reservationId, refundCents };
  await enqueueEmail(jobs, { kind: 'reservationCancelled', to, data, reason }, trx);
}
