import { Button, Group, Text, Title } from '@mantine/core';
import { commissionRoutes } from '@passeio/contract/sellers/seller-routes';
import type { CommissionRule } from '@passeio/contract/sellers/sellers';
import { IconPercentage, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Rows } from '~/ui/layout/rows';
import type { Route } from './+types/rules';
import { RuleRow } from './rule-row';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Regras de comissão');
export const handle = { title: 'Vendedores' };

const RuleDialog = lazyDialog(async () => (await import('./rule-dialog')).RuleDialog);

export function clientLoader() {
  return preload(load(commissionRoutes.listRules));
}

/** Rules of commission: those in force, and former versions. */
export default function Rules({ loaderData }: Route.ComponentProps) {
  const rules = useSuspenseQuery(loaderData).data.data;
  const [edited, setEdited] = useState<{ rule?: CommissionRule }>();
  const inForce = rules.filter(({ endedAt }) => endedAt === null);
  const ended = rules.filter(({ endedAt }) => endedAt !== null);
  const add = may('edit_trips') && (
    <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setEdited({})}>
      Nova regra
    </Button>
  );
  return (
    <>
      {inForce.length === 0 ? (
        <EmptyState
          icon={IconPercentage}
          title="Nenhuma regra de comissão"
          text="Sem regra, as vendas não geram comissão. Comece por uma que vale para todos, como 10% das tarifas."
        >
          {add}
        </EmptyState>
      ) : (
        <>
          <Group mb="md">{add}</Group>
          <Text variant="hint" mb="sm">
            Vale a mais específica: da saída, depois do passeio, do vendedor e a de todos. Entre as de uma saída ou de
            um passeio, a do próprio vendedor.
          </Text>
          <Rows aria-label="Regras em vigor">
            {inForce.map((rule) => (
              <RuleRow key={rule.id} rule={rule} onChange={() => setEdited({ rule })} />
            ))}
          </Rows>
        </>
      )}
      {ended.length > 0 && (
        <>
          <Title order={2} mt="xl" mb="sm">
            Versões anteriores
          </Title>
          <Rows aria-label="Versões anteriores">
            {ended.map((rule) => (
              <RuleRow key={rule.id} rule={rule} />
            ))}
          </Rows>
        </>
      )}
      {edited && (
        <RuleDialog
          {...edited}
          onClose={() => setEdited(undefined)}
          onSaved={() => {
            setEdited(undefined);
            showAlert('success', 'Regra salva: vale a partir de agora.');
          }}
        />
      )}
    </>
  );
}
