import { pagePaths } from '@passeio/contract/paths';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { maskPixKey } from '@passeio/contract/payments/pix-key';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { payerOfRefund } from './refunds.queries.ts';

/** Notifies the payer by e-mail, if the transaction commits, that money went back. Nobody without an address. */
export async function notifyPayerOfRefund(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: NotifyDeps,
  { refundId, entryId }: { refundId: string; entryId: string },
  { method, amountCents, via }: { method: PaymentMethod; amountCents: number; via: 'person' | 'provider' | 'system' },
): Promise<void> {
  const payer = await payerOfRefund(trx, refundId);
  if (!payer.email) return;
  const data = {
    ...refundEmailData(payer, publicUrl),
    amountCents,
    method,
    // The provider returns it to where it came from.
    toPixKey: method === 'pix' && via === 'person' ? maskPixKey(payer.pix_key) : '',
    isReturned: via === 'provider',
  };
  await enqueueEmail(jobs, { kind: 'refundPaid', to: payer.email, data, reason: { entryId } }, trx);
}

/** Notifies the payer, if the transaction commits, that the key of their refund has changed. Nobody without an address. */
export async function notifyPayerOfRefundKey(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: NotifyDeps,
  refundId: string,
  { before, byPayer }: { before: string; byPayer: boolean },
): Promise<void> {
  const payer = await payerOfRefund(trx, refundId);
  if (!payer.email) return;
  const data = {
    ...refundEmailData(payer, publicUrl),
    amountCents: payer.amount_cents,
    before: maskPixKey(before),
    after: maskPixKey(payer.pix_key),
    byPayer,
  };
  await enqueueEmail(jobs, { kind: 'refundKeyChanged', to: payer.email, data }, trx);
}

function refundEmailData(payer: Awaited<ReturnType<typeof payerOfRefund>>, publicUrl: string) {
  return {
    name: payer.name,
    code: payer.code,
    trip: payer.title,
    seesReservation: payer.has_account,
    link: publicUrl + pagePaths.reservation(payer.code),
  };
}
