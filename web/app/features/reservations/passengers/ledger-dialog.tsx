import { Button, Loader } from '@mantine/core';
import { entryKinds, type LedgerEntry, paymentMethods } from '@passeio/contract/payments';
import { useEffect, useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, formatNumericDate, formatTime } from '~/lib/formats';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import type { ClientPassenger } from '../client-reservation';
import styles from './dialog-form.module.css';
import { loadLedger } from './passenger-calls';

interface LedgerDialogProps {
  passenger: ClientPassenger;
  timeZone: string;
  onClose: () => void;
}

/** A reservation's payments and who recorded them. */
export function LedgerDialog({ passenger: { payer, reservation }, timeZone, onClose }: LedgerDialogProps) {
  const { payments, failure, reload } = useLedger(reservation.id);
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
      {payments && payments.length > 0 && <Entries payments={payments} timeZone={timeZone} />}
    </ModalDialog>
  );
}

function Entries({ payments, timeZone }: { payments: LedgerEntry[]; timeZone: string }) {
  return (
    <ul className={styles.entries}>
      {payments.map(({ id, kind, direction, method, amountCents, note, recordedBy, recordedAt }) => (
        <li key={id}>
          <span>
            {entryKinds[kind]} · {paymentMethods[method]}
          </span>
          <span className={styles.amount} data-back={direction === 'out' || undefined}>
            {formatMoney(direction === 'out' ? -amountCents : amountCents)}
          </span>
          <span className={styles.hint}>
            {formatNumericDate(recordedAt, timeZone)}, {formatTime(recordedAt, timeZone)} · {recordedBy || 'Automático'}
            {note && ` · ${note}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useLedger(reservationId: string) {
  const [payments, setPayments] = useState<LedgerEntry[]>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt is a call
  useEffect(() => {
    const call = new AbortController();
    setFailure(undefined);
    loadLedger(reservationId, call.signal).then(setPayments, (error) => {
      if (!call.signal.aborted) setFailure(explainFailure(error));
    });
    return () => call.abort();
  }, [reservationId, attempt]);
  return { payments, failure, reload: () => setAttempt((before) => before + 1) };
}
