import { Button, Group, Text } from '@mantine/core';
import { sellerRoutes } from '@passeio/contract/sellers/seller-routes';
import { type InvitedSeller, type Seller, sellerKinds } from '@passeio/contract/sellers/sellers';
import { plural } from '@passeio/contract/words';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { LinkRow, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/seller-list';
import { InvitationDialog } from './invitation-dialog';
import { SellerState } from './seller-state';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Vendedores');
export const handle = { title: 'Vendedores' };

const SellerDialog = lazyDialog(async () => (await import('./seller-dialog')).SellerDialog);

export function clientLoader() {
  return preload(load(sellerRoutes.list));
}

/** Sellers with what they earned and what is owed to them. */
export default function SellerList({ loaderData }: Route.ComponentProps) {
  const sellers = useSuspenseQuery(loaderData).data.data;
  const [isAdding, setAdding] = useState(false);
  const [invited, setInvited] = useState<InvitedSeller>();
  const add = may('edit_trips') && (
    <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      Novo vendedor
    </Button>
  );
  return (
    <>
      {sellers.length === 0 ? (
        <EmptyState
          icon={IconUsersGroup}
          title="Nenhum vendedor ainda"
          text="Pessoas e agências que vendem os seus passeios por comissão. Cada uma tem um link próprio e acompanha as suas vendas."
        >
          {add}
        </EmptyState>
      ) : (
        <>
          <Group mb="md">{add}</Group>
          <Rows aria-label="Vendedores">
            {sellers.map((seller) => (
              <SellerRow key={seller.id} seller={seller} />
            ))}
          </Rows>
        </>
      )}
      {isAdding && (
        <SellerDialog
          onClose={() => setAdding(false)}
          onSaved={(saved) => {
            setAdding(false);
            if ('link' in saved) setInvited(saved);
          }}
        />
      )}
      {invited && <InvitationDialog seller={invited} link={invited.link} onClose={() => setInvited(undefined)} />}
    </>
  );
}

function SellerRow({ seller }: { seller: Seller }) {
  const { id, name, kind, reservations, balance } = seller;
  const owed = balance.payableCents + balance.openCents;
  return (
    <LinkRow to={`/admin/vendedores/${id}`}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text variant="hint">
          {[
            kind === 'agency' && sellerKinds.agency,
            plural(reservations, 'reserva em andamento', 'reservas em andamento'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <SellerState seller={seller} />
      </div>
      <div>
        <Text {...(owed > 0 ? { fw: 600 } : { c: 'dimmed' })}>A pagar {formatMoney(owed)}</Text>
        <Text variant="hint">Ganho {formatMoney(balance.earnedCents)}</Text>
      </div>
    </LinkRow>
  );
}
