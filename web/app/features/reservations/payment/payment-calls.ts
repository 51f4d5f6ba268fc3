import { apiPaths } from '@passeio/contract/paths';
import {
  type Charge,
  charge,
  type Receipt,
  type Refund,
  receipt as receiptSchema,
  refund as refundSchema,
} from '@passeio/contract/payments/payments';
import { saveFile } from '~/lib/save-file';
import { answered, api, apiInPlace } from '../../session/api';
import { uploadApi } from '../../session/upload-api';
import { withRetry } from '../../session/with-retry';
import type { PaymentChoice } from './payment-choices';

/** Asks for the Pix code of what is to be paid. Throws without a toast. */
export function requestCharge(reservationId: string, purpose: PaymentChoice['purpose']): Promise<Charge> {
  return answered(apiInPlace.post(apiPaths.charges(reservationId), charge, { body: { purpose } }));
}

/** Says to which Pix key the refund goes. Throws without a toast. */
export function changeRefundKey(reservationId: string, pixKey: string, idempotencyKey: string): Promise<Refund> {
  return answered(
    apiInPlace.put(apiPaths.refundKey(reservationId), refundSchema, { body: { pixKey }, idempotencyKey }),
  );
}

export interface Sending {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** The same for every attempt to send the same file. */
  idempotencyKey: string;
}

/** Sends a receipt. Throws without a toast: the error is shown beside the file. */
export function sendReceipt(reservationId: string, file: File, sending: Sending): Promise<Receipt> {
  const { onProgress, signal, idempotencyKey } = sending;
  const body = new FormData();
  body.append('file', file);
  return answered(
    uploadApi(onProgress).post(apiPaths.receipts(reservationId), receiptSchema, { body, signal, idempotencyKey }),
  );
}

/** Saves the file of a receipt on the device; failures are shown in a toast, which offers to try again. */
export async function saveReceipt({ id }: Receipt): Promise<void> {
  const file = await withRetry(() => answered(api.download(apiPaths.receiptFile(id)))).catch(() => undefined);
  if (file) saveFile(file);
}
