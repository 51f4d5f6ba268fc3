import { ActionIcon, Button, Text } from '@mantine/core';
import { couponRoutes } from '@passeio/contract/discounts/coupon-routes';
import type { Coupon, MadeCoupons } from '@passeio/contract/discounts/coupons';
import { plural } from '@passeio/contract/words';
import {
  IconCopy,
  IconDiscount,
  IconDotsVertical,
  IconFileDownload,
  IconLink,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ListPages, SearchField } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { ActionMenu } from '~/ui/navigation/action-menu';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/coupons';
import { copyCoupon, discountedText, effectText, keptText, usesText, Validity } from './coupon-text';
import styles from './coupons.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Cupons');
export const handle = { title: 'Cupons' };

// Larger than the list, and rarely opened.
const CouponDialog = lazyDialog(async () => (await import('./coupon-dialog')).CouponDialog);
const BatchDialog = lazyDialog(async () => (await import('./batch-dialog')).BatchDialog);

export function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams;
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(params.get('page')) || 1)));
  return preload(load(couponRoutes.list, { query: { q: searchOf(params), page, size: 50 } }));
}

const searchOf = (params: URLSearchParams) => params.get('q')?.trim().slice(0, 40) || undefined;

/** Coupons with their uses, the newest first. */
export default function Coupons({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const [params, setParams] = useSearchParams();
  const [edited, setEdited] = useState<Coupon | 'new' | 'batch'>();
  const q = searchOf(params);
  const { mutate: download, isPending } = useMutation({
    mutationFn: (query: { q?: string | undefined; tag?: string }) => api.download(couponRoutes.export, { query }),
    onSuccess: saveFile,
  });
  const close = () => setEdited(undefined);

  function showMade({ tag, codes }: MadeCoupons): void {
    close();
    showAlert('success', `${plural(codes.length, 'cupom criado', 'cupons criados')} com a etiqueta ${tag}.`);
    setParams({ q: tag });
    download({ tag });
  }

  const add = (
    <>
      <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited('new')}>
        Novo cupom
      </Button>
      <Button size="md" variant="default" onClick={() => setEdited('batch')}>
        Criar em lote
      </Button>
    </>
  );
  return (
    <>
      <NavLink to="/admin/cupons/automaticos" icon={<IconDiscount size={18} aria-hidden />}>
        Descontos automáticos
      </NavLink>
      {(list.data.length > 0 || params.has('q')) && (
        <search className={toolStyles.tools}>
          <SearchField label="Buscar por código ou etiqueta" />
          {add}
          <Button
            size="md"
            variant="default"
            loading={isPending}
            leftSection={<IconFileDownload size={18} aria-hidden />}
            onClick={() => download({ q })}
          >
            Baixar CSV
          </Button>
        </search>
      )}
      {list.data.length > 0 ? (
        <Rows aria-label="Cupons">
          {list.data.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} onEdit={() => setEdited(coupon)} />
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
          text="Um cupom é um código de desconto: para uma promoção, uma parceria ou para chamar de volta quem já viajou. Quem reserva escreve o código, ou abre o link do cupom."
        >
          {add}
        </EmptyState>
      )}
      <ListPages page={list.page} one="cupom" many="cupons" />
      {edited === 'batch' && <BatchDialog onClose={close} onMade={showMade} />}
      {edited && edited !== 'batch' && (
        <CouponDialog
          coupon={edited === 'new' ? undefined : edited}
          onClose={close}
          onSaved={({ code }) => {
            showAlert('success', edited === 'new' ? `Cupom ${code} criado.` : `Cupom ${code} alterado.`);
            close();
          }}
        />
      )}
    </>
  );
}

function CouponRow({ coupon, onEdit }: { coupon: Coupon; onEdit: () => void }) {
  const { id, code, tag } = coupon;
  return (
    <Row className={styles.row}>
      <div>
        <Link to={`/admin/cupons/${id}`} className={styles.code}>
          {code}
        </Link>
        <Text c="dimmed" fz={13}>
          {[effectText(coupon), keptText(coupon), tag].filter(Boolean).join(' · ')}
        </Text>
        <Validity coupon={coupon} />
      </div>
      <div className={styles.end}>
        <Text fz={13}>
          {usesText(coupon)} · {discountedText(coupon)} de desconto
        </Text>
        <div className={styles.menu}>
          <ActionMenu
            width={240}
            button={
              <ActionIcon variant="subtle" color="gray" size={44} radius="xl" aria-label={`Ações do cupom ${code}`}>
                <IconDotsVertical size={20} aria-hidden />
              </ActionIcon>
            }
            entries={[
              { label: 'Editar', icon: IconPencil, onSelect: onEdit },
              { label: 'Copiar link do cupom', icon: IconLink, onSelect: () => void copyCoupon(coupon, 'link') },
              { label: 'Copiar código', icon: IconCopy, onSelect: () => void copyCoupon(coupon, 'code') },
            ]}
          />
        </div>
      </div>
    </Row>
  );
}
