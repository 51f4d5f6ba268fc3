import { Button } from '@mantine/core';
import { type InvoiceFormat, invoiceFormats, issuedInvoiceRoutes } from '@passeio/contract/payments/issued-invoices';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api, withRetry } from '~/features/session/api';
import { saveFile } from '~/lib/save-file';

interface InvoiceFileButtonsProps {
  reservationId: string;
  invoice: { id: string; noteNumber: string | null };
}

/** Saves a note, to print or as the government signed it. */
export function InvoiceFileButtons({ reservationId, invoice: { id, noteNumber } }: InvoiceFileButtonsProps) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: InvoiceFormat) => {
      const input = { params: { reservationId, invoiceId: id }, query: { format } };
      return withRetry(() => api.download(issuedInvoiceRoutes.exportIssued, input));
    },
    onSuccess: saveFile,
  });
  return invoiceFormats.map((format) => (
    <Button
      key={format}
      size="md"
      variant="default"
      mr={8}
      loading={isPending && variables === format}
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={`Baixar ${format.toUpperCase()} da nota ${noteNumber}`}
      onClick={() => mutate(format)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
