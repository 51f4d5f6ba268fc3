import { Button } from '@mantine/core';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import type { StatementConfirmation, Statement as StatementData } from '@passeio/contract/payments/statements';
import { plural } from '@passeio/contract/words';
import { IconFileOff } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { load, preload, reload, send } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { showFailure } from '../desk-call';
import type { Route } from './+types/statement';
import styles from './statement.module.css';
import { StatementDrop } from './statement-drop';
import { StatementLines } from './statement-lines';
import { type Lines, useLines } from './use-lines';

export { AreaError as ErrorBoundary } from '../../../area/page/area-error';

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
      <p className={styles.lead}>
        Baixe o extrato da conta no site do banco e envie aqui. Nada é lançado antes de você confirmar. Pode enviar o
        mesmo período de novo: o que parece já lançado fica de fora, e você decide.
      </p>
      <StatementDrop onRead={(id) => void navigate(`?extrato=${id}`)} />
    </>
  );
}

function Proposals({ query }: { query: NonNullable<Route.ComponentProps['loaderData']['statement']> }) {
  const { data: statement } = useSuspenseQuery(query);
  const { formatMoment } = useFormats();
  const lines = useLines(statement);
  return (
    <>
      <header className={styles.head}>
        <div>
          <h2 className={styles.file}>{statement.filename}</h2>
          <p className={styles.sent}>
            Enviado em {formatMoment(statement.createdAt)}. {summaryOf(statement)}
          </p>
        </div>
        <Button component={Link} to="?" size="md" variant="default">
          Enviar outro extrato
        </Button>
      </header>
      {statement.unreadRows > 0 && (
        <div className={styles.unread}>
          <FormNotice>
            {statement.unreadRows === 1 ? '1 linha não foi lida' : `${statement.unreadRows} linhas não foram lidas`},
            porque não entendemos a data ou o valor. Confira no extrato do banco o que ficou de fora.
          </FormNotice>
        </div>
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
function summaryOf({ lines }: StatementData): string {
  const count = (...states: string[]) => lines.filter(({ state }) => states.includes(state)).length;
  const parts = [
    [count('proposed'), 'com proposta'],
    [count('unmatched'), 'sem reserva'],
    [count('counted', 'confirmed'), 'já no caixa'],
    [count('dismissed'), count('dismissed') === 1 ? 'descartada' : 'descartadas'],
  ].filter(([found]) => found !== 0);
  const entries = plural(lines.length, 'entrada');
  return `${entries}: ${parts.map(([found, words]) => `${found} ${words}`).join(', ')}.`;
}

interface StatementSumProps {
  statement: StatementData;
  lines: Lines;
  /** Loads the statement again. */
}

/** The sum of what is chosen, and its recording. */
function StatementSum({ statement, lines }: StatementSumProps) {
  const { isPending, changed, confirm } = useConfirmation(statement, lines);
  const { chosen, sumCents } = lines;
  return (
    <>
      {changed && (
        <div className={styles.notice}>
          <FormNotice>{changed}</FormNotice>
        </div>
      )}
      <div className={styles.bar}>
        <p role="status">
          {chosen.length === 0 ? (
            'Nada escolhido para lançar.'
          ) : (
            <>
              {plural(chosen.length, 'escolhido')}: <strong>{formatMoney(sumCents)}</strong>
            </>
          )}
        </p>
        <Button size="md" disabled={chosen.length === 0} loading={isPending} onClick={confirm}>
          {actionFor(chosen.length)}
        </Button>
      </div>
    </>
  );
}

function actionFor(count: number): string {
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
