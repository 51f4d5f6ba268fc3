import { Button, Loader } from '@mantine/core';
import type { Passenger } from '@passeio/contract/passengers';
import { type Payment, paymentKinds, paymentMethods } from '@passeio/contract/payments';
import { useEffect, useState } from 'react';
import { formatMoney, formatNumericDate, formatTime } from '~/lib/formats';
import { ModalDialog } from '~/ui/modal-dialog';
import styles from './dialog-form.module.css';
import { loadLedger } from './passenger-calls';

interface LedgerDialogProps {
  passenger: Passenger;
  timeZone: string;
  onClose: () => void;
}

/** What came and went of somebody's money, and who saw it. */
export function LedgerDialog({ passenger: { person, reservation }, timeZone, onClose }: LedgerDialogProps) {
  const payments = useLedger(reservation.id);
  const sum = `Recebido: ${formatMoney(reservation.receivedCents)} de ${formatMoney(reservation.priceCents)}.`;
  return (
    <ModalDialog
      title="Histórico de pagamentos"
      lead={`${person.name}. ${sum}`}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {payments === undefined && <Loader aria-label="Carregando..." />}
      {payments === 'failed' && <p className={styles.hint}>Não foi possível carregar o histórico. Tente de novo.</p>}
      {Array.isArray(payments) && payments.length === 0 && (
        <p className={styles.hint}>Nenhum pagamento registrado ainda.</p>
      )}
      {Array.isArray(payments) && payments.length > 0 && <Entries payments={payments} timeZone={timeZone} />}
    </ModalDialog>
  );
}

function Entries({ payments, timeZone }: { payments: Payment[]; timeZone: string }) {
  return (
    <ul className={styles.entries}>
      {payments.map(({ id, kind, method, amountCents, note, confirmedBy, confirmedAt }) => (
        <li key={id}>
          <span>
            {paymentKinds[kind]} · {paymentMethods[method]}
          </span>
          <span className={styles.amount} data-back={kind === 'refund' || undefined}>
            {formatMoney(kind === 'refund' ? -amountCents : amountCents)}
          </span>
          <span className={styles.hint}>
            {formatNumericDate(confirmedAt, timeZone)}, {formatTime(confirmedAt, timeZone)} · {confirmedBy}
            {note && ` · ${note}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function useLedger(reservationId: string): Payment[] | 'failed' | undefined {
  const [payments, setPayments] = useState<Payment[] | 'failed'>();
  useEffect(() => {
    const call = new AbortController();
    loadLedger(reservationId, call.signal).then(setPayments, () => {
      if (!call.signal.aborted) setPayments('failed');
    });
    return () => call.abort();
  }, [reservationId]);
  return payments;
}
