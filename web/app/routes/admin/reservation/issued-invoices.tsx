import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import type { ReservationInvoices } from '@passeio/contract/payments/invoices';
import {
  cancellationReasons,
  type IssuedInvoice,
  type IssuedInvoiceState,
  invoiceCancellation,
  issuedInvoiceRoutes,
  issuedInvoiceStates,
} from '@passeio/contract/payments/issued-invoices';
import { useState } from 'react';
import { GovernmentMessages } from '~/features/payments/government-messages';
import { InvoiceFileButtons } from '~/features/payments/invoice-file-buttons';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const ReplaceInvoiceDialog = lazyDialog(async () => (await import('./issue-invoice-dialog')).ReplaceInvoiceDialog);

const colors: Record<IssuedInvoiceState, StatusColor> = {
  sent: 'waiting',
  authorised: 'good',
  rejected: 'bad',
  cancelled: 'quiet',
  replaced: 'quiet',
};

interface IssuedInvoicesProps {
  reservationId: string;
  invoices: readonly IssuedInvoice[];
  /** What a new one would say; null: this installation issues notes no more. */
  proposed: ReservationInvoices['proposed'];
}

/** The notes of a reservation that were issued here: where each stands, and what the government said. */
export function IssuedInvoices({ reservationId, invoices, proposed }: IssuedInvoicesProps) {
  const [cancelled, setCancelled] = useState<IssuedInvoice>();
  const [replaced, setReplaced] = useState<IssuedInvoice>();
  const isWaiting = invoices.some(({ state }) => state === 'sent');
  return (
    <>
      <ul aria-label="Notas emitidas aqui">
        {invoices.map((invoice) => (
          <IssuedInvoiceRow
            key={invoice.id}
            reservationId={reservationId}
            invoice={invoice}
            replacedNumber={invoices.find(({ id }) => id === invoice.replaces)?.noteNumber ?? undefined}
            {...(proposed &&
              !isWaiting && { onCancel: () => setCancelled(invoice), onReplace: () => setReplaced(invoice) })}
          />
        ))}
      </ul>
      {cancelled && (
        <CancelDialog reservationId={reservationId} invoice={cancelled} onClose={() => setCancelled(undefined)} />
      )}
      {replaced && proposed && (
        <ReplaceInvoiceDialog
          reservationId={reservationId}
          proposed={proposed}
          replaced={replaced}
          onClose={() => setReplaced(undefined)}
        />
      )}
    </>
  );
}

interface RowProps {
  reservationId: string;
  invoice: IssuedInvoice;
  /** Of the note that this one replaces. */
  replacedNumber: string | undefined;
  onCancel?: () => void;
  onReplace?: () => void;
}

function IssuedInvoiceRow({ reservationId, invoice, replacedNumber, onCancel, onReplace }: RowProps) {
  const { formatDateAndTime, formatMoment } = useFormats();
  const { state, number, noteNumber, amountCents, createdAt, authorisedAt, cancelledAt, replacedAt, messages } =
    invoice;
  const isOpen = state === 'sent' || invoice.isBeingCancelled;
  const isAuthorised = state === 'authorised';
  return (
    <Group component="li" py={8} gap="4px 1rem" justify="space-between">
      <div>
        {noteNumber ? `Nota ${noteNumber}` : `${state === 'rejected' ? 'Pedido de nota' : 'Nota em emissão'} ${number}`}{' '}
        · {formatMoney(amountCents)}
        <Text variant="hint">
          {cancelledAt
            ? `Cancelada em ${formatDateAndTime(cancelledAt)}`
            : replacedAt
              ? `Substituída em ${formatDateAndTime(replacedAt)}`
              : authorisedAt
                ? `Autorizada em ${formatDateAndTime(authorisedAt)}`
                : `Enviada em ${formatDateAndTime(createdAt)}`}
          {replacedNumber && `. Substitui a nota ${replacedNumber}`}
        </Text>
      </div>
      <div role="status">
        <StatusBadge color={invoice.isBeingCancelled ? 'waiting' : (colors[state] ?? 'quiet')}>
          {invoice.isBeingCancelled ? 'Cancelando no governo' : (issuedInvoiceStates[state]?.label ?? state)}
        </StatusBadge>
      </div>
      <GovernmentMessages messages={messages} lead={isAuthorised && !isOpen ? 'O cancelamento não foi aceito. ' : ''} />
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
        <Group gap={8} ml={-8}>
          <Button size="compact-md" variant="subtle" onClick={onReplace}>
            Substituir nota {noteNumber}
          </Button>
          <Button size="compact-md" variant="subtle" color="red" onClick={onCancel}>
            Cancelar nota {noteNumber}
          </Button>
        </Group>
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
