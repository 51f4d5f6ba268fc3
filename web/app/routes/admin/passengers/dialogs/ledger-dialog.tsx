import { Button, TextInput } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  entryKinds,
  type LedgerEntry,
  paymentMethods,
  type Receipt,
  receiptStates,
  reversalDraft,
} from '@passeio/contract/payments/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { saveReceipt } from '~/features/reservations/receipt-file';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import styles from './dialog-form.module.css';
import { HistoryDialog } from './history-dialog';

interface LedgerDialogProps {
  passenger: Passenger;
  onClose: () => void;
  /** Called after an entry was put right. */
  onChanged: () => void;
}

/** A reservation's payments, who recorded them, and its receipts; what was recorded by mistake is put right here. */
export function LedgerDialog({ passenger: { payer, reservation }, onClose, onChanged }: LedgerDialogProps) {
  const {
    data: ledger,
    error,
    isFetching,
    refetch,
  } = useQuery(load(paymentRoutes.readLedger, { params: { reservationId: reservation.id } }));
  const [wrong, setWrong] = useState<LedgerEntry>();
  const sum = `Recebido: ${formatMoney(reservation.receivedCents)} de ${formatMoney(reservation.totalCents)}.`;
  return (
    <HistoryDialog
      title="Histórico de pagamentos"
      lead={`${payer.name}. ${sum}`}
      isLoading={!ledger && isFetching}
      failure={error && !isFetching ? explainFailure(error) : undefined}
      onRetry={() => void refetch()}
      onClose={onClose}
    >
      {ledger?.data.length === 0 && <p className={styles.hint}>Nenhum pagamento registrado ainda.</p>}
      {ledger && ledger.data.length > 0 && <Entries payments={ledger.data} onReverse={setWrong} />}
      {ledger && ledger.receipts.length > 0 && <Receipts receipts={ledger.receipts} />}
      {wrong && (
        <ReversalDialog
          entry={wrong}
          reservationId={reservation.id}
          onClose={() => setWrong(undefined)}
          onDone={() => {
            setWrong(undefined);
            void refetch();
            onChanged();
          }}
        />
      )}
    </HistoryDialog>
  );
}

/** Every receipt that was sent, the newest first. */
function Receipts({ receipts }: { receipts: Receipt[] }) {
  return (
    <section aria-labelledby="comprovantes">
      <h3 id="comprovantes" className={styles.receipts}>
        {receipts.length === 1 ? 'Comprovante' : 'Comprovantes'}
      </h3>
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
    <li className={styles.receipt}>
      <p>
        <strong>{receiptStates[state]}</strong>
        <span className={styles.hint}>
          {' '}
          Enviado em {when}
          {reason && ` · ${reason}`}
          {!hasFile && ' · arquivo já apagado'}
        </span>
      </p>
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
    </li>
  );
}

interface EntriesProps {
  payments: LedgerEntry[];
  onReverse: (entry: LedgerEntry) => void;
}

function Entries({ payments, onReverse }: EntriesProps) {
  const { formatDateAndTime } = useFormats();
  return (
    <ul className={styles.entries}>
      {payments.map((entry) => {
        const { id, kind, direction, method, amountCents, note, payerName, endToEndId, occurredAt, reversedBy } = entry;
        // What the bank gave back has gone; a reversal is final.
        const isFinal = kind.startsWith('reversal') || (kind === 'refund' && entry.recordedVia === 'provider');
        const label = `${entryKinds[kind]} de ${formatMoney(amountCents)}`;
        return (
          <li key={id}>
            <span>
              {entryKinds[kind]} · {paymentMethods[method]}
            </span>
            <span className={styles.amount} data-back={direction === 'out' || undefined}>
              {formatMoney(direction === 'out' ? -amountCents : amountCents)}
            </span>
            <span className={styles.hint}>
              {formatDateAndTime(occurredAt)} · {recorderOf(entry)}
              {payerName && ` · de ${payerName}`}
              {note && ` · ${note}`}
              {endToEndId && ` · ${endToEndId}`}
            </span>
            {reversedBy && <span className={styles.hint}>Estornado</span>}
            {!reversedBy && !isFinal && (
              <Button
                size="compact-md"
                variant="subtle"
                color="red"
                className={styles.reverse}
                aria-label={`Estornar lançamento: ${label}`}
                onClick={() => onReverse(entry)}
              >
                Estornar lançamento
              </Button>
            )}
          </li>
        );
      })}
    </ul>
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
  onDone: () => void;
}

/** Asks why an entry is wrong; its opposite goes into the ledger, nothing is deleted. */
function ReversalDialog({ entry, reservationId, onClose, onDone }: ReversalDialogProps) {
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
        onDone();
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
