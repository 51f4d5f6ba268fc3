import { Box, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { lacksForAntt, type ManifestLayout, manifestLayouts } from '@passeio/contract/boarding/antt-list';
import {
  type FinalManifest,
  type FinalManifestDetails,
  type FinalManifestVersion,
  finalManifestFreeze,
} from '@passeio/contract/boarding/final-manifest';
import {
  CHANGE_LIMIT_PERCENT,
  type ManifestChange,
  type ManifestChangeCounts,
  type ManifestChangeKind,
  manifestChangeKinds,
} from '@passeio/contract/boarding/final-manifest-changes';
import { finalManifestRoutes } from '@passeio/contract/boarding/passenger-routes';
import { type ExportFormat, exportFormats } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { IconClipboardCheck, IconFileDownload, IconLock } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { fieldsText } from '~/features/reservations/passengers/passenger-labels';
import { api, withRetry } from '~/features/session/api';
import { load, preload, reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { TripHeader } from '~/features/trips/trip-header';
import { ApiError } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { tripPaths } from '~/lib/trip-paths';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { Card } from '~/ui/layout/card';
import { DataTable } from '~/ui/layout/data-table';
import styles from '~/ui/layout/data-table.module.css';
import type { Route } from './+types/final-manifest';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Lista final');
export const handle = { title: 'Lista final' };

export function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  return preload(load(finalManifestRoutes.read, { params: { tripId } }));
}

/** The final manifest in its versions, and what has changed since the newest. */
export default function FinalManifestPage({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const [isClosing, setClosing] = useState(false);
  const { trip, versions, people } = list;
  const [newest] = versions;
  return (
    <>
      <TripHeader trip={trip} current="finalManifest">
        {people > 0 && (
          <Button size="md" leftSection={<IconLock size={20} aria-hidden />} onClick={() => setClosing(true)}>
            {newest ? 'Fechar nova versão' : 'Fechar lista'}
          </Button>
        )}
      </TripHeader>
      <Stack gap="lg">
        <Missing list={list} />
        {newest?.changes && <Changes list={list} newest={newest} counts={newest.changes} />}
        {newest ? (
          <Stack gap="sm">
            <Title order={3} fz="lg">
              Versões
            </Title>
            <VersionTable tripId={trip.id} versions={versions} />
          </Stack>
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
      </Stack>
      {isClosing && <CloseListDialog list={list} onClose={() => setClosing(false)} />}
    </>
  );
}

/** What a list that is closed now would lack. */
function Missing({ list }: { list: FinalManifest }) {
  const { trip, missing, unauthorized, operator } = list;
  const unset = [!operator.cnpj && 'CNPJ', !operator.cadastur && 'CADASTUR'].filter((name) => name !== false);
  if (missing.length + unauthorized.length + unset.length === 0) return null;
  return (
    <Stack component="section" gap={8} px="lg" py="md" bdrs="lg" bg="var(--warning-tint)" aria-label="O que falta">
      {missing.length > 0 && (
        <>
          <Title order={3} fz="md" fw={600}>
            Faltam dados de {plural(missing.length, 'pessoa')}
          </Title>
          <AnttMissing list={list} />
          <MissingNames missing={missing} interstate={trip.interstate} />
          <Box component={Link} to={`${tripPaths.passengers(trip.id)}?pendentes=sim`} c="inherit" fw={600} py={2}>
            Preencher na lista de passageiros
          </Box>
        </>
      )}
      {unauthorized.length > 0 && (
        <p>
          <strong>Sem autorização de viagem</strong>, menores de 16 anos sem mãe, pai ou responsável:{' '}
          {unauthorized.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {unset.length > 0 && (
        <p>A lista sai sem {unset.join(' e sem ')} da operadora. Quem administra preenche em Configurações.</p>
      )}
    </Stack>
  );
}

/** How many people ANTT's list lacks something of. */
function AnttMissing({ list: { trip, missing } }: { list: Pick<FinalManifest, 'trip' | 'missing'> }) {
  const lacking = missing.filter(({ fields }) => lacksForAntt(fields)).length;
  if (!trip.interstate || lacking === 0) return null;
  return (
    <p>
      Viagem interestadual: a lista da ANTT sai incompleta para {plural(lacking, 'pessoa')}. Ela pede nome, documento
      com órgão emissor e, de menores, nascimento e quem acompanha.
    </p>
  );
}

type MissingNamesProps = Pick<FinalManifest, 'missing'> & { interstate: boolean };

/** Who lacks what; a badge says whose data ANTT's list asks for. */
function MissingNames({ missing, interstate }: MissingNamesProps) {
  return (
    <Box component="ul" style={{ overflowWrap: 'anywhere' }}>
      {missing.map(({ participantId, name, fields }) => (
        <li key={participantId}>
          <strong>{name}</strong>: {fieldsText(fields)}{' '}
          {interstate && lacksForAntt(fields) && <StatusBadge color="waiting">ANTT</StatusBadge>}
        </li>
      ))}
    </Box>
  );
}

const colors: Record<ManifestChangeKind, StatusColor> = {
  added: 'good',
  removed: 'bad',
  replaced: 'news',
  corrected: 'quiet',
};

interface ChangesProps {
  list: FinalManifest;
  newest: FinalManifestVersion;
  counts: ManifestChangeCounts;
}

/** What has changed since the newest version, against the limit. */
function Changes({ list: { changes, tripChanged }, newest: { version, createdAt }, counts }: ChangesProps) {
  const { formatMoment } = useFormats();
  return (
    <Card component="section" gap="small" aria-labelledby="mudancas">
      <Title order={3} fz="md" fw={600} id="mudancas">
        Desde a versão {version}, de {formatMoment(createdAt)}
      </Title>
      <Text fz="lg" fw={650} c={counts.isOverLimit ? 'var(--danger)' : undefined}>
        {changesText(counts)}
      </Text>
      {changes.length > 0 && (
        <Stack component="ul" gap={8}>
          {changes.map((change) => (
            <Change key={`${change.kind} ${change.name} ${change.before}`} change={change} />
          ))}
        </Stack>
      )}
      {tripChanged && (
        <p>Horário, veículo ou dados da operadora mudaram: feche uma nova versão antes de entregar a lista.</p>
      )}
    </Card>
  );
}

function Change({ change: { kind, name, before } }: { change: ManifestChange }) {
  return (
    <Group component="li" gap={12} wrap="nowrap" align="baseline" style={{ overflowWrap: 'anywhere' }}>
      <Box flex="none">
        <StatusBadge color={colors[kind]}>{manifestChangeKinds[kind]}</StatusBadge>
      </Box>
      <span>
        <strong>{name}</strong>
        {before && (kind === 'replaced' ? ` no lugar de ${before}` : `, antes ${before}`)}
      </span>
    </Group>
  );
}

const percentage = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** How much of a list has changed, as in "3 de 40 mudaram (7,5%); o limite é 20%." */
function changesText({ changed, people, percent, isOverLimit }: ManifestChangeCounts): string {
  if (changed === 0) return 'Ninguém mudou desde então.';
  const who = `${changed} de ${people} ${changed === 1 ? 'mudou' : 'mudaram'} (${percentage.format(percent)}%)`;
  return isOverLimit
    ? `${who}: passou do limite de ${CHANGE_LIMIT_PERCENT}%.`
    : `${who}; o limite é ${CHANGE_LIMIT_PERCENT}%.`;
}

interface VersionTableProps {
  tripId: string;
  versions: FinalManifestVersion[];
}

const HASH_SHOWN = 12;
const shortLabels: Record<ExportFormat, string> = { ...exportFormats, xlsx: 'Excel' };
const formats = Object.entries(shortLabels) as [ExportFormat, string][];

/** Every version, the newest first, with its files; cards on a phone. */
function VersionTable({ tripId, versions }: VersionTableProps) {
  return (
    <DataTable caption="Versões da lista" columns={['Versão', 'Fechada', 'Mudanças desde então', 'Baixar']}>
      {versions.map((version) => (
        <Version key={version.version} {...{ tripId, version }} />
      ))}
    </DataTable>
  );
}

interface VersionProps extends Omit<VersionTableProps, 'versions'> {
  version: FinalManifestVersion;
}

function Version({ tripId, version: one }: VersionProps) {
  const { formatDateAndTime, formatNumericDate } = useFormats();
  const { version, people, hash, createdAt, author, changes, erasedAt } = one;
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>Versão {version}</span>
        <span className={styles.detail}>{plural(people, 'pessoa')}</span>
      </th>
      <td data-label="Fechada">
        <span className={styles.stack}>
          <span>{formatDateAndTime(createdAt)}</span>
          <span className={styles.detail}>por {author}</span>
          <span className={styles.detail}>
            Conferência <code>{hash.slice(0, HASH_SHOWN)}</code>
          </span>
        </span>
      </td>
      <td data-label="Mudanças">
        <Text span className={styles.stack} c={changes?.isOverLimit ? 'var(--danger)' : undefined}>
          {changes ? changesText(changes) : '–'}
        </Text>
      </td>
      <td>
        {erasedAt ? (
          <span>Dados pessoais apagados em {formatNumericDate(erasedAt)}.</span>
        ) : (
          <Downloads tripId={tripId} version={one} />
        )}
      </td>
    </tr>
  );
}

/** The files of a version: of an interstate trip also ANTT's list, with a warning where it is incomplete. */
function Downloads({ tripId, version }: VersionProps) {
  if (!may('see_documents')) return null;
  const { interstate, anttMissing } = version;
  if (!interstate) return <Files layout="full" {...{ tripId, version }} />;
  return (
    <Stack component="span" gap={6} w="100%">
      <span className={styles.detail}>{manifestLayouts.full}</span>
      <Files layout="full" {...{ tripId, version }} />
      <span className={styles.detail}>{manifestLayouts.antt}</span>
      <Files layout="antt" {...{ tripId, version }} />
      {anttMissing > 0 && (
        <Text span fz={15} c="var(--warning)">
          Incompleta: faltavam dados de {plural(anttMissing, 'pessoa')}.
        </Text>
      )}
    </Stack>
  );
}

interface FilesProps extends VersionProps {
  layout: ManifestLayout;
}

function Files({ tripId, version: { version }, layout }: FilesProps) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (format: ExportFormat) => saveVersion({ tripId, version }, format, layout),
    onSuccess: () => showAlert('success', `Versão ${version} baixada.`),
  });
  const what = layout === 'antt' ? `lista da ANTT, versão ${version},` : `versão ${version}`;
  return (
    <Group component="span" gap={8} w="100%" wrap="nowrap">
      {formats.map(([format, label]) => (
        <Button
          key={format}
          size="md"
          px={12}
          flex="1 1 auto"
          variant="default"
          loading={isPending && variables === format}
          disabled={isPending && variables !== format}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          aria-label={`Baixar ${what} em ${label}`}
          onClick={() => mutate(format)}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

/** Downloads a version as a file. The API client shows failures. */
async function saveVersion(
  params: { tripId: string; version: number },
  format: ExportFormat,
  layout: ManifestLayout,
): Promise<void> {
  const input = { params, query: { format, layout } };
  saveFile(await withRetry(() => api.download(finalManifestRoutes.exportVersion, input)));
}

interface CloseListDialogProps {
  list: FinalManifest;
  onClose: () => void;
}

const fields = [
  { field: 'origin', label: 'Origem', description: 'Cidade e estado', maxLength: 80 },
  { field: 'destination', label: 'Destino', description: 'Cidade e estado', maxLength: 120 },
  { field: 'plate', label: 'Placa', description: 'Opcional, como em ABC1D23', maxLength: 10 },
  { field: 'driver', label: 'Motorista', description: 'Opcional', maxLength: 120 },
  { field: 'guide', label: 'Guia', description: 'Opcional', maxLength: 120 },
] as const satisfies { field: keyof FinalManifestDetails; label: string; description: string; maxLength: number }[];

/** What the list says of the journey, and a confirmation for people who lack data. */
function CloseListDialog({ list, onClose }: CloseListDialogProps) {
  const { trip, details, missing, people } = list;
  const lacking = missing.map(({ participantId }) => participantId);
  const isAccepted = (accepted: readonly string[]) => lacking.every((id) => accepted.includes(id));
  return (
    <FormDialog
      title="Fechar lista"
      lead={`${plural(people, 'pessoa')}. A lista fica guardada com a data e o seu nome, e baixa em PDF.`}
      submit="Fechar e baixar PDF"
      initial={{ ...details, acceptedMissing: [] as string[] }}
      schema={finalManifestFreeze.refine(
        ({ acceptedMissing }) => isAccepted(acceptedMissing),
        'Confirme que a lista segue sem esses dados.',
      )}
      save={async (body) => {
        try {
          return await api.call(finalManifestRoutes.freeze, { params: { tripId: trip.id }, body, toast: false });
        } catch (failure) {
          if (failure instanceof ApiError && failure.code === 'ROAD_LIST_INCOMPLETE') void reload();
          throw failure;
        }
      }}
      onSaved={({ versions }) => {
        const version = versions[0]?.version ?? 1;
        onClose();
        showAlert('success', `Lista fechada: versão ${version}.`);
        // The API client shows a failure, and the version's buttons are there to try again.
        saveVersion({ tripId: trip.id, version }, 'pdf', 'full').catch(() => undefined);
      }}
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
            <Stack gap={4} px="md" py={14} bdrs="lg" bg="var(--warning-tint)">
              <p>Faltam dados de {plural(missing.length, 'pessoa')}:</p>
              <AnttMissing list={list} />
              <MissingNames missing={missing} interstate={trip.interstate} />
              <Group component="label" wrap="nowrap" gap={10} mih={44}>
                <input
                  type="checkbox"
                  checked={isAccepted(form.values.acceptedMissing)}
                  onChange={({ currentTarget: { checked } }) =>
                    form.setFieldValue('acceptedMissing', checked ? lacking : [])
                  }
                />
                Fechar a lista mesmo assim
              </Group>
            </Stack>
          )}
        </>
      )}
    </FormDialog>
  );
}
