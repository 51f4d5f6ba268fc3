import { pagePaths } from '@passeio/contract/paths';
import type { PaymentMethod } from '@passeio/contract/payments';
import { maskPixKey } from '@passeio/contract/pix-key';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueEmail } from '../messages/index.ts';
import { payerOfRefund } from './refunds.queries.ts';

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

/** Tells the payer by e-mail, if the transaction commits, that money went back. Nobody without an address. */
export async function tellPayerOfRefund(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: TellingParts,
  refundId: string,
  { method, amountCents, via }: { method: PaymentMethod; amountCents: number; via: 'person' | 'provider' | 'system' },
): Promise<void> {
  const payer = await payerOfRefund(trx, refundId);
  if (!payer.email) return;
  const data = {
    name: payer.name,
    code: payer.code,
    trip: payer.title,
    amountCents,
    method,
    // The provider returns it to where it came from.
    toPixKey: method === 'pix' && via === 'person' ? maskPixKey(payer.pix_key) : '',
    isReturned: via === 'provider',
    seesReservation: payer.has_account,
    link: publicUrl + pagePaths.reservation(payer.code),
  };
  await enqueueEmail(jobs, { kind: 'refundPaid', to: payer.email, data }, trx);
}
