import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** What is needed to tell the payer. */
export interface TellingParts {
  jobs: Pick<Jobs, 'enqueue'>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

/** Tells the payer by e-mail, if the transaction commits, that money came and where the reservation stands. */
export async function tellPayerOfPayment(
  _trx: DatabaseTransaction,
  _parts: TellingParts,
  _payment: { reservationId: string; entryId: string },
): Promise<void> {
  // Sent with the e-mails of payments.
}
