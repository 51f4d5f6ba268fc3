import type { InvoicesOfPayer, IssuedInvoice } from '@passeio/contract/payments/issued-invoices';
import { type IssuedInvoiceRow, numberText } from './issued-invoices.queries.ts';

export function presentIssued(row: IssuedInvoiceRow): IssuedInvoice {
  return {
    id: row.id,
    state: row.state,
    number: numberText(row),
    noteNumber: row.note_number,
    accessKey: row.access_key,
    lookUpUrl: row.look_up_url,
    amountCents: row.amount_cents,
    createdAt: row.created_at.toISOString(),
    authorisedAt: row.authorised_at?.toISOString() ?? null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    replacedAt: row.replaced_at?.toISOString() ?? null,
    replaces: row.replaces,
    isBeingCancelled: row.state === 'authorised' && row.cancellation !== null,
    messages: row.messages.map(({ code, text }) => ({ code, text, advice: advice[code] ?? '' })),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  };
}

export function presentForPayer(rows: IssuedInvoiceRow[]): InvoicesOfPayer {
  const data = rows
    .filter(({ note }) => note)
    .map(presentIssued)
    .map(({ id, noteNumber, amountCents, authorisedAt, cancelledAt, replacedAt }) => ({
      ...{ id, noteNumber, amountCents, authorisedAt, cancelledAt, replacedAt },
    }));
  return { data };
}

const SETTINGS = 'em “Nota fiscal”, nas configurações';

/** What to do about the refusals that are met most, by the codes of the government's rules. */
const advice: Readonly<Record<string, string>> = {
  E0008: 'O relógio do servidor está adiantado. Acerte-o e emita de novo.',
  E0010: `Escolha uma série de 1 a 49999 ${SETTINGS}.`,
  E0014: 'Este número já foi usado por outra nota. Emita de novo: a nota sai com outro número.',
  E0037: `O município não está no sistema nacional, ou o código está errado. Confira o município ${SETTINGS}.`,
  E0038: 'O convênio do município não está ativo. Emita pelo site da prefeitura e informe o número aqui.',
  E0080: 'Confira o CNPJ em “Empresa”, nas configurações.',
  E0084: `Confira o município ${SETTINGS}: o CNPJ não é de lá.`,
  E0116: `Preencha a inscrição municipal ${SETTINGS}.`,
  E0120: `Deixe a inscrição municipal vazia ${SETTINGS}.`,
  E0160: `Confira a situação no Simples Nacional ${SETTINGS}.`,
  E0162: `Deixe o regime do Simples Nacional vazio ${SETTINGS}.`,
  E0166: `Escolha o regime do Simples Nacional ${SETTINGS}.`,
  E0175: `Deixe o regime especial em “Nenhum” ${SETTINGS}.`,
  E0188: 'Confira o CNPJ em “Dados da nota”.',
  E0190: 'Confira o CNPJ em “Dados da nota”: a Receita não o conhece.',
  E0202: 'A nota não pode ser para a própria empresa. Mude os “Dados da nota”.',
  E0206: 'Confira o CPF em “Dados da nota”.',
  E0207: 'Confira o CPF em “Dados da nota”: a Receita não o conhece.',
  E0310: `Confira o código de tributação nacional ${SETTINGS}.`,
  E0316: `Confira o código da NBS ${SETTINGS}.`,
  E0595: `Confira a alíquota ${SETTINGS}.`,
  E0714: 'A assinatura não confere. Confira o certificado digital.',
  E0715: 'O certificado digital não vale. Confira a validade.',
  E0718: 'O certificado digital é de outro CNPJ.',
};
