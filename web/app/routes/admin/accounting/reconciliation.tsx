import { Box, Button, Group, Text } from '@mantine/core';
import { formatDay } from '@passeio/contract/format-moments';
import { accountingRoutes } from '@passeio/contract/reports/accounting';
import type { Reconciliation as Compared } from '@passeio/contract/reports/reconciliation';
import { reportFormats } from '@passeio/contract/reports/reports';
import { plural } from '@passeio/contract/words';
import { IconFileOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { explainRefusedFile, FileDrop } from '~/ui/editing/file-drop';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import details from '~/ui/layout/details.module.css';
import { Figure, Figures } from '~/ui/layout/facts';
import { Section } from '~/ui/layout/section';
import { FileButtons } from '~/ui/sharing/file-buttons';
import { ReconciliationLines } from './reconciliation-lines';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Conciliar extrato');
export const handle = { title: 'Contador' };

/** A bank's statement beside the ledger. Nothing is stored: another visit sends the file again. */
export default function Reconciliation() {
  const [part, setPart] = useState(0);
  const { mutate, reset, isPending, error, data, variables } = useMutation({
    mutationFn: (file: File) => {
      setPart(0);
      return api.call(accountingRoutes.reconcile, { body: { file }, toast: false, onProgress: setPart });
    },
  });
  if (data && variables) return <Result compared={data} file={variables} onAnother={reset} />;
  return (
    <Section
      title="Conciliar extrato"
      lead="Envie o extrato da conta e veja, linha por linha, o que só o banco tem e o que só o Passeio tem. Nada é lançado nem guardado."
    >
      <FileDrop
        label="Arquivo do extrato"
        button="Escolher extrato"
        hint="OFX, CSV ou TXT, como o seu banco oferece"
        accept=".ofx,.csv,.txt"
        isPending={isPending}
        part={part}
        progress={{ sending: 'Envio do extrato', reading: 'Comparando com os lançamentos…' }}
        refusal={error ? explainRefusedFile(error) : undefined}
        onFile={(file) => mutate(file)}
      />
      <Link to="/admin/contador">Voltar aos lançamentos</Link>
    </Section>
  );
}

interface ResultProps {
  compared: Compared;
  file: File;
  onAnother: () => void;
}

function Result({ compared, file, onAnother }: ResultProps) {
  const { from, to, bank, ledger, differenceCents, lines, unreadRows } = compared;
  const fitting = lines.filter(({ kind }) => kind === 'matched');
  const others = lines.filter(({ kind }) => kind !== 'matched');
  const balance = (cents: number | null) => (cents === null ? 'Não informado' : formatMoney(cents));
  return (
    <>
      <Group component="header" justify="space-between" gap="0.75rem 1.5rem" mb="md">
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <h2>{file.name}</h2>
          <Text c="dimmed">
            {formatDay(from)} a {formatDay(to)}. Sem dinheiro em espécie, créditos, vales usados e estornos.{' '}
            <Link to={`/admin/contador?de=${from}&ate=${to}`}>Ver os lançamentos</Link>
          </Text>
        </Box>
        <Button size="md" variant="default" onClick={onAnother}>
          Enviar outro extrato
        </Button>
      </Group>
      {bank.missingCents !== 0 && (
        <Box mb="md">
          <FormNotice>
            Falta um trecho do extrato, ou há linhas a mais: as linhas não levam do saldo inicial ao final, por{' '}
            {formatMoney(Math.abs(bank.missingCents))}. Baixe o período inteiro no banco e envie de novo.
          </FormNotice>
        </Box>
      )}
      {unreadRows > 0 && (
        <Box mb="md">
          <FormNotice>
            {plural(unreadRows, 'linha ficou', 'linhas ficaram')} de fora: não entendemos a data ou o valor.
          </FormNotice>
        </Box>
      )}
      <Figures>
        <Figure label="Saldo inicial" value={balance(bank.openingCents)} />
        <Figure
          label="Entradas no extrato"
          value={formatMoney(bank.inCents)}
          note={`No Passeio ${formatMoney(ledger.inCents)}`}
        />
        <Figure
          label="Saídas no extrato"
          value={formatMoney(bank.outCents)}
          note={`No Passeio ${formatMoney(ledger.outCents)}`}
        />
        <Figure label="Saldo final" value={balance(bank.closingCents)} />
        <Figure
          label="Diferença"
          value={formatMoney(differenceCents)}
          tone={differenceCents !== 0 && 'danger'}
          note="Extrato menos Passeio"
        />
      </Figures>
      <Box my="md">
        <FileButtons
          formats={reportFormats}
          done="Relatório baixado."
          download={(format) =>
            api.download(accountingRoutes.exportReconciliation, { query: { format }, body: { file } })
          }
        />
      </Box>
      {lines.length === 0 && (
        <EmptyState icon={IconFileOff} title="Nada neste período" text="Nem o extrato nem o Passeio têm movimento." />
      )}
      {lines.length > 0 && others.length === 0 && <Text mb="md">Tudo confere.</Text>}
      {others.length > 0 && (
        <>
          <h2>O que explica a diferença</h2>
          <Text c="dimmed" mb="md">
            {plural(others.length, 'linha soma', 'linhas somam')}{' '}
            <Text span style={{ whiteSpace: 'nowrap' }}>
              {formatMoney(differenceCents)}
            </Text>
            .
          </Text>
          <ReconciliationLines caption="O que explica a diferença" lines={others} />
        </>
      )}
      {fitting.length > 0 && (
        <details>
          <summary className={details.summary}>{plural(fitting.length, 'linha confere', 'linhas conferem')}</summary>
          <ReconciliationLines caption="O que confere" lines={fitting} />
        </details>
      )}
    </>
  );
}
