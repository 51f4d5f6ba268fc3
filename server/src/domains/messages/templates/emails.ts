import { moneyText } from '@passeio/contract/money';
import type { PaymentMethod } from '@passeio/contract/payments';
import { firstName } from './first-name.ts';
import type { EmailContent } from './frame.ts';
import { type PaymentEmailData, paymentEmails } from './payment-emails.ts';

/** The data of each kind of e-mail; `link` is absolute. */
export interface EmailData extends PaymentEmailData {
  resetPassword: { name: string; link: string };
  confirmEmail: { name: string; link: string };
  emailChangeRequested: { name: string; newEmail: string };
  emailChanged: { name: string; newEmail: string; link: string };
  emailCorrected: { name: string; newEmail: string; link: string };
  emailRemoved: object;
  accountExists: { name: string; link: string };
  holdEnding: HoldData;
  holdExpired: HoldData;
  receiptReceived: ReceiptData & { reservation: 'waiting' | 'expired' | 'booked' };
  receiptRejected: ReceiptData & { reason: string; deadline: string | null };
  refundPaid: RefundData;
}

/** `deadline` is a day and time in the operator's time zone; `seesReservation`: the link is to it, not to the trip. */
interface HoldData {
  name: string;
  code: string;
  trip: string;
  deadline: string;
  /** What is missing of the deposit, in centavos. */
  missingCents: number;
  seesReservation: boolean;
  link: string;
}

/** `seesReservation`: the link is to it, not to the trip. `deadline`: until when the places are kept; null: no deadline. */
interface ReceiptData {
  name: string;
  code: string;
  trip: string;
  seesReservation: boolean;
  link: string;
}

/** `toPixKey`: masked, empty if unknown. `isReturned`: by the bank, to the account from which it came. */
interface RefundData {
  name: string;
  code: string;
  trip: string;
  amountCents: number;
  method: PaymentMethod;
  toPixKey: string;
  isReturned: boolean;
  seesReservation: boolean;
  link: string;
}

export type EmailKind = keyof EmailData;

const ignoreNote = 'Se não foi você, ignore esta mensagem: nada muda na sua conta.';

const writeToUs = 'fale com a gente e informe o código da reserva.';

const receivedNotes = {
  waiting: 'O envio do comprovante não confirma a reserva. Enquanto ele é conferido, as suas vagas ficam guardadas.',
  expired:
    'O prazo desta reserva já passou. Se o valor entrou e ainda houver vagas, ela volta a valer; senão, devolvemos o valor.',
  booked: 'A sua reserva continua confirmada enquanto o comprovante é conferido.',
};

/** The text of each kind of e-mail. */
export const emails: { [Kind in EmailKind]: (data: EmailData[Kind]) => EmailContent } = {
  ...paymentEmails,
  resetPassword: ({ name, link }) => ({
    subject: 'Crie uma nova senha',
    preview: 'O link vale por uma hora e só pode ser usado uma vez.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Recebemos um pedido para criar uma nova senha da sua conta.'],
    action: { label: 'Criar nova senha', link },
    note: `O link vale por uma hora e só pode ser usado uma vez. ${ignoreNote}`,
  }),
  confirmEmail: ({ name, link }) => ({
    subject: 'Confirme o seu e-mail',
    preview: 'Falta só um toque para confirmar o seu endereço.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Confirme que este endereço é seu. É com ele que você entra na sua conta.'],
    action: { label: 'Confirmar e-mail', link },
    note: `O link vale por 24 horas. ${ignoreNote}`,
  }),
  emailChangeRequested: ({ name, newEmail }) => ({
    subject: 'Pedido de troca de e-mail',
    preview: 'O e-mail da sua conta vai mudar.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Recebemos um pedido para trocar o e-mail da sua conta para ${newEmail}. A troca acontece quando o novo endereço for confirmado.`,
      'Se não foi você, troque a sua senha agora e fale com a gente.',
    ],
  }),
  emailChanged: ({ name, newEmail, link }) => ({
    subject: 'O e-mail da sua conta mudou',
    preview: 'Se não foi você, desfaça a troca.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `O e-mail da sua conta agora é ${newEmail}.`,
      'Se não foi você, desfaça a troca: o e-mail volta a ser este, todos os aparelhos saem da conta e você cria uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', link },
    note: 'O link vale por 7 dias. Se foi você, não precisa fazer nada.',
  }),
  emailCorrected: ({ name, newEmail, link }) => ({
    subject: 'Trocamos o e-mail da sua conta',
    preview: 'Se você não pediu, desfaça a troca.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `A nossa equipe trocou o e-mail da sua conta para ${newEmail}. Entre com ele a partir de agora; a senha continua a mesma.`,
      'Se você não pediu a troca, desfaça: o e-mail volta a ser este, todos os aparelhos saem da conta e você cria uma nova senha.',
    ],
    action: { label: 'Desfazer a troca', link },
    note: 'O link vale por 7 dias. Se você pediu a troca, não precisa fazer nada.',
  }),
  emailRemoved: () => ({
    subject: 'Este e-mail saiu de uma conta',
    preview: 'A conta que usava este endereço passou a usar outro.',
    heading: 'Olá!',
    paragraphs: [
      'Uma conta usava este endereço, que nunca foi confirmado. A nossa equipe corrigiu o e-mail dela.',
      'Se a conta é sua e você não pediu a troca, fale com a gente. Se não, não precisa fazer nada.',
    ],
  }),
  accountExists: ({ name, link }) => ({
    subject: 'Você já tem uma conta',
    preview: 'Alguém tentou criar uma conta com o seu e-mail.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: ['Alguém tentou criar uma conta com este e-mail, mas ele já tem uma. Se foi você, é só entrar.'],
    action: { label: 'Entrar', link },
    note: ignoreNote,
  }),
  holdEnding: ({ name, code, trip, deadline, missingCents, seesReservation, link }) => ({
    subject: `A sua reserva ${code} está para expirar`,
    preview: `As vagas em ${trip} estão guardadas até ${deadline}.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `As vagas da sua reserva ${code} em ${trip} estão guardadas até ${deadline}.`,
      `Falta o sinal de ${moneyText(missingCents)}. Entre em contato para pagar e confirmar a reserva; depois do prazo, as vagas ficam livres para outras pessoas.`,
    ],
    action: { label: seesReservation ? 'Ver a reserva' : 'Ver o passeio', link },
    note: 'Se você acabou de pagar, não precisa fazer nada.',
  }),
  holdExpired: ({ name, code, trip, deadline, link }) => ({
    subject: `A reserva ${code} expirou`,
    preview: `O prazo do sinal passou e as vagas em ${trip} ficaram livres.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `A reserva ${code} em ${trip} estava guardada até ${deadline}. O sinal não chegou até lá, e as vagas ficaram livres para outras pessoas.`,
      'Ainda quer ir? Veja se há vagas e reserve de novo.',
    ],
    action: { label: 'Ver o passeio', link },
    note: 'Se você já pagou, fale com a gente: conferimos o pagamento e acertamos a reserva.',
  }),
  receiptReceived: ({ name, code, trip, reservation, seesReservation, link }) => ({
    subject: `Recebemos o comprovante da reserva ${code}`,
    preview: 'Vamos conferir o pagamento e avisar você.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Recebemos o seu comprovante da reserva ${code} em ${trip}. Vamos conferir se o valor entrou na conta e avisar você por e-mail.`,
      receivedNotes[reservation],
    ],
    action: { label: seesReservation ? 'Ver a reserva' : 'Ver o passeio', link },
  }),
  receiptRejected: ({ name, code, trip, reason, deadline, seesReservation, link }) => ({
    subject: `Não conseguimos aceitar o comprovante da reserva ${code}`,
    preview: reason,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Conferimos o comprovante que você enviou da reserva ${code} em ${trip} e não conseguimos aceitá-lo.`,
      `Motivo: ${reason}`,
      seesReservation
        ? 'Confira o pagamento no aplicativo do seu banco e envie outro comprovante na página da reserva.'
        : 'Confira o pagamento no aplicativo do seu banco e mande outro comprovante para a gente.',
      ...(deadline ? [`As suas vagas estão guardadas até ${deadline}.`] : []),
    ],
    action: { label: seesReservation ? 'Enviar outro comprovante' : 'Ver o passeio', link },
    note: 'Se você acha que houve engano, fale com a gente.',
  }),
  refundPaid: ({ name, code, trip, amountCents, method, toPixKey, isReturned, seesReservation, link }) => ({
    subject: `Devolvemos ${moneyText(amountCents)} da reserva ${code}`,
    preview: `O valor da sua reserva em ${trip} já saiu da nossa conta.`,
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Devolvemos ${moneyText(amountCents)} da sua reserva ${code} em ${trip}${refundWay(method, toPixKey, isReturned)}.`,
      refundArrival[method],
    ],
    ...(seesReservation ? { action: { label: 'Ver a reserva', link } } : {}),
  }),
};

const refundArrival: Record<PaymentMethod, string> = {
  pix: `O Pix costuma cair na hora. Se o valor não aparecer na sua conta até o próximo dia útil, ${writeToUs}`,
  transfer: `A transferência pode levar até um dia útil. Se o valor não aparecer na sua conta, ${writeToUs}`,
  card: `No cartão, o valor aparece em uma das próximas faturas. Se não aparecer, ${writeToUs}`,
  cash: `Se você não recebeu este valor, ${writeToUs}`,
};

function refundWay(method: PaymentMethod, toPixKey: string, isReturned: boolean): string {
  if (isReturned) return ' por Pix, para a conta de onde veio o pagamento';
  if (toPixKey) return ` por Pix, para a chave ${toPixKey}`;
  return { pix: ' por Pix', transfer: ' por transferência', card: ' no cartão', cash: ' em dinheiro' }[method];
}
