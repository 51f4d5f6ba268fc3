import { Box, Text, Title } from '@mantine/core';
import type { CommissionStatementSummary } from '@passeio/contract/sellers/commission-statements';
import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { IconCoin } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BalanceFigures } from '~/features/sellers/balance-figures';
import { monthText, StatementContent, StatementRow } from '~/features/sellers/statement';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { LoadedDialog } from '~/ui/dialogs/loaded-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Rows } from '~/ui/layout/rows';
import type { Route } from './+types/commission';
import { OwnPixKey } from './own-pix-key';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Comissão');
export const handle = { title: 'Vendas' };

export function clientLoader() {
  return preload(load(ownSalesRoutes.readOwnCommission));
}

/** What the seller earned, what is due and was paid, and the statements. */
export default function Commission({ loaderData }: Route.ComponentProps) {
  const { balance, statements } = useSuspenseQuery(loaderData).data;
  const [opened, setOpened] = useState<CommissionStatementSummary>();
  return (
    <>
      <BalanceFigures balance={balance} />
      <Title order={2} mt="lg" mb="sm">
        Extratos
      </Title>
      {statements.length === 0 ? (
        <EmptyState
          icon={IconCoin}
          title="Nenhum extrato ainda"
          text="Todo mês, a equipe fecha um extrato com as comissões dos passeios que já voltaram."
        />
      ) : (
        <>
          <Text variant="hint" mb="sm">
            Um extrato fechado nunca muda. O que vem depois entra no seguinte.
          </Text>
          <Rows aria-label="Extratos">
            {statements.map((statement) => (
              <StatementRow
                key={statement.id}
                statement={statement}
                download={(format) =>
                  api.download(ownSalesRoutes.exportOwnStatement, {
                    params: { statementId: statement.id },
                    query: { format },
                  })
                }
                onOpen={() => setOpened(statement)}
              />
            ))}
          </Rows>
        </>
      )}
      <Box mt="lg">
        <OwnPixKey />
      </Box>
      {opened && <OpenedStatement statement={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function OpenedStatement({ statement, onClose }: { statement: CommissionStatementSummary; onClose: () => void }) {
  const query = useQuery(load(ownSalesRoutes.readOwnStatement, { params: { statementId: statement.id } }));
  return (
    <LoadedDialog
      wide
      title={`Extrato de ${monthText(statement.month)}`}
      query={query}
      failure="Não foi possível abrir o extrato."
      onClose={onClose}
    >
      {(opened) => <StatementContent statement={opened} />}
    </LoadedDialog>
  );
}
