import { TextInput } from '@mantine/core';
import { attendanceCorrection, type BoardingDecision } from '@passeio/contract/boarding/boarding';
import type { ClosingPerson } from '@passeio/contract/payments/trip-closing';
import { useState } from 'react';
import { correctAttendance } from '~/features/closing/closing-calls';
import { ActionDialog } from '~/features/reservations/actions/action-dialog';
import { ApiError } from '~/lib/api';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import { ChoiceGroup } from '~/ui/inputs/choice-group';

interface CorrectionDialogProps {
  tripId: string;
  person: ClosingPerson;
  onClose: () => void;
  onDone: () => void;
}

const choices = [
  ['boarded', 'Viajou'],
  ['missed', 'Não compareceu'],
  ['undone', 'Não informado'],
] as const satisfies (readonly [BoardingDecision, string])[];

/** Whether somebody travelled after all, and why the list was wrong. */
export function CorrectionDialog({ tripId, person, onClose, onDone }: CorrectionDialogProps) {
  const [decision, setDecision] = useState<BoardingDecision>(person.attendance === 'boarded' ? 'missed' : 'boarded');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<string>();

  async function correct(): Promise<void> {
    const parsed = attendanceCorrection.safeParse({ decision, reason });
    if (!parsed.success) return setErrors(fieldErrorsOf(parsed.error.issues));
    setBusy(true);
    setError(undefined);
    try {
      await correctAttendance(tripId, person.id, parsed.data);
      onDone();
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      setErrors(failure.fields);
      setError(failure.message);
    }
  }

  return (
    <ActionDialog
      title="Corrigir presença"
      lead={`${person.name}. A correção fica na auditoria com o seu nome, e quem reservou lê o novo registro.`}
      submit="Corrigir"
      busy={busy}
      dirty={reason !== ''}
      error={error}
      onSubmit={correct}
      onClose={onClose}
    >
      <ChoiceGroup legend="Presença" choices={choices} value={decision} onChange={setDecision} />
      <TextInput
        label="Motivo"
        description="Só a equipe lê"
        size="md"
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={reason}
        error={errors.reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setErrors({});
        }}
      />
    </ActionDialog>
  );
}
