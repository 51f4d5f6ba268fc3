import { Button } from '@mantine/core';
import { type ExportFormat, exportFormats } from '@passeio/contract/boarding/passengers';
import type { RoadListVersion } from '@passeio/contract/boarding/road-lists';
import { plural } from '@passeio/contract/words';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { saveRoadList } from '~/features/road-list/road-list-calls';
import { changesSentence } from '~/features/road-list/road-list-words';
import { formatNumericDate, formatTime } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from '../list/list-table.module.css';
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
  const [busy, setBusy] = useState<ExportFormat>();
  async function save(format: ExportFormat): Promise<void> {
    setBusy(format);
    try {
      await saveRoadList(tripId, version, format);
      showAlert('success', `Versão ${version} baixada.`);
    } catch {
      // The API client has shown the error.
    } finally {
      setBusy(undefined);
    }
  }
  return (
    <span className={ownStyles.downloads}>
      {formats.map(([format, label]) => (
        <Button
          key={format}
          size="md"
          px={12}
          variant="default"
          loading={busy === format}
          disabled={busy !== undefined && busy !== format}
          leftSection={<IconFileDownload size={18} aria-hidden />}
          aria-label={`Baixar versão ${version} em ${label}`}
          onClick={() => save(format)}
        >
          {label}
        </Button>
      ))}
    </span>
  );
}
