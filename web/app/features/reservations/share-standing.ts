import type { Share } from '@passeio/contract/reservations/shares';
import { formatMoney } from '~/lib/formats';

/** What has become of a share, as "pago R$ 56,70, falta R$ 132,30". */
export function standingOfShare({ paidCents, dueCents }: Pick<Share, 'paidCents' | 'dueCents'>): string {
  if (dueCents === 0) return 'pago';
  return `${paidCents > 0 ? `pago ${formatMoney(paidCents)}, ` : ''}falta ${formatMoney(dueCents)}`;
}
