import { Button, Stack, Text, Title } from '@mantine/core';
import {
  isChain,
  readStatement,
  type StatementVerdict,
  statementText,
  verifyStatement,
} from '@passeio/contract/sellers/statement-file';
import { plural } from '@passeio/contract/words';
import { useState } from 'react';
import { AuthCard } from '~/features/auth/auth-card';
import { monthText } from '~/features/sellers/statement';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FileDrop } from '~/ui/editing/file-drop';
import { Card } from '~/ui/layout/card';

export const meta = pageMeta('Conferir extrato de comissão');

/** Larger than any statement. */
const MAX_BYTES = 4_000_000;
/** Of the row of the hash, which is the last. */
const HASH_ROW_LENGTH = 78;

type Intact = Extract<StatementVerdict, { result: 'intact' }>;

interface Checked {
  key: string;
  name: string;
  verdict: StatementVerdict;
  /** What is wrong with an altered file. */
  fault: string;
}

/** Verifies files of statements in the browser: nothing is sent, and it works without a network. */
export default function VerifyStatement() {
  const [checked, setChecked] = useState<Checked[]>([]);
  const [refusal, setRefusal] = useState<string>();

  async function check(file: File): Promise<void> {
    setRefusal(undefined);
    try {
      const one = await checkFile(file);
      setChecked((before) => [...before, one]);
    } catch (error) {
      console.warn('The statement could not be verified', error);
      setRefusal('Não foi possível ler o arquivo neste navegador.');
    }
  }

  return (
    <AuthCard
      wide
      title="Conferir extrato de comissão"
      lead="Veja se o arquivo CSV do extrato é igual ao que foi fechado. A conferência é feita neste aparelho: nada é enviado, e funciona sem internet."
    >
      <Stack mt="md">
        <FileDrop
          label="Arquivos do extrato"
          button="Escolher arquivos"
          hint="CSV, como foi baixado. Vários do mesmo vendedor: confere também a sequência"
          accept=".csv,text/csv"
          multiple
          isPending={false}
          part={0}
          progress={{ sending: '', reading: '' }}
          refusal={refusal}
          onFile={(file) => void check(file)}
        />
        <Stack role="status" aria-label="Resultado">
          {checked.map((one) => (
            <Result key={one.key} checked={one} />
          ))}
          <Chains statements={checked.flatMap(({ verdict }) => (verdict.result === 'intact' ? verdict : []))} />
        </Stack>
        {checked.length > 0 && (
          <Button size="md" variant="default" w="fit-content" onClick={() => setChecked([])}>
            Limpar
          </Button>
        )}
      </Stack>
    </AuthCard>
  );
}

async function checkFile(file: File): Promise<Checked> {
  const text = file.size > MAX_BYTES ? '' : await file.text();
  const verdict = await verifyStatement(text);
  const fault = verdict.result === 'altered' ? faultOf(text) : '';
  return { key: crypto.randomUUID(), name: file.name, verdict, fault };
}

/** Where an altered file is not as it was closed, as far as the file alone can say. */
function faultOf(file: string): string {
  const text = file.slice(0, -HASH_ROW_LENGTH);
  const rows = text.split('\n');
  if (!/^Hash SHA-256;[0-9a-f]{64}\n$/.test(file.slice(-HASH_ROW_LENGTH))) {
    return 'A última linha, com o código de conferência, falta ou foi alterada.';
  }
  const content = readStatement(text);
  if (content) {
    const expected = statementText(content).split('\n');
    const at = rows.findIndex((row, index) => row !== expected[index]);
    if (at >= 0) return `A linha ${at + 1} foi alterada, ou a soma não bate: “${shortened(rows[at] ?? '')}”.`;
    return 'Algum valor ou texto foi alterado: o código de conferência é de outro conteúdo.';
  }
  // Each line of a reservation by itself, between the head and the sums.
  const [head, lines, foot] = [rows.slice(0, 7), rows.slice(7, -3), rows.slice(-3)];
  const at = lines.findIndex((line) => !readStatement([...head, line, ...foot].join('\n')));
  return at >= 0
    ? `A linha ${at + 8} não tem a forma de um extrato: “${shortened(lines[at] ?? '')}”.`
    : 'Faltam linhas do extrato.';
}

const shortened = (row: string) => (row.length > 80 ? `${row.slice(0, 80)}…` : row);

function Result({ checked: { name, verdict, fault } }: { checked: Checked }) {
  return (
    <Card tone={verdict.result === 'intact' ? 'success' : 'danger'} gap="small">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {verdict.result === 'intact' && <IntactStatement verdict={verdict} />}
      {verdict.result === 'altered' && (
        <>
          <Text fw={650}>Alterado</Text>
          <Text style={{ overflowWrap: 'anywhere' }}>{fault}</Text>
          <Text fz="sm">
            Se ele foi aberto e salvo em uma planilha, baixe de novo e confira sem abrir: a planilha muda o arquivo.
          </Text>
        </>
      )}
      {verdict.result === 'unreadable' && (
        <>
          <Text fw={650}>Não é um extrato</Text>
          <Text>Este arquivo não é um extrato de comissão em CSV.</Text>
        </>
      )}
    </Card>
  );
}

function IntactStatement({ verdict: { content, totalCents, hash } }: { verdict: Intact }) {
  return (
    <>
      <Text fw={650}>Válido: igual ao que foi fechado</Text>
      <Text>
        Extrato nº {content.number}, {monthText(content.month)}, vendedor {content.sellerCode}:{' '}
        {plural(content.lines.length, 'reserva')}, total <strong>{formatMoney(totalCents)}</strong>
        {content.carriedCents !== 0 && `, com ${formatMoney(content.carriedCents)} do anterior`}.
      </Text>
      <Text fz="sm">Código de conferência (compare com o do sistema):</Text>
      <Text ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {hash}
      </Text>
    </>
  );
}

/** Whether several statements of a seller follow each other, and where they do not. */
function Chains({ statements }: { statements: Intact[] }) {
  const bySeller = [...Map.groupBy(statements, ({ content }) => content.sellerCode)].filter(
    ([, own]) => own.length > 1,
  );
  return bySeller.map(([sellerCode, own]) => {
    const sorted = own.toSorted((one, other) => one.content.number - other.content.number);
    const broken = sorted.findIndex((_, index) => index > 0 && !isChain(sorted.slice(index - 1, index + 1)));
    const [before, after] = [sorted[broken - 1]?.content.number, sorted[broken]?.content.number];
    return (
      <Card key={sellerCode} tone={broken < 0 ? 'success' : 'danger'} gap="small">
        <Title order={2} fz="md">
          Sequência do vendedor {sellerCode}
        </Title>
        <Text>
          {broken < 0
            ? `Os extratos de nº ${sorted[0]?.content.number} a ${sorted.at(-1)?.content.number} seguem um ao outro, sem falta.`
            : before === after
              ? `O extrato nº ${after} aparece duas vezes.`
              : `Entre o nº ${before} e o nº ${after} a sequência se quebra: falta um extrato, ou um deles não é o que veio antes.`}
        </Text>
      </Card>
    );
  });
}
