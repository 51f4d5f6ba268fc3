import { Text } from '@mantine/core';
import type { Seller } from '@passeio/contract/sellers/sellers';
import { useFormats } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';

/** Whether a seller sells, and whether they have accepted their invitation. */
export function SellerState({ seller: { isActive, account, invitedUntil } }: { seller: Seller }) {
  const { formatMoment } = useFormats();
  if (!isActive) return <StatusBadge color="quiet">Não vende mais</StatusBadge>;
  if (account) return null;
  return invitedUntil && Date.parse(invitedUntil) > Date.now() ? (
    <StatusBadge color="waiting">{`Convite aberto até ${formatMoment(invitedUntil)}`}</StatusBadge>
  ) : (
    <StatusBadge color="bad">Convite vencido</StatusBadge>
  );
}

/** That a seller wrote their Pix key themselves, and when: a thief of the account may have. */
export function KeyBySeller({ at }: { at: string | null }) {
  const { formatMoment } = useFormats();
  return at && <Text variant="hint">Trocada por quem vende em {formatMoment(at)}</Text>;
}
