import { Button } from '@mantine/core';
import { type ExportFormat, exportFormats } from '@passeio/contract/boarding/passengers';
import { roadListRoutes } from '@passeio/contract/boarding/road-list-routes';
import type { RoadListVersion } from '@passeio/contract/boarding/road-lists';
import { plural } from '@passeio/contract/words';
import { IconFileDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { answered, api } from '~/features/session/api';
import { withRetry } from '~/features/session/with-retry';
import { formatNumericDate, formatTime } from '~/lib/formats';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '~/ui/feedback/alert';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from '../list/list-table.module.css';
import { changesSentence } from './list-changes';
import ownStyles from './road-list.module.css';

interface VersionTableProps {
  tripId: string;
  versions: RoadListVersion[];
  timeZone: string;
}

const HASH_SHOWN = 12;
const shortLabels: Record<ExportFormat, string> = { ...exportFormats, xlsx: 'Excel' };
const formats = Object.entries(shortLabels) as [ExportFormat, string][];

/** Every version, the newest first, with its files; cards on a phone. */
export function VersionTable({ tripId, versions, timeZone }: VersionTableProps) {
  return (
    <table className={styles.table}>
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
          <Version key={version.version} {...{ tripId, version, timeZone }} />
        ))}
      </tbody>
    </table>
  );
}

interface VersionProps extends Omit<VersionTableProps, 'versions'> {
  version: RoadListVersion;
}

function Version({ tripId, version: one, timeZone }: VersionProps) {
  const { version, people, hash, createdAt, author, changes, erasedAt } = one;
  return (
    <tr>
      <th scope="row">
        <span className={styles.name}>Versão {version}</span>
        <span className={styles.detail}>{plural(people, 'pessoa')}</span>
      </th>
      <td data-label="Fechada">
        <span className={styles.stack}>
          <span>
            {formatNumericDate(createdAt, timeZone)}, {formatTime(createdAt, timeZone)}
          </span>
          <span className={styles.detail}>por {author}</span>
          <span className={styles.detail}>
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
          <span>Dados pessoais apagados em {formatNumericDate(erasedAt, timeZone)}.</span>
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
export async function saveRoadList(tripId: string, version: number, format: ExportFormat): Promise<void> {
  const input = { params: { tripId, version }, query: { format } };
  saveFile(await withRetry(() => answered(api.download(roadListRoutes.exportVersion, input))));
}
