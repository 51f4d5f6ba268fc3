import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { z } from '@passeio/contract/zod';
import { formatMoment } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { localOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { answered, apiInPlace } from '../../session/api';
import { DeadlineFields, type DeadlineFormValues, deadlineBefore, startDeadline } from './deadline-fields';
import { type ReservationDialogProps, reservationWords } from './reservation-action';

/** Changes the deadline of a hold. */
export function DeadlineDialog({ passenger, trip, onClose, onDone }: ReservationDialogProps) {
  const { timeZone } = useSettings();
  const { id, code, holdExpiresAt } = passenger.reservation;
  const until = holdExpiresAt ? `Vaga guardada até ${formatMoment(holdExpiresAt, timeZone)}.` : 'Hoje sem prazo.';
  return (
    <FormDialog
      title="Mudar o prazo"
      lead={`${reservationWords(passenger)} ${until}`}
      submit="Salvar prazo"
      initial={{ deadline: deadlineOf(holdExpiresAt, timeZone) }}
      schema={z.object({ deadline: deadlineBefore(trip.date, timeZone) })}
      fields={{ HOLD_IN_PAST: 'deadline.day', holdExpiresAt: 'deadline.day' }}
      save={({ deadline = null }) => {
        const call = { params: { reservationId: id }, body: { holdExpiresAt: deadline } };
        return answered(apiInPlace.call(staffReservationRoutes.changeHold, call));
      }}
      onSaved={(after) => onDone(doneWords(code, after.holdExpiresAt, timeZone))}
      onClose={onClose}
    >
      {(form) => (
        <DeadlineFields
          kinds={['chosen', 'none']}
          value={form.values.deadline}
          onChange={(changed) => {
            form.setFieldValue('deadline', changed);
            form.clearErrors();
          }}
          errors={form.errors}
          departsAt={trip.date}
        />
      )}
    </FormDialog>
  );
}

/** A stored deadline as typed. */
function deadlineOf(holdExpiresAt: string | null, timeZone: string): DeadlineFormValues {
  if (holdExpiresAt === null) return startDeadline('none');
  const local = localOf(holdExpiresAt, timeZone);
  return { kind: 'chosen', day: local.slice(0, 10), time: local.slice(11, 16) };
}

function doneWords(code: string, holdExpiresAt: string | null, timeZone: string): string {
  if (holdExpiresAt === null) return `A reserva ${code} ficou sem prazo.`;
  return `Vaga da reserva ${code} guardada até ${formatMoment(holdExpiresAt, timeZone)}.`;
}
