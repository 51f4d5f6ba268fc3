import { moneyText } from '@passeio/contract/money';
import { firstName } from './first-name.ts';
import type { EmailContent, Facts } from './frame.ts';

/** E-mails about money that came; `link` is absolute, days and times are texts in the operator's time zone. */
export interface PaymentEmailData {
  paymentConfirmed: PaymentData & { due: Due | null; overpaid: Return | null; voucher: Voucher | null };
  paymentForEnded: PaymentData & { state: 'expired' | 'cancelled'; refund: Return | null };
}

interface PaymentData {
  name: string;
  code: string;
  trip: string;
  /** What came in, in centavos, and how: "Pix". */
  amountCents: number;
  method: string;
  /** Guests have no account in which they could see it; for them the link is to the trip. */
  seesReservation: boolean;
  link: string;
}

/** What is still to be paid; `what`: "o sinal" or "o restante"; `until`: null without a deadline to come. */
interface Due {
  amountCents: number;
  what: 'deposit' | 'balance';
  until: string | null;
}

/** Money that goes back; `on`: the day for which that is promised. */
interface Return {
  amountCents: number;
  on: string;
}

/** What a party needs at the boarding point. `people`: names with fare, and boarding point where they differ. */
export interface Voucher {
  departure: string;
  people: string[];
  /** The boarding point of all; null if there are several. */
  boarding: string | null;
  bring: string[];
  contact: string;
}

const LABELS = { link: 'Ver a reserva', trip: 'Ver o passeio' };

/** The text of each e-mail about money that came. */
export const paymentEmails: { [Kind in keyof PaymentEmailData]: (data: PaymentEmailData[Kind]) => EmailContent } = {
  paymentConfirmed: (data) => {
    const { name, code, trip, amountCents, method, due, overpaid, voucher, seesReservation, link } = data;
    const amount = moneyText(amountCents);
    return {
      subject: voucher ? `Pagamento confirmado: reserva ${code}` : `Recebemos o seu pagamento da reserva ${code}`,
      preview: voucher ? `Tudo certo para ${trip}. O seu voucher está aqui.` : `Recebemos ${amount}.`,
      heading: `Olá, ${firstName(name)}!`,
      paragraphs: [
        `Recebemos ${amount} (${method}) da reserva ${code} em ${trip}.${voucher ? ' A sua reserva está confirmada.' : ''}`,
        due ? dueSentence(due) : 'Está tudo pago.',
        ...(overpaid ? [`Você pagou ${moneyText(overpaid.amountCents)} a mais. Devolvemos até ${overpaid.on}.`] : []),
      ],
      ...(voucher ? { facts: voucherFacts(data, voucher) } : {}),
      action: { label: seesReservation ? LABELS.link : LABELS.trip, link },
      ...(voucher ? { note: 'Guarde este e-mail: ele é o seu voucher. No embarque, basta dizer o código.' } : {}),
    };
  },
  paymentForEnded: ({ name, code, trip, amountCents, method, state, refund, seesReservation, link }) => ({
    subject: `Recebemos um pagamento da reserva ${code}, que não vale mais`,
    preview: refund ? `Devolvemos ${moneyText(refund.amountCents)} até ${refund.on}.` : 'Veja o que acontece agora.',
    heading: `Olá, ${firstName(name)}!`,
    paragraphs: [
      `Recebemos ${moneyText(amountCents)} (${method}) da reserva ${code} em ${trip}, mas ${
        state === 'expired'
          ? 'o prazo dela já tinha passado e as vagas foram para outras pessoas.'
          : 'ela já tinha sido cancelada.'
      }`,
      refund
        ? `O dinheiro volta para você: devolvemos ${moneyText(refund.amountCents)} até ${refund.on}, e avisamos quando sair.`
        : 'A nossa equipe fala com você sobre a devolução.',
    ],
    action: { label: seesReservation ? LABELS.link : LABELS.trip, link },
    note: 'Se preferir outra saída em vez da devolução, fale com a gente.',
  }),
};

function dueSentence({ amountCents, what, until }: Due): string {
  const rest =
    what === 'deposit' ? `Falta ${moneyText(amountCents)} do sinal` : `Falta pagar ${moneyText(amountCents)}`;
  const why = what === 'deposit' ? ' para confirmar a reserva' : '';
  return `${rest}${why}${until ? `, até ${until}` : ''}.`;
}

function voucherFacts({ code, trip }: PaymentData, { departure, people, boarding, bring, contact }: Voucher): Facts {
  const rows: [string, string[]][] = [
    ['Código da reserva', [code]],
    ['Passeio', [trip]],
    ['Saída', [departure]],
    ['Quem viaja', people],
    ['Embarque', boarding ? [boarding] : []],
    ['O que levar', bring],
    ['Contato', contact ? [contact] : []],
  ];
  return { heading: 'Voucher', rows: rows.filter(([, lines]) => lines.length > 0) };
}
