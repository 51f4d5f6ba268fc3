import { Button, Group, Text, TextInput } from '@mantine/core';
import { formatDay } from '@passeio/contract/format-moments';
import { billingDetails, invoiceRoutes, type ReservationInvoices } from '@passeio/contract/payments/invoices';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { IssuedInvoices } from './issued-invoices';

const InvoiceDialog = lazyDialog(async () => (await import('~/features/payments/invoice-dialog')).InvoiceDialog);
const IssueInvoiceDialog = lazyDialog(async () => (await import('./issue-invoice-dialog')).IssueInvoiceDialog);

interface InvoicesProps {
  reservation: { id: string; code: string };
  invoices: ReservationInvoices;
}

/** The notes of a reservation, issued here or elsewhere, and to whom they are made out. */
export function Invoices({ reservation, invoices: { data, billing, issued, proposed } }: InvoicesProps) {
  const [dialog, setDialog] = useState<'issue' | 'invoice' | 'billing'>();
  const elsewhere = data.filter(({ id }) => !issued.some((one) => one.id === id));
  const { mutate, isPending } = useMutation({
    mutationFn: (invoiceId: string) => {
      const params = { reservationId: reservation.id, invoiceId };
      return api.call(invoiceRoutes.removeInvoice, { params });
    },
    onSuccess: () => showAlert('success', 'Nota retirada.'),
  });
  const close = () => setDialog(undefined);
  return (
    <>
      {issued.length > 0 && <IssuedInvoices reservationId={reservation.id} invoices={issued} proposed={proposed} />}
      {proposed && proposed.balanceCents < 0 && (
        <FormNotice>
          As notas somam {formatMoney(-proposed.balanceCents)} a mais do que ficou com você. Cancele ou substitua uma
          delas.
        </FormNotice>
      )}
      {issued.length + elsewhere.length === 0 && <Text variant="hint">Nenhuma nota ainda.</Text>}
      <ul>
        {elsewhere.map(({ id, number, issuedOn }) => (
          <Group component="li" key={id} py={4} gap="0 1rem" justify="space-between">
            <div style={{ overflowWrap: 'anywhere' }}>
              {number}
              <Text variant="hint">{formatDay(issuedOn)}</Text>
            </div>
            {may('confirm_money') && (
              <Button
                size="compact-md"
                variant="subtle"
                color="red"
                aria-label={`Retirar nota ${number}`}
                loading={isPending}
                onClick={() => mutate(id)}
              >
                Retirar
              </Button>
            )}
          </Group>
        ))}
      </ul>
      <Text variant="hint" style={{ overflowWrap: 'anywhere' }}>
        {[billing.name, billing.taxId, billing.address].some(Boolean)
          ? `Nota para: ${[billing.name, billing.taxId, billing.address].filter(Boolean).join(' · ')}`
          : 'Nota para quem paga.'}
      </Text>
      {may('confirm_money') && (
        <Group gap={8} mt={8}>
          {proposed && (
            <Button
              size="md"
              variant="default"
              disabled={issued.some(({ state }) => state === 'sent')}
              onClick={() => setDialog('issue')}
            >
              Emitir nota
            </Button>
          )}
          <Button size="md" variant="default" onClick={() => setDialog('invoice')}>
            Informar nota
          </Button>
          {may('see_documents') && (
            <Button size="md" variant="default" onClick={() => setDialog('billing')}>
              Dados da nota
            </Button>
          )}
        </Group>
      )}
      {dialog === 'issue' && proposed && (
        <IssueInvoiceDialog reservationId={reservation.id} proposed={proposed} onClose={close} />
      )}
      {dialog === 'invoice' && (
        <InvoiceDialog reservations={[{ ...reservation, label: `Reserva ${reservation.code}` }]} onClose={close} />
      )}
      {dialog === 'billing' && <BillingDialog reservationId={reservation.id} billing={billing} onClose={close} />}
    </>
  );
}

interface BillingDialogProps {
  reservationId: string;
  billing: ReservationInvoices['billing'];
  onClose: () => void;
}

/** Asks to whom the notes are made out; what is left empty is the payer's. */
function BillingDialog({ reservationId, billing, onClose }: BillingDialogProps) {
  return (
    <FormDialog
      title="Dados da nota"
      lead="Para quem sai a nota. O que ficar vazio vem de quem paga."
      submit="Salvar"
      initial={billing}
      schema={billingDetails}
      save={(body) => api.call(invoiceRoutes.changeBilling, { params: { reservationId }, body, toast: false })}
      onSaved={() => {
        showAlert('success', 'Dados salvos.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Nome ou razão social"
            size="md"
            data-autofocus
            autoComplete="off"
            maxLength={120}
            {...form.getInputProps('name')}
          />
          <TextInput label="CPF ou CNPJ" size="md" autoComplete="off" maxLength={25} {...form.getInputProps('taxId')} />
          <TextInput label="Endereço" size="md" autoComplete="off" maxLength={200} {...form.getInputProps('address')} />
        </>
      )}
    </FormDialog>
  );
}
