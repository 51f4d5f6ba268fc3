import {
  type StatementContent,
  sha256,
  statementCents,
  statementFile,
  statementText,
} from '@passeio/contract/sellers/statement-file';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNothingFound } from '~/test/axe';
import { answerCalls } from '~/test/network';
import { renderPage } from '~/test/render';
import { expectToFit, expectWords } from '~/test/screen';
import VerifyStatement from './verify-statement';

const first: StatementContent = {
  sellerCode: 'ACDEFGH',
  month: '2026-11',
  number: 1,
  closedAt: '2026-12-01T12:00:00.000Z',
  previousHash: null,
  carriedCents: 0,
  lines: [
    {
      code: 'A3K7QX',
      tripTitle: 'Cachoeiras',
      tripDay: '2026-11-07',
      receivedCents: 30_000,
      rule: '10% das tarifas',
      earlierCents: 0,
      commissionCents: 3_000,
    },
  ],
};

async function fileOf(content: StatementContent, change = (file: string) => file) {
  const text = statementText(content);
  const hash = await sha256(text);
  const name = `extrato-${content.number}.csv`;
  return { hash, file: new File([change(statementFile(text, hash))], name, { type: 'text/csv' }) };
}

const result = page.getByRole('status', { name: 'Resultado' });

/** Verifies files without any network. */
async function verify(...files: File[]) {
  const { calls } = answerCalls({});
  await renderPage(<VerifyStatement />, { at: '/portal/conferir-extrato' });
  await userEvent.upload(page.getByLabelText('Arquivos do extrato'), files);
  return calls;
}

test('a statement as it was closed is valid, and nothing is sent to anybody', async () => {
  const { hash, file } = await fileOf(first);
  const calls = await verify(file);
  await expectWords(result, 'Válido: igual ao que foi fechado');
  await expectWords(result, 'Extrato nº 1, novembro de 2026, vendedor ACDEFGH: 1 reserva, total R$ 30,00.');
  await expectWords(result, hash);
  await expectNothingFound();
  await expectToFit();
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Limpar' }).click();
  await expect.element(result).toBeEmptyDOMElement();
});

test.each([
  [
    'a sum that is another one',
    (file: string) => file.replace('Total;30,00', 'Total;90,00'),
    /A linha 10 foi alterada/,
  ],
  ['a line that is none', (file: string) => file.replace('A3K7QX', 'a'), /A linha 8 não tem a forma de um extrato/],
  [
    'another amount',
    (file: string) => file.replaceAll('30,00', '90,00'),
    /o código de conferência é de outro conteúdo/,
  ],
  ['no hash', (file: string) => file.slice(0, -40), /A última linha, com o código de conferência, falta/],
])('a file with %s is altered, and the page says where', async (_, change, sentence) => {
  await verify((await fileOf(first, change)).file);
  await expect.element(result.getByText('Alterado', { exact: true })).toBeVisible();
  await expect.element(result.getByText(sentence)).toBeVisible();
  await expectNothingFound();
});

test('another file is no statement', async () => {
  await verify(new File(['a;b;c\n'], 'clientes.csv'));
  await expect.element(result.getByText('Não é um extrato')).toBeVisible();
});

test('several statements follow each other, or the page says between which the chain breaks', async () => {
  const one = await fileOf(first);
  const next = (number: number, previousHash: string) =>
    fileOf({ ...first, number, previousHash, carriedCents: Math.min(statementCents(first), 0) });
  const two = await next(2, one.hash);
  const three = await next(3, two.hash);
  await verify(one.file, two.file);
  await expect.element(result.getByText('Os extratos de nº 1 a 2 seguem um ao outro, sem falta.')).toBeVisible();
  await expectNothingFound();
  await page.getByRole('button', { name: 'Limpar' }).click();
  await userEvent.upload(page.getByLabelText('Arquivos do extrato'), [one.file, three.file]);
  await expect.element(result.getByText(/^Entre o nº 1 e o nº 3 a sequência se quebra/)).toBeVisible();
});
