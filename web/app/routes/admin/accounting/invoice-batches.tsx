import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { issueRules } from '@passeio/contract/payments/fiscal-settings';
import { type InvoiceBatch, invoiceBatchRoutes } from '@passeio/contract/payments/invoice-batches';
import { plural } from '@passeio/contract/words';
import { IconArrowLeft, IconFileInvoice } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMonth } from '~/lib/calendar';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { EmptyState } from '~/ui/feedback/empty-state';
import { LinkRow, Rows } from '~/ui/layout/rows';
import { Section } from '~/ui/layout/section';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/invoice-batches';
import { BatchBadge } from './batch-badge';
import { BATCH_TEXT, BATCHES_PAGE, useStartBatch } from './start-batch';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Emitir notas');
export const handle = { title: 'Emitir notas' };

export function clientLoader() {
  return preload(load(invoiceBatchRoutes.listBatches));
}

/** Notes that are issued together: those of a month, and what became of earlier ones. */
export default function InvoiceBatches({ loaderData }: Route.ComponentProps) {
  const { data } = useSuspenseQuery(loaderData).data;
  const { issuesInvoices } = useSettings();
  const { formatMoment } = useFormats();
  return (
    <>
      <NavLink to="/admin/contador" icon={<IconArrowLeft size={18} aria-hidden />}>
        Contador
      </NavLink>
      {!issuesInvoices && (
        <Text my="md" maw="40rem">
          Ainda não dá para emitir notas por aqui. Um administrador conecta o certificado em “Conexões” e preenche “Nota
          fiscal”, nas configurações.
        </Text>
      )}
      {issuesInvoices && may('confirm_money') && <OfMonth />}
      <Title order={2} mt="xl" mb="sm">
        Emissões
      </Title>
      {data.length === 0 ? (
        <EmptyState
          icon={IconFileInvoice}
          title="Nenhuma emissão ainda"
          text="Escolha um mês acima, ou filtre “Sem nota” na página do contador."
        />
      ) : (
        <Rows>
          {data.map((batch) => (
            <LinkRow key={batch.id} to={`${BATCHES_PAGE}/${batch.id}`}>
              <div>
                <Text fw={600}>{titleOf(batch)}</Text>
                <Text variant="hint">
                  {formatMoment(batch.createdAt)}
                  {!batch.rule && ` por ${batch.requestedBy}`}
                </Text>
              </div>
              <BatchBadge counts={batch.counts} />
            </LinkRow>
          ))}
        </Rows>
      )}
    </>
  );
}

function titleOf({ rule, counts }: InvoiceBatch): string {
  const notes = plural(
    Object.values(counts).reduce((sum, count) => sum + count, 0),
    'nota',
  );
  return rule ? `${notes}, por regra: ${issueRules[rule]?.toLowerCase() ?? rule}` : notes;
}

/** Asks for a month of departures, whose reservations without a note get theirs. */
function OfMonth() {
  const [month, setMonth] = useState(() => Temporal.Now.plainDateISO().subtract({ months: 1 }).toString().slice(0, 7));
  const { start, isPending } = useStartBatch();
  return (
    <Section
      title="Notas de um mês"
      lead="Das reservas dos passeios que saíram no mês, com dinheiro recebido e sem nota."
    >
      <Group align="end" gap="sm">
        <TextInput
          type="month"
          size="md"
          label="Mês da saída"
          value={month}
          onChange={({ currentTarget: { value } }) => setMonth(value)}
        />
        <Button
          size="md"
          disabled={month === ''}
          loading={isPending}
          onClick={async () => {
            const titulo = `Emitir as notas de ${formatMonth(month)}?`;
            if (await askToConfirm({ titulo, mensagem: `${BATCH_TEXT} São até 200 por vez.` })) start({ month });
          }}
        >
          Emitir as notas do mês
        </Button>
      </Group>
    </Section>
  );
}
