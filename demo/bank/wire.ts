import { type BankAccounts, type BankCharge, type BankPix, type BankRefund, LOCATION } from './accounts.ts';

const amount = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const instant = (ms: number) => new Date(ms).toISOString();

const RECEIVER = { cnpj: '11222333000181', nome: 'Passeio Demonstração', cidade: 'Campinas', uf: 'SP' };
const ADDRESS = { logradouro: 'Rua da Demonstração, 1', cep: '13010000' };

/** A charge as the API Pix writes it. */
export function chargeOnTheWire(charge: BankCharge, key: string): object {
  const criacao = instant(charge.createdAt);
  const { due } = charge;
  return {
    ...(due
      ? {
          calendario: { criacao, dataDeVencimento: due.on, validadeAposVencimento: due.validDays },
          location: LOCATION + charge.txid,
          recebedor: { ...RECEIVER, ...ADDRESS },
        }
      : { calendario: { criacao, expiracao: charge.expiresInS } }),
    txid: charge.txid,
    revisao: charge.revision,
    status: charge.status,
    ...(charge.payer && { devedor: charge.payer }),
    valor: { original: amount(charge.amountCents) },
    chave: key,
    solicitacaoPagador: charge.description,
    pixCopiaECola: charge.payload,
  };
}

/** A Pix as the API Pix writes it; the payer's name is an addition, as some banks have it. */
export function pixOnTheWire(accounts: BankAccounts, pix: BankPix): object {
  return {
    endToEndId: pix.endToEndId,
    ...(pix.txid && { txid: pix.txid }),
    valor: amount(pix.amountCents),
    horario: instant(pix.at),
    pagador: { nome: pix.payerName },
    ...(pix.refunds.length > 0 && { devolucoes: pix.refunds.map((refund) => refundOnTheWire(accounts, refund)) }),
  };
}

/** A refund as the API Pix writes it. */
export function refundOnTheWire(accounts: BankAccounts, refund: BankRefund): object {
  const refundedAt = accounts.refundedAt(refund);
  return {
    id: refund.id,
    rtrId: refund.rtrId,
    valor: amount(refund.amountCents),
    ...(refund.dispute && { natureza: refund.dispute }),
    horario: { solicitacao: instant(refund.requestedAt), ...(refundedAt && { liquidacao: instant(refundedAt) }) },
    status: refundedAt ? 'DEVOLVIDO' : 'EM_PROCESSAMENTO',
  };
}

/** A refusal as the API Pix writes it. */
export function problem(status: number, kind: string, title: string, violations: [string, string][] = []): object {
  return {
    type: `https://pix.bcb.gov.br/api/v2/error/${kind}`,
    title,
    status,
    ...(violations.length > 0 && { violacoes: violations.map(([propriedade, razao]) => ({ propriedade, razao })) }),
  };
}
