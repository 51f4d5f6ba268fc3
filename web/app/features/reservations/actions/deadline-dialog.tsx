import { useState } from 'react';
import { formatMoment } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ActionDialog } from './action-dialog';
import { DeadlineFields } from './deadline-fields';
import { deadlineOf, parseDeadline } from './deadline-form-values';
import type { ReservationDialogProps } from './reservation-action';
import { changeDeadline } from './reservation-calls';
import { reservationWords } from './reservation-words';
import { useAct } from './use-act';

const fieldNames: Record<string, string> = { HOLD_IN_PAST: 'deadline.day', holdExpiresAt: 'deadline.day' };

/** Changes the deadline of a hold. */
export function DeadlineDialog({ passenger, trip, onClose, onDone }: ReservationDialogProps) {
  const { timeZone } = useSettings();
  const { id, code, holdExpiresAt } = passenger.reservation;
  const [start] = useState(() => deadlineOf(holdExpiresAt, timeZone));
  const [typed, setTyped] = useState(start);
  const { errors, setErrors, busy, act } = useAct((name) => fieldNames[name]);

  function submit(): void {
    const read = parseDeadline(typed, { timeZone, departsAt: trip.date, now: new Date() });
    if ('errors' in read) {
      setErrors(read.errors);
      return;
    }
    void act(
      () => changeDeadline(id, read.holdExpiresAt ?? null),
      (after) => onDone(doneWords(code, after.holdExpiresAt, timeZone)),
    );
  }

  const until = holdExpiresAt ? `Vaga guardada até ${formatMoment(holdExpiresAt, timeZone)}.` : 'Hoje sem prazo.';
  return (
    <ActionDialog
      title="Mudar o prazo"
      lead={`${reservationWords(passenger)} ${until}`}
      submit="Salvar prazo"
      busy={busy}
      dirty={JSON.stringify(typed) !== JSON.stringify(start)}
      error={errors.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <DeadlineFields
        kinds={['chosen', 'none']}
        value={typed}
        onChange={(changed) => {
          setTyped(changed);
          setErrors({});
        }}
        errors={errors}
        departsAt={trip.date}
      />
    </ActionDialog>
  );
}

function doneWords(code: string, holdExpiresAt: string | null, timeZone: string): string {
  if (holdExpiresAt === null) return `A reserva ${code} ficou sem prazo.`;
  return `Vaga da reserva ${code} guardada até ${formatMoment(holdExpiresAt, timeZone)}.`;
}
