import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import { type RefundPart, refundHow } from '@passeio/contract/payments/refund-parts';
import { type ChargebackKind, chargebackKinds } from '@passeio/contract/payments/statements';
import { firstName } from '@passeio/contract/words';
import { common, hello } from './common.ts';
import type { EmailContent, Facts, WordedEmail } from './frame.ts';

/** E-mails about money that came; `link` is absolute, days and times are texts in the operator's time zone. */
export interface PaymentEmailData {
  paymentConfirmed: PaymentData & { due: Due | null; overpaid: Return | null; voucher: EmailVoucher | null };
  chargeback: Omit<PaymentData, 'method'>;
  /** `deadline`: until when the places are held; null where they are not, or no longer. */
  cardRefused: Omit<PaymentData, 'method'> & { deadline: string | null };
  paymentForEnded: PaymentData & { state: keyof typeof whyEnded; refund: Return | null };
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

/** What is to be paid next; `until`: null without a deadline to come. */
interface Due {
  amountCents: number;
  what: 'deposit' | 'balance' | 'instalment';
  until: string | null;
}

/** Money that goes back; `on`: the day for which that is promised; `parts`: how. */
interface Return {
  amountCents: number;
  on: string;
  parts?: RefundPart[];
}

/** What a party needs at the boarding point. `people`: names with fare, and boarding point where they differ. */
export interface EmailVoucher {
  departure: string;
  people: string[];
  /** The boarding point of all; null if there are several. */
  boarding: string | null;
  bring: string[];
  contact: string;
}

const LABELS = { link: 'Ver a reserva', voucher: 'Abrir o voucher', trip: 'Ver o passeio' };

/** Each e-mail about money that came. */
export const paymentEmails: {
  [Kind in keyof PaymentEmailData]: (data: PaymentEmailData[Kind], talk: string) => WordedEmail<Kind>;
} = {
  paymentConfirmed: (data, talk) => {
    const { code, trip, amountCents, method, due, overpaid, voucher, seesReservation, link } = data;
    const amount = moneyText(amountCents);
    return {
      values: {
        ...common(data, talk),
        titulo: voucher ? `Pagamento confirmado: reserva ${code}` : `Recebemos o seu pagamento da reserva ${code}`,
        valor: amount,
        forma: method,
        frase_da_confirmacao: voucher ? 'A sua reserva está confirmada.' : '',
        frase_do_que_falta: due ? paymentDueText(due) : 'Está tudo pago.',
        frase_do_valor_a_mais: overpaid
          ? `Você pagou ${moneyText(overpaid.amountCents)} a mais. Devolvemos até ${overpaid.on}${refundHow(overpaid.parts ?? [])}.`
          : '',
      },
      preview: voucher ? `Tudo certo para ${trip}. O seu voucher está aqui.` : `Recebemos ${amount}.`,
      heading: hello(data),
      ...(voucher ? { facts: voucherFacts(data, voucher) } : {}),
      action: { label: LABELS[seesReservation ? (voucher ? 'voucher' : 'link') : 'trip'], link },
      ...(voucher ? { note: 'Guarde este e-mail: ele é o seu voucher. No embarque, basta dizer o código.' } : {}),
    };
  },
  chargeback: (data, talk) => ({
    values: { ...common(data, talk), valor: moneyText(data.amountCents) },
    preview: 'A sua reserva continua. Veja como acertar o pagamento.',
    heading: hello(data),
    action: { label: data.seesReservation ? LABELS.link : LABELS.trip, link: data.link },
  }),
  cardRefused: (data, talk) => ({
    values: {
      ...common(data, talk),
      valor: moneyText(data.amountCents),
      frase_do_prazo: data.deadline ? `As suas vagas estão guardadas até ${data.deadline}.` : '',
    },
    preview: 'Veja como pagar de outro jeito.',
    heading: hello(data),
    action: { label: data.seesReservation ? 'Pagar de outro jeito' : LABELS.trip, link: data.link },
  }),
  paymentForEnded: (data, talk) => {
    const { amountCents, method, state, refund, seesReservation, link } = data;
    const back = refund && `${moneyText(refund.amountCents)} até ${refund.on}`;
    const how = refund ? refundHow(refund.parts ?? []) : '';
    return {
      values: {
        ...common(data, talk),
        valor: moneyText(amountCents),
        forma: method,
        por_que_nao_vale: whyEnded[state],
        frase_da_devolucao: back
          ? `O dinheiro volta para você: devolvemos ${back}${how}. Avisamos quando sair.`
          : state === 'choosing'
            ? 'Este valor se soma ao que você recebe de volta. Você escolhe o que prefere pelo link que enviamos.'
            : 'A nossa equipe fala com você sobre a devolução.',
      },
      preview: back ? `Devolvemos ${back}.` : 'Veja o que acontece agora.',
      heading: hello(data),
      action: { label: seesReservation ? LABELS.link : LABELS.trip, link },
      note: `Prefere viajar em outra data em vez da devolução? Para combinar, ${talk}.`,
    };
  },
};

const whyEnded = {
  expired: 'o prazo dela já tinha passado e as vagas foram para outras pessoas',
  cancelled: 'ela já tinha sido cancelada',
  choosing: 'a saída foi cancelada',
};

function paymentDueText({ amountCents, what, until }: Due): string {
  const amount = moneyText(amountCents);
  const texts = {
    deposit: `Falta ${amount} do sinal para confirmar a reserva`,
    balance: `Falta pagar ${amount}`,
    instalment: `A próxima parcela é de ${amount}`,
  };
  return `${texts[what]}${until ? `, até ${until}` : ''}.`;
}

function voucherFacts(
  { code, trip }: PaymentData,
  { departure, people, boarding, bring, contact }: EmailVoucher,
): Facts {
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

/** E-mails that protect money or are for staff, so their texts are not the operator's to word. */
export interface RefundEmailData {
  refundKeyChanged: KeyData;
  chargebackForStaff: ChargebackData;
}

/** The link is to what waits for staff. */
interface ChargebackData {
  payer: string;
  code: string;
  trip: string;
  why: ChargebackKind;
  amountCents: number;
  /** For a Pix: the day until which the operator answers its bank. */
  answerBy: string | null;
  link: string;
}

/** Keys are masked, empty for none. `byPayer`: else by the operator's team. */
interface KeyData {
  name: string;
  code: string;
  trip: string;
  /** The amount of the refund. */
  amountCents: number;
  before: string;
  after: string;
  byPayer: boolean;
  seesReservation: boolean;
  link: string;
}

export const refundEmails = {
  chargebackForStaff: ({ payer, code, trip, why, amountCents, answerBy, link }: ChargebackData): EmailContent => ({
    subject: `${chargebackKinds[why]}: reserva ${code}`,
    preview: `${moneyText(amountCents)} da reserva ${code}, de ${payer}.`,
    heading: chargebackKinds[why],
    paragraphs: [
      `${whyTaken[why]} São ${moneyText(amountCents)} da reserva ${code}, de ${payer}, em ${trip}.`,
      ...(answerBy ? [`Responda ao banco até ${formatDay(answerBy)}: confira no aplicativo dele o que pede.`] : []),
      why === 'unfit'
        ? 'Nada mudou na reserva. Compare a devolução com o histórico de pagamentos e acerte o que faltar.'
        : 'A reserva continua como está. Fale com quem reservou para receber de outro jeito, ou cancele a reserva.',
    ],
    action: { label: 'Ver o que fazer', link },
  }),
  refundKeyChanged: (data: KeyData, talk: string): EmailContent => {
    const { name, code, before, after, seesReservation, link } = data;
    return {
      subject: 'A chave Pix da sua devolução mudou',
      preview: `Reserva ${code}: ${after ? `a devolução vai para ${after}` : 'a devolução ficou sem chave'}.`,
      heading: `Olá, ${firstName(name)}!`,
      paragraphs: [
        what(data),
        after ? `O valor vai para a chave ${after}.` : 'A devolução está sem chave: informe uma para receber o valor.',
        ...(before ? [`A chave anterior era ${before}.`] : []),
      ],
      ...(seesReservation ? { action: { label: 'Ver a reserva', link } } : {}),
      note: `Não reconhece esta mudança? Antes que o valor saia, ${talk}.`,
    };
  },
};

const whyTaken = {
  card: 'Quem tem o cartão não reconheceu a compra, e o banco tirou o valor da sua conta.',
  med_fraud: 'Quem pagou disse ao banco que foi fraude, e o banco tira o valor da sua conta.',
  med_operational: 'O banco de quem pagou disse que o Pix foi um erro, e o valor sai da sua conta.',
  med: 'O Pix foi contestado, e o banco tira o valor da sua conta.',
  unfit: 'O banco devolveu mais de um pagamento do que a reserva ainda tinha.',
};

function what({ code, trip, amountCents, byPayer }: KeyData): string {
  const key = `chave Pix da devolução de ${moneyText(amountCents)} da reserva ${code} (${trip})`;
  return byPayer ? `Pela sua conta, a ${key} mudou.` : `A nossa equipe mudou a ${key}.`;
}
