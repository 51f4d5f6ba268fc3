import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { type UnmatchedPayment, unmatchedAssignment } from '@passeio/contract/payments/statements';
import { useState } from 'react';
import { changePayments } from '~/features/payments/to-do';
import { formatMoney } from '~/lib/formats';
import { DeskDialog } from '../desk-dialog';
import { CHOOSE_RESERVATION } from '../desk-words';
import { ReservationCombobox } from '../reservation-combobox';
import styles from '../statement/statement.module.css';
import { useDeskCall } from '../use-desk-call';

interface AssignDialogProps {
  payment: UnmatchedPayment;
  onClose: () => void;
  onDone: () => void;
}

/** Says which reservation a Pix is for. */
export function AssignDialog({ payment: { id, amountCents, payerName }, onClose, onDone }: AssignDialogProps) {
  const [code, setCode] = useState('');
  const [isDeliberate, setIsDeliberate] = useState(false);
  const { busy, errors, setErrors, run } = useDeskCall(onDone);

  function assign() {
    const parsed = unmatchedAssignment.safeParse({ code, ...(isDeliberate && { isDeliberate }) });
    if (!parsed.success) return setErrors({ code: CHOOSE_RESERVATION });
    const call = { params: { paymentId: id }, body: parsed.data };
    void run(
      () => changePayments(statementRoutes.assignUnmatched, call),
      `${formatMoney(amountCents)} lançados na reserva ${parsed.data.code}.`,
    );
  }

  return (
    <DeskDialog
      title="Conciliar Pix"
      lead={`${formatMoney(amountCents)}${payerName ? ` de ${payerName}` : ''}. O valor entra na reserva; o que passar do que falta vira devolução.`}
      action="Conciliar"
      busy={busy}
      onSubmit={assign}
      onClose={onClose}
    >
      <ReservationCombobox
        inline
        label="Reserva"
        description="Código, ou nome, CPF ou telefone de quem fez a reserva"
        data-autofocus
        typed={code}
        error={errors.code}
        onType={(typed) => {
          setCode(typed);
          setIsDeliberate(false);
          setErrors({});
        }}
      />
      {errors.isDeliberate && (
        <div>
          <p className={styles.error} role="alert">
            {errors.isDeliberate}
          </p>
          <label className={styles.anyway}>
            <input
              type="checkbox"
              checked={isDeliberate}
              onChange={({ currentTarget }) => setIsDeliberate(currentTarget.checked)}
            />
            É outro pagamento
          </label>
        </div>
      )}
    </DeskDialog>
  );
}
