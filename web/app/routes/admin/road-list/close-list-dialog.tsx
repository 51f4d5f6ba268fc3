import { TextInput } from '@mantine/core';
import { type RoadList, type RoadListDetails, roadListFreeze } from '@passeio/contract/boarding/road-lists';
import { plural } from '@passeio/contract/words';
import { useState } from 'react';
import { ActionDialog } from '~/features/reservations/actions/action-dialog';
import { fieldWords } from '~/features/reservations/passengers/passenger-labels';
import { freezeRoadList } from '~/features/road-list/road-list-calls';
import { ApiError } from '~/lib/api';
import { fieldErrorsOf } from '~/ui/editing/use-field-errors';
import styles from './road-list.module.css';

interface CloseListDialogProps {
  list: RoadList;
  onClose: () => void;
  onDone: (version: number) => void;
  /** The list is not as it was shown. */
  onStale: () => void;
}

const fields = [
  { field: 'origin', label: 'Origem', description: 'Cidade e estado', maxLength: 80 },
  { field: 'destination', label: 'Destino', description: 'Cidade e estado', maxLength: 120 },
  { field: 'plate', label: 'Placa', description: 'Opcional, como em ABC1D23', maxLength: 10 },
  { field: 'driver', label: 'Motorista', description: 'Opcional', maxLength: 120 },
  { field: 'guide', label: 'Guia', description: 'Opcional', maxLength: 120 },
] as const satisfies { field: keyof RoadListDetails; label: string; description: string; maxLength: number }[];

/** What the list says of the journey, and a confirmation for people who lack data. */
export function CloseListDialog({ list, onClose, onDone, onStale }: CloseListDialogProps) {
  const { trip, details, missing, people } = list;
  const [typed, setTyped] = useState(details);
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [error, setError] = useState<string>();
  const dirty = fields.some(({ field }) => typed[field] !== details[field]);

  function change(field: keyof RoadListDetails, value: string): void {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors({});
  }

  async function close(): Promise<void> {
    const acceptedMissing = accepted ? missing.map(({ participantId }) => participantId) : [];
    const parsed = roadListFreeze.safeParse({ ...typed, acceptedMissing });
    if (!parsed.success) return setErrors(fieldErrorsOf(parsed.error.issues));
    if (missing.length > 0 && !accepted) return setError('Confirme que a lista segue sem esses dados.');
    setBusy(true);
    setError(undefined);
    try {
      const { versions } = await freezeRoadList(trip.id, parsed.data);
      onDone(versions[0]?.version ?? 1);
    } catch (failure) {
      setBusy(false);
      if (!(failure instanceof ApiError)) throw failure;
      if (failure.code === 'ROAD_LIST_INCOMPLETE') {
        setAccepted(false);
        onStale();
      }
      setErrors(failure.fields);
      setError(failure.message);
    }
  }

  return (
    <ActionDialog
      title="Fechar lista"
      lead={`${plural(people, 'pessoa')}. A lista fica guardada com a data e o seu nome, e baixa em PDF.`}
      submit="Fechar e baixar PDF"
      busy={busy}
      dirty={dirty}
      error={error}
      onSubmit={close}
      onClose={onClose}
    >
      {fields.map(({ field, ...props }, index) => (
        <TextInput
          key={field}
          {...props}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
          size="md"
          autoComplete="off"
          value={typed[field]}
          error={errors[field]}
          onChange={(event) => change(field, event.currentTarget.value)}
        />
      ))}
      {missing.length > 0 && (
        <Incomplete
          missing={missing}
          accepted={accepted}
          onAccept={(value) => {
            setAccepted(value);
            setError(undefined);
          }}
        />
      )}
    </ActionDialog>
  );
}

interface IncompleteProps extends Pick<RoadList, 'missing'> {
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** Who lacks data, and that the list is closed nevertheless. */
function Incomplete({ missing, accepted, onAccept }: IncompleteProps) {
  return (
    <div className={styles.accept}>
      <p>Faltam dados de {plural(missing.length, 'pessoa')}:</p>
      <ul>
        {missing.map(({ participantId, name, fields: lacking }) => (
          <li key={participantId}>
            <strong>{name}</strong>: {fieldWords(lacking)}
          </li>
        ))}
      </ul>
      <label className={styles.consent}>
        <input type="checkbox" checked={accepted} onChange={(event) => onAccept(event.currentTarget.checked)} />
        Fechar a lista mesmo assim
      </label>
    </div>
  );
}
