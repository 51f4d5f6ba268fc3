import { Button, TextInput } from '@mantine/core';
import { type ExportFormat, exportFormats } from '@passeio/contract/boarding/passengers';
import { roadListRoutes } from '@passeio/contract/boarding/road-list-routes';
import {
  type RoadList,
  type RoadListDetails,
  type RoadListVersion,
  roadListFreeze,
} from '@passeio/contract/boarding/road-lists';
import { plural } from '@passeio/contract/words';
import { IconClipboardCheck, IconFileDownload, IconLock } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { fieldsText } from '~/features/reservations/passengers/passenger-labels';
import { api, apiInPlace, orRedirect, withRetry } from '~/features/session/api';
import { load, preload, reload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/pages/trip-header';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { tripPaths } from '~/lib/trip-paths';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import versionTableStyles from '~/ui/layout/data-table.module.css';
import hidden from '~/ui/text/visually-hidden.module.css';
import type { Route } from './+types/road-list';
import { changesSentence, ListChanges } from './list-changes';
import styles from './road-list.module.css';
import ownStyles from './road-list.module.css';

interface VersionTableProps {
  tripId: string;
  versions: RoadListVersion[];
}

const HASH_SHOWN = 12;
const shortLabels: Record<ExportFormat, string> = { ...exportFormats, xlsx: 'Excel' };
const formats = Object.entries(shortLabels) as [ExportFormat, string][];

/** Every version, the newest first, with its files; cards on a phone. */
function VersionTable({ tripId, versions }: VersionTableProps) {
  return (
    <table className={versionTableStyles.table}>
      <caption className={hidden.hidden}>Versões da lista</caption>
      <thead>
        <tr>
          <th scope="col">Versão</th>
          <th scope="col">Fechada</th>
          <th scope="col">Mudanças desde então</th>
          <th scope="col">Baixar</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <Version key={version.version} {...{ tripId, version }} />
        ))}
      </tbody>
    </table>
  );
}

interface VersionProps extends Omit<VersionTableProps, 'versions'> {
  version: RoadListVersion;
}

function Version({ tripId, version: one }: VersionProps) {
  const { formatDateAndTime, formatNumericDate } = useFormats();
  const { version, people, hash, createdAt, author, changes, erasedAt } = one;
  return (
    <tr>
      <th scope="row">
        <span className={versionTableStyles.name}>Versão {version}</span>
        <span className={versionTableStyles.detail}>{plural(people, 'pessoa')}</span>
      </th>
      <td data-label="Fechada">
        <span className={versionTableStyles.stack}>
          <span>{formatDateAndTime(createdAt)}</span>
          <span className={versionTableStyles.detail}>por {author}</span>
          <span className={versionTableStyles.detail}>
            Conferência <code>{hash.slice(0, HASH_SHOWN)}</code>
          </span>
        </span>
      </td>
      <td data-label="Mudanças">
        <span className={ownStyles.sentence} data-over={changes?.isOverLimit || undefined}>
          {changes ? changesSentence(changes) : '–'}
        </span>
      </td>
      <td>
        {erasedAt ? (
          <span>Dados pessoais apagados em {formatNumericDate(erasedAt)}.</span>
        ) : (
          <Downloads tripId={tripId} version={version} />
        )}
      </td>
    </tr>
  );
}

function Downloads({ tripId, version }: { tripId: string; version: number }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: ExportFormat) => saveRoadList(tripId, version, format),
    onSuccess: () => showAlert('success', `Versão ${version} baixada.`),
  });
  return (
    <span className={ownStyles.downloads}>
      {formats.map(([format, label]) => (
        <Button
          key={format}
          size="md"
          px={12}
          variant="default"
          loading={isPending && variables === format}
          disabled={isPending && variables !== format}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          aria-label={`Baixar versão ${version} em ${label}`}
          onClick={() => mutate(format)}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}

/** Downloads a version as a file. The API client shows failures. */
async function saveRoadList(tripId: string, version: number, format: ExportFormat): Promise<void> {
  const input = { params: { tripId, version }, query: { format } };
  saveFile(await withRetry(() => orRedirect(api.download(roadListRoutes.exportVersion, input))));
}

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
function CloseListDialog({ list, onClose, onDone, onStale }: CloseListDialogProps) {
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
          return await orRedirect(apiInPlace.call(roadListRoutes.freeze, { params: { tripId: trip.id }, body }));
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
            <strong>{name}</strong>: {fieldsText(lacking)}
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

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Lista final');
export const handle = { title: 'Lista final' };

export function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  return preload(load(roadListRoutes.read, { params: { tripId } }));
}

/** The passenger list as it was closed for the road, in its versions, and what has changed since. */
export default function RoadListPage({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const [closing, setClosing] = useState(false);
  const { trip, versions, people } = list;
  const [newest] = versions;

  function finish(version: number): void {
    setClosing(false);
    showAlert('success', `Lista fechada: versão ${version}.`);
    // Its failure is shown, and the version's buttons are there to try again.
    saveRoadList(trip.id, version, 'pdf').catch(() => undefined);
  }

  return (
    <>
      <TripHeader trip={trip} current="roadList">
        {people > 0 && (
          <Button size="md" leftSection={<IconLock size={20} aria-hidden />} onClick={() => setClosing(true)}>
            {newest ? 'Fechar nova versão' : 'Fechar lista'}
          </Button>
        )}
      </TripHeader>
      <Missing list={list} />
      {newest ? (
        <>
          {newest.changes && <ListChanges list={list} newest={newest} counts={newest.changes} />}
          <h3 className={styles.title}>Versões</h3>
          <VersionTable tripId={trip.id} versions={versions} />
        </>
      ) : (
        <EmptyState
          icon={IconClipboardCheck}
          title={people === 0 ? 'Ninguém na lista ainda' : 'Nenhuma lista fechada ainda'}
          text={
            people === 0
              ? 'Quando alguém tiver vaga neste passeio, você fecha aqui a lista para a viagem.'
              : 'Feche a lista quando for entregá-la à transportadora ou à ANTT. O que mudar depois é contado aqui.'
          }
        />
      )}
      {closing && (
        <CloseListDialog list={list} onClose={() => setClosing(false)} onDone={finish} onStale={() => void reload()} />
      )}
    </>
  );
}

/** What a list that is closed now would lack. */
function Missing({ list: { trip, missing, operator } }: { list: RoadList }) {
  const unset = [!operator.cnpj && 'CNPJ', !operator.cadastur && 'CADASTUR'].filter((name) => name !== false);
  if (missing.length === 0 && unset.length === 0) return null;
  return (
    <section className={styles.missing} aria-label="O que falta">
      {missing.length > 0 && (
        <>
          <h3>Faltam dados de {plural(missing.length, 'pessoa')}</h3>
          <ul>
            {missing.map(({ participantId, name, fields }) => (
              <li key={participantId}>
                <strong>{name}</strong>: {fieldsText(fields)}
              </li>
            ))}
          </ul>
          <Link to={`${tripPaths.passengers(trip.id)}?pendentes=sim`} className={styles.fill}>
            Preencher na lista de passageiros
          </Link>
        </>
      )}
      {unset.length > 0 && (
        <p>A lista sai sem {unset.join(' e sem ')} da operadora. Quem administra preenche em Configurações.</p>
      )}
    </section>
  );
}
