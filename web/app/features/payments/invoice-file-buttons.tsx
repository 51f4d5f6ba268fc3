import { invoiceFormats, issuedInvoiceRoutes } from '@passeio/contract/payments/issued-invoices';
import { api, withRetry } from '~/features/session/api';
import { FileButtons } from '~/ui/sharing/file-buttons';

interface InvoiceFileButtonsProps {
  reservationId: string;
  invoice: { id: string; noteNumber: string | null };
}

/** Saves a note, to print or as the government signed it. */
export function InvoiceFileButtons({ reservationId, invoice: { id, noteNumber } }: InvoiceFileButtonsProps) {
  return (
    <FileButtons
      formats={invoiceFormats}
      of={`documento da nota ${noteNumber}`}
      done="Nota baixada."
      download={(format) => {
        const input = { params: { reservationId, invoiceId: id }, query: { format } };
        return withRetry(() => api.download(issuedInvoiceRoutes.exportIssued, input));
      }}
    />
  );
}
