import { formatMoney } from '~/lib/formats';
import { ActionDialog } from './action-dialog';
import type { ReservationDialogProps } from './reservation-action';
import { confirmReservation } from './reservation-calls';
import { reservationWords } from './reservation-words';
import { useAct } from './use-act';

/** Books a held reservation, or people who were added to a booked one, without the deposit. */
export function ConfirmationDialog(props: ReservationDialogProps) {
  const { code, state, dueCents } = props.passenger.reservation;
  const what = state === 'held' ? 'A vaga fica garantida' : 'Quem aguarda o sinal fica na reserva';
  return (
    <BookingDialog
      {...props}
      title="Confirmar sem sinal?"
      consequence={`${what}, sem prazo. Continua faltando ${formatMoney(dueCents)}.`}
      submit="Confirmar sem sinal"
      done={`Reserva ${code} confirmada sem sinal.`}
    />
  );
}

/** Books an expired reservation whose places are still free. */
export function ReinstatementDialog(props: ReservationDialogProps) {
  const { code, totalCents } = props.passenger.reservation;
  return (
    <BookingDialog
      {...props}
      title="Reativar a reserva?"
      consequence={`O prazo do sinal passou. Se ainda houver vagas, ela volta confirmada, sem prazo, no valor de ${formatMoney(totalCents)}.`}
      submit="Reativar a reserva"
      done={`Reserva ${code} reativada e confirmada.`}
    />
  );
}

interface BookingDialogProps extends ReservationDialogProps {
  title: string;
  consequence: string;
  submit: string;
  /** What to tell afterwards. */
  done: string;
}

function BookingDialog({ passenger, title, consequence, submit, done, onClose, onDone }: BookingDialogProps) {
  const { id } = passenger.reservation;
  const { errors, busy, act } = useAct();
  const book = () =>
    act(
      () => confirmReservation(id),
      () => onDone(done),
    );
  return (
    <ActionDialog
      title={title}
      lead={`${reservationWords(passenger)} ${consequence}`}
      submit={submit}
      busy={busy}
      error={errors.form}
      onSubmit={() => void book()}
      onClose={onClose}
    />
  );
}
