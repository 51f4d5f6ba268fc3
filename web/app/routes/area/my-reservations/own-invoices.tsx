import { Text } from '@mantine/core';
import { issuedInvoiceRoutes } from '@passeio/contract/payments/issued-invoices';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { InvoiceFileButtons } from '~/features/payments/invoice-file-buttons';
import { load } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';

/** The notes of a reservation that its payer may save; nothing where there are none. */
export function OwnInvoices({ reservationId }: { reservationId: string }) {
  const { data: invoices } = useQuery(load(issuedInvoiceRoutes.listOfPayer, { params: { reservationId } }));
  const { formatNumericDate } = useFormats();
  const id = useId();
  if (!invoices?.data.length) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{invoices.data.length === 1 ? 'Nota fiscal' : 'Notas fiscais'}</h3>
      {invoices.data.map((invoice) => (
        <div key={invoice.id}>
          <Text mt={8} mb={4}>
            Nota {invoice.noteNumber} · {formatMoney(invoice.amountCents)}
            {invoice.cancelledAt
              ? ` · cancelada em ${formatNumericDate(invoice.cancelledAt)}`
              : invoice.replacedAt
                ? ` · substituída em ${formatNumericDate(invoice.replacedAt)}`
                : invoice.authorisedAt && ` · ${formatNumericDate(invoice.authorisedAt)}`}
          </Text>
          <InvoiceFileButtons reservationId={reservationId} invoice={invoice} />
        </div>
      ))}
    </section>
  );
}
