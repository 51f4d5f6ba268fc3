import { Box, Button, Group, Text } from '@mantine/core';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import {
  type LeftOut,
  leftOutLabels,
  type StatementConfirmation,
  type Statement as StatementData,
} from '@passeio/contract/payments/statements';
import { plural } from '@passeio/contract/words';
import { IconFileOff } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload, reload, send } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { explainRefusedFile, FileDrop } from '~/ui/editing/file-drop';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import barStyles from '~/ui/layout/floating-bar.module.css';
import type { Route } from './+types/statement';
import { showFailure } from './payments-inbox';
import { type Lines, StatementLines, useLines } from './statement-lines';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Extrato');
export const handle = { title: 'Pagamentos' };

/** The statement that the address names; none where it is unknown, which the API client has said. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const statementId = new URL(request.url).searchParams.get('extrato');
  if (!statementId) return { statement: undefined };
  try {
    return { statement: await preload(load(statementRoutes.readStatement, { params: { statementId } })) };
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return { statement: undefined };
    throw error;
  }
}

/** Bank statements: what came in is matched with reservations and recorded in one press. */
export default function Statement({ loaderData: { statement } }: Route.ComponentProps) {
  const navigate = useNavigate();
  if (statement) return <Proposals key={statement.queryKey.join()} query={statement} />;
  return (
    <>
      <Text c="dimmed" maw={736} mb="md" textWrap="pretty">
        Baixe o extrato da conta no site do banco e envie aqui. Nada é lançado antes de você confirmar. Pode enviar o
        mesmo período de novo: o que parece já lançado fica de fora, e você decide.
      </Text>
      <StatementDrop onRead={(id) => void navigate(`?extrato=${id}`)} />
    </>
  );
}

/** Takes a statement by drag and drop or from a file dialog; `onRead` gets its id. */
function StatementDrop({ onRead }: { onRead: (statementId: string) => void }) {
  const [part, setPart] = useState(0);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (file: File) => {
      setPart(0);
      return api.call(statementRoutes.importStatement, { body: { file }, toast: false, onProgress: setPart });
    },
    onSuccess: ({ id }) => onRead(id),
  });

  return (
    <FileDrop
      label="Arquivo do extrato"
      button="Escolher extrato"
      hint="OFX, CSV ou TXT, como o seu banco oferece"
      accept=".ofx,.csv,.txt"
      isPending={isPending}
      part={part}
      progress={{ sending: 'Envio do extrato', reading: 'Lendo o extrato…' }}
      refusal={error ? explainRefusedFile(error) : undefined}
      onFile={(file) => mutate(file)}
    />
  );
}

function Proposals({ query }: { query: NonNullable<Route.ComponentProps['loaderData']['statement']> }) {
  const { data: statement } = useSuspenseQuery(query);
  const { formatMoment } = useFormats();
  const lines = useLines(statement);
  return (
    <>
      <Group component="header" justify="space-between" gap="0.75rem 1.5rem" mb="md">
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <h2>{statement.filename}</h2>
          <Text c="dimmed">
            Enviado em {formatMoment(statement.createdAt)}. {formatSummary(statement)} {formatLeftOut(statement)}
          </Text>
        </Box>
        <Button component={Link} to="?" size="md" variant="default">
          Enviar outro extrato
        </Button>
      </Group>
      {statement.unreadRows > 0 && (
        <Box mb="md">
          <FormNotice>
            {statement.unreadRows === 1 ? '1 linha não foi lida' : `${statement.unreadRows} linhas não foram lidas`},
            porque não entendemos a data ou o valor. Confira no extrato do banco o que ficou de fora.
          </FormNotice>
        </Box>
      )}
      {statement.lines.length === 0 ? (
        <EmptyState
          icon={IconFileOff}
          title="Nenhuma entrada neste extrato"
          text="O arquivo foi lido, mas não traz dinheiro que entrou na conta."
        />
      ) : (
        <>
          <StatementLines statement={statement} lines={lines} />
          <StatementSum statement={statement} lines={lines} />
        </>
      )}
    </>
  );
}

/** As "5 entradas: 3 propostas, 1 sem reserva, 1 já lançada." */
function formatSummary({ lines }: StatementData): string {
  const count = (...states: string[]) => lines.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('proposed'), 'com proposta'],
    [count('unmatched'), 'sem reserva'],
    [count('counted', 'confirmed'), 'já no caixa'],
    [count('dismissed'), count('dismissed') === 1 ? 'descartada' : 'descartadas'],
  ].filter(([found]) => found !== 0);
  const entries = plural(lines.length, 'entrada');
  return `${entries}: ${parts.map(([found, label]) => `${found} ${label}`).join(', ')}.`;
}

/** As "Ficaram de fora: 12 saídas, 2 saldos."; empty where nothing is. */
function formatLeftOut({ leftOut }: StatementData): string {
  const parts = (Object.keys(leftOutLabels) as LeftOut[]).flatMap((reason) => {
    const [one, many] = leftOutLabels[reason];
    return leftOut[reason] ? plural(leftOut[reason], one, many) : [];
  });
  return parts.length > 0 ? `Ficaram de fora: ${parts.join(', ')}.` : '';
}

interface StatementSumProps {
  statement: StatementData;
  lines: Lines;
}

/** Sum of the chosen lines, and the button that records them. */
function StatementSum({ statement, lines }: StatementSumProps) {
  const { isPending, changed, confirm } = useConfirmation(statement, lines);
  const { chosen, sumCents } = lines;
  return (
    <>
      {changed && (
        <Box mt="md">
          <FormNotice>{changed}</FormNotice>
        </Box>
      )}
      <div className={barStyles.bar}>
        <Text role="status" flex="999 1 auto">
          {chosen.length === 0 ? (
            'Nada escolhido para lançar.'
          ) : (
            <>
              {plural(chosen.length, 'escolhido')}: <strong>{formatMoney(sumCents)}</strong>
            </>
          )}
        </Text>
        <Button size="md" flex="1 1 auto" disabled={chosen.length === 0} loading={isPending} onClick={confirm}>
          {confirmLabel(chosen.length)}
        </Button>
      </div>
    </>
  );
}

function confirmLabel(count: number): string {
  if (count === 0) return 'Lançar pagamentos';
  return count === 1 ? 'Lançar 1 pagamento' : `Lançar ${count} pagamentos`;
}

function useConfirmation({ id }: StatementData, lines: Lines) {
  const [changed, setChanged] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: async (body: StatementConfirmation) => {
      const { chosen, sumCents } = lines;
      setChanged(undefined);
      await send(statementRoutes.confirmStatement, { params: { statementId: id }, body });
      const count = plural(chosen.length, 'pagamento lançado', 'pagamentos lançados');
      showAlert('success', `${count}: ${formatMoney(sumCents)}.`);
      await reload();
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) throw error;
      lines.refuse(error.fields);
      if (error.code === 'STATEMENT_CHANGED' || error.code === 'DELIBERATE_CHOICE_NEEDED') {
        setChanged(error.message);
        await reload();
      } else if (Object.keys(error.fields).length === 0) showFailure(error);
    },
  });

  function confirm(): void {
    const body = lines.read();
    if (body && !isPending) mutate(body);
  }

  return { isPending, changed, confirm };
}
