import { Button, Loader } from '@mantine/core';
import {
  entryKinds,
  type LedgerEntry,
  paymentMethods,
  type ReceiptState,
  receiptStates,
} from '@passeio/contract/payments';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, formatNumericDate, formatTime } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import type { ClientPassenger, ClientReservationDetails } from '../client-reservation';
import styles from './dialog-form.module.css';
import { loadLedger, loadReservation, saveReceipt } from './passenger-calls';
import { ReversalDialog } from './reversal-dialog';

type SentReceipt = NonNullable<ClientReservationDetails['receipt']>;

const isReceiptState = (state: string): state is ReceiptState => state in receiptStates;

interface LedgerDialogProps {
  passenger: ClientPassenger;
  timeZone: string;
  onClose: () => void;
  /** Called after an entry was put right. */
  onChanged: () => void;
}

/** A reservation's payments, who recorded them, and its receipt; what was recorded by mistake is put right here. */
export function LedgerDialog({ passenger: { payer, reservation }, timeZone, onClose, onChanged }: LedgerDialogProps) {
  const { payments, receipt, failure, reload } = useLedger(reservation.id);
  const [wrong, setWrong] = useState<LedgerEntry>();
  const sum = `Recebido: ${formatMoney(reservation.receivedCents)} de ${formatMoney(reservation.totalCents)}.`;
  return (
    <ModalDialog
      title="Histórico de pagamentos"
      lead={`${payer.name}. ${sum}`}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {!payments && !failure && <Loader aria-label="Carregando..." />}
      {failure && (
        <FormNotice>
          Não foi possível carregar o histórico. {failure}
          <Button size="md" mt="sm" display="block" onClick={reload}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {payments?.length === 0 && <p className={styles.hint}>Nenhum pagamento registrado ainda.</p>}
      {payments && payments.length > 0 && <Entries payments={payments} timeZone={timeZone} onReverse={setWrong} />}
      {receipt && <LastReceipt receipt={receipt} timeZone={timeZone} />}
      {wrong && (
        <ReversalDialog
          entry={wrong}
          reservationId={reservation.id}
          onClose={() => setWrong(undefined)}
          onDone={() => {
            setWrong(undefined);
            reload();
            onChanged();
          }}
        />
      )}
    </ModalDialog>
  );
}

/** The receipt that was sent last. */
function LastReceipt({ receipt, timeZone }: { receipt: SentReceipt; timeZone: string }) {
  const { id, state, reason, createdAt, hasFile } = receipt;
  return (
    <div className={styles.receipt}>
      <p>
        <strong>Comprovante: {isReceiptState(state) ? receiptStates[state].toLowerCase() : 'atualize a página'}</strong>
        <span className={styles.hint}>
          {' '}
          Enviado em {formatNumericDate(createdAt, timeZone)}
          {reason && ` · ${reason}`}
        </span>
      </p>
      {state === 'submitted' && (
        <Button component={Link} to={`/admin/pagamentos?comprovante=${id}`} size="md" variant="light">
          Conferir
        </Button>
      )}
      {state !== 'submitted' && hasFile && (
        <Button size="md" variant="default" onClick={() => void saveReceipt(id).catch(() => {})}>
          Baixar comprovante
        </Button>
      )}
    </div>
  );
}

interface EntriesProps {
  payments: LedgerEntry[];
  timeZone: string;
  onReverse: (entry: LedgerEntry) => void;
}

function Entries({ payments, timeZone, onReverse }: EntriesProps) {
  return (
    <ul className={styles.entries}>
      {payments.map((entry) => {
        const { id, kind, direction, method, amountCents, note, payerName, endToEndId, occurredAt, reversedBy } = entry;
        const isReversal = kind === 'reversal_in' || kind === 'reversal_out';
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
              {formatNumericDate(occurredAt, timeZone)}, {formatTime(occurredAt, timeZone)} · {recorderOf(entry)}
              {payerName && ` · de ${payerName}`}
              {note && ` · ${note}`}
              {endToEndId && ` · ${endToEndId}`}
            </span>
            {reversedBy && <span className={styles.hint}>Estornado</span>}
            {!reversedBy && !isReversal && (
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

function useLedger(reservationId: string) {
  const [payments, setPayments] = useState<LedgerEntry[]>();
  const [receipt, setReceipt] = useState<SentReceipt | null>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a call
  useEffect(() => {
    const call = new AbortController();
    setFailure(undefined);
    const loading = [loadLedger(reservationId, call.signal), loadReservation(reservationId, call.signal)] as const;
    Promise.all(loading).then(
      ([entries, { receipt: sent }]) => {
        setPayments(entries);
        setReceipt(sent);
      },
      (error) => {
        if (!call.signal.aborted) setFailure(explainFailure(error));
      },
    );
    return () => call.abort();
  }, [reservationId, attempt]);
  return { payments, receipt, failure, reload: () => setAttempt((before) => before + 1) };
}
