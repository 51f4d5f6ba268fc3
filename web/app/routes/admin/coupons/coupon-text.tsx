import { Text } from '@mantine/core';
import type { Coupon } from '@passeio/contract/discounts/coupons';
import { plural } from '@passeio/contract/words';
import { formatMoney, useFormats } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';

/** What a coupon takes off, as "15% de desconto em Adulto". */
export function effectText({ effect, value, fareLabels }: Coupon): string {
  const fares = fareLabels.length > 0 ? ` em ${fareLabels.join(', ')}` : '';
  switch (effect) {
    case 'percent':
      return `${value}% de desconto${fares}`;
    case 'amount':
      return `${formatMoney(value)} de desconto${fares}`;
    case 'fixed':
      return `Tarifas a ${formatMoney(value)}${fares}`;
  }
}

/** As "5 vagas guardadas por passeio"; empty without any. */
export function keptText({ placesSetAside }: Coupon): string {
  return placesSetAside === null ? '' : `${plural(placesSetAside, 'vaga guardada', 'vagas guardadas')} por passeio`;
}

/** As "3 de 20 usos". */
export function usesText({ uses, maxUses }: Coupon): string {
  return maxUses === null ? plural(uses, 'uso') : `${uses} de ${plural(maxUses, 'uso')}`;
}

/** As "R$ 129,90 de R$ 1.000,00". */
export function discountedText({ discountedCents, maxDiscountCents }: Coupon): string {
  return [discountedCents, maxDiscountCents]
    .flatMap((cents) => (cents === null ? [] : formatMoney(cents)))
    .join(' de ');
}

/** Whether it is accepted now; what is usual is not said. */
export function Validity({ coupon: { isActive, validFrom, validUntil } }: { coupon: Coupon }) {
  const { formatNumericDate } = useFormats();
  const now = Date.now();
  if (!isActive) return <State color="dimmed">Desligado</State>;
  if (validFrom && Date.parse(validFrom) > now)
    return <State color="dimmed">Vale a partir de {formatNumericDate(validFrom)}</State>;
  if (!validUntil) return null;
  const isOver = Date.parse(validUntil) <= now;
  return (
    <State color={isOver ? 'var(--danger)' : 'dimmed'}>
      {/* The last day that counts. */}
      {isOver ? 'Venceu em' : 'Vale até'} {formatNumericDate(new Date(Date.parse(validUntil) - 1).toISOString())}
    </State>
  );
}

function State({ color, children }: { color: string; children: React.ReactNode }) {
  return (
    <Text c={color} fz={13}>
      {children}
    </Text>
  );
}

/** Copies the coupon's code, or its link, and says so. */
export async function copyCoupon({ code, pagePath }: Coupon, what: 'code' | 'link'): Promise<void> {
  const text = what === 'code' ? code : window.location.origin + pagePath;
  try {
    await navigator.clipboard.writeText(text);
    showAlert('success', what === 'code' ? `Código ${code} copiado.` : `Link do cupom ${code} copiado.`);
  } catch {
    showAlert('error', `Não deu para copiar. Copie daqui: ${text}`);
  }
}
