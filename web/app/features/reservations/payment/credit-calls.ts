import { apiPaths } from '@passeio/contract/paths';
import { type Credit, credit } from '@passeio/contract/payments/credits';
import { answered, api } from '../../session/api';
import { withRetry } from '../../session/with-retry';

/** Pays for a reservation with so much of the credit. Throws after showing why not. */
export function payWithCredit(reservationId: string, amountCents: number): Promise<Credit> {
  return send(apiPaths.creditPayment(reservationId), amountCents);
}

/** Takes the refund of a reservation as credit. Throws after showing why not. */
export function takeRefundAsCredit(reservationId: string, amountCents: number): Promise<Credit> {
  return send(apiPaths.refundAsCredit(reservationId), amountCents);
}

function send(path: string, amountCents: number): Promise<Credit> {
  // One key for all attempts, so that a lost answer moves nothing twice.
  const idempotencyKey = crypto.randomUUID();
  return answered(withRetry(() => api.post(path, credit, { body: { amountCents }, idempotencyKey })));
}
