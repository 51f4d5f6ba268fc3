import { Button, Group, Text } from '@mantine/core';
import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import type { CouponUse } from '@passeio/contract/discounts/coupon-uses';
import type { Coupon } from '@passeio/contract/discounts/coupons';
import { reservationPagePath } from '@passeio/contract/pages';
import { reservationStates } from '@passeio/contract/reservation-states';
import { plural } from '@passeio/contract/words';
import { IconCopy, IconDiscount, IconFileDownload, IconLink, IconPencil } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DataTable } from '~/ui/layout/data-table';
import { Figure, Figures } from '~/ui/layout/facts';
import { ListPages } from '~/ui/layout/list-tools';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/coupon';
import { copyCoupon, effectText, Validity } from './coupon-text';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Cupom');
export const handle = { title: 'Cupom' };

const CouponDialog = lazyDialog(async () => (await import('./coupon-dialog')).CouponDialog);

export function clientLoader({ request, params: { couponId } }: Route.ClientLoaderArgs) {
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(new URL(request.url).searchParams.get('page')) || 1)));
  return preload(load(couponRoutes.listUses, { params: { couponId }, query: { page, size: 50 } }));
}

/** A coupon with the reservations that used it. */
export default function CouponPage({ loaderData }: Route.ComponentProps) {
  const { data } = useSuspenseQuery(loaderData);
  const { coupon, page } = data;
  return (
    <>
      <NavLink to="/admin/cupons">Todos os cupons</NavLink>
      <Head coupon={coupon} hasUses={page.total > 0} />
      <Totals coupon={coupon} made={page.total} />
      {page.total === 0 ? (
        <EmptyState
          icon={IconDiscount}
          title="Ninguém usou este cupom ainda"
          text="Mande o link por WhatsApp ou nas redes: quem abre já reserva com o desconto."
        >
          <CopyLink coupon={coupon} />
        </EmptyState>
      ) : (
        <Uses uses={data.data} />
      )}
      <ListPages page={page} one="reserva" many="reservas" />
    </>
  );
}

function Head({ coupon, hasUses }: { coupon: Coupon; hasUses: boolean }) {
  const [isEdited, setEdited] = useState(false);
  const { mutate: download, isPending } = useMutation({
    mutationFn: () => api.download(couponRoutes.exportUses, { params: { couponId: coupon.id } }),
    onSuccess: saveFile,
  });
  const close = () => setEdited(false);
  return (
    <Group justify="space-between" align="flex-start" gap="0.75rem 1rem" mb="md">
      <div>
        <h2 style={{ overflowWrap: 'anywhere' }}>{coupon.code}</h2>
        <Text c="dimmed">{[effectText(coupon), coupon.tag].filter(Boolean).join(' · ')}</Text>
        <Validity coupon={coupon} />
      </div>
      <Group gap="0.5rem">
        {hasUses && <CopyLink coupon={coupon} />}
        <Button
          size="md"
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyCoupon(coupon, 'code')}
        >
          Copiar código
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
          onClick={() => setEdited(true)}
        >
          Editar
        </Button>
        {hasUses && (
          <Button
            size="md"
            variant="default"
            loading={isPending}
            leftSection={<IconFileDownload size={18} aria-hidden />}
            onClick={() => download()}
          >
            Baixar CSV
          </Button>
        )}
      </Group>
      {isEdited && (
        <CouponDialog
          coupon={coupon}
          onClose={close}
          onSaved={({ code }) => {
            showAlert('success', `Cupom ${code} alterado.`);
            close();
          }}
        />
      )}
    </Group>
  );
}

function CopyLink({ coupon }: { coupon: Coupon }) {
  return (
    <Button size="md" leftSection={<IconLink size={18} aria-hidden />} onClick={() => void copyCoupon(coupon, 'link')}>
      Copiar link do cupom
    </Button>
  );
}

function Totals({ coupon, made }: { coupon: Coupon; made: number }) {
  const { uses, maxUses, discountedCents, maxDiscountCents } = coupon;
  const ended = made - uses;
  return (
    <Figures>
      <Figure
        label="Usos"
        value={uses}
        note={
          [maxUses !== null && `de ${maxUses}`, ended > 0 && `mais ${plural(ended, 'que terminou', 'que terminaram')}`]
            .filter(Boolean)
            .join(' · ') || 'sem limite'
        }
      />
      <Figure
        label="Desconto dado"
        value={formatMoney(discountedCents)}
        note={maxDiscountCents === null ? 'sem limite' : `de ${formatMoney(maxDiscountCents)}`}
      />
    </Figures>
  );
}

function Uses({ uses }: { uses: CouponUse[] }) {
  const { formatNumericDate, formatShortDate } = useFormats();
  return (
    <DataTable
      caption="Reservas com este cupom"
      columns={['Reserva', 'Passeio', 'Feita em', 'Situação', { label: 'Desconto', number: true }]}
    >
      {uses.map((use) => (
        <tr key={use.reservationId}>
          <th scope="row">
            <Link to={reservationPagePath(use.reservationId)}>{use.payerName}</Link>
            <Text c="dimmed" fz={13}>
              {use.code}
            </Text>
          </th>
          <td data-label="Passeio">
            {use.trip.title}
            <Text c="dimmed" fz={13}>
              {formatShortDate(use.trip.date)}
            </Text>
          </td>
          <td data-label="Feita em">{formatNumericDate(use.createdAt)}</td>
          <td data-label="Situação">
            {stateLabel(use)}
            {use.isEnded && (
              <Text c="dimmed" fz={13}>
                Não conta mais
              </Text>
            )}
          </td>
          <td data-label="Desconto">{formatMoney(use.discountCents)}</td>
        </tr>
      ))}
    </DataTable>
  );
}

function stateLabel({ state }: CouponUse): string {
  return Object.entries(reservationStates).find(([key]) => key === state)?.[1].label ?? 'Atualize a página';
}
