import { errorCatalogue } from '@passeio/contract/api/errors';
import { MAX_RECEIPT_MB, type Receipt } from '@passeio/contract/payments/payments';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { api, withRetry } from '~/features/session/api';
import { saveFile } from '~/lib/save-file';

const MAX_BYTES = MAX_RECEIPT_MB * 1024 * 1024;
const receiptTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/** `accept` of the file input. */
export const RECEIPT_ACCEPT = receiptTypes.join(',');

/** Why a file cannot be a receipt; undefined if it may be sent. The server has the last word. */
export function refusalOfReceipt({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!receiptTypes.includes(type)) return errorCatalogue.RECEIPT_UNSUPPORTED.message;
  if (size > MAX_BYTES) return errorCatalogue.RECEIPT_TOO_LARGE.message;
  return size === 0 ? 'O arquivo está vazio. Escolha outro.' : undefined;
}

/** Sends a receipt, until it is cancelled; `onProgress` gets how much has been sent, from 0 to 1. */
export function uploadReceipt(reservationId: string, file: File, onProgress: (part: number) => void) {
  const upload = new AbortController();
  const input = { params: { reservationId }, body: { file }, signal: upload.signal, toast: false, onProgress };
  const sent: Promise<Receipt> = api.call(paymentRoutes.sendReceipt, input);
  return { sent, cancel: () => upload.abort() };
}

/** Saves the file of a receipt on the device; failures are shown in a toast, which offers to try again. */
export function saveReceipt(receiptId: string): Promise<void> {
  const load = () => api.download(paymentRoutes.readReceiptFile, { params: { receiptId } });
  return withRetry(load).then(saveFile, () => {});
}

/** The size of a file as "320 KB" or "1,4 MB". */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  const [size, unit, digits] = kilobytes < 1000 ? [Math.ceil(kilobytes), 'KB', 0] : [kilobytes / 1024, 'MB', 1];
  return `${size.toLocaleString('pt-BR', { maximumFractionDigits: digits })} ${unit}`;
}
