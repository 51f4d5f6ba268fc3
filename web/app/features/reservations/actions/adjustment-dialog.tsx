import { useState } from 'react';
import { formatMoney } from '~/lib/formats';
import { ActionDialog } from './action-dialog';
import { AdjustmentFields } from './adjustment-fields';
import { adjustmentCents, parseAdjustment, startAdjustment } from './adjustment-form-values';
import type { ReservationDialogProps } from './reservation-action';
import { adjustTotal } from './reservation-calls';
import { reservationWords } from './reservation-words';
import { useAct } from './use-act';

const fieldNames: Record<string, string> = {
  TOTAL_BELOW_ZERO: 'adjustment.amount',
  amountCents: 'adjustment.amount',
  reason: 'adjustment.reason',
};

/** Gives a discount, or charges an extra. */
export function AdjustmentDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code, totalCents } = passenger.reservation;
  const [typed, setTyped] = useState(startAdjustment);
  const { errors, setErrors, busy, act } = useAct((name) => fieldNames[name]);
  const newTotalCents = Math.max(totalCents + adjustmentCents(typed), 0);

  function submit(): void {
    const read = parseAdjustment(typed, totalCents);
    if ('errors' in read) {
      setErrors(read.errors);
      return;
    }
    const what = typed.kind === 'discount' ? 'Desconto' : 'Acréscimo';
    void act(
      () => adjustTotal(id, read.adjustment),
      (after) => onDone(`${what} na reserva ${code}: o total agora é ${formatMoney(after.totalCents)}.`),
    );
  }

  return (
    <ActionDialog
      title="Desconto ou acréscimo"
      lead={`${reservationWords(passenger)} Total: ${formatMoney(totalCents)}.`}
      submit={typed.kind === 'discount' ? 'Dar desconto' : 'Cobrar acréscimo'}
      busy={busy}
      dirty={typed.amount !== '' || typed.reason !== ''}
      error={errors.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <AdjustmentFields
        autofocus
        value={typed}
        onChange={(changed) => {
          setTyped(changed);
          setErrors({});
        }}
        errors={errors}
      />
      <p role="status">
        Novo total: <strong>{formatMoney(newTotalCents)}</strong>
      </p>
    </ActionDialog>
  );
}
