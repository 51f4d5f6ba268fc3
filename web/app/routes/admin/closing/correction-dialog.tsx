import { TextInput } from '@mantine/core';
import { attendanceCorrection, type BoardingDecision } from '@passeio/contract/boarding/boarding';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { ClosingPerson } from '@passeio/contract/payments/trip-closing';
import { answered, apiInPlace } from '~/features/session/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
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
  return (
    <FormDialog
      title="Corrigir presença"
      lead={`${person.name}. A correção fica na auditoria com o seu nome, e quem reservou lê o novo registro.`}
      submit="Corrigir"
      initial={{ decision: (person.attendance === 'boarded' ? 'missed' : 'boarded') as BoardingDecision, reason: '' }}
      schema={attendanceCorrection}
      save={(body) =>
        answered(
          apiInPlace.call(boardingRoutes.correctAttendance, { params: { tripId, participantId: person.id }, body }),
        )
      }
      onSaved={onDone}
      onClose={onClose}
    >
      {(form) => (
        <>
          <ChoiceGroup
            legend="Presença"
            choices={choices}
            value={form.values.decision}
            onChange={(choice) => form.setFieldValue('decision', choice)}
          />
          <TextInput
            label="Motivo"
            description="Só a equipe lê"
            size="md"
            data-autofocus
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
