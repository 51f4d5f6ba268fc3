import { TextInput } from '@mantine/core';
import { roadListRoutes } from '@passeio/contract/boarding/road-list-routes';
import { type RoadList, type RoadListDetails, roadListFreeze } from '@passeio/contract/boarding/road-lists';
import { plural } from '@passeio/contract/words';
import { fieldWords } from '~/features/reservations/passengers/passenger-labels';
import { answered, apiInPlace } from '~/features/session/api';
import { ApiError } from '~/lib/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';
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
  const lacking = missing.map(({ participantId }) => participantId);
  const isAccepted = (accepted: readonly string[]) => lacking.every((id) => accepted.includes(id));
  return (
    <FormDialog
      title="Fechar lista"
      lead={`${plural(people, 'pessoa')}. A lista fica guardada com a data e o seu nome, e baixa em PDF.`}
      submit="Fechar e baixar PDF"
      initial={{ ...details, acceptedMissing: [] as string[] }}
      schema={roadListFreeze.refine(
        ({ acceptedMissing }) => isAccepted(acceptedMissing),
        'Confirme que a lista segue sem esses dados.',
      )}
      save={async (body) => {
        try {
          return await answered(apiInPlace.call(roadListRoutes.freeze, { params: { tripId: trip.id }, body }));
        } catch (failure) {
          if (failure instanceof ApiError && failure.code === 'ROAD_LIST_INCOMPLETE') onStale();
          throw failure;
        }
      }}
      onSaved={({ versions }) => onDone(versions[0]?.version ?? 1)}
      onClose={onClose}
    >
      {(form) => (
        <>
          {fields.map(({ field, ...props }, index) => (
            <TextInput
              key={field}
              {...props}
              {...(index === 0 ? { 'data-autofocus': true } : {})}
              size="md"
              autoComplete="off"
              {...form.getInputProps(field)}
            />
          ))}
          {missing.length > 0 && (
            <Incomplete
              missing={missing}
              accepted={isAccepted(form.values.acceptedMissing)}
              onAccept={(accepted) => form.setFieldValue('acceptedMissing', accepted ? lacking : [])}
            />
          )}
        </>
      )}
    </FormDialog>
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
