import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import {
  cancellationReasons,
  type IssuedInvoice,
  type IssuedInvoiceState,
  invoiceCancellation,
  issuedInvoiceRoutes,
  issuedInvoiceStates,
} from '@passeio/contract/payments/issued-invoices';
import { useState } from 'react';
import { InvoiceFileButtons } from '~/features/payments/invoice-file-buttons';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const colors: Record<IssuedInvoiceState, StatusColor> = {
  sent: 'waiting',
  authorised: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
};

interface IssuedInvoicesProps {
  reservationId: string;
  invoices: readonly IssuedInvoice[];
  /** Whether this installation issues notes still. */
  canIssue: boolean;
}

/** The notes of a reservation that were issued here: where each stands, and what the government said. */
export function IssuedInvoices({ reservationId, invoices, canIssue }: IssuedInvoicesProps) {
  const [cancelled, setCancelled] = useState<IssuedInvoice>();
  return (
    <>
      <ul aria-label="Notas emitidas aqui">
        {invoices.map((invoice) => (
          <IssuedInvoiceRow
            key={invoice.id}
            reservationId={reservationId}
            invoice={invoice}
            {...(canIssue && { onCancel: () => setCancelled(invoice) })}
          />
        ))}
      </ul>
      {cancelled && (
        <CancelDialog reservationId={reservationId} invoice={cancelled} onClose={() => setCancelled(undefined)} />
      )}
    </>
  );
}

interface RowProps {
  reservationId: string;
  invoice: IssuedInvoice;
  onCancel?: () => void;
}

function IssuedInvoiceRow({ reservationId, invoice, onCancel }: RowProps) {
  const { formatDateAndTime, formatMoment } = useFormats();
  const { state, number, noteNumber, amountCents, createdAt, authorisedAt, cancelledAt, messages } = invoice;
  const isOpen = state === 'sent' || invoice.isBeingCancelled;
  const isAuthorised = state === 'authorised';
  return (
    <Group component="li" py={8} gap="4px 1rem" justify="space-between">
      <div>
        {noteNumber ? `Nota ${noteNumber}` : `Nota em emissão (${number})`} · {formatMoney(amountCents)}
        <Text variant="hint">
          {cancelledAt
            ? `Cancelada em ${formatDateAndTime(cancelledAt)}`
            : authorisedAt
              ? `Autorizada em ${formatDateAndTime(authorisedAt)}`
              : `Emitida em ${formatDateAndTime(createdAt)}`}
        </Text>
      </div>
      <div role="status">
        <StatusBadge color={invoice.isBeingCancelled ? 'waiting' : (colors[state] ?? 'quiet')}>
          {invoice.isBeingCancelled ? 'Cancelando no governo' : (issuedInvoiceStates[state]?.label ?? state)}
        </StatusBadge>
      </div>
      {messages.map(({ code, text, advice }) => (
        <Text key={`${code} ${text}`} variant="hint" w="100%" style={{ overflowWrap: 'anywhere' }}>
          {isAuthorised && !isOpen && 'O cancelamento não foi aceito. '}
          {code}: {text} {advice && <strong>{advice}</strong>}
        </Text>
      ))}
      {state === 'rejected' && (
        <Text variant="hint" w="100%">
          Corrija e emita de novo: a nota sai com outro número.
        </Text>
      )}
      {isOpen && invoice.nextTryAt && (
        <Text variant="hint" w="100%">
          O governo ainda não respondeu. A próxima tentativa é até {formatMoment(invoice.nextTryAt)}.
        </Text>
      )}
      {noteNumber && may('see_documents') && (
        <Group gap={8} w="100%">
          <InvoiceFileButtons reservationId={reservationId} invoice={invoice} />
          {invoice.lookUpUrl && (
            <a href={invoice.lookUpUrl} target="_blank" rel="noreferrer">
              Ver no site do governo
            </a>
          )}
        </Group>
      )}
      {isAuthorised && !isOpen && onCancel && may('confirm_money') && (
        <Button size="compact-md" variant="subtle" color="red" ml={-8} onClick={onCancel}>
          Cancelar nota {noteNumber}
        </Button>
      )}
    </Group>
  );
}

interface CancelDialogProps {
  reservationId: string;
  invoice: IssuedInvoice;
  onClose: () => void;
}

/** Asks why a note is cancelled; the government registers the reason. */
function CancelDialog({ reservationId, invoice, onClose }: CancelDialogProps) {
  return (
    <FormDialog
      title={`Cancelar nota ${invoice.noteNumber}`}
      lead="O pedido vai para o governo, e não tem volta. Cada município tem um prazo para cancelar: depois dele, o governo recusa."
      submit="Cancelar a nota"
      danger
      initial={{ reason: '2', text: '' }}
      schema={invoiceCancellation}
      save={(body) => {
        const params = { reservationId, invoiceId: invoice.id };
        return api.call(issuedInvoiceRoutes.cancelIssued, { params, body, toast: false });
      }}
      onSaved={() => {
        showAlert('success', 'Pedido enviado. A resposta do governo aparece aqui.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Motivo"
            data-autofocus
            size="md"
            data={Object.entries(cancellationReasons).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('reason')}
          />
          <Textarea
            label="Explicação"
            description="Fica registrada no governo"
            size="md"
            autosize
            minRows={2}
            maxLength={255}
            {...form.getInputProps('text')}
          />
        </>
      )}
    </FormDialog>
  );
}
