import { Text } from '@mantine/core';
import { connectionTable } from '@passeio/contract/connections/connection-kinds';
import type { ConnectionState } from '@passeio/contract/connections/connections';
import { plural } from '@passeio/contract/words';
import { useFormats } from '~/lib/formats';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';

const DAY_MS = 24 * 3_600_000;
const SOON_DAYS = 30;

function daysLeft({ expiresAt }: ConnectionState): number {
  return expiresAt ? Math.ceil((Date.parse(expiresAt) - Date.now()) / DAY_MS) : Number.POSITIVE_INFINITY;
}

function badgeOf(connection: ConnectionState): { color: StatusColor; label: string } {
  const { source, problem } = connection;
  if (source === 'server') return { color: 'good', label: 'Definido no servidor' };
  if (source === 'demonstration') return { color: 'good', label: 'Da demonstração' };
  if (source !== 'browser') return { color: 'quiet', label: 'Não conectado' };
  const days = daysLeft(connection);
  if (days <= 0) return { color: 'bad', label: 'Certificado vencido' };
  if (problem) return { color: 'waiting', label: 'Atenção' };
  if (days <= SOON_DAYS) return { color: 'waiting', label: `Vence em ${plural(days, 'dia')}` };
  return { color: 'good', label: 'Conectado' };
}

/** How a connection is, in a word or two. */
export function ConnectionBadge({ connection }: { connection: ConnectionState }) {
  const { color, label } = badgeOf(connection);
  return <StatusBadge color={color}>{label}</StatusBadge>;
}

/** Since when and by whom, what is wrong, and what happens without the connection. */
export function ConnectionText({ connection }: { connection: ConnectionState }) {
  const { formatMoment, formatNumericDate } = useFormats();
  const { kind, source, connectedAt, connectedBy, expiresAt, problem } = connection;
  const lines = [
    source === 'none' && connectionTable[kind].without,
    connectedAt && `Conectado em ${formatMoment(connectedAt)}${connectedBy && ` por ${connectedBy}`}.`,
    expiresAt && `O certificado vale até ${formatNumericDate(expiresAt)}.`,
    problem,
  ];
  return <Lines lines={lines} />;
}

/** What a replaced account still does, and what is wrong with it. */
export function RetiredText({ retired }: { retired: ConnectionState['retired'][number] }) {
  const { formatNumericDate } = useFormats();
  const { retiredAt, openCharges, expiresAt, problem } = retired;
  const open = openCharges > 0 ? ` (${plural(openCharges, 'cobrança aberta', 'cobranças abertas')})` : '';
  const lines = [
    `A conta usada até ${formatNumericDate(retiredAt)} ainda recebe e devolve o que começou${open}.`,
    expiresAt && `O certificado dela vale até ${formatNumericDate(expiresAt)}.`,
    problem,
  ];
  return <Lines lines={lines} />;
}

function Lines({ lines }: { lines: (string | false | null)[] }) {
  return lines
    .filter((line) => line)
    .map((line) => (
      <Text key={String(line)} variant="hint">
        {line}
      </Text>
    ));
}
