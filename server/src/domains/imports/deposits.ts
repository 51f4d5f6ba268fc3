import { moneyText } from '@passeio/contract/money';
import { headerKey } from './find-columns.ts';
import type { WrittenRow } from './written-cells.ts';

const FIELD = 'deposit';

/**
 * The deposit of a trip in percent: as the format of its cell, a sign in the cell or in the header says, else as
 * somebody answers. An amount becomes the percentage of the price that is nearest to it.
 */
export function readDeposit(row: WrittenRow, priceCents: number | undefined): number | undefined {
  const [cell] = row.cellsOf(FIELD);
  if (!cell) return undefined;
  const { text, kind } = cell;
  if (kind && 'number' in kind && kind.as === 'percent') return wholePercent(row, kind.number * 100);
  const isMoney = /r\$/i.test(text) || (kind && 'number' in kind && kind.as === 'money');
  const header = row.sheet.headerOf(cell.column);
  const unit = /%/.test(text) ? 'percent' : isMoney ? 'money' : (unitOf(header) ?? askUnit(row, header));
  if (unit === 'money') return percentOf(row, row.centsOf(FIELD, cell), priceCents);
  if (!unit) return undefined;
  const cents = row.centsOf(FIELD, { text: text.replace('%', ''), kind });
  return cents === undefined ? undefined : wholePercent(row, cents / 100);
}

function unitOf(header: string): 'percent' | 'money' | undefined {
  if (/%|percent|porcent/i.test(header)) return 'percent';
  return /r\$|reais|valor/i.test(header) ? 'money' : undefined;
}

function askUnit(row: WrittenRow, header: string): string | undefined {
  const answer = row.sheet.ask(
    {
      key: `deposit:${headerKey(header)}`,
      text: `“${header}” é uma porcentagem ou um valor?`,
      choices: [
        { value: 'percent', label: 'Porcentagem do preço' },
        { value: 'money', label: 'Valor em reais, por pessoa' },
      ],
    },
    row.line,
  );
  return answer ?? row.refuse(FIELD, 'Não sabemos se o sinal é em % ou em reais. Responda acima.');
}

function wholePercent(row: WrittenRow, percent: number): number | undefined {
  const rounded = Math.round(Number(percent.toPrecision(12)));
  if (rounded >= 0 && rounded <= 100 && Math.abs(rounded - percent) < 1e-6) return rounded;
  return row.refuse(FIELD, 'Escreva um número inteiro de até 100.');
}

function percentOf(row: WrittenRow, cents: number | undefined, priceCents: number | undefined): number | undefined {
  if (cents === undefined || !priceCents) return undefined;
  if (cents > priceCents) return row.refuse(FIELD, `O sinal de ${moneyText(cents)} passa do preço.`);
  const percent = Math.round((cents / priceCents) * 100);
  row.warn(FIELD, `O sinal aqui é em %: ${moneyText(cents)} de ${moneyText(priceCents)} fica em ${percent}%.`);
  return percent;
}
