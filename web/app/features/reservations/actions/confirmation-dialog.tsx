import { formatMoney } from '~/lib/formats';
import { useIdempotencyKey } from '../passengers/use-idempotency-key';
import { ActionDialog } from './action-dialog';
import { confirmReservation } from './reservation-calls';
import type { ReservationDialogProps } from './reservation-dialog';
import { reservationWords } from './reservation-words';
import { useAct } from './use-act';

/** Books without a deposit. */
export function ConfirmationDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code, dueCents } = passenger.reservation;
  const { errors, busy, act } = useAct();
  const keyOf = useIdempotencyKey();
  return (
    <ActionDialog
      title="Confirmar sem sinal?"
      lead={`${reservationWords(passenger)} A vaga fica garantida sem prazo. Continua faltando ${formatMoney(dueCents)}.`}
      submit="Confirmar sem sinal"
      busy={busy}
      error={errors.form}
      onSubmit={() =>
        void act(
          () => confirmReservation(id, keyOf(id)),
          () => onDone(`Reserva ${code} confirmada sem sinal.`),
        )
      }
      onClose={onClose}
    />
  );
}
