import type { EditableEmail } from '@passeio/contract/messages/email-templates';
import { moneyText } from '@passeio/contract/money';
import { firstName, plural } from '@passeio/contract/words';
import { common, hello, howToPay } from './common.ts';
import type { EmailContent, WordedEmail } from './frame.ts';

/** A reservation that was asked for; `link` is absolute, days and times are texts in the operator's time zone. */
interface RequestData {
  code: string;
  trip: string;
  link: string;
}

/** `name`: the payer's. `seesReservation`: the link is to the reservation, not to the trip. */
interface PayerData extends RequestData {
  name: string;
  seesReservation: boolean;
}

/** To the operator; `payer`: who asked. The link is to the requests. */
interface StaffData extends RequestData {
  payer: string;
  people: number;
  deadline: string;
}

/** E-mails to clients and operator about requests in trips on request. */
export interface RequestEmailData {
  /** `deadline`: until when the operator answers. */
  requestReceived: PayerData & { people: number; deadline: string };
  requestArrived: StaffData;
  /**
   * `deadline`: until when the deposit is to be paid; null where none is due. `payable`: by Pix, on the reservation's
   * page.
   */
  requestAccepted: PayerData & { people: number; depositCents: number; deadline: string | null; payable: boolean };
  /** `reason`: a sentence of the operator. The link is to the other trips. */
  requestRefused: Omit<PayerData, 'seesReservation'> & { reason: string };
  /** The link is to the trip. */
  requestLapsed: Omit<PayerData, 'seesReservation'> & { deadline: string };
  requestUnanswered: StaffData;
}

const viewLabel = ({ seesReservation }: PayerData) => (seesReservation ? 'Ver o pedido' : 'Ver o passeio');

/** Each kind of e-mail about a request; the operator's own are not worded. */
export const requestEmails: {
  [Kind in keyof RequestEmailData]: (
    data: RequestEmailData[Kind],
    talk: string,
  ) => Kind extends EditableEmail ? WordedEmail<Kind> : EmailContent;
} = {
  requestReceived: (data, talk) => ({
    values: { ...common(data, talk), pessoas: plural(data.people, 'pessoa'), prazo: data.deadline },
    preview: `Respondemos até ${data.deadline}.`,
    heading: hello(data),
    action: { label: viewLabel(data), link: data.link },
    ...(data.seesReservation ? { note: 'Mudou de ideia? Cancele o pedido na página dele.' } : {}),
  }),
  requestArrived: ({ payer, code, trip, people, deadline, link }) => ({
    subject: `Pedido de reserva ${code}: ${trip}`,
    preview: `Responda até ${deadline}.`,
    heading: 'Há um novo pedido de reserva',
    paragraphs: [
      `${payer} pediu uma reserva em ${trip}, para ${plural(people, 'pessoa')} (código ${code}). As vagas estão guardadas.`,
      `Responda até ${deadline}. Sem resposta, o pedido termina e as vagas ficam livres.`,
    ],
    action: { label: 'Responder ao pedido', link },
  }),
  requestAccepted: (data, talk) => ({
    values: {
      ...common(data, talk),
      pessoas: plural(data.people, 'pessoa'),
      frase_do_sinal: data.deadline
        ? `Para confirmar, falta o sinal de ${moneyText(data.depositCents)}. As vagas ficam guardadas até ${data.deadline}. ${howToPay(data, talk)}`
        : 'Não há sinal a pagar: a sua reserva está confirmada.',
    },
    preview: data.deadline
      ? `Pague o sinal de ${moneyText(data.depositCents)} até ${data.deadline}.`
      : 'A sua reserva está confirmada.',
    heading: `Boa notícia, ${firstName(data.name)}!`,
    action: acceptedAction(data),
  }),
  requestRefused: (data, talk) => ({
    values: { ...common(data, talk), motivo: data.reason },
    preview: `${data.trip}: veja outras datas.`,
    heading: hello(data),
    action: { label: 'Ver outras datas', link: data.link },
  }),
  requestLapsed: (data, talk) => ({
    values: { ...common(data, talk), prazo: data.deadline },
    preview: 'As vagas ficaram livres.',
    heading: hello(data),
    action: { label: 'Ver o passeio', link: data.link },
  }),
  requestUnanswered: ({ payer, code, trip, people, deadline, link }) => ({
    subject: `Pedido ${code} ficou sem resposta: ${trip}`,
    preview: 'As vagas ficaram livres.',
    heading: 'Um pedido de reserva ficou sem resposta',
    paragraphs: [
      `O pedido ${code} de ${payer} em ${trip}, para ${plural(people, 'pessoa')}, terminou em ${deadline} sem resposta. As vagas ficaram livres, e avisamos o cliente.`,
    ],
    action: { label: 'Ver os pedidos', link },
  }),
};

function acceptedAction(data: RequestEmailData['requestAccepted']): { label: string; link: string } {
  const pays = data.deadline !== null && data.payable && data.seesReservation;
  if (pays) return { label: 'Pagar com Pix', link: data.link };
  return { label: data.seesReservation ? 'Ver a reserva' : 'Ver o passeio', link: data.link };
}
