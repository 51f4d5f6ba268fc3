import { Button } from '@mantine/core';
import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { plural } from '@passeio/contract/words';
import { IconShare, IconShoppingBag } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { useOrigin, useSettings } from '~/lib/settings';
import { EmptyState } from '~/ui/feedback/empty-state';
import { PageTabs } from '~/ui/navigation/page-tabs';
import type { Route } from './+types/sales';
import styles from './sales.module.css';
import { ShareDialog } from './share-dialog';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Vendas');
export const handle = { title: 'Vendas' };

export async function clientLoader() {
  try {
    return await preload(load(ownSalesRoutes.readOwn));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_A_SELLER') return null;
    throw error;
  }
}

const tabs = [
  { to: '/vendas', label: 'Saídas' },
  { to: '/vendas/reservas', label: 'Minhas vendas' },
  { to: '/vendas/comissao', label: 'Comissão' },
];

/** The area of people who sell for a commission. */
export default function Sales({ loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <EmptyState
        icon={IconShoppingBag}
        title="Esta área é de quem vende nossos passeios"
        text="Se você recebeu um convite, abra o link dele. Para vender com a gente, ou se você já vendia, fale com a equipe."
      >
        <Button component="a" href="/portal/contato" size="md">
          Falar com a gente
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Seller query={loaderData} />
      <PageTabs label="Partes de Vendas" tabs={tabs} />
      <Outlet />
    </>
  );
}

/** Who sells, how many places wait for a payment, and the link that counts as theirs. */
function Seller({ query }: { query: NonNullable<Route.ComponentProps['loaderData']> }) {
  const { name, linkPath, unpaidPlaces, maxUnpaidPlaces } = useSuspenseQuery(query).data;
  const { name: operator } = useSettings();
  const [isSharing, setSharing] = useState(false);
  const url = `${useOrigin()}${linkPath}`;
  return (
    <header className={styles.seller}>
      <div>
        <h2 className={styles.name}>{name}</h2>
        <p className={styles.unpaid}>
          {unpaidPlaces} de {plural(maxUnpaidPlaces, 'vaga')} sem pagamento em uso
        </p>
      </div>
      <Button
        size="md"
        variant="default"
        leftSection={<IconShare size={18} aria-hidden />}
        onClick={() => setSharing(true)}
      >
        Meu link
      </Button>
      {isSharing && (
        <ShareDialog
          title="Compartilhar o seu link"
          lead="Por 30 dias, o que a pessoa reservar neste aparelho conta como venda sua."
          text={`Conheça os passeios da ${operator}:`}
          url={url}
          onClose={() => setSharing(false)}
        />
      )}
    </header>
  );
}
