import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import type { CommissionStatement } from '@passeio/contract/sellers/commission-statements';
import { statementFile } from '@passeio/contract/sellers/statement-file';
import type { ExportedFile } from '../../platform/http/send-file.ts';
import { tableAsPdf } from '../../platform/pdf/table-pdf.ts';

/** A statement as a file: the CSV is what was hashed, with its hash. */
export async function exportStatement(
  statement: CommissionStatement,
  text: string,
  format: 'pdf' | 'csv',
): Promise<ExportedFile> {
  const name = `extrato-${statement.seller.code.toLowerCase()}-${statement.month}.${format}`;
  if (format === 'csv')
    return { name, mediaType: 'text/csv; charset=utf-8', content: Buffer.from(statementFile(text, statement.hash)) };
  return { name, mediaType: 'application/pdf', content: await tableAsPdf(tableOf(statement)) };
}

function tableOf({ seller, month, number, carriedCents, totalCents, hash, payment, lines }: CommissionStatement) {
  const facts = [
    `${seller.name} (${seller.code}), ${month.slice(5)}/${month.slice(0, 4)}, extrato ${number}`,
    ...(carriedCents < 0 ? [`Saldo anterior: ${moneyText(carriedCents)}`] : []),
    ...(payment ? [`Pago em ${formatDay(payment.paidAt.slice(0, 10))}, Pix ${payment.endToEndId}`] : []),
    `SHA-256 ${hash.replaceAll(/(.{16})/g, '$1 ').trim()}`,
  ];
  return {
    title: 'Extrato de comissão',
    subtitle: facts.join('\n'),
    columns: [
      { header: 'Saída', width: 12 },
      { header: 'Passeio', width: 40 },
      { header: 'Reserva', width: 10 },
      { header: 'Recebido (R$)', width: 14 },
      { header: 'Regra', width: 24 },
      { header: 'Em extratos anteriores (R$)', width: 14 },
      { header: 'Comissão (R$)', width: 14 },
    ],
    rows: lines.map((line) => [
      { text: formatDay(line.tripDay) },
      { text: line.tripTitle },
      { text: line.code },
      { cents: line.receivedCents },
      { text: line.rule },
      { cents: line.earlierCents },
      { cents: line.commissionCents },
    ]),
    totals: [{ text: 'Total' }, ...Array.from({ length: 5 }, () => ({ text: '' })), { cents: totalCents }],
  };
}
