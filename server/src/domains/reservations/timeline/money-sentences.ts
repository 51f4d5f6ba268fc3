import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import {
  byWhom,
  type Describe,
  deadlineLine,
  type Entry,
  moneyAfter,
  numberAfter,
  ofMoney,
  stateLine,
  textAfter,
  textLine,
  totalLine,
} from './sentence-parts.ts';

const meansOf: Record<string, string> = {
  cash: ' em dinheiro',
  card: ' no cartão',
  transfer: ' por transferência',
  pix: ' por Pix',
  credit: ' em crédito',
};

/** `note` is staff's own, and stays hidden. */
export const paymentRecorded: Describe = (entry) => {
  const method = textAfter(entry, 'method');
  const isPix = method === 'pix';
  const sentence = isPix
    ? `Registramos o seu Pix${ofMoney(entry)}`
    : `Registramos o seu pagamento${ofMoney(entry)}${meansOf[method] ?? ''}`;
  return { sentence, details: [stateLine(entry)] };
};

export const paymentReceived: Describe = (entry) => ({
  sentence: `${textAfter(entry, 'method') === 'card' ? 'Recebemos o seu pagamento no cartão' : 'Recebemos o seu Pix'}${ofMoney(entry)}`,
  details: [stateLine(entry)],
});

export const chargedBack: Describe = (entry) => ({
  sentence: `O pagamento foi contestado no banco${ofMoney(entry)}`,
});

export const refundRecorded: Describe = (entry) => {
  const method = textAfter(entry, 'method');
  const amount = moneyAfter(entry, 'amountCents') || 'o valor';
  const sentence =
    method === 'credit' ? `Você ficou com ${amount} de crédito` : `Devolvemos ${amount} a você${meansOf[method] ?? ''}`;
  return { sentence, details: [stateLine(entry)] };
};

export const entryReversed: Describe = (entry) => {
  const isOfRefund = textAfter(entry, 'kind') === 'reversal_in';
  const what = isOfRefund ? `a devolução${ofMoney(entry)} foi anulada` : `o pagamento${ofMoney(entry)} foi anulado`;
  return { sentence: `Corrigimos um lançamento: ${what}`, details: [stateLine(entry)] };
};

export const splitChanged: Describe = (entry) =>
  entry.changes.isSplit?.[1] === true
    ? { sentence: byWhom(entry, 'Você dividiu o pagamento entre as pessoas', 'Dividimos o pagamento entre as pessoas') }
    : { sentence: byWhom(entry, 'Você deixou de dividir o pagamento', 'O pagamento não é mais dividido') };

export const chargeCreated: Describe = (entry) => {
  const person = textAfter(entry, 'participant');
  if (person) return { sentence: `${person} abriu o pagamento da sua parte${ofMoney(entry)}` };
  const isCard = textAfter(entry, 'method') === 'card';
  const what = `${isCard ? 'um pagamento no cartão' : 'um código Pix'}${ofMoney(entry)}`;
  return { sentence: byWhom(entry, `Você gerou ${what}`, `Geramos ${what}`) };
};

export const cashTaken: Describe = (entry) => ({
  sentence: `Quem guia recebeu o seu pagamento${ofMoney(entry)} em dinheiro no embarque`,
  details: ['A equipe ainda vai confirmar'],
});

export const cashRefused: Describe = (entry) => ({
  sentence: `Não confirmamos o pagamento${ofMoney(entry)} em dinheiro no embarque`,
  details: [textLine(entry, 'Motivo', 'reason'), deadlineLine(entry)],
});

export const receiptSubmitted: Describe = (entry) => ({
  sentence: byWhom(entry, 'Você enviou um comprovante', 'Recebemos um comprovante'),
});

export const receiptAccepted: Describe = () => ({ sentence: 'Conferimos o seu comprovante: está tudo certo' });

export const receiptRejected: Describe = (entry) => ({
  sentence: 'Não deu para aceitar o comprovante',
  details: [textLine(entry, 'Motivo', 'reason'), deadlineLine(entry)],
});

export const refundSent: Describe = (entry) => ({
  sentence: `Pedimos ao banco para devolver ${moneyAfter(entry, 'amountCents') || 'o valor'} a você`,
});

/** A change of the key alone stays hidden. */
export const refundChanged: Describe = (entry) => {
  if (textAfter(entry, 'refundState') === 'due') {
    return { sentence: 'O banco não concluiu a devolução: ela continua pendente' };
  }
  const day = dayOf(entry);
  const key = entry.changes.pixKey && keyText(entry);
  if (!day) return key ? { sentence: key } : null;
  return { sentence: `A devolução está prevista para até ${day}`, details: [key] };
};

// The key is masked in the entry.
function keyText(entry: Entry): string {
  const key = textAfter(entry, 'pixKey');
  if (!key) return byWhom(entry, 'Você tirou a chave Pix da devolução', 'Tiramos a chave Pix da devolução');
  const [before] = entry.changes.pixKey ?? [];
  const change = before ? ['Você trocou', 'Trocamos'] : ['Você informou', 'Anotamos'];
  return `${byWhom(entry, change[0] ?? '', change[1] ?? '')} a chave Pix da devolução: ${key}`;
}

function dayOf(entry: Entry): string {
  return formatDay(textAfter(entry, 'promisedFor'));
}

/** The reason stands in the reservation's price, where the payer reads it too. */
export const adjusted: Describe = (entry) => {
  const cents = numberAfter(entry, 'amountCents') ?? 0;
  const sentence = cents < 0 ? `Demos um desconto de ${moneyText(-cents)}` : `Incluímos um adicional${ofMoney(entry)}`;
  return { sentence, details: [textLine(entry, 'Motivo', 'reason'), totalLine(entry), stateLine(entry)] };
};
