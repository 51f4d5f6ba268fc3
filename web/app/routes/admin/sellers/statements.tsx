import { Button, Group, Text } from '@mantine/core';
import { commissionRoutes } from '@passeio/contract/sellers/seller-routes';
import { IconCalendarCheck, IconReceipt2 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VERIFICATION_PAGE } from '~/features/sellers/statement';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ListPages } from '~/ui/layout/list-tools';
import type { Route } from './+types/statements';
import { CloseMonthDialog, StatementRows } from './statement-rows';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Extratos de comissão');
export const handle = { title: 'Vendedores' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(new URL(request.url).searchParams.get('page')) || 1)));
  return preload(load(commissionRoutes.listStatements, { query: { page, size: 50 } }));
}

/** Statements of commission of all sellers, the newest first. */
export default function Statements({ loaderData }: Route.ComponentProps) {
  const { data: statements, page } = useSuspenseQuery(loaderData).data;
  const [isClosing, setClosing] = useState(false);
  const close = may('confirm_money') && (
    <Button size="md" leftSection={<IconCalendarCheck size={20} aria-hidden />} onClick={() => setClosing(true)}>
      Fechar um mês
    </Button>
  );
  return (
    <>
      {page.total === 0 ? (
        <EmptyState
          icon={IconReceipt2}
          title="Nenhum extrato ainda"
          text="Feche o mês de um vendedor quando os passeios voltarem: entra no extrato tudo o que já pode ser pago."
        >
          {close}
        </EmptyState>
      ) : (
        <>
          <Group mb="md">{close}</Group>
          <Text variant="hint" mb="sm">
            Um extrato fechado nunca muda, e qualquer pessoa pode{' '}
            <a href={VERIFICATION_PAGE} target="_blank" rel="noopener">
              conferir o arquivo
            </a>
            .
          </Text>
          <StatementRows statements={statements} namesSeller />
        </>
      )}
      <ListPages page={page} one="extrato" many="extratos" />
      {isClosing && <CloseMonthDialog onClose={() => setClosing(false)} />}
    </>
  );
}
