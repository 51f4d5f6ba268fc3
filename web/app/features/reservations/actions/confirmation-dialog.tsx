import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { z } from '@passeio/contract/zod';
import { formatMoney } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { answered, apiInPlace } from '../../session/api';
import { type ReservationDialogProps, reservationWords } from './reservation-action';

/** Books a held reservation, or people who were added to a booked one, without the deposit. */
export function ConfirmationDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { code, state, dueCents } = passenger.reservation;
  const what = state === 'held' ? 'A vaga fica garantida' : 'Quem aguarda o sinal fica na reserva';
  return (
    <BookingDialog
      {...{ passenger, onClose, onDone }}
      title="Confirmar sem sinal?"
      consequence={`${what}, sem prazo. Continua faltando ${formatMoney(dueCents)}.`}
      submit="Confirmar sem sinal"
      done={`Reserva ${code} confirmada sem sinal.`}
    />
  );
}

/** Books an expired reservation whose places are still free. */
export function ReinstatementDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { code, totalCents } = passenger.reservation;
  return (
    <BookingDialog
      {...{ passenger, onClose, onDone }}
      title="Reativar a reserva?"
      consequence={`O prazo do sinal passou. Se ainda houver vagas, ela volta confirmada, sem prazo, no valor de ${formatMoney(totalCents)}.`}
      submit="Reativar a reserva"
      done={`Reserva ${code} reativada e confirmada.`}
    />
  );
}

interface BookingDialogProps extends Pick<ReservationDialogProps, 'passenger' | 'onClose' | 'onDone'> {
  title: string;
  consequence: string;
  submit: string;
  /** What to tell afterwards. */
  done: string;
}

function BookingDialog({ passenger, consequence, done, onDone, ...dialog }: BookingDialogProps) {
  const params = { reservationId: passenger.reservation.id };
  return (
    <FormDialog
      {...dialog}
      lead={`${reservationWords(passenger)} ${consequence}`}
      initial={{}}
      schema={z.object({})}
      save={() => answered(apiInPlace.call(staffReservationRoutes.confirm, { params }))}
      onSaved={() => onDone(done)}
    />
  );
}
