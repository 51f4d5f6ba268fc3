import { type AnnouncementFacts, announcementValues } from '@passeio/contract/messages/announcements';
import type { EditableEmail } from '@passeio/contract/messages/email-templates';
import { fillFields, fillParagraphs } from '@passeio/contract/messages/message-templates';
import { moneyText } from '@passeio/contract/money';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { capitalised, plural } from '@passeio/contract/words';
import { type AccountEmailData, accountEmails } from './account-emails.ts';
import { type AlertEmailData, alertEmails } from './alert-emails.ts';
import { type CancellationEmailData, cancellationEmails } from './cancellation-emails.ts';
import { common, hello, howToPay } from './common.ts';
import {
  type DepartureEmailData,
  departureEmails,
  type TripChangeEmailData,
  tripChangeEmails,
} from './departure-emails.ts';
import type { EmailContent, WordedEmail } from './frame.ts';
import { type GiftCardEmailData, giftCardEmails } from './gift-card-emails.ts';
import { type PaymentEmailData, paymentEmails, type RefundEmailData, refundEmails } from './payment-emails.ts';
import { type ReminderEmailData, reminderEmails } from './reminder-emails.ts';
import { type RequestEmailData, requestEmails } from './request-emails.ts';
import { type WaitingEmailData, waitingEmails } from './waiting-emails.ts';

/** The data of each kind of e-mail; `link` is absolute. */
export interface EmailData
  extends PaymentEmailData,
    ReminderEmailData,
    WaitingEmailData,
    CancellationEmailData,
    RefundEmailData,
    RequestEmailData,
    TripChangeEmailData,
    DepartureEmailData,
    AlertEmailData,
    GiftCardEmailData,
    AccountEmailData {
  announcement: AnnouncementData;
  /** `waits`: for a place in a waiting list. */
  emailCode: { code: string; trip: string; proves?: boolean; waits?: boolean };
  holdEnding: HoldData & { payable?: boolean };
  holdExpired: HoldData;
  contractAccepted: OfReservation;
  addedPeopleExpired: Omit<HoldData, 'missingCents'> & { people: number };
  shareAlone: ShareData;
  shareBecameSingle: ShareData;
  /** `deadline`: until when places are held meanwhile, if the receipt does not stop the clock. */
  receiptReceived: OfReservation & { reservation: 'waiting' | 'expired' | 'booked'; deadline?: string | null };
  receiptRejected: OfReservation & { reason: string; deadline: string | null };
  refundPaid: RefundData;
  /** `lookUpUrl`: where anybody looks the note up. `isTest`: it is worth nothing. */
  invoiceIssued: OfReservation & { noteNumber: string; amountCents: number; lookUpUrl: string; isTest: boolean };
}

/** `deadline` is a day and time in the operator's time zone; `seesReservation`: the link is to it, not to the trip;
 * `payable`: by Pix, on the reservation's page. */
/** `supplementCents`: what a single costs more. */
type ShareData = Omit<HoldData, 'missingCents'> & { room: string; supplementCents: number };

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

/** `seesReservation`: the link is to it, not to the trip. */
interface OfReservation {
  name: string;
  code: string;
  trip: string;
  seesReservation: boolean;
  link: string;
}

/** `subject` and `text` are staff's, with fields; `seesReservation`: the link is to it, not to the trip. */
interface AnnouncementData extends AnnouncementFacts {
  subject: string;
  text: string;
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

const receivedNotes = {
  waiting: 'O envio do comprovante não confirma a reserva. Enquanto ele é conferido, as suas vagas ficam guardadas.',
  expired:
    'O prazo desta reserva já passou. Se o valor entrou e ainda houver vagas, ela volta a valer; senão, devolvemos o valor.',
  booked: 'A sua reserva continua confirmada enquanto o comprovante é conferido.',
};

function receivedNote({ reservation, deadline }: EmailData['receiptReceived']): string {
  if (!deadline) return receivedNotes[reservation];
  return `O envio do comprovante não confirma a reserva, e o prazo do sinal continua valendo: ${deadline}.`;
}

/**
 * Each kind of e-mail: some with their text, the others with what is filled into their wording. `talk`: how to reach
 * the operator, as in "responda este e-mail".
 */
export const emails: {
  [Kind in EmailKind]: (
    data: EmailData[Kind],
    talk: string,
  ) => Kind extends EditableEmail ? WordedEmail<Kind> : EmailContent;
} = {
  ...paymentEmails,
  ...reminderEmails,
  ...waitingEmails,
  ...requestEmails,
  ...cancellationEmails,
  ...refundEmails,
  ...tripChangeEmails,
  ...departureEmails,
  ...alertEmails,
  ...giftCardEmails,
  ...accountEmails,
  announcement: ({ subject, text, seesReservation, link, ...facts }) => {
    const values = announcementValues(facts);
    const paragraphs = fillParagraphs(text, values);
    return {
      subject: fillFields(subject, values) || facts.trip,
      preview: paragraphs[0] ?? '',
      heading: hello(facts),
      paragraphs,
      action: { label: seesReservation ? 'Ver a reserva' : 'Ver o passeio', link },
    };
  },
  emailCode: ({ code, trip, proves = false, waits = false }) => ({
    subject: proves ? 'Seu código para confirmar que é você' : 'Seu código para confirmar o e-mail',
    preview: `O código é ${code}.`,
    heading: 'Olá!',
    paragraphs: [
      `Digite este código na página ${waits ? 'da lista de espera' : 'da sua reserva'} para confirmar ${proves ? 'que é você' : 'o seu e-mail'}.`,
    ],
    facts: {
      heading: 'Confirmação',
      rows: [
        ['Código', [code]],
        ['Passeio', [trip]],
      ],
    },
    note: proves
      ? 'Ele vale por 30 minutos. Não passe a ninguém, nem à nossa equipe. Se você não pediu, ignore este e-mail.'
      : `Ele vale por 30 minutos. Se você não ${waits ? 'entrou nesta lista' : 'fez esta reserva'}, ignore este e-mail.`,
  }),
  holdEnding: (data, talk) => {
    const { trip, deadline, missingCents, seesReservation, payable, link } = data;
    return {
      values: {
        ...common(data, talk),
        prazo: deadline,
        valor: moneyText(missingCents),
        como_pagar: howToPay(data, talk),
      },
      preview: `As vagas em ${trip} estão guardadas até ${deadline}.`,
      heading: hello(data),
      action: { label: seesReservation ? (payable ? 'Pagar com Pix' : 'Ver a reserva') : 'Ver o passeio', link },
      note: 'Se você acabou de pagar, não precisa fazer nada.',
    };
  },
  holdExpired: (data, talk) => ({
    values: { ...common(data, talk), prazo: data.deadline },
    preview: `O prazo do sinal passou e as vagas em ${data.trip} ficaram livres.`,
    heading: hello(data),
    action: { label: 'Ver o passeio', link: data.link },
    note: `Já pagou? ${capitalised(talk)} e diga o código ${data.code}: conferimos o pagamento e acertamos a reserva.`,
  }),
  contractAccepted: (data, talk) => ({
    values: common(data, talk),
    preview: 'Guarde o PDF, com o texto e a data do aceite.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  addedPeopleExpired: (data, talk) => ({
    values: { ...common(data, talk), pessoas: plural(data.people, 'pessoa'), prazo: data.deadline },
    preview: 'O prazo do sinal delas passou; o resto da reserva continua confirmado.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
    note: `Já pagou? ${capitalised(talk)} e diga o código ${data.code}: conferimos o pagamento e acertamos a reserva.`,
  }),
  shareAlone: (data, talk) => ({
    values: sharing(data, talk),
    preview: `Até ${data.deadline} o quarto vira single, ou você cancela sem multa.`,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  shareBecameSingle: (data, talk) => ({
    values: sharing(data, talk),
    preview: `O suplemento é de ${moneyText(data.supplementCents)}; você ainda pode cancelar sem multa.`,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  receiptReceived: (data, talk) => ({
    values: { ...common(data, talk), frase_do_comprovante: receivedNote(data) },
    preview: 'Vamos conferir o pagamento e avisar você.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link },
  }),
  receiptRejected: (data, talk) => ({
    values: {
      ...common(data, talk),
      motivo: data.reason,
      como_reenviar: data.seesReservation
        ? 'Confira o pagamento no aplicativo do seu banco e envie outro comprovante na página da reserva.'
        : 'Confira o pagamento no aplicativo do seu banco e mande outro comprovante para a gente.',
      frase_do_prazo: data.deadline ? `As suas vagas estão guardadas até ${data.deadline}.` : '',
    },
    preview: data.reason,
    heading: hello(data),
    action: { label: data.seesReservation ? 'Enviar comprovante' : 'Ver o passeio', link: data.link },
    note: `Acha que houve engano? ${capitalised(talk)}.`,
  }),
  invoiceIssued: (data, talk) => ({
    values: {
      ...common(data, talk),
      numero: data.noteNumber,
      valor: moneyText(data.amountCents),
      frase_de_teste: data.isTest ? 'Esta é uma nota de teste, sem valor fiscal.' : '',
    },
    preview: `Nota ${data.noteNumber}, de ${moneyText(data.amountCents)}.`,
    heading: hello(data),
    action: data.seesReservation
      ? { label: 'Baixar a nota', link: data.link }
      : { label: 'Ver a nota no site do governo', link: data.lookUpUrl },
  }),
  refundPaid: (data, talk) => ({
    values: {
      ...common(data, talk),
      valor: moneyText(data.amountCents),
      por_onde: refundWay(data),
      quando_chega: `${refundArrival[data.method]} ${talk} e diga o código ${data.code}.`,
    },
    preview:
      data.method === 'credit'
        ? `Você tem ${moneyText(data.amountCents)} de crédito.`
        : `O valor da sua reserva em ${data.trip} já saiu da nossa conta.`,
    heading: hello(data),
    ...(data.seesReservation ? { action: { label: 'Ver a reserva', link: data.link } } : {}),
  }),
};

const refundArrival: Record<PaymentMethod, string> = {
  pix: 'O Pix costuma cair na hora. Se o valor não aparecer na sua conta até o próximo dia útil,',
  transfer: 'A transferência pode levar até um dia útil. Se o valor não aparecer na sua conta,',
  card: 'No cartão, o valor aparece em uma das próximas faturas. Se não aparecer,',
  cash: 'Se você não recebeu este valor,',
  gift_card: 'O saldo do vale já aumentou, e ele paga outra reserva quando você quiser. Se algo não estiver certo,',
  credit: 'O crédito não vence, e você usa quando quiser, na página de uma reserva. Se algo não estiver certo,',
};

function refundWay({ method, toPixKey, isReturned }: RefundData): string {
  if (isReturned) return method === 'card' ? 'para o cartão' : 'por Pix, para a conta de onde veio o pagamento';
  if (toPixKey) return `por Pix, para a chave ${toPixKey}`;
  return {
    pix: 'por Pix',
    transfer: 'por transferência',
    card: 'no cartão',
    cash: 'em dinheiro',
    credit: 'como crédito para a próxima viagem',
    gift_card: 'para o vale-presente que pagou',
  }[method];
}

function sharing(data: ShareData, talk: string) {
  return { ...common(data, talk), quarto: data.room, prazo: data.deadline, valor: moneyText(data.supplementCents) };
}
