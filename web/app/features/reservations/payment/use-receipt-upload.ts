import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { Receipt } from '@passeio/contract/payments/payments';
import { useEffect, useRef, useState } from 'react';
import { answered } from '../../session/api';
import { failureSentence } from '../../session/failure-sentence';
import { uploadApi } from '../../session/upload-api';
import { refusalOfReceipt } from './receipt-file';

/** `refused`: this file cannot be sent; `failed`: it can be tried again. */
export type UploadState =
  | { kind: 'idle' }
  | { kind: 'refused'; reason: string }
  | { kind: 'sending'; file: File; part: number }
  | { kind: 'failed'; file: File; reason: string };

/** Sends receipts of reservations, one at a time; `send` answers undefined unless it arrived. */
export function useReceiptUpload() {
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const call = useRef<AbortController>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  async function send(reservationId: string, file: File): Promise<Receipt | undefined> {
    const refusal = refusalOfReceipt(file);
    if (refusal) {
      setState({ kind: 'refused', reason: refusal });
      return undefined;
    }
    const upload = new AbortController();
    call.current = upload;
    const { signal } = upload;
    setState({ kind: 'sending', file, part: 0 });
    try {
      const onProgress = (part: number) => signal.aborted || setState({ kind: 'sending', file, part });
      const input = { params: { reservationId }, body: { file }, signal };
      const receipt = await answered(uploadApi(onProgress).call(paymentRoutes.sendReceipt, input));
      if (signal.aborted) return undefined;
      setState({ kind: 'idle' });
      return receipt;
    } catch (error) {
      if (!signal.aborted)
        setState({ kind: 'failed', file, reason: failureSentence(error) ?? 'Não foi possível enviar.' });
      return undefined;
    }
  }

  function cancel(): void {
    call.current?.abort();
    setState({ kind: 'idle' });
  }

  return { state, send, cancel };
}
