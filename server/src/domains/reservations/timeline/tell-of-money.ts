import { moneyText } from '@passeio/contract/money';
import {
  byWhom,
  deadlineLine,
  moneyAfter,
  numberAfter,
  ofMoney,
  stateLine,
  type Tell,
  type Told,
  textAfter,
  textLine,
  totalLine,
} from './told.ts';

const meansOf: Record<string, string> = {
  cash: ' em dinheiro',
  card: ' no cartão',
  transfer: ' por transferência',
  pix: ' por Pix',
};

/** `note` is staff's own, and stays unsaid. */
export const paymentRecorded: Tell = (told) => {
  const method = textAfter(told, 'method');
  const isPix = method === 'pix';
  const sentence = isPix
    ? `Registramos o seu Pix${ofMoney(told)}`
    : `Registramos o seu pagamento${ofMoney(told)}${meansOf[method] ?? ''}`;
  return { sentence, details: [stateLine(told)] };
};

export const paymentReceived: Tell = (told) => ({
  sentence: `Recebemos o seu Pix${ofMoney(told)}`,
  details: [stateLine(told)],
});

export const refundRecorded: Tell = (told) => ({
  sentence: `Devolvemos ${moneyAfter(told, 'amountCents') || 'o valor'} a você${meansOf[textAfter(told, 'method')] ?? ''}`,
  details: [stateLine(told)],
});

export const entryReversed: Tell = (told) => {
  const isOfRefund = textAfter(told, 'kind') === 'reversal_in';
  const what = isOfRefund ? `a devolução${ofMoney(told)} foi anulada` : `o pagamento${ofMoney(told)} foi anulado`;
  return { sentence: `Corrigimos um lançamento: ${what}`, details: [stateLine(told)] };
};

export const chargeCreated: Tell = (told) => {
  const what = `um código Pix${ofMoney(told)}`;
  return { sentence: byWhom(told, `Você gerou ${what}`, `Geramos ${what}`) };
};

export const receiptSubmitted: Tell = (told) => ({
  sentence: byWhom(told, 'Você enviou um comprovante', 'Recebemos um comprovante'),
});

export const receiptAccepted: Tell = () => ({ sentence: 'Conferimos o seu comprovante: está tudo certo' });

export const receiptRejected: Tell = (told) => ({
  sentence: 'Não deu para aceitar o comprovante',
  details: [textLine(told, 'Motivo', 'reason'), deadlineLine(told)],
});

export const refundSent: Tell = (told) => ({
  sentence: `Pedimos ao banco para devolver ${moneyAfter(told, 'amountCents') || 'o valor'} a você`,
});

/** A change of the key alone stays unsaid. */
export const refundChanged: Tell = (told) => {
  if (textAfter(told, 'refundState') === 'due') {
    return { sentence: 'O banco não concluiu a devolução: ela continua pendente' };
  }
  const day = dayOf(told);
  const key = told.changes.pixKey && keySentence(told);
  if (!day) return key ? { sentence: key } : null;
  return { sentence: `A devolução está prevista para até ${day}`, details: [key] };
};

// The key is masked in the entry.
function keySentence(told: Told): string {
  const key = textAfter(told, 'pixKey');
  if (!key) return byWhom(told, 'Você tirou a chave Pix da devolução', 'Tiramos a chave Pix da devolução');
  const [before] = told.changes.pixKey ?? [];
  const change = before ? ['Você trocou', 'Trocamos'] : ['Você informou', 'Anotamos'];
  return `${byWhom(told, change[0] ?? '', change[1] ?? '')} a chave Pix da devolução: ${key}`;
}

function dayOf(told: Told): string {
  return textAfter(told, 'promisedFor').split('-').reverse().join('/');
}

/** The reason stands in the reservation's price, where the payer reads it too. */
export const adjusted: Tell = (told) => {
  const cents = numberAfter(told, 'amountCents') ?? 0;
  const sentence = cents < 0 ? `Demos um desconto de ${moneyText(-cents)}` : `Incluímos um adicional${ofMoney(told)}`;
  return { sentence, details: [textLine(told, 'Motivo', 'reason'), totalLine(told), stateLine(told)] };
};
