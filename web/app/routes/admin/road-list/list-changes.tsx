import type { FinalManifest, FinalManifestVersion } from '@passeio/contract/boarding/final-manifest';
import {
  type ManifestChange,
  type ManifestChangeCounts,
  type ManifestChangeKind,
  manifestChangeKinds,
  ROAD_CHANGE_LIMIT_PERCENT,
} from '@passeio/contract/boarding/final-manifest-changes';
import { useFormats } from '~/lib/formats';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import styles from './road-list.module.css';

const colors: Record<ManifestChangeKind, StatusColor> = {
  added: 'good',
  removed: 'bad',
  replaced: 'news',
  corrected: 'quiet',
};

interface ListChangesProps {
  list: FinalManifest;
  newest: FinalManifestVersion;
  counts: ManifestChangeCounts;
}

/** What has changed since the newest version, against the limit. */
export function ListChanges({ list: { changes, tripChanged }, newest, counts }: ListChangesProps) {
  const { formatMoment } = useFormats();
  const { version, createdAt } = newest;
  return (
    <section className={styles.changes} data-over={counts.isOverLimit || undefined} aria-labelledby="mudancas">
      <h3 id="mudancas">
        Desde a versão {version}, de {formatMoment(createdAt)}
      </h3>
      <p className={styles.count}>{changesSentence(counts)}</p>
      {changes.length > 0 && (
        <ul>
          {changes.map((change) => (
            <Change key={`${change.kind} ${change.name} ${change.before}`} change={change} />
          ))}
        </ul>
      )}
      {tripChanged && (
        <p>Horário, veículo ou dados da operadora mudaram: feche uma nova versão antes de entregar a lista.</p>
      )}
    </section>
  );
}

function Change({ change: { kind, name, before } }: { change: ManifestChange }) {
  return (
    <li>
      <StatusBadge color={colors[kind]}>{manifestChangeKinds[kind]}</StatusBadge>
      <span>
        <strong>{name}</strong>
        {before && (kind === 'replaced' ? ` no lugar de ${before}` : `, antes ${before}`)}
      </span>
    </li>
  );
}

const percentage = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** How much of a list has changed, as in "3 de 40 mudaram (7,5%); o limite é 20%." */
export function changesSentence({ changed, people, percent, isOverLimit }: ManifestChangeCounts): string {
  if (changed === 0) return 'Ninguém mudou desde então.';
  const who = `${changed} de ${people} ${changed === 1 ? 'mudou' : 'mudaram'} (${percentage.format(percent)}%)`;
  return isOverLimit
    ? `${who}: passou do limite de ${ROAD_CHANGE_LIMIT_PERCENT}%.`
    : `${who}; o limite é ${ROAD_CHANGE_LIMIT_PERCENT}%.`;
}
