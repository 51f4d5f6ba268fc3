import { Button, Group, Text } from '@mantine/core';
import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import type { Coupon } from '@passeio/contract/discounts/coupons';
import { plural } from '@passeio/contract/words';
import { IconDiscount, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ListPages, SearchField } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/coupons';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Cupons');
export const handle = { title: 'Cupons' };

// Larger than the list, and rarely opened.
const CouponDialog = lazyDialog(async () => (await import('./coupon-dialog')).CouponDialog);

export function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(params.get('page')) || 1)));
  const q = params.get('q')?.trim().slice(0, 40) || undefined;
  return preload(load(couponRoutes.list, { query: { q, page, size: 50 } }));
}

/** Coupons with their uses, the newest first. */
export default function Coupons({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const [params] = useSearchParams();
  const [edited, setEdited] = useState<Coupon | 'new'>();
  const mayEdit = may('edit_trips');
  const add = mayEdit && (
    <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
      Novo cupom
    </Button>
  );
  return (
    <>
      {(list.data.length > 0 || params.has('q')) && (
        <search className={toolStyles.tools}>
          <SearchField label="Buscar por código ou etiqueta" />
          {add}
        </search>
      )}
      {list.data.length > 0 ? (
        <Rows aria-label="Cupons">
          {list.data.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} onEdit={mayEdit ? () => setEdited(coupon) : undefined} />
          ))}
        </Rows>
      ) : params.has('q') ? (
        <EmptyState
          icon={IconDiscount}
          title="Nenhum cupom encontrado"
          text="Confira o começo do código ou da etiqueta."
        />
      ) : (
        <EmptyState
          icon={IconDiscount}
          title="Nenhum cupom ainda"
          text="Crie um código de desconto: quem reserva pelo site escreve o código antes de reservar."
        >
          {add}
        </EmptyState>
      )}
      <ListPages page={list.page} one="cupom" many="cupons" />
      {edited && (
        <CouponDialog
          coupon={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={({ code }) => {
            showAlert('success', edited === 'new' ? `Cupom ${code} criado.` : `Cupom ${code} alterado.`);
            setEdited(undefined);
          }}
        />
      )}
    </>
  );
}

function CouponRow({ coupon, onEdit }: { coupon: Coupon; onEdit: (() => void) | undefined }) {
  const { code, tag, uses, maxUses, discountedCents, maxDiscountCents } = coupon;
  const used = maxUses === null ? plural(uses, 'uso') : `${uses} de ${plural(maxUses, 'uso')}`;
  const limit = maxDiscountCents === null ? '' : ` de ${formatMoney(maxDiscountCents)}`;
  return (
    <Row>
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {code}
        </Text>
        <Text c="dimmed" fz={13}>
          {[effectText(coupon), tag].filter(Boolean).join(' · ')}
        </Text>
        <Validity coupon={coupon} />
      </div>
      <Group gap="0.25rem 1rem">
        <Text fz={13}>
          {used} · {formatMoney(discountedCents)}
          {limit} de desconto
        </Text>
        {onEdit && (
          <Button variant="default" size="sm" mih={44} aria-label={`Editar o cupom ${code}`} onClick={onEdit}>
            Editar
          </Button>
        )}
      </Group>
    </Row>
  );
}

function effectText({ effect, value, fareLabels }: Coupon): string {
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

/** Whether it is accepted now; what is usual is not said. */
function Validity({ coupon: { isActive, validFrom, validUntil } }: { coupon: Coupon }) {
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
