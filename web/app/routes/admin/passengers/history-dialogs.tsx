import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { ReservationEmail } from '@passeio/contract/messages/messages';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  entryKinds,
  type LedgerEntry,
  paymentMethods,
  type Receipt,
  receiptStates,
  reversalDraft,
} from '@passeio/contract/payments/payments';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeChanges } from '~/features/audit/describe-changes';
import { MessageList } from '~/features/messages/email-list';
import { Conversation } from '~/features/reservations/conversation';
import { saveReceipt } from '~/features/reservations/receipt-file';
import { useChatLink } from '~/features/reservations/whatsapp/use-chat-link';
import { api, apiInPlace, orRedirect } from '~/features/session/api';
import { load, reload } from '~/features/session/queries';
import { type Formats, formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import table from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { LoadedDialog } from './loaded-dialog';
import styles from './passenger-list.module.css';

interface HistoryDialogProps {
  passenger: Passenger;
  onClose: () => void;
}

/** A reservation's payments, who recorded them, and its receipts; what was recorded by mistake is put right here. */
export function LedgerDialog({ passenger: { payer, reservation }, onClose }: HistoryDialogProps) {
  const query = useQuery(load(paymentRoutes.readLedger, { params: { reservationId: reservation.id } }));
  const [wrong, setWrong] = useState<LedgerEntry>();
  return (
    <LoadedDialog
      title="Histórico de pagamentos"
      lead={`${payer.name}. Recebido: ${formatMoney(reservation.receivedCents)} de ${formatMoney(reservation.totalCents)}.`}
      query={query}
      failure="Não foi possível carregar o histórico."
      onClose={onClose}
    >
      {({ data, receipts }) => (
        <>
          {data.length === 0 && <Text variant="hint">Nenhum pagamento registrado ainda.</Text>}
          {data.length > 0 && <Entries payments={data} onReverse={setWrong} />}
          {receipts.length > 0 && <Receipts receipts={receipts} />}
          {wrong && <ReversalDialog entry={wrong} reservationId={reservation.id} onClose={() => setWrong(undefined)} />}
        </>
      )}
    </LoadedDialog>
  );
}

/** Every receipt that was sent, the newest first. */
function Receipts({ receipts }: { receipts: Receipt[] }) {
  return (
    <section aria-labelledby="comprovantes">
      <Title id="comprovantes" order={3} pt={12} fz={16} className={styles.line}>
        {receipts.length === 1 ? 'Comprovante' : 'Comprovantes'}
      </Title>
      <ul>
        {receipts.map((receipt) => (
          <SentReceipt key={receipt.id} receipt={receipt} />
        ))}
      </ul>
    </section>
  );
}

function SentReceipt({ receipt }: { receipt: Receipt }) {
  const { formatDateAndTime } = useFormats();
  const { id, state, reason, createdAt, hasFile } = receipt;
  const when = formatDateAndTime(createdAt);
  return (
    <Group component="li" gap="xs" py={8} justify="space-between" wrap="nowrap">
      <div>
        <strong>{receiptStates[state]}</strong>
        <Text variant="hint">
          Enviado em {when}
          {reason && ` · ${reason}`}
          {!hasFile && ' · arquivo já apagado'}
        </Text>
      </div>
      {state === 'submitted' && (
        <Button component={Link} to={`/admin/pagamentos?comprovante=${id}`} size="md" variant="light">
          Conferir
        </Button>
      )}
      {state !== 'submitted' && hasFile && (
        <Button
          size="md"
          variant="default"
          aria-label={`Baixar o comprovante de ${when}`}
          onClick={() => void saveReceipt(id)}
        >
          Baixar
        </Button>
      )}
    </Group>
  );
}

interface EntriesProps {
  payments: LedgerEntry[];
  onReverse: (entry: LedgerEntry) => void;
}

function Entries({ payments, onReverse }: EntriesProps) {
  const { formatDateAndTime } = useFormats();
  return (
    <Rows plain>
      {payments.map((entry) => {
        const { id, kind, direction, method, amountCents, note, payerName, endToEndId, occurredAt, reversedBy } = entry;
        // What the bank gave back is no longer there; a reversal is final.
        const isFinal = kind.startsWith('reversal') || (kind === 'refund' && entry.recordedVia === 'provider');
        const label = `${entryKinds[kind]} de ${formatMoney(amountCents)}`;
        const isOut = direction === 'out';
        return (
          <Row key={id}>
            <span>
              {entryKinds[kind]} · {paymentMethods[method]}
            </span>
            <Text span fw={650} className={table.number} {...(isOut && { c: 'var(--danger)' })}>
              {formatMoney(isOut ? -amountCents : amountCents)}
            </Text>
            <Text variant="hint" w="100%">
              {formatDateAndTime(occurredAt)} · {recorderOf(entry)}
              {payerName && ` · de ${payerName}`}
              {note && ` · ${note}`}
              {endToEndId && ` · ${endToEndId}`}
            </Text>
            {reversedBy && (
              <Text variant="hint" w="100%">
                Estornado
              </Text>
            )}
            {!reversedBy && !isFinal && (
              <Button
                size="compact-md"
                variant="subtle"
                color="red"
                ml={-8}
                aria-label={`Estornar lançamento: ${label}`}
                onClick={() => onReverse(entry)}
              >
                Estornar lançamento
              </Button>
            )}
          </Row>
        );
      })}
    </Rows>
  );
}

/** Who wrote an entry down. */
function recorderOf({ recordedVia, recordedBy, method }: LedgerEntry): string {
  if (recordedVia === 'person') return recordedBy || 'Equipe';
  return recordedVia === 'provider' && method === 'pix' ? 'Pix automático' : 'Automático';
}

interface ReversalDialogProps {
  entry: LedgerEntry;
  reservationId: string;
  onClose: () => void;
}

/** Asks why an entry is wrong; its opposite goes into the ledger, nothing is deleted. */
function ReversalDialog({ entry, reservationId, onClose }: ReversalDialogProps) {
  return (
    <FormDialog
      title="Estornar lançamento"
      lead={`${entryKinds[entry.kind]} de ${formatMoney(entry.amountCents)}. Use quando foi lançado por engano: entra um lançamento contrário, e os dois ficam no histórico.`}
      submit="Estornar"
      danger
      initial={{ reason: '' }}
      schema={reversalDraft}
      save={(body) => {
        const params = { reservationId, entryId: entry.id };
        return orRedirect(apiInPlace.call(paymentRoutes.reverse, { params, body }));
      }}
      onSaved={() => {
        showAlert('success', 'Lançamento estornado.');
        onClose();
      }}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Motivo"
          data-autofocus
          size="md"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}

/** Everything that happened to a reservation, with who did it and what changed. */
export function TimelineDialog({ passenger: { payer, reservation }, onClose }: HistoryDialogProps) {
  const formats = useFormats();
  const query = useQuery(
    load(reservationRoutes.readTimeline, { params: { reservationId: reservation.id }, query: { audience: 'staff' } }),
  );
  return (
    <LoadedDialog
      title="Histórico da reserva"
      lead={`Reserva ${reservation.code} de ${payer.name}.`}
      wide
      query={query}
      failure="Não foi possível carregar o histórico."
      onClose={onClose}
    >
      {({ data, hasEarlier }) =>
        data.length === 0 ? (
          <p>Nada registrado até agora.</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <section tabIndex={0} aria-label="O que aconteceu">
            <Conversation
              items={data.map((item) => ({ ...item, details: linesOf(item, formats) }))}
              own="operator"
              hasEarlier={hasEarlier}
            />
          </section>
        )
      }
    </LoadedDialog>
  );
}

/** The changed fields, a line each. */
function linesOf({ changes }: TimelineItem, formats: Formats): string[] {
  return describeChanges(changes ?? {}, formats, 'reservation').map(({ label, before, after }) => {
    if (before === '') return `${label}: ${after}`;
    return after === '' ? `${label}: era ${before}` : `${label}: de ${before} para ${after}`;
  });
}

/** The e-mails that the payer of a reservation got, what became of them, and the WhatsApp chats that staff opened. */
export function MessagesDialog({ passenger: { payer, reservation }, onClose }: HistoryDialogProps) {
  const chatLink = useChatLink();
  const query = useQuery(load(messageRoutes.listOfReservation, { params: { reservationId: reservation.id } }));
  return (
    <LoadedDialog
      title="Mensagens"
      lead={`E-mails e WhatsApp sobre a reserva ${reservation.code}, de ${payer.name}.`}
      query={query}
      failure="Não foi possível carregar as mensagens."
      onClose={onClose}
      actions={
        <Button
          component="a"
          {...chatLink({ facts: reservation.chat, to: payer })}
          size="md"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          Escrever no WhatsApp
        </Button>
      }
    >
      {(messages) =>
        messages.data.length + messages.whatsApp.length === 0 ? (
          <p>
            Nenhuma mensagem sobre esta reserva até agora.
            {!payer.email && ' Quem reservou não tem e-mail no cadastro.'}
          </p>
        ) : (
          <MessageList
            messages={messages}
            action={(email) => email.state === 'failed' && <RetryButton reservationId={reservation.id} email={email} />}
          />
        )
      }
    </LoadedDialog>
  );
}

function RetryButton({ reservationId, email }: { reservationId: string; email: ReservationEmail }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const params = { reservationId, emailId: email.id };
      return orRedirect(api.call(messageRoutes.retryOfReservation, { params }));
    },
    onSuccess: () => showAlert('success', 'Mensagem de volta na fila de envio.'),
    onError: () => reload(),
  });

  return (
    <Button
      size="md"
      mt="xs"
      variant="default"
      loading={isPending}
      aria-label={`Enviar de novo: ${email.subject}`}
      onClick={() => mutate()}
    >
      Enviar de novo
    </Button>
  );
}
