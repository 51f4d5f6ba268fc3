import { Button } from '@mantine/core';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import type { Statement, StatementConfirmation } from '@passeio/contract/payments/statements';
import { plural } from '@passeio/contract/words';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reload, send } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { showFailure } from '../desk-call';
import styles from './statement.module.css';
import type { Lines } from './use-lines';

interface StatementSumProps {
  statement: Statement;
  lines: Lines;
  /** Loads the statement again. */
}

/** The sum of what is chosen, and its recording. */
export function StatementSum({ statement, lines }: StatementSumProps) {
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

function useConfirmation({ id }: Statement, lines: Lines) {
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
